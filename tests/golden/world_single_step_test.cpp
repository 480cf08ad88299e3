// Every executor, through World, against single steps recorded from RVO2.
#include <fmt/format.h>

#include "tests/golden/world_golden.hpp"

namespace throng::test::world_single_step_tests {
namespace {

constexpr double tolerance = 1.0e-4;  // m/s

class SingleStepGolden : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(SingleStepGolden);

TEST_P(SingleStepGolden, AgreesWithRvo2) {
  std::size_t feasible = 0, feasible_off = 0, infeasible = 0, infeasible_off = 0;
  for (const auto& one : read_json_lines("single_step.jsonl")) {
    WorldOptions settings = rvo2_options(one["dt"]);
    settings.threads = 1;
    World world(settings);
    add_golden_obstacles(world, one["obstacles"]);
    std::vector<AgentDescription> agents;
    for (const auto& agent : one["agents"]) agents.push_back(golden_agent(world, agent["in"]));
    world.add_agents(agents);
    world.step();
    const std::vector<Vec2d> velocities = world.velocities();
    for (std::size_t k = 0; k < agents.size(); ++k) {
      const auto& expected = one["agents"][k];
      const double off = std::min(max_difference(velocities[k], {expected["out"][0], expected["out"][1]}),
                                  max_difference(velocities[k], {expected["out64"][0], expected["out64"][1]}));
      const bool agrees = off <= tolerance;
      if (expected["viol"].get<double>() > 1.0e-4) {
        ++infeasible;
        infeasible_off += !agrees;
        continue;
      }
      ++feasible;
      feasible_off += !agrees;
      // Where RVO2 cuts edges or orders equally distant ones by its tree, no other program can know its order.
      if (!agrees) {
        EXPECT_TRUE(one.contains("split_vertices") || expected.contains("otie"))
            << "case " << one["id"] << " agent " << k << ": off by " << off;
      }
    }
  }
  RecordProperty("feasible_off", static_cast<int>(feasible_off));
  RecordProperty("infeasible_off", static_cast<int>(infeasible_off));
  EXPECT_EQ(feasible, 8687u);
  EXPECT_EQ(infeasible, 3643u);
  EXPECT_LE(static_cast<double>(feasible_off), 0.0015 * static_cast<double>(feasible));
  EXPECT_LE(static_cast<double>(infeasible_off), 0.015 * static_cast<double>(infeasible));
}

}  // namespace
}  // namespace throng::test::world_single_step_tests
