// Worlds on the device beside worlds on the CPU.
#pragma once
#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test {

class OnDevice : public testing::Test {
 protected:
  void SetUp() override { need_executor(ExecutorKind::cuda); }
  [[nodiscard]] static WorldOptions options(ExecutorKind executor = ExecutorKind::cuda) {
    WorldOptions options;
    options.executor = executor;
    options.threads = 1;
    return options;
  }
};

/// Agents in a box of `density` per m2, each to a point of its own.
inline std::vector<AgentDescription> walkers(std::size_t count, double density, std::uint64_t seed,
                                             ProfileIndex profile = {}) {
  Random random(seed);
  const double half = 0.5 * std::sqrt(static_cast<double>(count) / density);
  std::vector<AgentDescription> agents;
  for (std::size_t i = 0; i < count; ++i) agents.push_back(agent_to(random.in_box(half), random.in_box(half), profile));
  return agents;
}

/// Walkers after two steps.
inline World some_world(const WorldOptions& options, std::size_t count, std::uint64_t seed) {
  World world(options);
  world.add_profile({});
  world.add_agents(walkers(count, 1.0, seed));
  world.step(2);
  return world;
}

/// Everything that must be the same, but generations of handles.
inline void expect_same_state(const World& there, const World& here) {
  EXPECT_EQ(there.state_hash(), here.state_hash());
  EXPECT_EQ(there.ids(), here.ids());
  const Statistics &a = there.statistics(), &b = here.statistics();
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.agent_steps, b.agent_steps);
  EXPECT_EQ(a.arrived, b.arrived);
  EXPECT_EQ(a.infeasible, b.infeasible);
  EXPECT_EQ(a.wall_crossings, b.wall_crossings);
  EXPECT_EQ(a.neighbor_cap_hits, b.neighbor_cap_hits);
  const std::vector<AgentHandle> there_handles = there.handles(), here_handles = here.handles();
  ASSERT_EQ(there_handles.size(), here_handles.size());
  for (std::size_t i = 0; i < here_handles.size(); ++i) ASSERT_EQ(there_handles[i].slot, here_handles[i].slot);
}

}  // namespace throng::test
