// Goals and motion of packs of agents have the bits of those of single agents.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "host/cpu/step_kernels.hpp"
#include "kernels/agent/move_agent.hpp"
#include "tests/parity/dice.hpp"
#include "tests/parity/instruction_sets.hpp"
#include "tests/parity/random_step.hpp"

namespace throng::test {
namespace pack_motion {

struct Outcome {
  std::vector<AgentRecord> agents;
  WorkerCounts counts{};
  std::vector<std::uint32_t> leaving;
};

void give_new_velocities(const StepData& step, std::uint32_t count) {
  Dice dice(7);
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool rests = dice.one_in(6);
    step.new_velocity_x[i] = rests ? 0.0f : dice.real(-2.0f, 2.0f);
    step.new_velocity_y[i] = rests ? 0.0f : dice.real(-2.0f, 2.0f);
    step.next_heading_x[i] = dice.real(-1.0f, 1.0f);
    step.next_heading_y[i] = dice.real(-1.0f, 1.0f);
  }
}

Outcome one_by_one(const StepKind& kind) {
  const RandomStep scene(kind);
  Outcome outcome;
  give_new_velocities(scene.data(), scene.size());
  for (std::uint32_t i = 0; i < scene.size(); ++i) navigate_agent(scene.data(), i);
  for (std::uint32_t i = 0; i < scene.size(); ++i) {
    const MoveEvents<float> events = move_agent(scene.data(), i);
    outcome.counts.arrived += events.arrived_first ? 1 : 0;
    outcome.counts.wall_crossings += events.crossed_wall ? 1 : 0;
    if (events.leaves) outcome.leaving.push_back(scene.data().agents.slot[i]);
  }
  for (std::uint32_t s = 0; s < scene.size(); ++s) outcome.agents.push_back(scene.agent(s));
  return outcome;
}

Outcome in_packs(const StepKind& kind, const StepKernels& kernels) {
  const RandomStep scene(kind);
  Outcome outcome;
  give_new_velocities(scene.data(), scene.size());
  outcome.leaving.resize(scene.size());
  LeavingAgents leaving{outcome.leaving.data(), 0};
  // In pieces that are no multiples of a pack.
  for (std::uint32_t begin = 0; begin < scene.size(); begin += 61) {
    kernels.navigate(scene.data(), outcome.counts, begin, std::min(scene.size(), begin + 61));
  }
  for (std::uint32_t begin = 0; begin < scene.size(); begin += 45) {
    kernels.move(scene.data(), outcome.counts, leaving, begin, std::min(scene.size(), begin + 45));
  }
  outcome.leaving.resize(leaving.count);
  for (std::uint32_t s = 0; s < scene.size(); ++s) outcome.agents.push_back(scene.agent(s));
  return outcome;
}

void expect_same(const StepKind& kind, const Outcome& expected) {
  for (const StepKernels* kernels : instruction_sets()) {
    SCOPED_TRACE(kernels->name + (", seed " + std::to_string(kind.seed)));
    const Outcome packs = in_packs(kind, *kernels);
    EXPECT_EQ(packs.counts.arrived, expected.counts.arrived);
    EXPECT_EQ(packs.counts.wall_crossings, expected.counts.wall_crossings);
    EXPECT_EQ(packs.leaving, expected.leaving);
#define THRONG_FIELD(name, record_type, array_type)                                                 \
  for (std::size_t s = 0; s < expected.agents.size(); ++s) {                                        \
    ASSERT_EQ(0, std::memcmp(&packs.agents[s].name, &expected.agents[s].name, sizeof(record_type))) \
        << #name << ' ' << s;                                                                       \
  }
    THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  }
}

TEST(PackMotion, HasTheBitsOfSingleAgents) {
  std::uint64_t arrived = 0, crossings = 0, left = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    StepKind kind;
    kind.seed = seed;
    kind.agents = 150 + static_cast<std::uint32_t>(seed % 8);
    kind.goals = seed % 4 != 0;
    kind.obstacles = seed % 2 == 0;
    kind.turning = seed % 3 == 0;
    const Outcome expected = one_by_one(kind);
    arrived += expected.counts.arrived;
    crossings += expected.counts.wall_crossings;
    left += expected.leaving.size();
    expect_same(kind, expected);
  }
  // Of each kind there was something to compare.
  EXPECT_GT(arrived, 100u);
  EXPECT_GT(crossings, 50u);
  EXPECT_GT(left, 100u);
}

TEST(PackMotion, AlongFlowFields) {
  int led = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    StepKind kind;
    kind.seed = seed;
    kind.agents = 150 + static_cast<std::uint32_t>(seed % 8);
    kind.goals = true;
    kind.on_lattice = seed % 3 == 0;
    const Outcome straight = one_by_one(kind);
    kind.flow_fields = true;
    const Outcome expected = one_by_one(kind);
    for (std::size_t s = 0; s < expected.agents.size(); ++s) {
      led += expected.agents[s].preferred_velocity_x != straight.agents[s].preferred_velocity_x ? 1 : 0;
    }
    expect_same(kind, expected);
  }
  EXPECT_GT(led, 200);
}

}  // namespace pack_motion
}  // namespace throng::test
