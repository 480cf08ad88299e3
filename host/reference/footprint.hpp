// Agents with a convex footprint (spec "Footprints"): their polygons, and how deep bodies overlap.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "host/reference/agent.hpp"
#include "host/reference/geometry.hpp"
#include "throng/parameters.hpp"

namespace throng::reference {

/// Vertices, counter-clockwise, m; in an agent's frame, or in the world.
using Footprint = std::vector<Vec>;

/// Of footprints by agent: no vertices, or no table at all when all are discs.
inline bool is_disc(std::span<const Footprint> footprints, std::size_t row) {
  return footprints.empty() || footprints[row].empty();
}

/// A footprint where an agent is, turned into the heading.
Footprint posed(const Footprint& footprint, const Vec& position, const Vec& heading);

/// A disc, or a convex polygon (of two vertices: a segment).
struct FootprintBody {
  std::vector<Vec> vertices;  ///< m; a disc's center alone
  double radius = 0.0;        ///< m, of a disc
  Vec center = Vec::Zero();   ///< m
};

struct BodyOverlap {
  double depth = 0.0;     ///< m; below 0: minus the largest gap along an axis
  Vec out = Vec::Zero();  ///< unit: the first body moved along it by `depth` is free
};

/// One of them at least is no disc.
BodyOverlap overlap(const FootprintBody& first, const FootprintBody& second);

/// What the edges of all footprints around agents[row] ask of it. `footprints` are those of the agents in the
/// world.
std::vector<HalfPlane> footprint_constraints(std::span<const Agent> agents, std::span<const Footprint> footprints,
                                             std::size_t row, double time_horizon);

/// The velocity that agents[row], which brakes, wants when it would like `wanted`. `shape` is its footprint in its own
/// frame, empty for a disc.
Vec brake(std::span<const Agent> agents, std::span<const Footprint> footprints, std::size_t row, const Footprint& shape,
          const Profile& profile, double time_step, const Vec& wanted);

}  // namespace throng::reference
