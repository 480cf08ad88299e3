// One agent without a world: a step's bits, and errors that say what is wrong.
#include <thread>

#include "tests/support/solver_scenes.hpp"
#include "tests/unit/api_testing.hpp"

namespace throng::solve_velocity_tests {
namespace {

using namespace test;

void expect_same(const std::vector<Constraint>& a, const std::vector<Constraint>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].point, b[k].point);
    EXPECT_EQ(a[k].direction, b[k].direction);
    EXPECT_EQ(a[k].obstacle, b[k].obstacle);
  }
}

TEST(SolveVelocity, HasTheBitsOfAStep) {
  std::uint64_t solved = 0, infeasible = 0, infeasible_in_worlds = 0, walls = 0, turned = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    const RandomCrowd crowd = random_solver_crowd(seed);
    World world = crowd.make(ExecutorKind::cpu);
    const std::vector<AgentHandle> handles = world.handles();  // by id, as the descriptions are
    const ObstacleSet obstacles(outlines_of(crowd), {.origin = Vec2d{}});
    std::vector<VelocitySolution> solutions(handles.size());
    for (std::size_t i = 0; i < handles.size(); ++i) {
      if (!crowd.agents[i].avoids) continue;
      const SoleAgent sole = sole_agent(crowd, i);
      std::vector<Constraint> constraints;
      solutions[i] = solve_velocity(crowd.profiles[crowd.agents[i].profile.row], sole.asking, sole.neighbors,
                                    &obstacles, solve_options(crowd.options), &constraints);
      expect_same(constraints, world.constraints(handles[i]));
      for (const Constraint& c : constraints) walls += c.obstacle ? 1 : 0;
    }
    world.step();
    ASSERT_EQ(world.origin(), Vec2d{});
    infeasible_in_worlds += world.statistics().infeasible;
    for (std::size_t i = 0; i < handles.size(); ++i) {
      if (!crowd.agents[i].avoids) continue;
      const AgentState state = world.state(handles[i]);
      EXPECT_EQ(solutions[i].velocity, state.velocity) << i;
      EXPECT_EQ(solutions[i].heading, state.heading) << i;
      ++solved;
      infeasible += solutions[i].infeasible ? 1 : 0;
      turned += solutions[i].velocity != *crowd.agents[i].preferred_velocity ? 1 : 0;
    }
  }
  EXPECT_EQ(infeasible, infeasible_in_worlds);
  EXPECT_GT(solved, 8000u);
  EXPECT_GT(turned, solved / 2);
  EXPECT_GT(infeasible, 500u);
  EXPECT_GT(walls, 1000u);
}

TEST(SolveVelocity, OrderOfNeighborsDoesntShow) {
  const RandomCrowd crowd = random_solver_crowd(7);
  for (std::size_t i = 0; i < crowd.agents.size(); ++i) {
    SoleAgent sole = sole_agent(crowd, i);
    const Profile& profile = crowd.profiles[crowd.agents[i].profile.row];
    const Vec2d one = solve_velocity(profile, sole.asking, sole.neighbors).velocity;
    std::reverse(sole.neighbors.begin(), sole.neighbors.end());
    EXPECT_EQ(solve_velocity(profile, sole.asking, sole.neighbors).velocity, one);
  }
}

TEST(SolveVelocity, FarFromZeroNothingIsLost) {
  // Where doubles still hold a 16th of a micrometer, and floats half a meter.
  const Vec2d far{500000.0, 5800000.0};
  NeighborAgent neighbor{.id = 2, .position = {1.0 + 0x1p-20, 0.125}, .velocity = {-1.0, 0.0}};
  AskingAgent agent{.id = 1, .velocity = {1.25, 0.0}, .preferred_velocity = {1.25, 0.0}};
  const Vec2d near_zero = solve_velocity({}, agent, {&neighbor, 1}).velocity;
  agent.position = far;
  neighbor.position = plus(neighbor.position, far);
  EXPECT_EQ(solve_velocity({}, agent, {&neighbor, 1}).velocity, near_zero);
  EXPECT_NE(near_zero, agent.preferred_velocity);
}

TEST(SolveVelocity, APairPartsEvenly) {
  // Each is its own origin, and yet the two see the same offset.
  const AskingAgent a{.id = 1, .position = {0.1, 0.3}, .velocity = {1.0, 0.1}, .preferred_velocity = {1.0, 0.0}};
  const AskingAgent b{.id = 2, .position = {2.2, 0.4}, .velocity = {-1.0, -0.1}, .preferred_velocity = {-1.0, 0.0}};
  const auto as_neighbor = [](const AskingAgent& x) {
    return NeighborAgent{.id = x.id, .position = x.position, .velocity = x.velocity};
  };
  const NeighborAgent of_a = as_neighbor(b), of_b = as_neighbor(a);
  const Vec2d one = solve_velocity({}, a, {&of_a, 1}).velocity, other = solve_velocity({}, b, {&of_b, 1}).velocity;
  EXPECT_EQ(one, times(-1.0, other));
  EXPECT_NE(one, a.preferred_velocity);
}

TEST(SolveVelocity, ManyNeighborsAndEdges) {
  // More than the memory on the stack holds.
  std::vector<NeighborAgent> crowd;
  Random random(3);
  for (AgentId id = 1; id <= 3000; ++id) crowd.push_back({.id = id, .position = random.in_box(10.0), .radius = 0.1});
  std::vector<Vec2d> saw;
  for (int k = 0; k < 400; ++k) saw.push_back({0.05 * k - 10.0, 1.0 + 0.05 * (k % 2)});
  const ObstacleOutline wall{false, saw};
  const ObstacleSet obstacles({&wall, 1}, {.origin = Vec2d{}});
  EXPECT_EQ(obstacles.edge_count(), 798u);
  const AskingAgent agent{.preferred_velocity = {1.0, 0.0}};
  const VelocitySolution all = solve_velocity({}, agent, crowd, &obstacles, {.neighbor_query = NeighborQuery::range});
  EXPECT_TRUE(all.cap_hit);
  EXPECT_TRUE(all.infeasible);
  EXPECT_FALSE(solve_velocity({}, agent, crowd, &obstacles).cap_hit);
}

TEST(SolveVelocity, FromManyThreads) {
  const RandomCrowd crowd = random_solver_crowd(11);
  const ObstacleSet obstacles(outlines_of(crowd), {.origin = Vec2d{}});
  const auto solve_all = [&](std::vector<Vec2d>& velocities) {
    for (std::size_t i = 0; i < crowd.agents.size(); ++i) {
      const SoleAgent sole = sole_agent(crowd, i);
      velocities.push_back(solve_velocity(crowd.profiles[crowd.agents[i].profile.row], sole.asking, sole.neighbors,
                                          &obstacles, solve_options(crowd.options))
                               .velocity);
    }
  };
  std::vector<std::vector<Vec2d>> results(5);
  solve_all(results[0]);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 1; t < results.size(); ++t) threads.emplace_back([&, t] { solve_all(results[t]); });
  }
  for (const auto& result : results) EXPECT_EQ(result, results[0]);
}

TEST(SolveVelocity, AloneItGetsItsWish) {
  const VelocitySolution alone = solve_velocity({}, {.preferred_velocity = {0.5, -1.0}}, {});
  EXPECT_EQ(alone.velocity, (Vec2d{0.5, -1.0}));
  EXPECT_FALSE(alone.infeasible);
  EXPECT_NEAR(alone.heading.x, 0.5 / std::sqrt(1.25), 1e-7);
  const VelocitySolution still = solve_velocity({}, {.heading = Vec2d{0.0, 3.0}}, {});
  EXPECT_EQ(still.heading, (Vec2d{0.0, 1.0}));
}

TEST(SolveVelocity, WrongArgumentsAreNamed) {
  const auto refuses = [](const Words& words, const Profile& profile, const AskingAgent& agent,
                          const NeighborAgent& second, const SolveOptions& options = {}) {
    const std::vector<NeighborAgent> neighbors{{.id = 5}, second};
    std::vector<Constraint> constraints(3);
    expect_throws(ErrorCode::invalid_argument, words, [&] {
      static_cast<void>(solve_velocity(profile, agent, neighbors, nullptr, options, &constraints));
    });
    EXPECT_EQ(constraints.size(), 3u);
  };
  const NeighborAgent fine{.id = 6};
  Profile slow, cart;
  slow.max_speed = -1.0;
  cart.footprint = FootprintIndex{0};
  refuses({"max_speed", "-1"}, slow, {}, fine);
  refuses({"footprint"}, cart, {}, fine);
  refuses({"position", "nan"}, {}, {.position = {0.0, not_a_number}}, fine);
  refuses({"velocity", "inf"}, {}, {.velocity = {infinite, 0.0}}, fine);
  refuses({"preferred_velocity", "nan"}, {}, {.preferred_velocity = {not_a_number, 0.0}}, fine);
  refuses({"heading", "(0, 0)"}, {}, {.heading = Vec2d{}}, fine);
  refuses({"id", "-3"}, {}, {.id = -3}, fine);
  refuses({"priority", "nan"}, {}, {.priority = not_a_number}, fine);
  refuses({"time_step", "0"}, {}, {}, fine, {.time_step = 0.0});
  refuses({"responsibility", "9"}, {}, {}, fine, {.responsibility = static_cast<Responsibility>(9)});
  refuses({"origin", "nan"}, {}, {}, fine, {.origin = Vec2d{not_a_number, 0.0}});
  refuses({"position", "local origin"}, {}, {}, fine, {.origin = Vec2d{2.0e7, 0.0}});
  refuses({"neighbors[1].id", "agent itself"}, {}, {.id = 6}, fine);
  refuses({"two neighbors", "5"}, {}, {}, {.id = 5});
  refuses({"neighbors[1].position", "nan"}, {}, {}, {.id = 6, .position = {not_a_number, 0.0}});
  refuses({"neighbors[1].position", "local origin"}, {}, {}, {.id = 6, .position = {2.0e7, 0.0}});
  refuses({"neighbors[1].velocity", "1000000"}, {}, {}, {.id = 6, .velocity = {1.0e6, 0.0}});
  refuses({"neighbors[1].radius", "-0.5"}, {}, {}, {.id = 6, .radius = -0.5});
  refuses({"neighbors[1].heading"}, {}, {}, {.id = 6, .heading = {}});
  refuses({"neighbors[1].priority", "-1"}, {}, {}, {.id = 6, .priority = -1.0});
}

TEST(SolveVelocity, ObstaclesAreChecked) {
  const auto refuses = [](const Words& words, const std::vector<Vec2d>& second, const ObstacleSet::Options& options) {
    const std::vector<Vec2d> first = box(0, 0, 1, 1);
    const std::vector<ObstacleOutline> outlines{{true, first}, {true, second}};
    expect_throws(ErrorCode::invalid_argument, words, [&] { ObstacleSet set(outlines, options); });
  };
  refuses({"obstacle 1", "distinct"}, {{0, 0}, {1, 1}}, {});
  refuses({"obstacle 1 vertex 2", "nan"}, {{0, 0}, {1, 1}, {not_a_number, 3}}, {});
  refuses({"vertex 0 of obstacle 0", "local origin"}, box(3, 3, 4, 4), {.origin = Vec2d{3.0e7, 0.0}});
  refuses({"reach", "0"}, box(3, 3, 4, 4), {.reach = 0.0});

  const std::vector<Vec2d> square = box(3, 3, 4, 4);
  const ObstacleOutline outline{true, square};
  const ObstacleSet set(std::span(&outline, 1));
  EXPECT_EQ(set.origin(), (Vec2d{3.5, 3.5}));
  EXPECT_EQ(set.edge_count(), 4u);
  expect_throws(ErrorCode::invalid_argument, {"origin", "(1, 1)", "(3.5, 3.5)"}, [&] {
    static_cast<void>(solve_velocity({}, {}, {}, &set, {.origin = Vec2d{1.0, 1.0}}));
  });
}

}  // namespace
}  // namespace throng::solve_velocity_tests
