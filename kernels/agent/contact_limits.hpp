// Numbers of the contact pass (docs/model.md, "Contact").
#pragma once
#include <cstdint>

namespace throng {

/// Most contacts of an agent in a step: the nearest by (squared distance, id).
inline constexpr std::int32_t contact_cap = 24;
/// Most edges that an agent is kept off while contacts are resolved: the nearest by (squared distance, number).
inline constexpr std::int32_t contact_edge_cap = 8;
/// How far the pass moves an agent at most, in its radii: pairs whose gap is below the sum of both are listed.
inline constexpr float contact_margin = 0.5f;
/// Discs are moved apart to this part of r_i + r_j: what few iterations leave over is no overlap at once.
inline constexpr float contact_distance = 1.015f;
/// In the same unit, the distance below which they are: a pair that has been moved apart must not count as touching by
/// a rounding error, since how many touch is part of the result.
inline constexpr float contact_gate = 1.013f;
/// Weight of a mean of several corrections.
inline constexpr float contact_relaxation = 1.5f;
/// Part of the last iteration's move that is carried on, and the most of it, in lengths of the correction.
inline constexpr float contact_momentum = 0.7f, contact_most_carried = 3.0f;

}  // namespace throng
