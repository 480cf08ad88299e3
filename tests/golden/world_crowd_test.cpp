// Every executor, through World, against crowds and trajectories recorded from RVO2.
#include <map>
#include <tuple>

#include "tests/golden/world_golden.hpp"

namespace throng::test::world_crowd_tests {
namespace {

/// An executor and the name of a recording.
class RecordedCrowd : public testing::TestWithParam<std::tuple<ExecutorKind, const char*>> {
 protected:
  void SetUp() override { need_executor(std::get<0>(GetParam())); }
  [[nodiscard]] static World make_world(double time_step) {
    WorldOptions options;
    options.executor = std::get<0>(GetParam());
    options.time_step = time_step;
    options.break_symmetry = false;
    options.leave_obstacles = false;
    return World(options);
  }
  [[nodiscard]] static std::string recording() { return std::get<1>(GetParam()); }
};

std::string label(const testing::TestParamInfo<RecordedCrowd::ParamType>& instance) {
  return executor_label(std::get<0>(instance.param)) + "_" + std::get<1>(instance.param);
}

const auto executors_tested = testing::Values(ExecutorKind::cuda, ExecutorKind::cpu, ExecutorKind::reference);

class CrowdGolden : public RecordedCrowd {};
INSTANTIATE_TEST_SUITE_P(On, CrowdGolden, testing::Combine(executors_tested, testing::Values("a", "b", "c", "d")),
                         label);

TEST_P(CrowdGolden, EveryAgentAgreesWithRvo2) {
  const auto rows = read_csv("crowd_" + recording() + ".csv");
  ASSERT_EQ(rows.size(), 1500u);
  World world = make_world(0.1);
  std::vector<AgentDescription> agents;
  std::uint64_t infeasible = 0;
  for (const auto& row : rows) {
    agents.push_back(golden_agent(world, {row.at("px"), row.at("py"), row.at("vx"), row.at("vy"), row.at("prefx"),
                                          row.at("prefy"), row.at("radius"), row.at("maxSpeed"), row.at("neighborDist"),
                                          row.at("maxNeighbors"), row.at("timeHorizon"), row.at("timeHorizon")}));
    infeasible += row.at("infeasible") != 0.0;
  }
  world.add_agents(agents);
  world.step();
  const std::vector<Vec2d> velocities = world.velocities();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double off = std::min(max_difference(velocities[k], {rows[k].at("newvx"), rows[k].at("newvy")}),
                                max_difference(velocities[k], {rows[k].at("newvx64"), rows[k].at("newvy64")}));
    EXPECT_LE(off, 1.0e-4) << "agent " << k;
  }
  EXPECT_NEAR(static_cast<double>(world.statistics().infeasible), static_cast<double>(infeasible), 2.0);
}

class TrajectoryGolden : public RecordedCrowd {};
INSTANTIATE_TEST_SUITE_P(On, TrajectoryGolden, testing::Combine(executors_tested, testing::Values("circle", "blocks")),
                         label);

TEST_P(TrajectoryGolden, ContinuesEverySnapshot) {
  const auto setup = read_json("traj_" + recording() + ".json");
  std::map<int, std::vector<std::array<double, 4>>> snapshots;
  for (const auto& row : read_csv("traj_" + recording() + ".csv")) {
    snapshots[static_cast<int>(row.at("step"))].push_back({row.at("px"), row.at("py"), row.at("vx"), row.at("vy")});
  }
  for (int start = 0; start < 200; start += 10) {
    World world = make_world(setup["dt"]);
    add_golden_obstacles(world, setup["obstacles"]);
    std::vector<AgentDescription> agents;
    for (const auto& [px, py, vx, vy] : snapshots.at(start)) {
      agents.push_back(
          golden_agent(world, {px, py, vx, vy, 0.0, 0.0, setup["radius"], setup["maxSpeed"], setup["neighborDist"],
                               setup["maxNeighbors"], setup["timeHorizon"], setup["timeHorizonObst"]}));
    }
    world.add_agents(agents);
    for (int step = 0; step < 10; ++step) {
      std::vector<Vec2d> preferred = world.positions();
      for (std::size_t k = 0; k < preferred.size(); ++k) {
        Vec2d to_goal = minus({setup["goal"][k][0], setup["goal"][k][1]}, preferred[k]);
        if (dot(to_goal, to_goal) > 1.0) to_goal = times(1.0 / norm(to_goal), to_goal);
        preferred[k] = plus(to_goal, {setup["pert"][k][0], setup["pert"][k][1]});
      }
      world.set_preferred_velocities(preferred);
      world.step();
    }
    const std::vector<Vec2d> positions = world.positions(), velocities = world.velocities();
    const auto& expected = snapshots.at(start + 10);
    ASSERT_EQ(expected.size(), positions.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_LE(max_difference(positions[k], {expected[k][0], expected[k][1]}), 1.0e-3) << start << ", agent " << k;
      EXPECT_LE(max_difference(velocities[k], {expected[k][2], expected[k][3]}), 1.0e-3) << start << ", agent " << k;
    }
  }
}

}  // namespace
}  // namespace throng::test::world_crowd_tests
