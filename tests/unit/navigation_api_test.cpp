// World::find_way and what belongs to it.
#include "api_testing.hpp"

namespace throng::test::navigation_api_tests {
namespace {

/// A room of 10 m with a wall across it, a door of 1 m at its upper end.
World room(Vec2d shift = {}, int threads = 1) {
  World world({.executor = ExecutorKind::cpu, .threads = threads});
  const auto at = [&](double x, double y) { return Vec2d{x + shift.x, y + shift.y}; };
  world.add_polygon(std::vector<Vec2d>{at(0, 0), at(0, 10), at(10, 10), at(10, 0)});
  world.add_polyline(std::vector<Vec2d>{at(5, 0), at(5, 9)});
  world.add_profile({});
  return world;
}

AgentDescription towards(Vec2d position, GoalIndex goal, AgentId id) {
  AgentDescription agent = agent_towards(position, goal);
  agent.id = id;
  return agent;
}

TEST(NavigationApi, AWayLeadsThroughTheDoor) {
  World world = room();
  const GoalIndex goal = world.add_goal_point({9.0, 1.0});
  EXPECT_FALSE(world.way_options(goal).has_value());
  world.find_way(goal, {0.25, 0.4, 0.0});
  ASSERT_TRUE(world.way_options(goal).has_value());
  EXPECT_EQ(world.way_options(goal)->clearance, 0.4);

  const WaySample sample = world.way(goal, {1.0, 1.0});
  EXPECT_TRUE(sample.reached);
  EXPECT_FALSE(sample.sees_goal);
  EXPECT_NEAR(sample.way, 2.0 * std::hypot(4.0, 8.0), 0.5);
  EXPECT_NEAR(std::atan2(sample.direction.y, sample.direction.x), std::atan2(8.0, 4.0), 0.1);
  const WaySample near = world.way(goal, {8.0, 2.0});
  EXPECT_TRUE(near.sees_goal);
  EXPECT_NEAR(near.direction.x, std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(near.direction.y, -std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(near.way, std::sqrt(2.0), 1e-3);
  const WaySample there = world.way(goal, {9.0, 1.0});
  EXPECT_EQ(there.direction, (Vec2d{}));
  const WaySample outside = world.way(goal, {20.0, 1.0});
  EXPECT_FALSE(outside.reached);
  EXPECT_EQ(outside.direction, (Vec2d{-1.0, 0.0}));
  EXPECT_TRUE(std::isinf(outside.way));
}

TEST(NavigationApi, RefusesWhatCantBe) {
  World world = room();
  const GoalIndex goal = world.add_goal_point({9.0, 1.0});
  expect_throws(ErrorCode::invalid_argument, {"goal 7", "has 1"}, [&] { world.find_way({7}); });
  expect_throws(ErrorCode::invalid_argument, {"goal 0", "no flow field"}, [&] {
    static_cast<void>(world.way(goal, {1.0, 1.0}));
  });
  expect_throws(ErrorCode::invalid_argument, {"cell_size", "0.001"}, [&] { world.find_way(goal, {0.001, 0.6, 2.0}); });
  expect_throws(ErrorCode::invalid_argument, {"clearance", "-1"}, [&] { world.find_way(goal, {0.25, -1.0, 2.0}); });
  expect_throws(ErrorCode::invalid_argument, {"wall_cost", "nan"}, [&] {
    world.find_way(goal, {0.25, 0.6, not_a_number});
  });
  expect_throws(ErrorCode::invalid_argument, {"goal point", "inf"}, [&] { world.add_goal_point({infinite, 0.0}); });
  EXPECT_FALSE(world.way_options(goal).has_value());
}

TEST(NavigationApi, SaysWhoCannotReachAGoalAndWhy) {
  World world = room();
  world.add_polygon(std::vector<Vec2d>{{1, 1}, {2, 1}, {2, 2}, {1, 2}});           // a pillar
  world.add_polyline(std::vector<Vec2d>{{7, 7}, {8, 7}, {8, 8}, {7, 8}, {7, 7}});  // a closet without a door
  const GoalIndex goal = world.add_goal_point({9.0, 1.0});
  const GoalIndex in_pillar = world.add_goal_point({1.5, 1.5});
  world.find_way(goal);
  world.add_agent(towards({3.0, 3.0}, goal, 10));
  world.prepare_navigation();

  const AgentHandle closet = world.add_agent(towards({7.5, 7.5}, goal, 11));
  expect_throws(
      ErrorCode::unreachable,
      {"1 agent cannot reach its goal", "agent 11 at (7.5, 7.5)", "goal 0", "no free path", "1.5 cells, 0.375 m"},
      [&] { world.prepare_navigation(); });
  expect_throws(ErrorCode::unreachable, {"agent 11"}, [&] { world.step(); });
  EXPECT_EQ(world.statistics().steps, 0u);
  world.remove_agent(closet);
  const AgentHandle inside = world.add_agent(towards({1.5, 1.5}, goal, 12));
  const AgentHandle outside = world.add_agent(towards({-30.0, 5.0}, goal, 13));
  expect_throws(ErrorCode::unreachable,
                {"2 agents cannot reach their goal", "agent 12", "inside a solid polygon", "agent 13 at (-30, 5)",
                 "outside of all walls"},
                [&] { world.prepare_navigation(); });
  world.remove_agent(inside);
  world.remove_agent(outside);
  world.prepare_navigation();
  world.find_way(in_pillar);
  world.prepare_navigation();  // nobody goes there
  for (AgentId id = 20; id < 26; ++id) world.add_agent(towards({3.0, 3.0}, in_pillar, id));
  expect_throws(ErrorCode::unreachable,
                {"6 agents", "agent 20", "agent 22", "the goal lies inside a solid polygon", "and 3 more"},
                [&] { world.prepare_navigation(); });
}

TEST(NavigationApi, ANewWorldsFirstAgentIsToldWhereProfilesComeFrom) {
  World world;
  expect_throws(ErrorCode::invalid_argument,
                {"profile 0 does not exist; the world has 0: World::add_profile makes one"},
                [&] { world.add_agent({}); });
}

TEST(NavigationApi, ObstaclesThatChangeChangeTheWay) {
  World world = room();
  const GoalIndex goal = world.add_goal_point({9.0, 1.0});
  world.find_way(goal);
  world.add_agent(towards({1.0, 1.0}, goal, 1));
  world.step();
  const double through_door = world.way(goal, {1.0, 1.0}).way;
  const ObstacleHandle door = world.add_polyline(std::vector<Vec2d>{{5.0, 9.0}, {5.0, 10.0}});
  EXPECT_FALSE(world.way(goal, {1.0, 1.0}).reached);
  expect_throws(ErrorCode::unreachable, {"agent 1"}, [&] { world.prepare_navigation(); });
  world.step(3);  // it heads straight until the door opens
  EXPECT_EQ(world.statistics().steps, 4u);
  world.remove_obstacle(door);
  world.prepare_navigation();
  EXPECT_EQ(world.way(goal, {1.0, 1.0}).way, through_door);
}

TEST(NavigationApi, CanBeCancelled) {
  World world = room();
  const GoalIndex goal = world.add_goal_line(std::vector<Vec2d>{{9.0, 1.0}, {9.0, 2.0}});
  world.find_way(goal, {0.05, 0.6, 2.0});
  int calls = 0;
  expect_throws(ErrorCode::cancelled, {"cancelled"},
                [&] { world.prepare_navigation([&](double) { return ++calls < 2; }); });
  EXPECT_EQ(calls, 2);
  double last = 0.0;
  world.prepare_navigation([&](double done) { return last = done, true; });
  EXPECT_GT(last, 0.9);
  last = -1.0;
  world.prepare_navigation([&](double done) { return last = done, true; });
  EXPECT_EQ(last, -1.0) << "nothing was out of date";
}

std::vector<WaySample> samples(const World& world, GoalIndex goal, Vec2d shift) {
  std::vector<WaySample> all;
  for (double x = 0.25; x < 10.0; x += 0.5) {
    for (double y = 0.375; y < 10.0; y += 0.5) all.push_back(world.way(goal, {x + shift.x, y + shift.y}));
  }
  return all;
}

void expect_same_bits(const std::vector<WaySample>& a, const std::vector<WaySample>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].way, b[k].way);
    EXPECT_EQ(a[k].direction, b[k].direction);
    EXPECT_EQ(a[k].sees_goal, b[k].sees_goal);
  }
}

TEST(NavigationApi, HasTheSameBitsInUtmCoordinatesAndOnAnyNumberOfThreads) {
  const auto with_goal = [](Vec2d shift, int threads) {
    World world = room(shift, threads);
    world.find_way(world.add_goal_polygon(std::vector<Vec2d>{
        {8.5 + shift.x, 0.5 + shift.y}, {9.5 + shift.x, 0.5 + shift.y}, {9.5 + shift.x, 1.5 + shift.y}}));
    return world;
  };
  const Vec2d utm{466000.0, 5426000.0};
  const World here = with_goal({}, 1), there = with_goal(utm, 1), threaded = with_goal({}, 3);
  expect_same_bits(samples(here, {0}, {}), samples(there, {0}, utm));
  expect_same_bits(samples(here, {0}, {}), samples(threaded, {0}, {}));
}

}  // namespace
}  // namespace throng::test::navigation_api_tests
