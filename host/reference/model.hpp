// The reference model: agents, surroundings, and the phases of a step, by brute force in double precision.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "host/reference/agent.hpp"
#include "host/reference/footprint.hpp"
#include "host/reference/linear_program.hpp"
#include "host/reference/navigation.hpp"
#include "host/reference/neighbors.hpp"
#include "host/reference/obstacle_chain.hpp"
#include "host/reference/steering.hpp"
#include "throng/heights.hpp"
#include "throng/parameters.hpp"

namespace throng::reference {

struct Counts {
  std::uint64_t arrived = 0;
  std::uint64_t infeasible = 0;
  std::uint64_t wall_crossings = 0;
  std::uint64_t neighbor_cap_hits = 0;
  std::uint64_t became_stuck = 0, went_on = 0;
};

/// An agent's program: obstacle lines first.
struct Program {
  std::vector<HalfPlane> lines;
  std::size_t obstacle_lines = 0;  ///< those of footprints included
  std::size_t wall_lines = 0;      ///< without them
  bool neighbor_cap_reached = false;
};

class Model {
 public:
  explicit Model(const WorldOptions& options) : options_(options) {}

  std::vector<Footprint> footprints;  ///< that profiles name
  std::vector<Profile> profiles;
  std::vector<GoalRegion> goals;
  Heights heights;
  std::vector<Behavior> behaviors;
  std::vector<Path> paths;
  std::vector<Agent> agents;
  Counts counts;                          ///< add up until the holder clears them
  std::vector<std::uint32_t> removed;     ///< slots of agents that `move` took out, until the holder clears them
  std::vector<std::uint32_t> arrived;     ///< of those who arrived for the first time, the same
  std::vector<std::uint32_t> infeasible;  ///< of those whose program had no solution, the same

  void set_obstacles(std::vector<Obstacle> obstacles);  ///< ascending id
  [[nodiscard]] std::span<const Obstacle> solids() const { return solids_; }
  [[nodiscard]] std::span<const ChainVertex> chains() const { return chains_; }

  /// Flags an agent that was put inside a solid polygon (one that walks in is flagged by `move`).
  void flag_if_inside(Agent& agent) const;

  // ---- A step: in this order, with no agent added or removed between them ----
  void navigate(std::uint64_t step = 0);  ///< preferred velocities from goals; who is stuck
  void steer(std::uint64_t step);         ///< preferred velocities of agents that have a behavior
  void solve(std::uint64_t step);
  void move();
  void resolve();  ///< with a contact pass only: move() leaves all but the motion itself to it

  [[nodiscard]] Neighbors neighbors(std::size_t row) const;
  [[nodiscard]] Program program(std::size_t row) const;
  /// Of each agent its footprint in the world; no vertices for a disc, no table when no profile can have one.
  [[nodiscard]] std::vector<Footprint> placed_footprints() const;
  /// What `solve` chose, m/s, before any limits.
  [[nodiscard]] const std::vector<Vec>& new_velocities() const { return new_velocities_; }

 private:
  [[nodiscard]] const Profile& profile_of(const Agent& agent) const { return profiles[agent.profile]; }
  [[nodiscard]] const Footprint& shape_of(const Agent& agent) const;
  [[nodiscard]] std::vector<HalfPlane> obstacle_lines(const Agent& agent) const;
  [[nodiscard]] std::optional<Body> find_target(const Target& target) const;
  [[nodiscard]] Steerer steerer(std::size_t row) const;
  [[nodiscard]] bool seeks_goal(const Agent& agent) const;
  void watch(Agent& agent, std::uint64_t step);
  [[nodiscard]] bool walks_together(const Agent& agent) const;
  [[nodiscard]] Vec desired_velocity(std::size_t row, std::uint64_t step);
  void set_motion(Agent& agent, const Vec& position, const Vec& velocity, const Vec& heading);
  void note_arrivals();
  void note_arrival(Agent& agent);
  [[nodiscard]] bool leaves(const Agent& agent) const;

  WorldOptions options_;
  std::vector<Obstacle> solids_;
  std::vector<ChainVertex> chains_;
  std::vector<Vec> new_velocities_;
  struct Motion {
    Vec place = Vec::Zero();     ///< m, as far as walls let it
    Vec wanted = Vec::Zero();    ///< m
    Vec velocity = Vec::Zero();  ///< m/s, that leads there
    Vec heading = Vec::Zero();
  };
  std::vector<Motion> motions_;  ///< between move() and resolve()
};

/// Bytes per agent of the arrays of a model.
inline constexpr std::size_t model_bytes_per_agent = sizeof(Agent) + sizeof(Vec);

}  // namespace throng::reference
