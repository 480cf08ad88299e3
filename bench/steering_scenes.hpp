// Crowds with behaviors, of any size.
#pragma once
#include "bench/scenes.hpp"

namespace throng::scenes {

/// Everybody in a flock of 0.5/m^2, at first each a way of its own.
inline Scene flock(std::size_t count) {
  Scene scene = uniform(count, 0.5);
  scene.behaviors = {Flock{}};
  for (AgentDescription& agent : scene.agents) {
    const Vec2d goal = *agent.goal;
    agent.velocity = {goal.x * scene.profile.max_speed / far, goal.y * scene.profile.max_speed / far};
    agent.goal.reset();
    agent.group = 1;
    scene.steering.push_back({*agent.id, {0}, std::nullopt});
  }
  return scene;
}

/// One in a hundred pursues its neighbor; the others evade it within 8 m and flock beyond.
inline Scene predators(std::size_t count) {
  Scene scene = uniform(count, 0.5);
  scene.behaviors = {Pursue{}, Evade{.panic_radius = 8.0}, Flock{.speed = 1.0},
                     Blend{Blend::Rule::priority, {{{1}}, {{2}}}}};
  constexpr std::size_t pack = 100;  // a predator and its prey, near each other
  for (std::size_t i = 0; i < count; ++i) {
    AgentDescription& agent = scene.agents[i];
    agent.goal.reset();
    agent.group = 1;
    const std::size_t hunter = i - i % pack;
    if (i != hunter) {
      scene.steering.push_back({*agent.id, {3}, scene.agents[hunter].id});
    } else if (i + 1 < count) {
      scene.steering.push_back({*agent.id, {0}, scene.agents[i + 1].id});
    }
  }
  return scene;
}

/// A square of 0.5/m^2 behind one leader, each by a behavior of its own.
inline Scene formation(std::size_t count) {
  Scene scene;
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  const double spacing = std::sqrt(2.0);
  const std::vector<AgentId> ids = shuffled_ids(count);
  for (std::size_t i = 0; i < count; ++i) {
    AgentDescription& agent = scene.agents.emplace_back();
    agent.id = ids[i];
    agent.heading = Vec2d{1.0, 0.0};
    if (i == 0) {
      agent.goal = Vec2d{far, 0.0};
      continue;
    }
    const double row = static_cast<double>(i / columns), column = static_cast<double>(i % columns);
    const Vec2d offset{-spacing * (1.0 + row), spacing * (column - 0.5 * static_cast<double>(columns - 1))};
    agent.position = offset;
    scene.steering.push_back({ids[i], {static_cast<std::uint32_t>(scene.behaviors.size())}, ids[0]});
    scene.behaviors.push_back(OffsetPursue{.offset = offset, .slowing_radius = 1.0});
  }
  return scene;
}

}  // namespace throng::scenes
