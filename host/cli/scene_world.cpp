#include "host/cli/scene_world.hpp"

#include <fmt/format.h>

namespace throng::cli {

World make_scene_world(const Scenario& scenario, const std::string& path) {
  try {
    return make_world(scenario);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_argument) throw;
    throw Error(ErrorCode::bad_scene, fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace throng::cli
