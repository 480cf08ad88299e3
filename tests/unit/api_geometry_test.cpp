// Obstacles and goals: shapes that are none, handles that are stale, and what is too far from the local origin.
#include "tests/support/executors.hpp"
#include "tests/unit/api_testing.hpp"

namespace throng::api_geometry_tests {
namespace {

using test::agent_at;
using test::agent_to;
using test::infinite;
using test::largest;
using test::not_a_number;
using test::SmallWorld;
using test::Words;

struct WrongGeometry : test::WrongArgument {
  using Shape = std::vector<Vec2d>;

  void refuses_polygon(const Words& words, const Shape& shape) {
    SCOPED_TRACE(::testing::PrintToString(shape.size()) + " vertices");
    refuses_argument(words, [&] { world.add_polygon(shape); });
    refuses_argument(words, [&] { world.add_goal_polygon(shape); });
    const Shape backwards(shape.rbegin(), shape.rend());
    refuses_argument({"polygon"}, [&] { world.add_polygon(backwards); });
  }
  void refuses_line(const Words& words, const Shape& shape) {
    refuses_argument(words, [&] { world.add_polyline(shape); });
    refuses_argument(words, [&] { world.add_goal_line(shape); });
  }
};

TEST_P(WrongGeometry, PolygonsOfTooFewVertices) {
  refuses_polygon({"polygon has 0 distinct vertices", "needs 3"}, {});
  refuses_polygon({"polygon has 1 distinct vertices"}, {{1, 2}});
  refuses_polygon({"polygon has 2 distinct vertices"}, {{1, 2}, {3, 4}});
  refuses_polygon({"polygon has 1 distinct vertices"}, {{1, 2}, {1, 2}, {1, 2}, {1, 2}});
  refuses_polygon({"polygon has 2 distinct vertices"}, {{1, 2}, {1, 2}, {3, 4}, {3, 4}, {1, 2}});
}

TEST_P(WrongGeometry, MoreVerticesThanTheLimit) {
  // As many as are said to be there; none of them is looked at.
  const Vec2d vertex{};
  const std::span<const Vec2d> many(&vertex, limits::max_obstacle_vertices - 4);
  refuses_argument({"67108860 vertices", "the 5 there are", "67108864"}, [&] { world.add_polygon(many); });
  refuses_argument({"67108860 vertices", "the 5 there are", "67108864"}, [&] { world.add_polyline(many); });
}

TEST_P(WrongGeometry, PolygonsOfNoArea) {
  refuses_polygon({"polygon has zero area"}, {{0, 0}, {1, 1}, {2, 2}});
  refuses_polygon({"polygon has zero area"}, {{0, 0}, {1, 1}, {2, 2}, {1, 1}});
  refuses_polygon({"polygon has zero area"}, {{-3, 5}, {7, 5}, {2, 5}, {1, 5}, {9, 5}});
  refuses_polygon({"polygon has zero area"}, {{0, 0}, {1e9, 0}, {0, 1e-9}});
}

TEST_P(WrongGeometry, PolygonsThatCrossOrTouchThemselves) {
  refuses_polygon({"polygon has zero area", "crosses itself"},
                  {{0, 0}, {2, 2}, {2, 0}, {0, 2}});  // bow tie: its areas cancel
  refuses_polygon({"polygon is not simple"}, {{0, 0}, {3, 2}, {3, 0}, {0, 1}});
  Vec2d star[5];
  for (int i = 0; i < 5; ++i) star[i] = {std::cos(i * 4 * M_PI / 5), std::sin(i * 4 * M_PI / 5)};
  refuses_polygon({"polygon is not simple"}, {star, star + 5});
  refuses_polygon({"polygon is not simple"}, {{0, 0}, {4, 0}, {4, 4}, {6, 4}, {4, 4}, {0, 4}});          // spike out
  refuses_polygon({"polygon is not simple"}, {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {4, 2}, {4, 4}, {0, 4}});  // in
  refuses_polygon({"polygon is not simple"}, {{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 1}});          // touches
  refuses_polygon({"polygon is not simple"}, {{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}});            // vertex on edge
  refuses_polygon({"polygon"}, {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 1}, {0, 1}});  // twice around
}

TEST_P(WrongGeometry, Coordinates) {
  const double beyond = std::nextafter(limits::max_coordinate, infinite);
  for (const double bad : {not_a_number, infinite, -infinite, beyond, -beyond, largest}) {
    refuses_polygon({"polygon vertex 2", "m of 0"}, {{0, 0}, {1, 0}, {1, bad}, {0, 1}});
    refuses_polygon({"polygon vertex 3", "m of 0"}, {{0, 0}, {1, 0}, {1, 1}, {bad, 1}});
    refuses_line({"line vertex 1", "m of 0"}, {{0, 0}, {bad, 1}});
  }
}

TEST_P(WrongGeometry, Lines) {
  refuses_line({"line has 0 vertices", "2 distinct"}, {});
  refuses_line({"line has 1 vertices", "2 distinct"}, {{1, 2}});
  refuses_line({"line has 3 vertices", "2 distinct"}, {{1, 2}, {1, 2}, {1, 2}});
}

TEST_P(WrongGeometry, RepeatedVerticesAreNoFault) {
  SmallWorld plain(GetParam().first, GetParam().second);
  for (SmallWorld* s : {&small, &plain}) {
    const bool repeats = s == &small;
    const Shape square = repeats ? Shape{{-9, 0}, {-9, 0}, {-7, 0}, {-7, 2}, {-7, 2}, {-7, 2}, {-9, 2}, {-9, 0}}
                                 : Shape{{-9, 0}, {-7, 0}, {-7, 2}, {-9, 2}};
    const ObstacleHandle handle = s->world.add_polygon(square);
    s->world.step(5);
    s->world.remove_obstacle(handle);
  }
  EXPECT_EQ(world.state_hash(), plain.world.state_hash());
  small = SmallWorld(GetParam().first, GetParam().second);  // for TearDown
}

TEST_P(WrongGeometry, Handles) {
  SmallWorld other(GetParam().first, GetParam().second);
  const ObstacleHandle stale[] = {small.removed_obstacle,
                                  other.square,
                                  ObstacleHandle{},
                                  {small.square.slot, small.square.generation + 1},
                                  {99, small.square.generation}};
  for (const ObstacleHandle handle : stale) {
    EXPECT_FALSE(world.contains(handle));
    refuses_handle({"obstacle", "slot " + std::to_string(handle.slot)}, [&] { world.remove_obstacle(handle); });
  }
}

THRONG_INSTANTIATE_WRONG_ARGUMENT(WrongGeometry);

// ---- The extent: from the center of all that is there, which only the first step fixes ----

struct Extent : test::OnExecutor {
  World world{{.executor = test::why_missing(GetParam()).empty() ? GetParam() : ExecutorKind::cpu, .threads = 1}};
  void SetUp() override {
    OnExecutor::SetUp();
    world.add_profile({});
  }
  void refuses(const Words& words, const std::function<void()>& call) {
    test::expect_throws(ErrorCode::invalid_argument, words, call);
  }
};

TEST_P(Extent, OfAgentsAtTheFirstStep) {
  world.add_agent(agent_at({0, 0}));
  const AgentHandle far = world.add_agent(agent_at({2.0e7 + 2.0, 0}));
  for (int again = 0; again < 2; ++again) {
    refuses({"position", "10000001"}, [&] { world.step(); });
    refuses({"position"}, [&] { (void)world.state_hash(); });
    EXPECT_EQ(world.statistics().steps, 0u);
    EXPECT_EQ(world.agent_count(), 2u);
  }
  world.set_position(far, {2.0e7, 0});
  world.step();
  EXPECT_EQ(world.origin(), (Vec2d{1.0e7, 0}));
  EXPECT_EQ(world.statistics().steps, 1u);
}

TEST_P(Extent, OfEverythingAtTheFirstStep) {
  const AgentHandle agent = world.add_agent(agent_to({5, 5}, Vec2d{2.0e7, 0}));
  refuses({"goal of agent 0 (20000000, 0)"}, [&] { world.step(); });
  world.set_goal(agent, Vec2d{1, 0});
  const std::vector<Vec2d> wall{{5, 5}, {5, -2.1e7}};
  const ObstacleHandle obstacle = world.add_polyline(wall);
  refuses({"position of agent 0 (5, 5)", "m from the local origin"}, [&] { world.step(); });
  world.remove_obstacle(obstacle);
  EXPECT_NO_THROW((void)world.state_hash());
  world.step();
  EXPECT_EQ(world.statistics().steps, 1u);
}

/// A goal that comes after the executor has heard of the agents, but before the first step.
TEST_P(Extent, OfLateGoals) {
  world.add_agent(agent_at({5, 5}));
  (void)world.state_hash();
  const std::vector<Vec2d> line{{0, 0}, {0, 5.0e7}};
  world.add_goal_line(line);
  refuses({"vertex 1 of goal 0", "50000000"}, [&] { world.step(); });
}

TEST_P(Extent, OfPathsAndTargetsAtTheFirstStep) {
  const AgentHandle agent = world.add_agent(agent_at({5, 5}));
  const BehaviorIndex seek = world.add_behavior(Seek{});
  world.set_steering(agent, {seek, {Vec2d{0, 3.0e7}, {}}});
  refuses({"target 0 of agent 0 (0, 30000000)"}, [&] { world.step(); });
  world.set_steering(agent, {seek, {Vec2d{0, 3.0}, {}}});
  const std::vector<Vec2d> points{{0, 0}, {0, -4.0e7}};
  world.add_path(points);
  refuses({"vertex 1 of path 0", "40000000"}, [&] { world.step(); });
  EXPECT_EQ(world.statistics().steps, 0u);
}

TEST_P(Extent, AfterTheFirstStep) {
  const AgentHandle agent = world.add_agent(agent_at({3.0e8, 5}));
  world.step();
  const std::uint64_t hash = world.state_hash();
  const std::vector<Vec2d> line{{3.0e8, 5}, {0, 0}}, area{{3.0e8, 5}, {3.0e8, 6}, {0, 0}};
  refuses({"position (0, 0)", "local origin (300000000, 5)"}, [&] { world.add_agent(agent_at({0, 0})); });
  refuses({"goal (0, 0)"}, [&] { world.add_agent(agent_to({3.0e8, 0}, Vec2d{0, 0})); });
  refuses({"position"}, [&] { world.set_position(agent, {0, 0}); });
  refuses({"goal"}, [&] { world.set_goal(agent, Vec2d{0, 0}); });
  refuses({"obstacle vertex (0, 0)"}, [&] { world.add_polyline(line); });
  refuses({"obstacle vertex"}, [&] { world.add_polygon(area); });
  refuses({"goal vertex"}, [&] { world.add_goal_line(line); });
  refuses({"goal vertex"}, [&] { world.add_goal_polygon(area); });
  EXPECT_EQ(world.state_hash(), hash);
  EXPECT_EQ(world.agent_count(), 1u);
  EXPECT_EQ(world.obstacle_count(), 0u);
  world.step();
  EXPECT_EQ(world.positions().front(), (Vec2d{3.0e8, 5}));
}

THRONG_ON_EVERY_EXECUTOR(Extent);

}  // namespace
}  // namespace throng::api_geometry_tests
