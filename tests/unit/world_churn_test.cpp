// Costs that must not follow the number of all agents, and that what is read stays right where they are saved.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/scenes.hpp"
#include "host/cpu/grid_order.hpp"

namespace throng::world_churn_tests {
namespace {

World cpu_world(const scenes::Scene& scene) { return scenes::make_world(scene, ExecutorKind::cpu, 1); }

class WorldChurn : public testing::TestWithParam<bool> {};

TEST_P(WorldChurn, IdsStayInOrderWhileAgentsComeAndGoOneByOne) {
  World world = cpu_world(scenes::uniform(64, 0.5));
  if (GetParam()) world.step();
  std::map<AgentId, AgentHandle> present;
  for (const AgentHandle agent : world.handles()) present[world.state(agent).id] = agent;
  scenes::Stream random(100);
  for (int change = 0; change < 4000; ++change) {
    const bool adds = present.size() < 8 || (present.size() < 128 && random.below(2) == 0);
    if (adds) {
      AgentDescription agent;
      // Not in ascending order: every second id is taken from below.
      agent.id = change % 2 == 0 ? 10000 + change : 10000 - change;
      agent.position = {random.between(-50.0, 50.0), random.between(-50.0, 50.0)};
      present[*agent.id] = world.add_agent(agent);
    } else {
      const auto leaving = std::next(present.begin(), static_cast<std::ptrdiff_t>(random.below(present.size())));
      world.remove_agent(leaving->second);
      present.erase(leaving);
    }
    ASSERT_EQ(world.agent_count(), present.size());
    if (random.below(50) != 0) continue;  // mostly nobody asks between two changes
    std::vector<AgentId> ids;
    std::vector<AgentHandle> handles;
    for (const auto& [id, handle] : present) {
      ids.push_back(id);
      handles.push_back(handle);
    }
    ASSERT_EQ(world.ids(), ids) << "change " << change;
    ASSERT_EQ(world.handles(), handles) << "change " << change;
    ASSERT_EQ(world.find(ids.front()), handles.front());
    ASSERT_EQ(world.positions().size(), ids.size());
  }
}

INSTANTIATE_TEST_SUITE_P(BeforeAndAfterTheFirstStep, WorldChurn, testing::Bool());

TEST(WorldCosts, MeasuresCountPairsOfAnySizes) {
  scenes::Scene scene = scenes::uniform(400, 4.0);
  scenes::Stream random(101);
  for (AgentDescription& agent : scene.agents) agent.radius = random.below(3) == 0 ? 0.4 : random.between(0.05, 0.4);
  scene.agents[17].radius = 4.0;
  scene.agents[18].radius = 0.0;
  const World world = cpu_world(scene);
  std::uint64_t contacts = 0;
  double deepest = 0.0;
  const std::vector<AgentHandle> agents = world.handles();
  for (std::size_t i = 0; i < agents.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const AgentState a = world.state(agents[i]), b = world.state(agents[j]);
      const double overlap = a.radius + b.radius - std::hypot(a.position.x - b.position.x, a.position.y - b.position.y);
      contacts += overlap > 1.0e-4 ? 1 : 0;
      deepest = std::max(deepest, overlap);
    }
  }
  EXPECT_GT(contacts, 100u);
  EXPECT_EQ(world.measure().contacts, contacts);
  EXPECT_NEAR(world.measure().deepest_overlap, deepest, 1.0e-5);
}

TEST(WorldCosts, ManyOnOnePointDoNotShrinkTheCellsOfTheOthers) {
  std::vector<float> x, y;
  scenes::Stream random(102);
  for (int i = 0; i < 20000; ++i) {
    x.push_back(static_cast<float>(random.between(-100.0, 100.0)));
    y.push_back(static_cast<float>(random.between(-100.0, 100.0)));
  }
  x.insert(x.end(), 1000, 0.0f);
  y.insert(y.end(), 1000, 0.0f);
  ThreadTeam team(1);
  GridOrder grid(0.0);
  for (int step = 0; step < 100; ++step) grid.build(x.data(), y.data(), x.size(), team);
  const float height = 1.0f / grid.view().inverse_height;
  EXPECT_GT(height, 1.0f);
  EXPECT_LT(height, 10.0f);
}

/// Where a search looks first decides its cost only.
TEST(WorldCosts, NeighborsDoNotDependOnTheFirstReach) {
  for (const double distance : {0.5, 5.0, 50.0, 5000.0, 1.0e6}) {
    const World world = cpu_world(scenes::uniform(300, 2.0, distance));
    for (const AgentHandle agent : world.handles()) {
      const AgentState self = world.state(agent);
      std::vector<std::pair<double, AgentHandle>> expected;
      for (const AgentHandle other : world.handles()) {
        const AgentState state = world.state(other);
        const double apart = std::hypot(state.position.x - self.position.x, state.position.y - self.position.y);
        if (other != agent && apart < distance) expected.push_back({apart, other});
      }
      std::sort(expected.begin(), expected.end());
      if (expected.size() > 10) expected.resize(10);
      const std::vector<AgentHandle> found = world.neighbors(agent);
      ASSERT_EQ(found.size(), expected.size()) << distance;
      for (std::size_t n = 0; n < found.size(); ++n) ASSERT_EQ(found[n], expected[n].second) << distance;
    }
  }
}

}  // namespace
}  // namespace throng::world_churn_tests
