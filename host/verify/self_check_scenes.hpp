// Small built-in crowds that a self check steps: mixed parameters, every kind of obstacle, sparse to packed; behaviors,
// limits of turning, contacts and footprints; speeds that depend on density, flow fields, journeys.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "throng/world.hpp"

namespace throng {

struct SelfCheckObstacle {
  bool closed = true;
  std::vector<Vec2d> vertices;  ///< m
};

/// What an agent steers for.
struct SelfCheckSteering {
  AgentId agent = 0;
  std::uint32_t behavior = 0;  ///< row of `behaviors`
  std::variant<std::monostate, AgentId, Vec2d> targets[max_steering_targets];
};

struct SelfCheckScene {
  std::string name;
  WorldOptions options;                        ///< executor and threads are the check's to choose
  std::vector<std::vector<Vec2d>> footprints;  ///< Profile::footprint is a row of it
  std::vector<Profile> profiles;
  std::vector<SelfCheckObstacle> obstacles;
  /// Adds goals and ways to them, journeys and what they need, to a world that has all of the above but no agents yet.
  void (*add_places)(World& world) = nullptr;
  std::vector<AgentDescription> agents;   ///< ids 0, 1, ...; `profile` is a row of `profiles`
  std::vector<std::vector<Vec2d>> paths;  ///< m, closed
  std::vector<Behavior> behaviors;
  std::vector<SelfCheckSteering> steering;
};

/// The same scenes, to the bit, on every machine.
std::vector<SelfCheckScene> self_check_scenes();

/// The scene's agents in the order of `order` (rows of `scene.agents`). Throws what World does: unavailable when the
/// executor lacks what the scene has.
World make_world(const SelfCheckScene& scene, ExecutorKind executor, int threads,
                 const std::vector<std::size_t>& order);

}  // namespace throng
