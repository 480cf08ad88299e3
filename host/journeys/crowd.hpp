// What journeys need of the crowd and its surroundings. Everything is relative to the local origin.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "host/navigation/plane.hpp"
#include "kernels/agent/agent_fields.hpp"
#include "throng/journeys.hpp"
#include "throng/world.hpp"

namespace throng {

using flow::Box;

/// An agent as the engine holds it.
struct Disc {
  Vec2d center;  ///< m
  double radius = 0.0;
};

/// Somebody who comes in.
struct Newcomer {
  AgentDescription agent;     ///< without id: the next one
  std::optional<AgentId> id;  ///< reserved for it
  Vec2d place;                ///< m, relative
};

class JourneyCrowd {
 public:
  virtual ~JourneyCrowd() = default;
  virtual void read(std::span<const std::uint32_t> slots, std::vector<AgentRecord>& out) = 0;
  /// m, the way that is left to a goal: infinite where its flow field says that none leads there, straight without one.
  [[nodiscard]] virtual double way(GoalIndex goal, Vec2d place) const = 0;
  [[nodiscard]] virtual double straight(GoalIndex goal, Vec2d place) const = 0;  ///< m
  /// All agents that meet the box.
  virtual void discs_in(const Box& box, std::vector<Disc>& out) = 0;
  [[nodiscard]] virtual double radius_of(const AgentDescription& agent) const = 0;
  [[nodiscard]] virtual double largest_radius() const = 0;  ///< m, of all that were ever here; may be more
  /// Whether a disc here is clear of walls and out of solid obstacles.
  [[nodiscard]] virtual bool is_clear_of_walls(Vec2d place, double radius) = 0;
  virtual void set_goals(std::span<const GoalRecord> goals) = 0;
  virtual void remove(std::span<const std::uint32_t> slots) = 0;
  struct Entered {
    std::uint32_t slot;
    AgentId id;
  };
  virtual std::vector<Entered> enter(std::span<const Newcomer> newcomers) = 0;
  virtual ObstacleHandle close_door(std::span<const Vec2d> line) = 0;  ///< m, world coordinates
  virtual void open_door(ObstacleHandle wall) = 0;
};

}  // namespace throng
