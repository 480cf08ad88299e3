// Batch calls: the bits of a world, any number of threads and either instruction set, and nothing that is not a number.
#include <cmath>
#include <cstring>
#include <random>

#include "host/batch_view.hpp"
#include "host/cpu/step_kernels.hpp"
#include "tests/support/executors.hpp"
#include "tests/unit/api_testing.hpp"

namespace throng::steering_batch_tests {
namespace {

using test::expect_throws;
using test::infinite;
using test::not_a_number;

struct Bodies {
  std::vector<Vec2f> position, velocity, heading;
  std::vector<float> max_speed;
  std::vector<std::uint32_t> target, second;
  std::vector<Vec2f> desired, steering, aim;
  std::vector<float> time;
  std::vector<std::uint8_t> reachable;

  explicit Bodies(std::size_t count, unsigned seed = 1) {
    std::mt19937 engine(seed);
    const auto between = [&](float low, float high) {
      return low + (high - low) * static_cast<float>(engine() >> 8) * 0x1p-24f;
    };
    for (std::size_t i = 0; i < count; ++i) {
      position.push_back({between(-50, 50), between(-50, 50)});
      velocity.push_back({between(-2, 2), between(-2, 2)});
      const float c = between(-1, 1);
      heading.push_back({c, std::sqrt(1 - c * c)});
      max_speed.push_back(engine() % 10 == 0 ? 0.0f : between(0, 3));
      target.push_back(static_cast<std::uint32_t>(engine() % count));
      second.push_back(static_cast<std::uint32_t>(engine() % count));
    }
    desired = steering = aim = std::vector<Vec2f>(count);
    time.resize(count);
    reachable.resize(count);
  }

  SteeringBatch batch(const Behavior& behavior) {
    SteeringBatch b;
    b.behavior = behavior;
    b.pursuers = b.targets = {position.size(), position.data(), velocity.data(), heading.data()};
    b.max_speed = max_speed.data();
    b.target = target.data();
    b.second_target = second.data();
    b.out = {desired.data(), steering.data(), aim.data(), time.data(), reachable.data()};
    return b;
  }
};

const std::vector<Behavior>& target_behaviors() {
  static const std::vector<Behavior> all{Seek{},
                                         Flee{.panic_radius = 20.0},
                                         Arrive{.slowing_radius = 5.0, .max_deceleration = 2.0},
                                         Pursue{},
                                         Intercept{},
                                         Evade{.panic_radius = 30.0},
                                         OffsetPursue{.offset = {-2, 1}, .slowing_radius = 3.0},
                                         Interpose{.slowing_radius = 2.0}};
  return all;
}

TEST(SteeringBatch, NumberOfThreadsAndInstructionSetDontShow) {
  for (const Behavior& behavior : target_behaviors()) {
    Bodies plain(20011), other(20011);
    steer(plain.batch(behavior), 1);
    for (const int threads : {2, 5}) {
      steer(other.batch(behavior), threads);
      EXPECT_EQ(std::memcmp(other.desired.data(), plain.desired.data(), 8 * plain.desired.size()), 0);
      EXPECT_EQ(std::memcmp(other.aim.data(), plain.aim.data(), 8 * plain.aim.size()), 0);
      EXPECT_EQ(other.time, plain.time);
      EXPECT_EQ(other.reachable, plain.reachable);
    }
    const BatchView view = batch_view(other.batch(behavior));
    step_kernels_baseline().steer_batch(view, 0, 20011);
    EXPECT_EQ(std::memcmp(other.desired.data(), plain.desired.data(), 8 * plain.desired.size()), 0);
    EXPECT_EQ(std::memcmp(other.steering.data(), plain.steering.data(), 8 * plain.steering.size()), 0);
    for (std::size_t i = 0; i < 20011; ++i) step_kernels_baseline().steer_batch(view, i, i + 1);  // no packs
    EXPECT_EQ(std::memcmp(other.desired.data(), plain.desired.data(), 8 * plain.desired.size()), 0);
    EXPECT_EQ(std::memcmp(other.aim.data(), plain.aim.data(), 8 * plain.aim.size()), 0);
  }
}

TEST(SteeringBatch, GivesWhatAWorldGives) {
  for (const Behavior& behavior : target_behaviors()) {
    Bodies bodies(300);
    World world({.executor = ExecutorKind::cpu, .time_step = 0.1, .threads = 1});
    const ProfileIndex profile = world.add_profile({});
    // Its box around 0 makes 0 the local origin.
    world.add_polyline(std::vector<Vec2d>{{-60, -60}, {-59, -60}});
    world.add_polyline(std::vector<Vec2d>{{60, 60}, {59, 60}});
    std::vector<AgentHandle> agents;
    for (std::size_t i = 0; i < 300; ++i) {
      if (bodies.target[i] == i) bodies.target[i] = (bodies.target[i] + 1) % 300;
      if (bodies.second[i] == i) bodies.second[i] = (bodies.second[i] + 1) % 300;
      AgentDescription a;
      a.profile = profile;
      a.position = {bodies.position[i].x, bodies.position[i].y};
      a.velocity = {bodies.velocity[i].x, bodies.velocity[i].y};
      a.heading = Vec2d{bodies.heading[i].x, bodies.heading[i].y};
      a.max_speed = bodies.max_speed[i];
      agents.push_back(world.add_agent(a));
      const Vec2d unit = world.state(agents.back()).heading;
      bodies.heading[i] = {static_cast<float>(unit.x), static_cast<float>(unit.y)};
    }
    const BehaviorIndex row = world.add_behavior(behavior);
    for (std::size_t i = 0; i < 300; ++i) {
      world.set_steering(agents[i], {row, {agents[bodies.target[i]], agents[bodies.second[i]]}});
    }
    steer(bodies.batch(behavior));
    world.step();
    for (std::size_t i = 0; i < 300; ++i) {
      const Vec2d velocity = world.state(agents[i]).preferred_velocity;
      const SteeringState state = world.steering(agents[i]);
      EXPECT_EQ(velocity, (Vec2d{bodies.desired[i].x, bodies.desired[i].y})) << behavior.index() << " " << i;
      EXPECT_EQ(state.aim_point, (Vec2d{bodies.aim[i].x, bodies.aim[i].y})) << behavior.index() << " " << i;
      EXPECT_EQ(state.time_to_intercept, bodies.time[i]);
      EXPECT_EQ(state.reachable, bodies.reachable[i] != 0);
      EXPECT_EQ(bodies.steering[i].x, bodies.desired[i].x - bodies.velocity[i].x);
    }
  }
}

TEST(SteeringBatch, NothingThatIsNotANumberComesOut) {
  const float nan = std::nanf(""), inf = INFINITY;
  const std::vector<float> odd{0.0f,   -0.0f, 1e-45f, -1e-38f, 1.0f, -1.0f, 1e-20f, 3e18f,
                               -3e18f, 1e30f, 3e38f,  -3e38f,  nan,  inf,   -inf,   1e6f};
  std::mt19937 engine(5);
  for (const Behavior& behavior : target_behaviors()) {
    Bodies bodies(5000, 3);
    const auto pick = [&] { return odd[engine() % odd.size()]; };
    for (std::size_t i = 0; i < 5000; ++i) {
      bodies.position[i] = {pick(), pick()};
      bodies.velocity[i] = {pick(), pick()};
      if (engine() % 2 == 0) bodies.heading[i] = {pick(), pick()};
      bodies.max_speed[i] = pick();
      if (engine() % 4 == 0) bodies.target[i] = static_cast<std::uint32_t>(engine());
      if (engine() % 4 == 0) bodies.target[i] = static_cast<std::uint32_t>(i);
    }
    steer(bodies.batch(behavior));
    const auto finite = [](Vec2f v) { return std::isfinite(v.x) && std::isfinite(v.y); };
    for (std::size_t i = 0; i < 5000; ++i) {
      ASSERT_TRUE(finite(bodies.desired[i])) << behavior.index() << " " << i;
      ASSERT_TRUE(finite(bodies.steering[i])) << behavior.index() << " " << i;
      ASSERT_TRUE(finite(bodies.aim[i])) << behavior.index() << " " << i;
      ASSERT_TRUE(std::isfinite(bodies.time[i])) << behavior.index() << " " << i;
      ASSERT_LE(bodies.reachable[i], 1);
      const bool lost = bodies.target[i] >= 5000 || !(bodies.max_speed[i] >= 0.0f) || !finite(bodies.position[i]);
      if (!lost) continue;
      EXPECT_EQ(bodies.desired[i], (Vec2f{0, 0}));
      EXPECT_EQ(bodies.reachable[i], 0);
    }
  }
}

TEST(SteeringBatch, AMillionPursuersAndNone) {
  Bodies many(1000000);
  steer(many.batch(Intercept{}));
  std::size_t reachable = 0;
  for (const std::uint8_t r : many.reachable) reachable += r;
  EXPECT_GT(reachable, 200000u);
  EXPECT_LT(reachable, 900000u);
  SteeringBatch none;
  none.behavior = Seek{.speed = 1.0};
  steer(none);
  Bodies alone(10);
  SteeringBatch without = alone.batch(Seek{});
  without.targets = {};
  steer(without);
  EXPECT_EQ(alone.desired, std::vector<Vec2f>(10));
  EXPECT_EQ(alone.aim, alone.position);
}

TEST(SteeringBatch, RefusesWhatItCantDo) {
  Bodies bodies(10);
  const auto refused = [&](const test::Words& words, const std::function<void(SteeringBatch&)>& spoil) {
    SteeringBatch batch = bodies.batch(Interpose{});
    spoil(batch);
    expect_throws(ErrorCode::invalid_argument, words, [&] { steer(batch); });
  };
  for (const Behavior& other :
       {Behavior(Wander{}), Behavior(Flock{}), Behavior(std::monostate{}), Behavior(HeadForGoal{})}) {
    refused({"has no batch call"}, [&](SteeringBatch& b) { b.behavior = other; });
  }
  refused({"wander"}, [&](SteeringBatch& b) { b.behavior = Wander{}; });
  refused({"pursuers.position is null"}, [](SteeringBatch& b) { b.pursuers.position = nullptr; });
  refused({"targets.position is null"}, [](SteeringBatch& b) { b.targets.position = nullptr; });
  refused({"max_speed is null"}, [](SteeringBatch& b) { b.max_speed = nullptr; });
  refused({"second_target is null"}, [](SteeringBatch& b) { b.second_target = nullptr; });
  refused({"pursuers are"}, [](SteeringBatch& b) { b.pursuers.count = (std::size_t{1} << 31) + 1; });
  refused({"time_step"}, [](SteeringBatch& b) { b.time_step = 0.0; });
  refused({"slowing_radius of interpose"}, [](SteeringBatch& b) { b.behavior = Interpose{.slowing_radius = -1.0}; });
  expect_throws(ErrorCode::invalid_argument, {"threads"}, [&] { steer(bodies.batch(Seek{}), -1); });
  if (test::why_missing(ExecutorKind::cuda).find("built") != std::string::npos) {
    expect_throws(ErrorCode::unavailable, {"CUDA"}, [&] { steer_on_device(bodies.batch(Seek{}), nullptr); });
  }
}

}  // namespace
}  // namespace throng::steering_batch_tests
