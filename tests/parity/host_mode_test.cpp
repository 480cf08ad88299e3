// A host program that flushes denormals, rounds another way or has traps gets the same bits, and its mode back.
#include <gtest/gtest.h>
#ifdef __SSE2__
#include <unistd.h>
#include <xmmintrin.h>

#include <cstdio>
#include <ostream>
#include <string>

#include "tests/parity/every_entry.hpp"
#include "tests/parity/parity_scene.hpp"

namespace throng::host_mode_tests {
namespace {

using test::Outcome;
using test::Scene;

/// Of both units, as fesetround and feenableexcept set them.
struct Mode {
  unsigned sse;
  unsigned short x87 = 0x037f;
  friend bool operator==(const Mode&, const Mode&) = default;
};
std::ostream& operator<<(std::ostream& to, const Mode& mode) { return to << mode.sse << ' ' << mode.x87; }

constexpr unsigned control_bits = 0xffc0u;                  // without the sticky exception flags
constexpr Mode flush_all{0x1f80u | 0x8000u | 0x0040u};      // flush to zero, denormals are zero
constexpr Mode round_up{flush_all.sse | 0x4000u, 0x0b7fu};  // and up
constexpr Mode round_down{0x1f80u | 0x2000u, 0x077fu};
constexpr Mode trap_all{0x0000u, 0x0340u};          // every exception a signal
constexpr Mode single_precision{0x1f80u, 0x007fu};  // of x87

Mode mode_now() {
  Mode mode{_mm_getcsr() & control_bits};
  asm volatile("fnstcw %0" : "=m"(mode.x87));
  return mode;
}
void set_mode(const Mode& mode) {
  asm volatile("fnclex; fldcw %0" : : "m"(mode.x87));
  _mm_setcsr(mode.sse);
}

/// The host's mode for a scope; checks at its end that it is still there.
class HostMode {
 public:
  explicit HostMode(const Mode& mode) : saved_(mode_now()), mode_(mode) { set_mode(mode); }
  ~HostMode() {
    const Mode now = mode_now();
    set_mode(saved_);
    EXPECT_EQ(now, mode_);
  }

 private:
  Mode saved_, mode_;
};

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

/// The walk through the whole interface, in a mode; names the calls after which it was another one.
std::string walk(const Mode& mode, int threads, std::string& changed_by) {
  test::EntryWalk walk;
  walk.threads = threads;
  walk.file = ::testing::TempDir() + "throng_every_entry_" + std::to_string(getpid()) + ".h5";
  walk.after = [&](const char* entry) {
    if (mode_now() != mode) changed_by.append(entry).append(" ");
  };
  const HostMode host(mode);
  return test::walk_every_entry(walk);
}

TEST(HostMode, EveryEntry) {
  std::string changed_by;
  const std::string plain = walk({0x1f80u}, 1, changed_by);
  for (const Mode& mode : {flush_all, round_up, round_down, trap_all, single_precision}) {
    for (const int threads : {1, 2}) EXPECT_EQ(walk(mode, threads, changed_by), plain) << mode;
  }
  EXPECT_EQ(changed_by, "");
}

}  // namespace
}  // namespace throng::host_mode_tests
#endif
