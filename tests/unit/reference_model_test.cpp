#include "host/reference/model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/reference/hashing.hpp"
#include "host/reference/measures.hpp"
#include "host/reference/state_hash.hpp"
#include "tests/unit/reference_fixtures.hpp"

namespace throng::reference::reference_model_tests {
namespace {

using namespace testing_support;

Model model_with(const Profile& profile, const WorldOptions& options = {}) {
  Model model(options);
  model.profiles = {profile};
  return model;
}

Agent walker(AgentId id, const Vec& from, const Vec& to) {
  Agent agent = agent_at(id, from);
  agent.goal = GoalKind::point;
  agent.goal_point = to;
  return agent;
}

double least_clearance(const Model& model) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < model.agents.size(); ++i) {
    for (std::size_t j = i + 1; j < model.agents.size(); ++j) {
      const Agent& a = model.agents[i];
      const Agent& b = model.agents[j];
      least = std::min(least, (a.position - b.position).norm() - a.radius - b.radius);
    }
  }
  return least;
}

std::vector<AgentId> ids_near(const Model& model, std::size_t row) {
  std::vector<AgentId> ids;
  for (const std::size_t other : model.neighbors(row).rows) ids.push_back(model.agents[other].id);
  return ids;
}

// ---- Neighbors ----

TEST(ReferenceNeighbors, NearestFirstTiesByIdStrictlyWithinTheDistance) {
  Profile profile;
  profile.neighbor_distance = 3.0;
  profile.max_neighbors = 3;
  Model model = model_with(profile);
  model.agents = {agent_at(10, {0, 0}), agent_at(9, {2, 0}), agent_at(4, {0, -2}),
                  agent_at(7, {-1, 0}), agent_at(5, {0, 3}), agent_at(8, {-2, 0})};
  EXPECT_EQ(ids_near(model, 0), (std::vector<AgentId>{7, 4, 8}));
  model.profiles[0].max_neighbors = 10;
  EXPECT_EQ(ids_near(model, 0), (std::vector<AgentId>{7, 4, 8, 9}));  // 5 is at exactly 3 m
  model.profiles[0].max_neighbors = 0;
  EXPECT_TRUE(ids_near(model, 0).empty());
}

TEST(ReferenceNeighbors, OnlyOnLayersThatTheMaskNames) {
  Model model = model_with({});
  model.agents = {agent_at(0, {0, 0}), agent_at(1, {1, 0}), agent_at(2, {2, 0})};
  model.agents[0].mask = 0b10;
  model.agents[2].layer = 0b110;
  EXPECT_EQ(ids_near(model, 0), (std::vector<AgentId>{2}));
  EXPECT_EQ(ids_near(model, 1), (std::vector<AgentId>{0, 2}));  // nobody is its own neighbor, ties by id
}

TEST(ReferenceNeighbors, RangeTakesAllUpToTheCapAndCountsIt) {
  WorldOptions options;
  options.neighbor_query = NeighborQuery::range;
  Profile profile;
  profile.max_neighbors = 2;
  Model model = model_with(profile, options);
  Random random(51);
  for (AgentId id = 0; id < 100; ++id) model.agents.push_back(agent_at(id, random.in_square(1.0), {0, 0}, 0.0));
  EXPECT_EQ(model.neighbors(0).rows.size(), 99u);
  step(model);
  EXPECT_EQ(model.counts.neighbor_cap_hits, 0u);
  for (AgentId id = 100; id < 300; ++id) model.agents.push_back(agent_at(id, random.in_square(1.0), {0, 0}, 0.0));
  EXPECT_EQ(model.neighbors(0).rows.size(), 256u);
  step(model);
  EXPECT_EQ(model.counts.neighbor_cap_hits, 300u);
}

// ---- Steps ----

TEST(ReferenceModel, HeadOnPairPassesWithoutTouching) {
  Model model = model_with({});
  model.agents = {walker(0, {-5, 0}, {5, 0}), walker(1, {5, 0}, {-5, 0})};
  for (int k = 0; k < 150; ++k) {
    step(model);
    ASSERT_GE(least_clearance(model), -1.0e-6) << k;
  }
  EXPECT_TRUE(model.agents[0].arrived && model.agents[1].arrived);
  EXPECT_EQ(model.counts.arrived, 2u);
}

TEST(ReferenceModel, OrderOfAgentsDoesNotMatter) {
  Model model = model_with({});
  Random random(52);
  for (AgentId id = 0; id < 40; ++id) model.agents.push_back(walker(id, random.in_square(6.0), random.in_square(6.0)));
  Model reversed = model;
  std::reverse(reversed.agents.begin(), reversed.agents.end());
  for (int k = 0; k < 20; ++k) {
    step(model);
    step(reversed);
  }
  EXPECT_EQ(state_hash(model.agents), state_hash(reversed.agents));
}

TEST(ReferenceModel, AnAgentThatDoesNotAvoidKeepsItsWayAndTheOtherYields) {
  Model model = model_with({});
  model.agents = {agent_at(0, {-3, 0}, {1, 0}), agent_at(1, {0, 0.1})};
  model.agents[0].avoids = false;
  model.agents[0].preferred_velocity = {3, 0};  // beyond its maximum of 2 m/s
  for (int k = 0; k < 30; ++k) {
    step(model);
    ASSERT_GE(least_clearance(model), -1.0e-6) << k;
  }
  expect_near(model.agents[0].position, {3, 0}, 1.0e-9);
  EXPECT_TRUE(model.program(0).lines.empty());
  EXPECT_GT(std::abs(model.agents[1].position.y()), 0.8);
}

TEST(ReferenceModel, AgentsThatDoNotSeeEachOtherPassThrough) {
  Model model = model_with({});
  model.agents = {walker(0, {-5, 0}, {5, 0}), walker(1, {5, 0}, {-5, 0})};
  for (Agent& agent : model.agents) agent.mask = 0;
  for (int k = 0; k < 50; ++k) step(model);
  expect_near(model.agents[0].position, {0, 0}, 1.0e-9);
  expect_near(model.agents[1].position, {0, 0}, 1.0e-9);
}

TEST(ReferenceModel, AnAgentInsideASolidWalksOutAtItsMaximumSpeed) {
  Model model = model_with({});
  model.agents = {agent_at(0, {1.0, 5.0}, {1.0, 0.0})};
  model.set_obstacles({box(0, 0, 10, 10)});
  EXPECT_TRUE(model.agents[0].inside_obstacle);
  EXPECT_EQ(measure(model.agents, model.solids()).inside_obstacles, 1u);
  step(model);
  expect_near(model.agents[0].velocity, {-2, 0});
  expect_near(model.agents[0].preferred_velocity, {1, 0}, 0.0);  // held, as it was set
  for (int k = 1; k < 10; ++k) step(model);
  EXPECT_FALSE(model.agents[0].inside_obstacle);
  EXPECT_LE(model.agents[0].position.x(), 0.0);
  EXPECT_EQ(measure(model.agents, model.solids()).inside_obstacles, 0u);
  EXPECT_EQ(model.counts.wall_crossings, 0u);
}

TEST(ReferenceModel, WithoutLeaveObstaclesItKeepsItsWay) {
  WorldOptions options;
  options.leave_obstacles = false;
  Model model = model_with({}, options);
  model.agents = {agent_at(0, {1.0, 5.0}, {1.0, 0.0})};
  model.set_obstacles({box(0, 0, 10, 10)});
  step(model);
  expect_near(model.agents[0].velocity, {1, 0});
}

TEST(ReferenceModel, WalkingThroughAWallIsCountedAndNoticed) {
  Model model = model_with({});
  model.agents = {agent_at(0, {-0.05, 5.0}, {1.0, 0.0})};
  model.agents[0].avoids = false;
  model.set_obstacles({box(0, 0, 10, 10)});
  EXPECT_FALSE(model.agents[0].inside_obstacle);
  step(model);
  EXPECT_EQ(model.counts.wall_crossings, 1u);
  EXPECT_TRUE(model.agents[0].inside_obstacle);
}

TEST(ReferenceModel, WallsHoldAgainstEverybodyAndEveryLimit) {
  Profile profile;
  profile.velocity_blend = 0.2;
  profile.max_acceleration = 2.0;
  Model model = model_with(profile);
  Random random(53);
  for (AgentId id = 0; id < 30; ++id) {
    const Vec from = random.in_square(4.0);
    model.agents.push_back(walker(id, from - Vec(6, 0), Vec(6, from.y())));
    model.agents.back().radius = 0.2;
  }
  model.set_obstacles({wall({{0, -8}, {0, 8}})});
  for (int k = 0; k < 100; ++k) step(model);
  EXPECT_EQ(model.counts.wall_crossings, 0u);
  for (const Agent& agent : model.agents) EXPECT_LT(agent.position.x(), 0.0);
}

TEST(ReferenceModel, ArrivalCountsOnceAndAPushedAgentComesBack) {
  Model model = model_with({});
  model.agents = {walker(3, {0, 0}, {1, 0})};
  for (int k = 0; k < 20; ++k) step(model);
  EXPECT_TRUE(model.agents[0].arrived && model.agents[0].arrival_counted);
  EXPECT_EQ(model.counts.arrived, 1u);
  model.agents[0].position = {4, 0};
  step(model);
  EXPECT_FALSE(model.agents[0].arrived);
  for (int k = 0; k < 50; ++k) step(model);
  EXPECT_TRUE(model.agents[0].arrived);
  EXPECT_EQ(model.counts.arrived, 1u);
}

TEST(ReferenceModel, AgentsLeaveOnArrivalWhenTheirProfileSaysSo) {
  Profile profile;
  profile.on_arrival = OnArrival::remove;
  Model model = model_with(profile);
  model.agents = {walker(3, {0, 0}, {1, 0}), walker(4, {0, 9}, {50, 9})};
  for (int k = 0; k < 20; ++k) step(model);
  ASSERT_EQ(model.agents.size(), 1u);
  EXPECT_EQ(model.agents[0].id, 4);
  EXPECT_EQ(model.removed, (std::vector<std::uint32_t>{3}));
  EXPECT_EQ(model.counts.arrived, 1u);
}

TEST(ReferenceModel, NoisePerturbsTheAimButNotTheHeldVelocity) {
  WorldOptions options;
  options.preferred_velocity_noise = 0.1;
  options.seed = 5;
  Model model = model_with({}, options);
  model.agents = {agent_at(0, {0, 0}, {1, 0})};
  for (std::uint64_t k = 0; k < 5; ++k) {
    step(model, k);
    expect_near(model.agents[0].preferred_velocity, {1, 0}, 0.0);
    expect_near(model.agents[0].velocity, Vec(1, 0) + 0.1 * random_direction(5, 0, k));
  }
}

TEST(ReferenceModel, EscapeTimePartsAnOverlapGently) {
  for (const double escape : {0.1, 1.0}) {
    Profile profile;
    profile.escape_time = escape;
    Model model = model_with(profile);
    model.agents = {agent_at(0, {0, 0}), agent_at(1, {0.8, 0})};  // 0.2 m too near
    step(model);
    EXPECT_NEAR(model.agents[1].velocity.x(), 0.1 / escape, 1.0e-12);
  }
}

TEST(ReferenceModel, InfeasibleProgramsAreCounted) {
  Model model = model_with({});
  model.agents = {agent_at(0, {0, 0}), agent_at(1, {0.5, 0}), agent_at(2, {-0.5, 0})};
  model.navigate();
  model.solve(0);
  EXPECT_GE(model.counts.infeasible, 1u);  // the one in the middle can't part from both
}

// ---- Measures and hash ----

TEST(ReferenceMeasures, CountsOverlapsBeyondTheTolerance) {
  Model model = model_with({});
  model.agents = {agent_at(0, {0, 0}), agent_at(1, {0.75, 0}), agent_at(2, {1.74995, 0}), agent_at(3, {9, 9})};
  const Measures measures = measure(model.agents, {});
  EXPECT_EQ(measures.contacts, 1u);  // the second pair overlaps by 0.05 mm
  EXPECT_NEAR(measures.deepest_overlap, 0.25, 1.0e-12);
  EXPECT_EQ(measure({}, {}).deepest_overlap, 0.0);
}

TEST(ReferenceStateHash, IsASumOverAgentsBlindToTheSignOfZero) {
  EXPECT_EQ(finalize(0), 0u);
  EXPECT_EQ(finalize(0x9e3779b97f4a7c15u), 0xe220a8397b1dcdafu);  // first output of splitmix64 from seed 0
  const std::vector<Agent> one = {agent_at(1, {0.0, 2.0}, {1.0, 0.0})};
  const std::vector<Agent> other = {agent_at(2, {3.0, 2.0}, {1.0, 0.5})};
  const std::vector<Agent> both = {other[0], one[0]};
  EXPECT_EQ(state_hash(both), state_hash(one) + state_hash(other));
  const std::vector<Agent> negative_zero = {agent_at(1, {-0.0, 2.0}, {1.0, -0.0})};
  EXPECT_EQ(state_hash(one), state_hash(negative_zero));
  const std::vector<Agent> swapped = {agent_at(1, {2.0, 0.0}, {1.0, 0.0})};
  EXPECT_NE(state_hash(one), state_hash(swapped));
  EXPECT_EQ(state_hash({}), 0u);
}

}  // namespace
}  // namespace throng::reference::reference_model_tests
