// Closed rings of points: which way they run, and what they contain.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "throng/types.hpp"

namespace throng {

/// Without vertices that repeat the one before, or the last ones the first, within rounding.
std::vector<Vec2d> without_repeated(std::span<const Vec2d> ring);

/// Twice the signed area, m^2: > 0 for counter-clockwise. Relative to the first point, so that it loses nothing far
/// from 0.
double twice_signed_area(std::span<const Vec2d> ring);

/// By the parity of the edges that a ray to the right crosses.
bool ring_contains(std::span<const Vec2d> ring, Vec2d point);

/// Two edges of a ring, by the vertices that they begin at.
struct MeetingEdges {
  std::size_t first, second;
};
/// Two that are not neighbors and have a point in common, or but for rounding would have, those that a line from left
/// to right comes upon first; none = there are no such edges, or the ring turns straight back somewhere. Edges without
/// a length are left out. Takes n log n steps.
std::optional<MeetingEdges> meeting_edges(std::span<const Vec2d> ring);

/// Why these vertices are not a simple polygon of non-zero area (either direction), or "" when they are: then it is
/// simple exactly. Repeated vertices are left out first; there are >= 3 distinct ones.
std::string polygon_fault(std::span<const Vec2d> vertices);

}  // namespace throng
