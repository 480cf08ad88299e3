// From a scene file to a world, with errors that name the file.
#pragma once
#include <string>

#include "throng/scenario.hpp"
#include "throng/world.hpp"

namespace throng {

/// make_world, but what a World refuses in a scene is the scene's fault: bad_scene, naming `path`.
[[nodiscard]] World make_scene_world(const Scenario& scenario, const std::string& path);

/// World::prepare_navigation, with errors that name `path`.
void prepare_scene_navigation(World& world, const std::string& path, const NavigationProgress& progress = {});

}  // namespace throng
