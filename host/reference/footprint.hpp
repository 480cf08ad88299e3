// Agents with a convex footprint (spec "Footprints"): their polygons, and how deep bodies overlap.
#pragma once
#include <span>
#include <vector>

#include "host/reference/agent.hpp"
#include "host/reference/convex_body.hpp"
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

/// An agent at `at`, with its footprint turned, relative to `at`; without one a disc.
ConvexBody body_of(const Agent& agent, const Footprint& turned, const Vec& at);

/// The same where it stands; `footprints` are those of the agents in the world.
ConvexBody body_in_world(std::span<const Agent> agents, std::span<const Footprint> footprints, std::size_t row);

struct BodyOverlap {
  double depth = 0.0;     ///< m; below 0: minus the largest gap along an axis
  Vec out = Vec::Zero();  ///< unit: the first body moved along it by `depth` is free
};

/// `first_is_a`: it has the lower number, which decides ties between axes.
BodyOverlap overlap(const ConvexBody& first, const ConvexBody& second, bool first_is_a);

/// What the edges of all footprints around agents[row] ask of it. `footprints` are those of the agents in the
/// world.
std::vector<HalfPlane> footprint_constraints(std::span<const Agent> agents, std::span<const Footprint> footprints,
                                             std::size_t row, double time_horizon);

/// The velocity that agents[row], which brakes, wants when it would like `wanted`.
Vec brake(std::span<const Agent> agents, std::span<const Footprint> footprints, std::size_t row, const Profile& profile,
          double time_step, const Vec& wanted);

}  // namespace throng::reference
