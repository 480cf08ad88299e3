// 200 people on a circle, each walking to the opposite side.
#include <cmath>
#include <cstdio>

#include "throng/throng.hpp"

int main() try {
  throng::WorldOptions options;             // the fastest executor of this machine, steps of 0.1 s
  options.contact = throng::ContactPass{};  // what walkers were calibrated with
  throng::World world(options);
  const throng::ProfileIndex walker = world.add_profile(throng::Profile::walker());

  constexpr int count = 200;
  constexpr double radius = 30.0;  // m
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * std::acos(-1.0) * i / count;
    throng::AgentDescription agent;
    agent.profile = walker;
    agent.position = {radius * std::cos(angle), radius * std::sin(angle)};
    agent.goal = throng::Vec2d{-agent.position.x, -agent.position.y};
    world.add_agent(agent);
  }
  const throng::Vec2d pillar[] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};  // counter-clockwise: solid
  world.add_polygon(pillar);

  world.step(3000);  // 300 s: the middle is a knot that takes its time

  const throng::Measures measures = world.measure();
  std::printf("after %g s: %llu of %d have arrived, %llu pairs overlap, the deepest by %g m\n", world.time(),
              static_cast<unsigned long long>(world.statistics().arrived), count,
              static_cast<unsigned long long>(measures.contacts), measures.deepest_overlap);
  return 0;
} catch (const throng::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
