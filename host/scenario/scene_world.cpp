#include "host/scenario/scene_world.hpp"

#include <fmt/format.h>

namespace throng {

World make_scene_world(const Scenario& scenario, const std::string& path) {
  try {
    return make_world(scenario);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_argument) throw;
    throw Error(ErrorCode::bad_scene, fmt::format("{}: {}", path, error.what()));
  }
}

void prepare_scene_navigation(World& world, const std::string& path, const NavigationProgress& progress) {
  try {
    world.prepare_navigation(progress);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    const ErrorCode code = error.code() == ErrorCode::invalid_argument ? ErrorCode::bad_scene : error.code();
    throw Error(code, fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace throng
