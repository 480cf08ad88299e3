// Everything a world is, as plain values: what is saved and loaded.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/agent/agent_fields.hpp"
#include "throng/world.hpp"

namespace throng {

/// An obstacle as the user gave it, in world coordinates.
struct SavedObstacle {
  std::uint64_t id = 0;
  std::uint32_t slot = 0;
  bool closed = true;
  std::vector<Vec2d> vertices;
};

/// A goal region in world coordinates.
struct SavedGoal {
  bool closed = false;
  std::vector<Vec2d> vertices;
};

/// A goal that agents find their way to.
struct SavedWay {
  std::uint32_t goal = 0;
  double cell_size = 0.0, clearance = 0.0, wall_cost = 0.0;  ///< FlowFieldOptions
};

/// A footprint in the agent's frame: convex, counter-clockwise.
struct SavedFootprint {
  std::vector<Vec2d> vertices;
};

/// What an agent steers for. Slots and generations are those of the agents, present or gone.
struct SavedSteering {
  std::uint32_t slot = 0;
  std::uint32_t behavior = 0;
  std::uint32_t kind_0 = 0, kind_1 = 0;                ///< of the targets: target_kind
  std::uint32_t target_slot_0 = 0, target_slot_1 = 0;  ///< of agents, perhaps gone
  std::uint32_t generation_0 = 0, generation_1 = 0;
  AgentId id_0 = 0, id_1 = 0;
  double x_0 = 0.0, y_0 = 0.0, x_1 = 0.0, y_1 = 0.0;               ///< m, world coordinates, of points
  double path_place = -1.0, aim_x = 0.0, aim_y = 0.0, time = 0.0;  ///< SteeringReadout
  std::uint32_t bits = 0;
};

struct WorldState {
  WorldOptions options;
  std::vector<SavedFootprint> footprints;
  std::vector<Profile> profiles;  ///< each with its radius
  std::vector<SavedGoal> goals;
  std::optional<Heights> heights;
  std::vector<SavedWay> ways;  ///< ascending goal; their fields are made anew from goals and obstacles
  std::vector<Behavior> behaviors;
  std::vector<SavedGoal> paths;
  std::vector<SavedSteering> steering;              ///< of the agents that have a behavior
  std::vector<SavedObstacle> obstacles;             ///< ascending id
  std::vector<std::uint32_t> obstacle_generations;  ///< per slot, free slots too
  std::vector<std::uint32_t> free_obstacle_slots;   ///< a stack: its order decides the handles to come
  std::uint64_t next_obstacle_id = 0;
  std::uint32_t first_generation = 0;  ///< of new slots, agents' and obstacles': tells worlds apart
  std::vector<AgentRecord> agents;     ///< ascending id; positions and goals relative to `origin`
  std::vector<std::uint32_t> agent_generations;
  std::vector<std::uint32_t> free_agent_slots;
  std::vector<AgentId> used_ids;  ///< first and last of each run of ids ever used, ascending
  Vec2d origin;
  bool origin_fixed = false;  ///< false before the first step: `origin` is then 0 and positions are world coordinates
  Statistics statistics;
  std::vector<std::uint64_t> journey_words;  ///< Journeys::Tape; empty = there are none
  std::vector<std::uint8_t> journey_text;
};

/// Complete or not at all: written beside `path` and renamed. Throws input_output.
void save_world_state(const std::string& path, const WorldState& state);
/// Throws input_output when it can't be read, corrupt_file when it is cut short, damaged or of an unknown version.
WorldState load_world_state(const std::string& path);

}  // namespace throng
