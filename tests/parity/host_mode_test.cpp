// A host program that flushes denormals, rounds another way or has traps gets the same bits, and its mode back.
#include <gtest/gtest.h>
#ifdef __SSE2__
#include <unistd.h>

#include <cstdio>
#include <string>

#include "tests/parity/host_mode.hpp"
#include "tests/parity/parity_scene.hpp"

namespace throng::host_mode_tests {
namespace {

using test::flush_all;
using test::HostMode;
using test::Mode;
using test::Outcome;
using test::round_up;
using test::Scene;

/// Agents that brake by halves: between steps 127 and 149 their speeds are denormal.
Scene braking_scene() {
  Scene s;
  s.name = "braking";
  Profile p;
  p.velocity_blend = 0.5;
  s.profiles = {p};
  for (int i = 0; i < 40; ++i) {
    AgentDescription a;
    a.id = i;
    a.position = {10.0 * i, 0.0};
    a.velocity = {1.0, 0.25};
    s.agents.push_back(a);
  }
  return s;
}

TEST(HostMode, BrakingIsGradualUnderflow) {
  const Scene scene = braking_scene();
  const Outcome plain = test::run(scene, {}, 140);
  for (const Mode& mode : {flush_all, round_up}) {
    for (const int threads : {1, 2}) {
      const HostMode host(mode);
      World world = test::make_world(scene, {.threads = threads});
      test::run_to(world, scene, {}, 140);
      EXPECT_EQ(test::outcome_of(world), plain) << mode;
      EXPECT_EQ(world.velocities()[7], (Vec2d{0x1p-140, 0x1p-142}));
      EXPECT_EQ(world.state(*world.find(7)).velocity, (Vec2d{0x1p-140, 0x1p-142}));
    }
  }
}

TEST(HostMode, EveryScene) {
  for (const Scene& scene : test::small_scenes()) {
    const Outcome plain = test::run(scene, {}, 60);
    for (const Mode& mode : {flush_all, round_up}) {
      const HostMode host(mode);
      EXPECT_EQ(test::run(scene, {.threads = 2}, 60), plain) << scene.name << ' ' << mode;
    }
  }
}

TEST(HostMode, DenormalsGoInAndOut) {
  const Vec2d tiny{0x1p-140, -0x1p-149};
  const auto make = [&] {
    World world({.executor = ExecutorKind::cpu, .threads = 1});
    world.add_profile({});
    AgentDescription agent;
    agent.position = {-1.0, 0.0};
    world.add_agent(agent);
    agent.position = {1.0, 0.0};
    agent.velocity = tiny;
    agent.preferred_velocity = tiny;
    world.add_agent(agent);
    return world;
  };
  World plain = make();
  const std::uint64_t before = plain.state_hash();
  plain.step();
  const std::uint64_t after = plain.state_hash();
  const std::string path = ::testing::TempDir() + "throng_denormal_" + std::to_string(getpid()) + ".h5";
  const HostMode host(flush_all);
  World world = make();
  EXPECT_EQ(world.state_hash(), before);
  world.step();
  EXPECT_EQ(world.state_hash(), after);
  world.save(path);
  World loaded = World::load(path, ExecutorKind::cpu, 1);
  std::remove(path.c_str());
  EXPECT_EQ(loaded.state_hash(), after);
}

TEST(HostMode, EveryEntry) { test::expect_the_same_in_every_mode(test::walk_every_entry); }

}  // namespace
}  // namespace throng::host_mode_tests
#endif
