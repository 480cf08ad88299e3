// What the agents of a scenario cover at their start.
#pragma once
#include <vector>

#include "host/scenario/outline.hpp"
#include "throng/scenario.hpp"

namespace throng::scenario {

/// Reads profiles, footprints and goals of a scenario, which may still grow.
class StartOutlines {
 public:
  explicit StartOutlines(const Scenario& scenario) : scenario_(scenario) {}

  /// The agent's `profile` is a row of the scenario's. A disc has the agent's own radius, if it has one.
  [[nodiscard]] Outline of(const AgentDescription& agent);
  [[nodiscard]] bool has_footprint(const AgentDescription& agent) const {
    return scenario_.profiles[agent.profile.row].footprint.has_value();
  }
  /// Unit, where it looks before the first step.
  [[nodiscard]] Vec2d heading(const AgentDescription& agent) const;
  /// m, in the agent's frame: counter-clockwise.
  [[nodiscard]] const std::vector<Vec2d>& footprint(FootprintIndex index);

 private:
  const Scenario& scenario_;
  std::vector<std::vector<Vec2d>> footprints_;  // rows of the scenario's, made ready; empty = not yet
};

}  // namespace throng::scenario
