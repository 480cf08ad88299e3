// Small built-in crowds that a self check steps: mixed parameters, every kind of obstacle, sparse to packed.
#pragma once
#include <string>
#include <vector>

#include "throng/world.hpp"

namespace throng {

struct SelfCheckObstacle {
  bool closed = true;
  std::vector<Vec2d> vertices;  ///< m
};

struct SelfCheckScene {
  std::string name;
  WorldOptions options;  ///< executor and threads are the check's to choose
  std::vector<Profile> profiles;
  std::vector<SelfCheckObstacle> obstacles;
  std::vector<AgentDescription> agents;  ///< ids 0, 1, ...; `profile` is a row of `profiles`
};

/// The same scenes, to the bit, on every machine.
std::vector<SelfCheckScene> self_check_scenes();

/// The scene's agents in the order of `order` (rows of `scene.agents`).
World make_world(const SelfCheckScene& scene, ExecutorKind executor, int threads,
                 const std::vector<std::size_t>& order);

}  // namespace throng
