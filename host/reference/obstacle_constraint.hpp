// Half-planes from obstacles (spec "Constraint from an obstacle"): the whole responsibility is the agent's.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "host/reference/geometry.hpp"
#include "host/reference/obstacle_chain.hpp"

namespace throng::reference {

/// What an obstacle's constraint needs to know of an agent.
struct Mover {
  Vec position;               ///< m
  Vec velocity;               ///< m/s
  double radius = 0.0;        ///< m
  double time_horizon = 0.0;  ///< s, for obstacles
};

/// Rows of `chains` whose edge acts on p and is nearer than `range` (strictly), by (squared distance, obstacle, edge).
std::vector<std::size_t> edges_in_range(std::span<const ChainVertex> chains, const Vec& p, double range);

/// The half-plane of one edge, none when it adds nothing. `earlier`: those already made from obstacles (rule 1).
std::optional<HalfPlane> obstacle_constraint(std::span<const ChainVertex> chains, std::size_t edge, const Mover& mover,
                                             std::span<const HalfPlane> earlier);

/// The half-planes of all edges within reach, in their order. Each of them allows velocity 0 to an agent that overlaps
/// no edge. One that does may get a line that doesn't: an edge seen end-on past a vertex whose other edge the agent
/// overlaps (about 25 lines of a million at random; RVO2's rules, kept).
std::vector<HalfPlane> obstacle_constraints(std::span<const ChainVertex> chains, const Mover& mover, double max_speed);

}  // namespace throng::reference
