// Snapshots in two halves: asked for, and taken while the world goes on.
#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::requested_snapshots_tests {
namespace {

class RequestedSnapshots : public OnEveryExecutor {
 protected:
  /// Agents that leave on the way, so that later states have fewer.
  [[nodiscard]] World crowd() const {
    World world(options());
    Profile p;
    p.on_arrival = OnArrival::remove;
    p.arrival_tolerance = 1.0;
    world.add_profile(p);
    Random random(71);
    for (int k = 0; k < 60; ++k) world.add_agent(agent_to(random.in_box(8.0), random.in_box(8.0)));
    return world;
  }
};
THRONG_ON_EVERY_EXECUTOR(RequestedSnapshots);

void expect_equal(const Snapshot& a, const Snapshot& b) {
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.state_hash, b.state_hash);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.heading, b.heading);
  EXPECT_EQ(a.profile, b.profile);
}

TEST_P(RequestedSnapshots, AreOfTheMomentTheyWereAskedFor) {
  World world = crowd(), other = crowd();
  Snapshot taken, expected;
  for (int s = 0; s < 30; ++s) {
    world.request_snapshot();
    world.step(2);
    world.take_snapshot(taken);
    other.snapshot(expected);
    other.step(2);
    expect_equal(taken, expected);
  }
  EXPECT_LT(world.agent_count(), 60u);
}

TEST_P(RequestedSnapshots, TwoAtATimeTheOldestFirst) {
  World world = crowd(), other = crowd();
  Snapshot taken, first, second;
  other.step();
  other.snapshot(first);
  other.step(5);
  other.snapshot(second);
  world.step();
  world.request_snapshot();
  world.step(5);
  world.request_snapshot();
  EXPECT_EQ(world.positions(), second.position);  // reading is no taking
  world.step(5);
  world.take_snapshot(taken);
  expect_equal(taken, first);
  world.take_snapshot(taken);
  expect_equal(taken, second);
}

TEST_P(RequestedSnapshots, AimPointsAreOfTheMomentTheyWereAskedFor) {
  World world(options());
  world.add_profile({});
  std::vector<AgentHandle> agents;
  for (int k = 0; k < 6; ++k) {
    agents.push_back(world.add_agent(agent_moving({1000.0 + 3.0 * k, 1.0 * k}, {0.0, k % 2 == 0 ? 1.0 : -0.5})));
  }
  const BehaviorIndex pursue = world.add_behavior(Pursue{.speed = 1.0});
  world.set_steering(agents[1], {pursue, {agents[4]}});
  world.set_steering(agents[3], {pursue, {Vec2d{1050.0, 7.0}}});
  Snapshot taken, other;
  const SnapshotOptions with_aims{.aim_points = true};
  world.snapshot(taken, with_aims);
  EXPECT_EQ(taken.aim_point, world.positions());  // nobody has steered yet
  for (int s = 0; s < 4; ++s) {
    world.step();
    const std::vector<Vec2d> expected = world.aim_points();
    world.request_snapshot(with_aims);
    world.request_snapshot();
    world.step(3);
    world.take_snapshot(taken);
    world.take_snapshot(other);
    EXPECT_EQ(taken.aim_point, expected);
    EXPECT_NE(taken.aim_point[1], taken.position[1]);
    EXPECT_EQ(taken.aim_point[3], (Vec2d{1050.0, 7.0}));
    EXPECT_EQ(taken.aim_point[2], taken.position[2]);
    EXPECT_TRUE(other.aim_point.empty());
    EXPECT_EQ(other.position, taken.position);
    if (s == 1) world.remove_agent(agents[0]);  // rows move up
    if (s == 1) {
      agents.erase(agents.begin());
      world.set_preferred_velocity(agents[0], {0.0, 1.0});
      world.set_steering(agents[1], {pursue, {agents[0]}});
      break;
    }
  }
  world.step(2);
  world.snapshot(taken, with_aims);
  ASSERT_EQ(taken.aim_point.size(), 5u);
  EXPECT_EQ(taken.aim_point, world.aim_points());
  EXPECT_EQ(taken.aim_point[0], taken.position[0]);  // it has no behavior any more
  EXPECT_NE(taken.aim_point[1], taken.position[1]);
  world.snapshot(taken);
  EXPECT_TRUE(taken.aim_point.empty());
}

TEST_P(RequestedSnapshots, TooManyAndNoneAreRefused) {
  World world = crowd();
  Snapshot snapshot;
  const auto refused = [](const auto& call) {
    try {
      call();
      return false;
    } catch (const Error& error) {
      return error.code() == ErrorCode::invalid_argument;
    }
  };
  EXPECT_TRUE(refused([&] { world.take_snapshot(snapshot); }));
  world.request_snapshot();
  world.request_snapshot();
  EXPECT_TRUE(refused([&] { world.request_snapshot(); }));
  world.take_snapshot(snapshot);
  world.take_snapshot(snapshot);
  EXPECT_TRUE(refused([&] { world.take_snapshot(snapshot); }));
  EXPECT_EQ(snapshot.id.size(), 60u);
}

}  // namespace
}  // namespace throng::test::requested_snapshots_tests
