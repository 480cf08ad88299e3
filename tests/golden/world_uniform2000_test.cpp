// A whole run of 2,000 agents: positions turn chaotic, so that RVO2's quality is what is compared.
#include "tests/golden/world_golden.hpp"

namespace throng::test::world_uniform2000_tests {
namespace {

constexpr double slowing_distance = 1.0;  // m, of the recorded run

class Uniform2000 : public OnExecutor {};
THRONG_ON_FAST_EXECUTORS(Uniform2000);

TEST_P(Uniform2000, IsAsGoodAsRvo2) {
  const auto setup = read_json("m_uniform2000.json");
  WorldOptions options;
  options.executor = GetParam();
  options.time_step = setup["dt"];
  options.break_symmetry = false;
  World world(options);
  std::vector<AgentDescription> agents;
  std::vector<Vec2d> goals;
  for (std::size_t k = 0; k < setup["start"].size(); ++k) {
    agents.push_back(golden_agent(
        world, {setup["start"][k][0], setup["start"][k][1], 0.0, 0.0, 0.0, 0.0, setup["radius"], setup["maxSpeed"],
                setup["neighborDist"], setup["maxNeighbors"], setup["timeHorizon"], setup["timeHorizonObst"]}));
    goals.push_back({setup["goal"][k][0], setup["goal"][k][1]});
  }
  ASSERT_EQ(agents.size(), 2000u);
  world.add_agents(agents);

  // The recording holds every 10th step.
  std::uint64_t overlapping = 0;
  double deepest = 0.0;
  for (int step = 0; step < 600; ++step) {
    std::vector<Vec2d> preferred = world.positions();
    for (std::size_t k = 0; k < preferred.size(); ++k) {
      const Vec2d way = minus(goals[k], preferred[k]);
      const double speed = setup["prefSpeed"];
      preferred[k] = times(norm(way) > slowing_distance ? speed / norm(way) : speed / slowing_distance, way);
    }
    world.set_preferred_velocities(preferred);
    world.step();
    if (step % 10 != 9) continue;
    const Measures measures = world.measure();
    overlapping += measures.contacts;
    deepest = std::max(deepest, measures.deepest_overlap);
  }
  std::size_t at_goal = 0;
  const std::vector<Vec2d> positions = world.positions();
  for (std::size_t k = 0; k < positions.size(); ++k) {
    at_goal += distance(positions[k], goals[k]) <= setup["goalTolerance"].get<double>();
  }

  double recorded_overlapping = 0.0, recorded_deepest = 0.0, recorded_at_goal = 0.0;
  for (const auto& row : read_csv("m_uniform2000_metrics.csv")) {
    recorded_overlapping += row.at("overlapping_pairs");
    recorded_deepest = std::max(recorded_deepest, row.at("max_penetration"));
    recorded_at_goal = row.at("agents_at_goal");
  }
  ASSERT_GT(recorded_overlapping, 0.0);
  RecordProperty("at_goal", static_cast<int>(at_goal));
  RecordProperty("overlapping", static_cast<int>(overlapping));
  RecordProperty("deepest_micrometers", static_cast<int>(1e6 * deepest));
  EXPECT_GE(static_cast<double>(at_goal), 0.95 * recorded_at_goal);
  EXPECT_LE(static_cast<double>(overlapping), 1.2 * recorded_overlapping);
  EXPECT_LE(deepest, 1.2 * recorded_deepest);
}

}  // namespace
}  // namespace throng::test::world_uniform2000_tests
