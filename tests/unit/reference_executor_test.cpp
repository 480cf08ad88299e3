// The reference executor through the seam.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <type_traits>

#include "host/executor.hpp"
#include "kernels/agent/steering_data.hpp"

namespace throng::reference_executor_tests {
namespace {

AgentRecord record_at(std::uint32_t slot, double x, double y) {
  AgentRecord record;
  record.id = 100 + slot;
  record.slot = slot;
  record.position_x = x;
  record.position_y = y;
  record.heading_x = 1.0;
  record.radius = 0.25;
  record.max_speed = 2.0;
  record.preferred_speed = 1.0;
  record.goal = goal_kind::none;
  record.flags = agent_flag::avoids;
  record.priority = 1.0;
  record.layer = 1;
  record.mask = 0xffffffffu;
  return record;
}

std::unique_ptr<Executor> executor_with(const Profile& profile = {}, const WorldOptions& options = {}) {
  auto executor = make_reference_executor(options);
  executor->set_profiles(std::vector<Profile>{profile});
  return executor;
}

void step(Executor& executor, std::uint64_t number = 0) {
  executor.begin_step(number);
  executor.navigate();
  executor.bin();
  executor.steer();
  executor.solve();
  executor.move();
  executor.end_step();
}

AgentRecord read_one(const Executor& executor, std::uint32_t slot) {
  AgentRecord record;
  executor.read(std::span(&slot, 1), std::span(&record, 1));
  return record;
}

void expect_equal(const AgentRecord& a, const AgentRecord& b) {
#define THRONG_FIELD(name, record_type, array_type) EXPECT_EQ(a.name, b.name) << #name;
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
}

TEST(ReferenceExecutor, EveryFieldComesBackAsItWent) {
  // A different value in every field, in double precision; flags and goal have a meaning.
  AgentRecord record;
  int value = 1;
#define THRONG_FIELD(name, record_type, array_type)                                                          \
  record.name = static_cast<record_type>(std::is_floating_point_v<record_type> ? value + 1.0 / 3.0 : value); \
  ++value;
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  auto executor = executor_with();
  for (const std::uint32_t flags : {0u, 1u, 2u, 4u, 8u, 15u}) {
    for (const std::int32_t goal : {goal_kind::none, goal_kind::point, 0, 7}) {
      record.flags = flags;
      record.goal = goal;
      ++record.slot;
      executor->add(std::span(&record, 1));
      expect_equal(read_one(*executor, record.slot), record);
      record.radius += 1.0;
      executor->write(std::span(&record, 1));
      expect_equal(read_one(*executor, record.slot), record);
    }
  }
  EXPECT_EQ(executor->size(), 24u);
}

TEST(ReferenceExecutor, RemovesBySlot) {
  auto executor = executor_with();
  const std::vector<AgentRecord> records = {record_at(5, 0, 0), record_at(2, 3, 0), record_at(9, 6, 0)};
  executor->add(records);
  const std::vector<std::uint32_t> gone = {9, 5};
  executor->remove(gone);
  EXPECT_EQ(executor->size(), 1u);
  expect_equal(read_one(*executor, 2), records[1]);
  executor->add(std::span(records).first(1));  // a slot is used again
  expect_equal(read_one(*executor, 5), records[0]);
}

TEST(ReferenceExecutor, SetPreferredVelocitiesHoldsThemAndClearsTheGoal) {
  auto executor = executor_with();
  AgentRecord record = record_at(0, 0, 0);
  record.goal = goal_kind::point;
  record.goal_x = -50.0;
  executor->add(std::span(&record, 1));
  const std::vector<std::uint32_t> slots = {0};
  const std::vector<Vec2d> velocities = {{0.5, 0.25}};
  executor->set_preferred_velocities(slots, velocities);
  for (int k = 0; k < 10; ++k) step(*executor);
  const AgentRecord after = read_one(*executor, 0);
  EXPECT_EQ(after.goal, goal_kind::none);
  EXPECT_NEAR(after.position_x, 0.5, 1.0e-12);
  EXPECT_NEAR(after.position_y, 0.25, 1.0e-12);
}

TEST(ReferenceExecutor, ReportsAndForgetsCountsAndLeavers) {
  Profile profile;
  profile.on_arrival = OnArrival::remove;
  auto executor = executor_with(profile);
  executor->set_goals(std::vector<GoalShape>{{true, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}});
  std::vector<AgentRecord> records = {record_at(4, 0, 0), record_at(6, 30, 0)};
  for (AgentRecord& record : records) record.goal = 0;
  executor->add(records);
  step(*executor);
  StepResults results;
  executor->take_results(results);
  ASSERT_EQ(results.removed.size(), 1u);
  EXPECT_EQ(results.removed[0].slot, 4u);
  EXPECT_EQ(results.removed[0].step, 0u);
  EXPECT_EQ(results.arrived, 1u);
  EXPECT_EQ(results.agent_steps, 2u);
  executor->take_results(results);
  EXPECT_EQ(results.arrived, 0u);
  EXPECT_TRUE(results.removed.empty());
  EXPECT_EQ(executor->size(), 1u);
  EXPECT_NEAR(read_one(*executor, 6).position_x, 29.9, 1.0e-12);
}

TEST(ReferenceExecutor, ShowsNeighborsAndConstraints) {
  auto executor = executor_with();
  executor->set_obstacles(std::vector<ObstacleShape>{{3, false, {{-5, 1}, {5, 1}}}});
  executor->add(std::vector<AgentRecord>{record_at(1, 0, 0), record_at(2, 2, 0), record_at(3, -1, 0)});
  std::vector<std::uint32_t> slots;
  executor->neighbors(1, slots);
  EXPECT_EQ(slots, (std::vector<std::uint32_t>{3, 2}));
  std::vector<Constraint> constraints;
  executor->constraints(1, constraints);
  ASSERT_EQ(constraints.size(), 3u);
  EXPECT_TRUE(constraints[0].obstacle);
  EXPECT_FALSE(constraints[1].obstacle || constraints[2].obstacle);
  EXPECT_NEAR(constraints[0].point.y, 0.75, 1.0e-12);  // (1 m - 0.25 m) / 1 s
  EXPECT_NEAR(constraints[0].direction.x, -1.0, 1.0e-12);
}

TEST(ReferenceExecutor, ReadsMotionOfAll) {
  auto executor = executor_with();
  executor->add(std::vector<AgentRecord>{record_at(8, 1, 2), record_at(3, 4, 5)});
  MotionColumns motion;
  motion.slot = {1, 2, 3, 4};
  executor->read_motion(motion);
  ASSERT_EQ(motion.slot.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    const AgentRecord record = read_one(*executor, motion.slot[k]);
    EXPECT_EQ(motion.position[k], (Vec2d{record.position_x, record.position_y}));
    EXPECT_EQ(motion.velocity[k], (Vec2d{0, 0}));
    EXPECT_EQ(motion.heading[k], (Vec2d{1, 0}));
    EXPECT_EQ(motion.profile[k], 0u);
  }
}

TEST(ReferenceExecutor, FlagsAgentsPutInsideASolidPolygon) {
  auto executor = executor_with();
  executor->set_obstacles(std::vector<ObstacleShape>{{0, true, {{0, 0}, {4, 0}, {4, 4}, {0, 4}}}});
  AgentRecord record = record_at(0, 2, 1);
  executor->add(std::span(&record, 1));
  EXPECT_TRUE(read_one(*executor, 0).flags & agent_flag::inside_obstacle);
  EXPECT_EQ(executor->measure().inside_obstacles, 1u);
  for (int k = 0; k < 8; ++k) step(*executor);
  EXPECT_FALSE(read_one(*executor, 0).flags & agent_flag::inside_obstacle);
  EXPECT_LT(read_one(*executor, 0).position_y, 0.0);
}

SteeringReadout read_steering(const Executor& executor, std::uint32_t slot) {
  SteeringReadout readout;
  executor.read_steering(std::span(&slot, 1), std::span(&readout, 1));
  return readout;
}

/// Behavior 0, to the agent of slot 2 with id 102.
SteeringRecord chase(std::uint32_t slot) {
  SteeringRecord record;
  record.slot = slot;
  record.active = true;
  record.targets[0] = {target_kind::agent, 2, 102, {}};
  record.ignored_targets = 1;
  return record;
}

TEST(ReferenceExecutor, SteersTellsAndStops) {
  auto executor = executor_with();
  executor->set_behaviors(std::vector<Behavior>{Pursue{}});
  executor->add(std::vector<AgentRecord>{record_at(1, 0, 0), record_at(2, 6, 8)});
  const SteeringRecord record = chase(1);
  executor->set_steering(std::span(&record, 1));
  EXPECT_EQ(read_steering(*executor, 1).bits, 0u);  // no step yet
  step(*executor);
  EXPECT_EQ(read_steering(*executor, 1).bits, steering_bit::known | steering_bit::reachable);
  EXPECT_EQ(read_steering(*executor, 1).aim, (Vec2d{6, 8}));
  EXPECT_NEAR(read_steering(*executor, 1).time, 5.0, 1.0e-12);
  EXPECT_EQ(read_steering(*executor, 1).path_place, -1.0);
  AgentRecord agent = read_one(*executor, 1);
  EXPECT_NEAR(agent.position_x, 0.12, 1.0e-12);
  EXPECT_EQ(agent.flags, agent_flag::avoids | agent_flag::steers | agent_flag::ignores_target);
  agent.position_x = 100.0;
  executor->write(std::span(&agent, 1));  // what it does stays
  step(*executor, 1);
  EXPECT_LT(read_one(*executor, 1).velocity_x, 0.0);

  const std::vector<std::uint32_t> target = {2};
  executor->remove(target);
  AgentRecord next = record_at(2, 50, 50);  // another agent in the slot of its target
  next.id = 500;
  executor->add(std::span(&next, 1));
  step(*executor, 2);
  EXPECT_NE(read_steering(*executor, 1).bits & steering_bit::target_lost, 0u);
  EXPECT_NEAR(read_one(*executor, 1).velocity_x, 0.0, 1.0e-12);

  SteeringRecord stop;
  stop.slot = 1;
  executor->set_steering(std::span(&stop, 1));
  EXPECT_EQ(read_one(*executor, 1).flags, agent_flag::avoids);
}

TEST(ReferenceExecutor, ASetVelocityEndsABehavior) {
  auto executor = executor_with();
  executor->set_behaviors(std::vector<Behavior>{Seek{}});
  executor->add(std::vector<AgentRecord>{record_at(1, 0, 0), record_at(2, 6, 8)});
  const SteeringRecord record = chase(1);
  executor->set_steering(std::span(&record, 1));
  const std::vector<std::uint32_t> slots = {1};
  executor->set_preferred_velocities(slots, std::vector<Vec2d>{{-0.5, 0}});
  step(*executor);
  EXPECT_NEAR(read_one(*executor, 1).velocity_x, -0.5, 1.0e-12);
  EXPECT_EQ(read_one(*executor, 1).flags, agent_flag::avoids);
}

TEST(ReferenceExecutor, TakesAndKeepsResultsOfSteering) {
  auto executor = executor_with();
  executor->set_behaviors(std::vector<Behavior>{FollowPath{.look_ahead = 2.0}});
  executor->set_paths(std::vector<PathShape>{{true, {{0, 0}, {10, 0}, {10, 10}, {0, 10}}}});
  executor->add(std::vector<AgentRecord>{record_at(1, 5, 1)});
  SteeringRecord record;
  record.slot = 1;
  record.active = true;
  const std::uint32_t bits = steering_bit::known | steering_bit::target_lost;
  record.result = SteeringReadout{31.0, {4.5, -3.25}, 1.75, bits};
  executor->set_steering(std::span(&record, 1));
  const SteeringReadout given = read_steering(*executor, 1);
  EXPECT_EQ(given.path_place, 31.0);
  EXPECT_EQ(given.aim, (Vec2d{4.5, -3.25}));
  EXPECT_EQ(given.time, 1.75);
  EXPECT_EQ(given.bits, bits);
  record.result.reset();
  executor->set_steering(std::span(&record, 1));  // as it is
  EXPECT_EQ(read_steering(*executor, 1).path_place, 31.0);
  step(*executor);
  EXPECT_EQ(read_steering(*executor, 1).path_place, 33.0);  // no further than it looks
  EXPECT_EQ(read_steering(*executor, 1).aim, (Vec2d{0, 5}));
  record.result = SteeringReadout{};
  executor->set_steering(std::span(&record, 1));
  step(*executor, 1);
  EXPECT_LT(read_steering(*executor, 1).path_place, 10.0);  // found anew
}

TEST(ReferenceExecutor, NamesItself) {
  const auto executor = executor_with();
  EXPECT_EQ(executor->kind(), ExecutorKind::reference);
  EXPECT_EQ(executor->threads(), 1);
  EXPECT_GE(executor->bytes_per_agent(), sizeof(double) * 14);
}

}  // namespace
}  // namespace throng::reference_executor_tests
