// RVO2's circle of 250 with responsibility `side`: sooner through, and with fewer overlaps.
#include "tests/golden/world_golden.hpp"
#include "tests/support/random.hpp"

namespace throng::test::world_circle_side_tests {
namespace {

struct Crossing {
  double seconds;                ///< until all are at their goals at once; infinite = not within the time given
  std::uint64_t most_pairs = 0;  ///< that overlap at once
};

/// As recorded, but each coordinate of the start moved by up to `spread`, m.
Crossing cross(const nlohmann::json& setup, WorldOptions options, double spread, std::uint64_t seed) {
  options.time_step = setup["dt"];
  options.responsibility = Responsibility::side;
  World world(options);
  Random random(seed);
  std::vector<Vec2d> goals;
  for (std::size_t k = 0; k < setup["start"].size(); ++k) {
    const Vec2d offset = random.in_box(spread);
    const double x = setup["start"][k][0], y = setup["start"][k][1];
    AgentDescription agent = golden_agent(
        world, {x + offset.x, y + offset.y, 0.0, 0.0, 0.0, 0.0, setup["radius"], setup["maxSpeed"],
                setup["neighborDist"], setup["maxNeighbors"], setup["timeHorizon"], setup["timeHorizonObst"]});
    Profile profile = world.profile(agent.profile);
    profile.escape_time = 1.0;
    agent.profile = world.add_profile(profile);
    world.add_agent(agent);
    goals.push_back({setup["goal"][k][0], setup["goal"][k][1]});
  }
  const double tolerance = setup["goalTolerance"];
  Crossing result{std::numeric_limits<double>::infinity()};
  for (int step = 0; step < 4000; ++step) {
    std::vector<Vec2d> preferred = world.positions();
    for (std::size_t k = 0; k < preferred.size(); ++k) {
      const Vec2d way = minus(goals[k], preferred[k]);
      preferred[k] = times(1.0 / std::max(1.0, norm(way)), way);
    }
    world.set_preferred_velocities(preferred);
    world.step();
    result.most_pairs = std::max(result.most_pairs, world.measure().contacts);
    const std::vector<Vec2d> at = world.positions();
    std::size_t there = 0;
    for (std::size_t k = 0; k < at.size(); ++k) there += distance(at[k], goals[k]) <= tolerance ? 1 : 0;
    if (there == at.size()) {
      result.seconds = world.time();
      break;
    }
  }
  return result;
}

/// These runs are chaotic: nine starts took 443 to 465 s, the recorded one 443 s, and had 224 to 248 pairs at most.
class CircleSide : public OnExecutor {
 protected:
  [[nodiscard]] WorldOptions options() const {
    WorldOptions options;
    options.executor = GetParam();
    options.threads = 2;
    return options;
  }
};
INSTANTIATE_TEST_SUITE_P(On, CircleSide, testing::Values(ExecutorKind::cpu), executor_name);

TEST_P(CircleSide, IsSoonerThroughThanRvo2WithFewerOverlaps) {
  const auto setup = read_json("traj_circle.json");
  const auto rvo2 = read_json("whole_runs.json")["circle"];
  const double seconds_of_rvo2 = rvo2["all_at_goal_s"], pairs_of_rvo2 = rvo2["most_pairs_at_once"];
  ASSERT_EQ(setup["start"].size(), 250u);
  for (const auto& offset : setup["pert"]) ASSERT_EQ(offset, (nlohmann::json{0, 0}));
  std::vector<double> seconds;
  for (std::uint64_t seed = 0; seed < 9; ++seed) {
    const Crossing crossing = cross(setup, options(), seed == 0 ? 0.0 : 0.1, seed);
    seconds.push_back(crossing.seconds);
    const std::string start = std::to_string(seed);
    RecordProperty("seconds_" + start, std::to_string(crossing.seconds));
    RecordProperty("most_pairs_" + start, static_cast<int>(crossing.most_pairs));
    EXPECT_LT(static_cast<double>(crossing.most_pairs), 0.75 * pairs_of_rvo2) << "start " << seed;
    EXPECT_LT(crossing.seconds, seconds_of_rvo2) << "start " << seed;
  }
  EXPECT_LT(seconds[0], 0.5 * seconds_of_rvo2) << "the recorded start";
  std::sort(seconds.begin(), seconds.end());
  EXPECT_LT(seconds[4], 0.5 * seconds_of_rvo2) << "median";
}

}  // namespace
}  // namespace throng::test::world_circle_side_tests
