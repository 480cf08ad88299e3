// Behaviors in the reference model: what an agent makes of its targets, and what comes of it over many steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "host/reference/agent_constraint.hpp"
#include "host/reference/state_hash.hpp"
#include "host/reference/wander.hpp"
#include "tests/unit/reference_fixtures.hpp"

namespace throng::reference::reference_steering_tests {
namespace {

using namespace testing_support;

Target at_point(const Vec& point) { return {Target::Kind::point, 0, point}; }
Target at_agent(AgentId id) { return {Target::Kind::agent, id, Vec::Zero()}; }

/// A model of one behavior per agent that `add` is given.
class Scene {
 public:
  explicit Scene(const WorldOptions& options = {}) : model(options), time_step(options.time_step) {
    model.profiles = {Profile{}};
  }

  /// Without avoidance: what is meant is what happens.
  Agent& add(const Vec& position, const Vec& velocity, const Behavior& behavior, std::vector<Target> targets = {}) {
    Agent& agent = add(position, velocity);
    agent.assignment.emplace();
    agent.assignment->behavior = row(behavior);
    std::copy(targets.begin(), targets.end(), agent.assignment->targets.begin());
    return agent;
  }
  Agent& add(const Vec& position, const Vec& velocity) {
    model.agents.push_back(agent_at(static_cast<AgentId>(model.agents.size()), position, velocity));
    model.agents.back().avoids = false;
    if (velocity.norm() > 0.0) model.agents.back().heading = velocity.normalized();
    return model.agents.back();
  }
  std::uint32_t row(const Behavior& behavior) {
    model.behaviors.push_back(behavior);
    return static_cast<std::uint32_t>(model.behaviors.size() - 1);
  }

  void steer(std::uint64_t number = 0) {
    model.navigate();
    model.steer(number);
  }
  void run(int steps) {
    for (int k = 0; k < steps; ++k) step(model, next_++);
  }
  const Agent& operator[](std::size_t k) const { return model.agents[k]; }

  Model model;
  double time_step;

 private:
  std::uint64_t next_ = 0;
};

/// What an agent at the origin with a maximum speed of 2 m/s wants.
const Agent& steered(Scene& scene) {
  scene.steer();
  return scene[0];
}

void expect_steered(const Agent& agent, const Vec& velocity, const Vec& aim, double time = 0.0) {
  expect_near(agent.preferred_velocity, velocity);
  ASSERT_TRUE(agent.outcome);
  expect_near(agent.outcome->aim, aim);
  EXPECT_NEAR(agent.outcome->time, time, 1.0e-12);
  EXPECT_TRUE(agent.outcome->reachable);
  EXPECT_FALSE(agent.outcome->target_lost);
}

bool is_finite(const Agent& agent) {
  return agent.preferred_velocity.allFinite() && agent.outcome->aim.allFinite() && std::isfinite(agent.outcome->time);
}

// ---- One target ----

TEST(ReferenceSteering, SeeksAtTheSmallerOfTwoSpeeds) {
  for (const double speed : {0.5, 2.0, 9.0}) {
    Scene scene;
    scene.add({0, 0}, {0, 0}, Seek{.speed = speed}, {at_point({30, 40})});
    expect_steered(steered(scene), std::min(speed, 2.0) * Vec(0.6, 0.8), {30, 40});
  }
  Scene scene;
  scene.add({0, 0}, {0, 0}, Seek{.target = 1}, {at_point({30, 40}), at_point({-1, 0})});
  expect_steered(steered(scene), {-2, 0}, {-1, 0});
}

TEST(ReferenceSteering, FleesWithinThePanicRadius) {
  for (const double distance : {4.9, 5.0, 5.1}) {
    Scene scene;
    scene.add({0, 0}, {0, 0}, Flee{.panic_radius = 5.0}, {at_point({distance, 0})});
    expect_steered(steered(scene), {distance <= 5.0 ? -2.0 : 0.0, 0}, {distance, 0});
  }
}

TEST(ReferenceSteering, ArrivesAndStays) {
  for (const double step : {0.05, 1.0}) {
    WorldOptions options;
    options.time_step = step;
    Scene scene(options);
    scene.add({0, 0}, {0, 0}, Arrive{.slowing_radius = 1.0, .max_deceleration = 2.0}, {at_point({6, 8})});
    scene.run(static_cast<int>(20.0 / step));
    expect_near(scene[0].position, {6, 8}, 1.0e-3);
    scene.run(10);
    expect_near(scene[0].position, {6, 8}, 1.0e-3);
  }
}

TEST(ReferenceSteering, PursuesAndEvadesWhereTheTargetWillBe) {
  // T = 10 / (2 + 3) = 2 s.
  Scene scene;
  scene.add({0, 0}, {1, 0}, Pursue{}, {at_agent(1)});
  scene.add({10, 0}, {0, 3});
  expect_steered(steered(scene), 2.0 * Vec(10, 6).normalized(), {10, 6}, 2.0);
  scene.model.behaviors[0] = Evade{.panic_radius = 10.0};
  expect_steered(steered(scene), -2.0 * Vec(10, 6).normalized(), {10, 6}, 2.0);
  scene.model.behaviors[0] = Evade{.panic_radius = 9.0};
  expect_steered(steered(scene), {0, 0}, {10, 6}, 2.0);
}

TEST(ReferenceSteering, OnlyPursueHasTheHeadOnRule) {
  Scene scene;
  scene.add({0, 0}, {1, 0}, Pursue{}, {at_agent(1)});
  scene.add({10, 0}, {-3, 0.1});
  expect_steered(steered(scene), {2, 0}, {10, 0}, 0.0);
  scene.model.agents[0].heading = {-1, 0};  // it looks away: the target is not ahead
  const double time = 10.0 / (2.0 + std::hypot(3.0, 0.1));
  const Vec aim = Vec(10, 0) + time * Vec(-3, 0.1);
  expect_steered(steered(scene), 2.0 * aim.normalized(), aim, time);
  scene.model.agents[0].heading = {1, 0};
  scene.model.behaviors[0] = Evade{};
  expect_steered(steered(scene), -2.0 * aim.normalized(), aim, time);
}

TEST(ReferenceSteering, InterceptsOnAStraightCourse) {
  Scene scene;
  scene.add({0, 0}, {0, 0}, Intercept{}, {at_agent(1)});
  scene.add({20, 9}, {-1, 0.5});
  scene.steer();
  const double time = scene[0].outcome->time;
  const Vec course = scene[0].preferred_velocity;
  for (int k = 0; (k + 1) * scene.time_step < time; ++k) {
    scene.run(1);
    expect_near(scene[0].velocity, course, 1.0e-9);  // nothing to correct
  }
  EXPECT_LE((scene[0].position - scene[1].position).norm(), scene.time_step * 4.0);
}

TEST(ReferenceSteering, SaysWhenAMeetingIsOutOfReach) {
  Scene scene;
  scene.add({0, 0}, {0, 0}, Intercept{.max_time = 8.0}, {at_agent(1)});
  scene.add({10, 0}, {3, 0});
  const Agent& agent = steered(scene);
  EXPECT_FALSE(agent.outcome->reachable);
  EXPECT_EQ(agent.outcome->time, 8.0);
  expect_near(agent.outcome->aim, {34, 0});
  expect_near(agent.preferred_velocity, {2, 0});
}

TEST(ReferenceSteering, KeepsItsPlaceBesideAStraightLeader) {
  for (const double slowing_radius : {0.0, 1.5}) {
    Scene scene;
    scene.add({-6, 3}, {0, 0}, OffsetPursue{.offset = {-2, 1}, .slowing_radius = slowing_radius}, {at_agent(1)});
    scene.add({0, 0}, {0.6, 0.8});
    const Vec slot = -2.0 * Vec(0.6, 0.8) + 1.0 * Vec(-0.8, 0.6);
    scene.run(600);
    expect_near(scene[0].position - scene[1].position, slot, 1.0e-9);
    expect_near(scene[0].velocity, scene[1].velocity, 1.0e-9);
  }
}

TEST(ReferenceSteering, OffsetFromAPointIsInTheDirectionsOfTheWorld) {
  Scene scene;
  scene.add({0, 0}, {0, 0}, OffsetPursue{.offset = {3, 4}}, {at_point({27, 36})});
  expect_steered(steered(scene), 2.0 * Vec(0.6, 0.8), {30, 40});
}

TEST(ReferenceSteering, OffsetPursueNeverAsksForMoreThanItsSpeed) {
  Scene scene;
  scene.add({0, 0}, {0, 0}, OffsetPursue{.speed = 1.5}, {at_agent(1)});
  scene.add({50, 0}, {0, 4});
  expect_steered(steered(scene), 1.5 * Vec(1.5, 4).normalized(), {50, 0});
}

// ---- Two targets ----

TEST(ReferenceSteering, InterposesWhereTheMidpointWillBe) {
  // T = |(6, 8)| / 2 = 5 s.
  Scene scene;
  scene.add({0, 0}, {0, 0}, Interpose{}, {at_agent(1), at_agent(2)});
  scene.add({6, 0}, {1, 0});
  scene.add({6, 16}, {0, 0.5});
  const Vec aim{8.5, 9.25};
  expect_steered(steered(scene), 2.0 * aim.normalized(), aim, 5.0);
  Scene slow;
  slow.add({0, 0}, {0, 0}, Interpose{.slowing_radius = 20.0}, {at_point({6, 0}), at_point({6, 16})});
  expect_steered(steered(slow), Vec(0.6, 0.8), {6, 8}, 5.0);
}

TEST(ReferenceSteering, InterposeEndsInTheMiddle) {
  Scene still;
  still.add({-7, 3}, {0, 0}, Interpose{.slowing_radius = 1.0}, {at_agent(1), at_point({4, -2})});
  still.add({0, 10}, {0, 0});
  still.run(300);
  expect_near(still[0].position, {2, 4}, 1.0e-3);

  // Between two that go abreast it goes on the line of their midpoint, and lags by less than a step of theirs.
  Scene moving;
  moving.add({-7, 3}, {0, 0}, Interpose{}, {at_agent(1), at_agent(2)});
  moving.add({0, 10}, {1, 0});
  moving.add({0, -4}, {1, 0});
  moving.run(600);
  const Vec middle = (moving[1].position + moving[2].position) / 2.0;
  EXPECT_NEAR(moving[0].position.y(), middle.y(), 1.0e-9);
  EXPECT_LT(moving[0].position.x(), middle.x());
  EXPECT_GT(moving[0].position.x(), middle.x() - 1.0 * moving.time_step);
}

// ---- Wander ----

TEST(ReferenceSteering, WandersByItsOwnNoiseAlone) {
  WorldOptions options;
  options.seed = 99;
  Scene scene(options);
  scene.add({0, 0}, {1, 0}, Wander{.speed = 1.0, .turning_rate = 2.0, .interval = 0.52});  // 5 steps
  scene.add({100, 0}, {1, 0}, Wander{.turning_rate = 2.0});
  double turned_most = 0.0;
  for (std::uint64_t k = 0; k < 200; ++k) {
    const Vec heading = scene[0].heading;
    const double noise = wander_noise(99, 0, k, 5);
    step(scene.model, k);
    expect_near(scene[0].velocity, turned_by_half(heading, noise * 2.0 * options.time_step / 2.0));
    expect_near(scene[0].outcome->aim, scene[0].position + (1.0 - options.time_step) * scene[0].velocity, 1.0e-9);
    turned_most = std::max(turned_most, std::acos(std::min(1.0, heading.dot(scene[0].heading))));
  }
  EXPECT_LE(turned_most, 2.0 * options.time_step);
  EXPECT_GT(turned_most, 1.5 * options.time_step);
  EXPECT_NE(scene[0].heading, scene[1].heading);
}

// ---- Path ----

TEST(ReferenceSteering, FollowsAPathRoundItsCornerToItsEnd) {
  Scene scene;
  scene.model.paths.emplace_back(false, std::vector<Vec>{{0, 0}, {10, 0}, {10, 10}});
  scene.add({2, 1}, {0, 0}, FollowPath{.look_ahead = 1.5, .slowing_radius = 1.0});
  scene.steer();
  EXPECT_NEAR(*scene[0].path_place, 2.0, 1.0e-12);
  expect_near(scene[0].outcome->aim, {3.5, 0});
  double place = 0.0, farthest = 0.0;
  for (int k = 0; k < 200; ++k) {
    scene.run(1);
    ASSERT_GE(*scene[0].path_place, place);
    place = *scene[0].path_place;
    if (place > 4.0) farthest = std::max(farthest, std::min(scene[0].position.y(), 10.0 - scene[0].position.x()));
  }
  EXPECT_GT(farthest, 0.2);  // it cuts the corner
  EXPECT_LT(farthest, 1.0);
  expect_near(scene[0].position, {10, 10}, 1.0e-3);
  EXPECT_NEAR(place, 20.0, 1.0e-3);
}

TEST(ReferenceSteering, GoesStraightOnWhereAPathCrossesItself) {
  Scene scene;
  scene.model.paths.emplace_back(false, std::vector<Vec>{{0, 0}, {10, 0}, {10, 5}, {5, 5}, {5, -5}});
  scene.add({0, 0}, {1, 0}, FollowPath{.look_ahead = 1.0});
  while (scene[0].position.x() < 7.0) {
    scene.run(1);
    ASSERT_NEAR(scene[0].position.y(), 0.0, 1.0e-9);
    ASSERT_LT(*scene[0].path_place, 8.0);
  }
  scene.run(200);
  expect_near(scene[0].position, {5, -5}, 1.0e-6);
}

TEST(ReferenceSteering, RunsRoundAClosedPath) {
  Scene scene;
  scene.model.paths.emplace_back(true, std::vector<Vec>{{0, 0}, {10, 0}, {10, 10}, {0, 10}});
  scene.add({5, 0}, {1, 0}, FollowPath{.look_ahead = 1.0});
  int laps = 0;
  double before = 5.0;
  for (int k = 0; k < 620; ++k) {  // 124 m
    scene.run(1);
    if (*scene[0].path_place < before) ++laps;
    before = *scene[0].path_place;
    ASSERT_LE((scene[0].position - nearest_on_segment(scene[0].position, {5, 0}, {5, 10})).norm(), 5.3);
    ASSERT_NEAR(scene[0].velocity.norm(), 2.0, 1.0e-9);  // and never arrives
  }
  EXPECT_EQ(laps, 3);
}

// ---- Flock ----

TEST(ReferenceSteering, FlocksWithNeighborsOfItsGroup) {
  Scene scene;
  scene.add({0, 0}, {1, 0}, Flock{});
  scene.add({0, 2}, {1, 1}).group = 4;
  scene.add({0, -2}, {1, -1}).group = 5;
  scene.model.agents[0].group = 4;
  // A = (0, 1) / 2, C = (0, 2) / 5.
  const Vec direction = Vec(1, 0) + 1.0 * Vec(0, 0.5) + 0.5 * Vec(0, 0.4);
  const Vec velocity = 2.0 * direction.normalized();
  expect_steered(steered(scene), velocity, velocity);
  scene.model.agents[1].layer = 2;  // unseen
  scene.model.agents[0].mask = 1;
  expect_steered(steered(scene), {2, 0}, {2, 0});
}

TEST(ReferenceSteering, FlocksWithTheNearestThatItsProfileCounts) {
  Scene scene;
  scene.model.profiles[0].max_neighbors = 1;
  scene.add({0, 0}, {1, 0}, Flock{.separation_weight = 0.0, .cohesion_weight = 0.0});
  scene.add({0, 2}, {1, 1});
  scene.add({0, -3}, {9, -1});
  expect_near(steered(scene).preferred_velocity, 2.0 * Vec(1, 0.5).normalized());
}

TEST(ReferenceSteering, AFlockAligns) {
  Scene scene;
  Random random(61);
  for (int k = 0; k < 30; ++k) {
    const Vec velocity = 2.0 * random.unit();
    scene.add(random.in_square(2.0), {std::abs(velocity.x()), velocity.y()}, Flock{});
  }
  const auto order = [&scene] {
    Vec sum = Vec::Zero();
    for (const Agent& agent : scene.model.agents) sum += agent.heading;
    return sum.norm() / static_cast<double>(scene.model.agents.size());
  };
  EXPECT_LT(order(), 0.8);
  scene.run(300);
  EXPECT_GT(order(), 0.99);
}

// ---- Blends ----

TEST(ReferenceSteering, WeighsTheVelocitiesOfParts) {
  Scene scene;
  const BlendPart east{{scene.row(Seek{.speed = 1.0})}, 0.5};
  const BlendPart north{{scene.row(Seek{.speed = 1.0, .target = 1})}, 1.5};
  scene.add({0, 0}, {0, 0}, Blend{Blend::Rule::weighted, {east, north}}, {at_point({9, 0}), at_point({0, 9})});
  expect_steered(steered(scene), {0.5, 1.5}, {9, 0});
  std::get<Blend>(scene.model.behaviors.back()).parts[1].weight = 50.0;
  expect_steered(steered(scene), 2.0 * Vec(0.5, 50).normalized(), {9, 0});
}

TEST(ReferenceSteering, TakesTheFirstPartThatMoves) {
  Scene scene;
  const BlendPart flee{{scene.row(Flee{.panic_radius = 3.0})}};
  const BlendPart seek{{scene.row(Seek{.target = 1})}};
  const BlendPart other{{scene.row(Seek{})}};
  scene.add({0, 0}, {0, 0}, Blend{Blend::Rule::priority, {flee, seek, other}}, {at_point({2, 0}), at_point({0, 9})});
  expect_steered(steered(scene), {-2, 0}, {2, 0});
  scene.model.agents[0].assignment->targets[0] = at_point({4, 0});
  expect_steered(steered(scene), {0, 2}, {0, 9});
  scene.model.agents[0].max_speed = 0.0;  // nothing moves
  expect_steered(steered(scene), {0, 0}, {4, 0});
}

TEST(ReferenceSteering, APartThatHasLostItsTargetCountsAsNothing) {
  for (const Blend::Rule rule : {Blend::Rule::weighted, Blend::Rule::priority}) {
    Scene scene;
    const BlendPart lost{{scene.row(Seek{})}};
    const BlendPart seek{{scene.row(Seek{.target = 1})}};
    scene.add({0, 0}, {0, 0}, Blend{rule, {lost, seek}}, {at_agent(77), at_point({0, 9})});
    const Agent& agent = steered(scene);
    expect_near(agent.preferred_velocity, {0, 2});
    EXPECT_TRUE(agent.outcome->target_lost);
    std::swap(std::get<Blend>(scene.model.behaviors.back()).parts[0],
              std::get<Blend>(scene.model.behaviors.back()).parts[1]);
    expect_near(steered(scene).preferred_velocity, {0, 2});
    EXPECT_TRUE(scene[0].outcome->target_lost);  // also of a part that is not needed
  }
}

TEST(ReferenceSteering, GoesOnAlongItsPathWhileAnotherPartLeads) {
  for (const Blend::Rule rule : {Blend::Rule::weighted, Blend::Rule::priority}) {
    Scene scene;
    scene.model.paths.emplace_back(false, std::vector<Vec>{{0, 0}, {50, 0}});
    const BlendPart seek{{scene.row(Seek{})}};
    const BlendPart follow{{scene.row(FollowPath{})}, 0.0};
    scene.add({0, 0}, {0, 0}, Blend{rule, {seek, follow, seek}}, {at_point({40, 3})});
    scene.run(100);
    EXPECT_NEAR(*scene[0].path_place, scene[0].position.x(), 0.3);
    EXPECT_GT(*scene[0].path_place, 19.0);
  }
}

TEST(ReferenceSteering, HeadsForItsGoalAsWithoutBehavior) {
  Scene scene;
  const BlendPart goal{{scene.row(HeadForGoal{})}};
  const BlendPart flee{{scene.row(Flee{.panic_radius = 1.0})}};
  scene.add({0, 0}, {0.3, 0.4}, Blend{Blend::Rule::priority, {flee, goal}}, {at_point({0, 5})});
  expect_steered(steered(scene), {0, 0}, {0, 5});  // no goal, and the velocity it was set to is another thing
  scene.model.agents[0].goal = GoalKind::point;
  scene.model.agents[0].goal_point = {6, 8};
  expect_steered(steered(scene), {0.6, 0.8}, {6, 8});  // its preferred speed is 1 m/s
  scene.model.agents[0].goal_point = {0.3, 0};         // there
  expect_steered(steered(scene), {0, 0}, {0, 5});
  EXPECT_TRUE(scene[0].arrived);
}

// ---- Odd cases ----

TEST(ReferenceSteering, StandsWhenItsTargetHasLeft) {
  const Behavior behaviors[] = {Seek{}, Flee{}, Arrive{}, Pursue{}, Intercept{}, Evade{}, OffsetPursue{}, Interpose{}};
  for (const Behavior& behavior : behaviors) {
    Scene scene;
    scene.add({3, 4}, {1, 0}, behavior, {at_agent(1), at_point({5, 5})});
    scene.add({9, 0}, {0, 0});
    scene.run(1);
    EXPECT_FALSE(scene[0].outcome->target_lost);
    const Vec where = scene[0].position;
    scene.model.agents.pop_back();
    scene.steer();
    expect_near(scene[0].preferred_velocity, {0, 0}, 0.0);
    expect_near(scene[0].outcome->aim, where, 0.0);
    EXPECT_TRUE(scene[0].outcome->target_lost);
    EXPECT_EQ(scene[0].outcome->time, 0.0);
  }
}

TEST(ReferenceSteering, OddPlacesAndSpeedsGiveNumbers) {
  Scene tables;
  const Behavior behaviors[] = {Seek{},         Flee{},      Arrive{.slowing_radius = 1.0, .max_deceleration = 1.0},
                                Pursue{},       Intercept{}, Evade{.panic_radius = 4.0},
                                OffsetPursue{}, Interpose{}, Wander{.interval = 1.0e-9},
                                FollowPath{},   Flock{},     HeadForGoal{}};
  for (const Behavior& behavior : behaviors) {
    for (const double max_speed : {0.0, 2.0}) {
      for (const Vec& position : {Vec(0, 0), Vec(1.0e-200, 0), Vec(1.0e7, -1.0e7)}) {
        for (const Vec& velocity : {Vec(0, 0), Vec(1, 0), Vec(-100, 0)}) {
          Scene scene;
          scene.model.paths.emplace_back(true, std::vector<Vec>{{0, 0}, {1, 0}});
          scene.add({0, 0}, {1, 0}, behavior, {at_agent(1), at_agent(1)}).max_speed = max_speed;
          scene.add(position, velocity).max_speed = max_speed;
          scene.steer();
          ASSERT_TRUE(is_finite(scene[0])) << behavior.index();
          ASSERT_LE(scene[0].preferred_velocity.norm(), max_speed * (1.0 + 1.0e-12)) << behavior.index();
          EXPECT_FALSE(scene[0].outcome->target_lost);
        }
      }
    }
  }
}

TEST(ReferenceSteering, AtItsTargetItStands) {
  const Behavior behaviors[] = {Seek{}, Flee{}, Arrive{}, Pursue{}, Intercept{}, Evade{}};
  for (const Behavior& behavior : behaviors) {
    Scene scene;
    scene.add({3, 4}, {0, 0}, behavior, {at_agent(1)});
    scene.add({3, 4}, {0, 3});
    expect_steered(steered(scene), {0, 0}, {3, 4});
  }
}

TEST(ReferenceSteering, OneWhoCannotMoveIsMetOnlyByThoseWhoCome) {
  Scene scene;
  scene.add({0, 0}, {0, 0}, Intercept{}, {at_agent(1)}).max_speed = 0.0;
  scene.add({0, 6}, {0, -1.5});
  expect_steered(steered(scene), {0, 0}, {0, 0}, 4.0);
  scene.model.agents[1].velocity = {0.1, -1.5};
  EXPECT_FALSE(steered(scene).outcome->reachable);
  scene.model.behaviors[0] = Pursue{};
  scene.model.agents[1].velocity = {0, 0};
  expect_steered(steered(scene), {0, 0}, {0, 6}, 0.0);
}

TEST(ReferenceSteering, ChainsAndCyclesReadTheBeginningOfTheStep) {
  Scene scene;
  Random random(62);
  for (AgentId id = 0; id < 12; ++id) {
    scene.add(random.in_square(5.0), random.unit(), Pursue{}, {at_agent((id + 1) % 12)});
    scene.model.agents.back().avoids = true;
    scene.model.agents.back().assignment->ignored_targets = 1;
  }
  Scene reversed = scene;
  std::reverse(reversed.model.agents.begin(), reversed.model.agents.end());
  for (int k = 0; k < 50; ++k) {
    scene.run(1);
    reversed.run(1);
    for (const Agent& agent : scene.model.agents) ASSERT_TRUE(is_finite(agent) && agent.position.allFinite());
  }
  EXPECT_EQ(state_hash(scene.model.agents), state_hash(reversed.model.agents));
}

TEST(ReferenceSteering, NoneLeavesTheAgentToItsGoalOrWhatItWasSetTo) {
  Scene scene;
  scene.add({0, 0}, {0.3, 0.4}, std::monostate{});
  scene.run(1);
  expect_near(scene[0].velocity, {0.3, 0.4});
  EXPECT_FALSE(scene[0].outcome);
  scene.model.agents[0].goal = GoalKind::point;
  scene.model.agents[0].goal_point = {0, -50};
  const Vec from = scene[0].position;
  scene.run(1);
  expect_near(scene[0].velocity, (Vec(0, -50) - from).normalized());
}

// ---- What is added to it, and avoidance ----

TEST(ReferenceSteering, NoiseIsAddedToWhatItSteersFor) {
  WorldOptions options;
  options.preferred_velocity_noise = 0.1;
  options.seed = 5;
  Scene scene(options);
  scene.add({0, 0}, {0, 0}, Seek{.speed = 1.0}, {at_point({1000, 0})});
  for (std::uint64_t k = 0; k < 5; ++k) {
    const Vec wanted = (Vec(1000, 0) - scene[0].position).normalized();
    step(scene.model, k);
    expect_near(scene[0].preferred_velocity, wanted);
    expect_near(scene[0].velocity, wanted + 0.1 * random_direction(5, 0, k));
  }
}

TEST(ReferenceSteering, TheWayOutOfASolidComesFirst) {
  Scene scene;
  scene.add({1, 5}, {0, 0}, Seek{}, {at_point({50, 5})});
  scene.model.set_obstacles({box(0, 0, 10, 10)});
  scene.run(1);
  expect_near(scene[0].velocity, {-2, 0});
  expect_near(scene[0].preferred_velocity, {2, 0});
}

/// A pursuing agent that avoids, and its target beside another agent.
Scene chase(std::uint32_t ignored_targets) {
  Scene scene;
  scene.add({0, 0}, {1, 0}, Seek{}, {at_agent(1)});
  scene.add({3, 0.2}, {-1, 0});
  scene.add({3, -0.9}, {-1, 0});
  for (Agent& agent : scene.model.agents) agent.avoids = true;
  scene.model.agents[0].assignment->ignored_targets = ignored_targets;
  return scene;
}

TEST(ReferenceSteering, DisregardsItsTargetAndNobodyElse) {
  const Scene scene = chase(1);
  ASSERT_EQ(scene.model.neighbors(0).rows, (std::vector<std::size_t>{2}));
  EXPECT_EQ(chase(0).model.neighbors(0).rows, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(chase(2).model.neighbors(0).rows, (std::vector<std::size_t>{1, 2}));  // the other target, which it has not
  const Program program = scene.model.program(0);
  ASSERT_EQ(program.lines.size(), 1u);
  const PairRules rules{
      .time_horizon = Profile{}.time_horizon, .escape_time = 0.1, .share = 0.5, .head_on_slope = 0.05};
  const HalfPlane line = agent_constraint(scene[0], scene[2], rules);
  expect_line(program.lines[0], line.origin(), line.direction());
}

TEST(ReferenceSteering, TheTargetTakesAllTheResponsibility) {
  for (const std::uint32_t ignored : {0u, 1u}) {
    const Scene scene = chase(ignored);
    const std::vector<std::size_t> rows = scene.model.neighbors(1).rows;
    ASSERT_EQ(rows, (std::vector<std::size_t>{2, 0}));
    const PairRules rules{.time_horizon = Profile{}.time_horizon,
                          .escape_time = 0.1,
                          .share = ignored != 0 ? 1.0 : 0.5,
                          .head_on_slope = 0.05};
    const HalfPlane line = agent_constraint(scene[1], scene[0], rules);
    expect_line(scene.model.program(1).lines[1], line.origin(), line.direction());
  }
}

TEST(ReferenceSteering, ADisregardedTargetLeavesRoomForAnotherNeighbor) {
  Scene scene = chase(1);
  scene.model.profiles[0].max_neighbors = 1;
  EXPECT_EQ(scene.model.neighbors(0).rows, (std::vector<std::size_t>{2}));
}

}  // namespace
}  // namespace throng::reference::reference_steering_tests
