// Scenes by name for what is measured and compared on a device.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "throng/world.hpp"

namespace throng::device_check {

/// A scene that worlds are made of; equal worlds for equal names and numbers of agents.
class NamedScene {
 public:
  virtual ~NamedScene() = default;
  [[nodiscard]] virtual World make_world(ExecutorKind executor) const = 0;
  /// Steps to step number `last`, with the changes that belong to the scene.
  virtual void run_to(World& world, std::uint64_t last) const = 0;
};

/// Of bench/scenes.hpp: sparse, dense, packed, boxes, outlier, one_spot, with `agents` agents. Of the parity tests,
/// whose number of agents is their own: parity_crossing and so on. Throws Error{invalid_argument} for any other name.
std::unique_ptr<NamedScene> find_scene(const std::string& name, std::size_t agents);
std::vector<std::string> scene_names();

}  // namespace throng::device_check
