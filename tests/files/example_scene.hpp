// A scene of examples/ with its world, on the cpu executor.
#pragma once
#include <string>

#include "throng/scenario.hpp"

namespace throng::test {

struct Example {
  explicit Example(const std::string& name)
      : scenario(read_scenario(std::string(THRONG_SOURCE_DIR) + "/examples/" + name)), world(make()) {}
  World make() {
    scenario.options.executor = ExecutorKind::cpu;
    return make_world(scenario);
  }

  Scenario scenario;
  World world;
};

}  // namespace throng::test
