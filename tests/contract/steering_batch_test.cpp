// throng_steer gives the bits of throng::steer, whatever the strides are.
#include <cmath>
#include <cstring>
#include <numbers>

#include "tests/contract/twin_worlds.hpp"

namespace throng::test::c_steering_batch_tests {
namespace {

/// A body as an engine may keep it.
struct Body {
  float velocity_x, velocity_y;
  std::uint32_t target, second_target;
  float x, y, heading_x, heading_y, max_speed;
  float desired_x, desired_y, change_x, change_y, aim_x, aim_y, time;
  std::uint8_t reachable, unused[3];
};

template <class T>
throng_array member(std::vector<Body>& bodies, T Body::*at, throng_type type) {
  return {&(bodies[0].*at), bodies.size(), sizeof(Body), type, THRONG_HOST, nullptr};
}

struct Bodies {
  explicit Bodies(std::size_t count) : all(count) {
    for (std::size_t i = 0; i < count; ++i) {
      const double angle = std::numbers::phi * static_cast<double>(i), radius = std::sqrt(static_cast<double>(i));
      Body& b = all[i];
      b = {};
      b.x = static_cast<float>(radius * std::cos(angle)), b.y = static_cast<float>(radius * std::sin(angle));
      b.velocity_x = static_cast<float>(std::sin(3.0 * angle)),
      b.velocity_y = static_cast<float>(std::cos(5.0 * angle));
      b.heading_x = static_cast<float>(std::cos(7.0 * angle)), b.heading_y = static_cast<float>(std::sin(7.0 * angle));
      b.max_speed = 0.5f + 0.1f * static_cast<float>(i % 10);
      b.target = static_cast<std::uint32_t>((7 * i + 1) % (count + 1));  // one of them has none
      b.second_target = static_cast<std::uint32_t>((5 * i + 2) % count);
    }
    throng_steer_desc_init(&desc, sizeof(desc));
    desc.time_step = 0.125;
    desc.position = desc.target_position = member(all, &Body::x, THRONG_F32X2);
    desc.velocity = desc.target_velocity = member(all, &Body::velocity_x, THRONG_F32X2);
    desc.heading = desc.target_heading = member(all, &Body::heading_x, THRONG_F32X2);
    desc.max_speed = member(all, &Body::max_speed, THRONG_F32);
    desc.target = member(all, &Body::target, THRONG_U32);
    desc.second_target = member(all, &Body::second_target, THRONG_U32);
    desc.desired_velocity = member(all, &Body::desired_x, THRONG_F32X2);
    desc.steering = member(all, &Body::change_x, THRONG_F32X2);
    desc.aim_point = member(all, &Body::aim_x, THRONG_F32X2);
    desc.time = member(all, &Body::time, THRONG_F32);
    desc.reachable = member(all, &Body::reachable, THRONG_U8);
  }
  std::vector<Body> all;
  throng_steer_desc desc;
};

/// The same as columns, through C++ or through packed arrays.
struct Columns {
  explicit Columns(const std::vector<Body>& bodies) {
    for (const Body& b : bodies) {
      position.push_back({b.x, b.y});
      velocity.push_back({b.velocity_x, b.velocity_y});
      heading.push_back({b.heading_x, b.heading_y});
      max_speed.push_back(b.max_speed);
      target.push_back(b.target);
      second.push_back(b.second_target);
    }
    desired = change = aim = std::vector<Vec2f>(bodies.size());
    time.resize(bodies.size());
    reachable.resize(bodies.size());
  }
  void steer_by_cpp(const Behavior& behavior) {
    SteeringBatch batch;
    batch.behavior = behavior;
    batch.pursuers = batch.targets = {position.size(), position.data(), velocity.data(), heading.data()};
    batch.max_speed = max_speed.data();
    batch.target = target.data();
    batch.second_target = second.data();
    batch.time_step = 0.125;
    batch.out = {desired.data(), change.data(), aim.data(), time.data(), reachable.data()};
    steer(batch, 1);
  }
  std::vector<Vec2f> position, velocity, heading, desired, change, aim;
  std::vector<float> max_speed, time;
  std::vector<std::uint32_t> target, second;
  std::vector<std::uint8_t> reachable;
};

struct Host : testing::Test {
  Host() { EXPECT_EQ(throng_instance_create(nullptr, &instance), THRONG_OK); }
  ~Host() override { throng_instance_destroy(instance); }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  throng_instance* instance = nullptr;
};
using CSteeringBatch = Host;

TEST_F(CSteeringBatch, StridesDontShow) {
  const std::vector<Behavior> behaviors{Seek{},
                                        Flee{.panic_radius = 20.0},
                                        Arrive{.slowing_radius = 5.0},
                                        Pursue{},
                                        Intercept{},
                                        Evade{},
                                        OffsetPursue{.offset = {-2, 1}},
                                        Interpose{}};
  for (const Behavior& behavior : behaviors) {
    throng_behavior_desc desc;
    throng_behavior_desc_init(&desc, sizeof(desc), static_cast<throng_behavior_kind>(behavior.index()));
    if (const auto* flee = std::get_if<Flee>(&behavior)) desc.panic_radius = *flee->panic_radius;
    if (const auto* arrive = std::get_if<Arrive>(&behavior)) desc.slowing_radius = arrive->slowing_radius;
    if (const auto* pursue = std::get_if<OffsetPursue>(&behavior)) desc.offset = c_vector(pursue->offset);
    Bodies bodies(5000);  // more than one thread takes
    Columns wanted(bodies.all), packed(bodies.all);
    wanted.steer_by_cpp(behavior);
    bodies.desc.behavior = &desc;
    bodies.desc.threads = 2;
    ASSERT_EQ(throng_steer(instance, &bodies.desc), THRONG_OK) << throng_instance_error(instance);
    for (std::size_t i = 0; i < bodies.all.size(); ++i) {
      const Body& b = bodies.all[i];
      const float found[7] = {b.desired_x, b.desired_y, b.change_x, b.change_y, b.aim_x, b.aim_y, b.time};
      const float expected[7] = {wanted.desired[i].x, wanted.desired[i].y, wanted.change[i].x, wanted.change[i].y,
                                 wanted.aim[i].x,     wanted.aim[i].y,     wanted.time[i]};
      ASSERT_EQ(std::memcmp(found, expected, sizeof(found)), 0) << "kind " << desc.kind << ", body " << i;
      ASSERT_EQ(b.reachable, wanted.reachable[i]);
    }
    bodies.desc.position = bodies.desc.target_position = array_of(packed.position);
    bodies.desc.desired_velocity = array_of(packed.desired);
    ASSERT_EQ(throng_steer(instance, &bodies.desc), THRONG_OK) << throng_instance_error(instance);
    EXPECT_EQ(packed.desired, wanted.desired);
  }
}

TEST_F(CSteeringBatch, BackwardsAndWithoutWhatCanBeLeftOut) {
  Bodies bodies(50);
  const std::size_t last = bodies.all.size() - 1;
  throng_behavior_desc seek;
  throng_behavior_desc_init(&seek, sizeof(seek), THRONG_SEEK);
  seek.speed = 1.5;
  throng_steer_desc desc;
  throng_steer_desc_init(&desc, sizeof(desc));
  desc.behavior = &seek;
  desc.position = bodies.desc.position;
  desc.position.data = &bodies.all[last].x;
  desc.position.stride = -static_cast<std::int64_t>(sizeof(Body));
  const std::vector<Vec2f> goal{{3.0f, 4.0f}};
  const std::vector<std::uint32_t> target(50, 0);
  desc.target_position = array_of(goal);
  desc.target = array_of(target);
  std::vector<Vec2f> found(50), wanted(50), position;
  desc.desired_velocity = array_of(found);
  ASSERT_EQ(throng_steer(instance, &desc), THRONG_OK) << throng_instance_error(instance);
  for (std::size_t i = 0; i < 50; ++i) position.push_back({bodies.all[last - i].x, bodies.all[last - i].y});
  SteeringBatch batch;
  batch.behavior = Seek{.speed = 1.5};
  batch.pursuers = {50, position.data()};
  batch.targets = {1, goal.data()};
  batch.target = target.data();
  batch.out.desired_velocity = wanted.data();
  steer(batch, 1);
  EXPECT_EQ(found, wanted);

  desc.position = desc.target = desc.desired_velocity = {};
  EXPECT_EQ(throng_steer(instance, &desc), THRONG_OK) << "nobody pursues";
}

TEST_F(CSteeringBatch, RefusesByName) {
  throng_behavior_desc interpose, wander;
  throng_behavior_desc_init(&interpose, sizeof(interpose), THRONG_INTERPOSE);
  throng_behavior_desc_init(&wander, sizeof(wander), THRONG_WANDER);
  Bodies bodies(10);
  bodies.desc.behavior = &interpose;
  const std::vector<Body> before = bodies.all;
  const auto refuse = [&](const auto& change, std::initializer_list<const char*> words,
                          throng_status status = THRONG_INVALID_ARGUMENT) {
    throng_steer_desc bad = bodies.desc;
    change(bad);
    EXPECT_EQ(throng_steer(instance, &bad), status);
    const std::string text = throng_instance_error(instance);
    for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
  };
  refuse([](auto& d) { d.struct_size = 16; }, {"desc.struct_size is 16"});
  refuse([](auto& d) { d.behavior = nullptr; }, {"desc.behavior is null"});
  refuse([&](auto& d) { d.behavior = &wander; }, {"wander has no batch call"});
  refuse([](auto& d) { d.threads = -1; }, {"threads", "-1"});
  refuse([](auto& d) { d.time_step = not_a_number; }, {"time_step", "nan"});
  refuse([](auto& d) { d.position = {}; }, {"desc.velocity.count is 10, wanted 0"});
  refuse([](auto& d) { d.position.type = THRONG_F64X2; }, {"desc.position.type", "THRONG_F64X2", "THRONG_F32X2"});
  refuse([](auto& d) { d.velocity.count = 9; }, {"desc.velocity.count is 9, wanted 10"});
  refuse([](auto& d) { d.heading.data = static_cast<char*>(d.heading.data) + 1; }, {"desc.heading"});
  refuse([](auto& d) { d.max_speed = {}; }, {"max_speed is null"});
  refuse([](auto& d) { d.second_target = {}; }, {"second_target is null"});
  refuse([](auto& d) { d.target.type = THRONG_I32; }, {"desc.target.type", "THRONG_I32"});
  refuse([](auto& d) { d.target_velocity.count = 3; }, {"desc.target_velocity.count is 3"});
  refuse([](auto& d) { d.aim_point.stride = 4; }, {"desc.aim_point.stride is 4"});
  refuse([](auto& d) { d.time.data = nullptr; }, {"desc.time.data is null"});
  refuse([](auto& d) { d.reachable.memory = 2; }, {"desc.reachable.memory is 2"});
  refuse([](auto& d) { d.reachable.memory = THRONG_DEVICE; },
         {"desc.reachable.memory is 1", "desc.position.memory is 0"});
  refuse([](auto& d) { d.position.memory = THRONG_DEVICE; }, {"desc.position.stride", "wanted 0"});
  EXPECT_EQ(std::memcmp(before.data(), bodies.all.data(), sizeof(Body) * before.size()), 0);
  EXPECT_EQ(throng_steer(nullptr, &bodies.desc), THRONG_NULL_HANDLE);
  EXPECT_EQ(throng_steer(instance, nullptr), THRONG_INVALID_ARGUMENT);
  EXPECT_EQ(throng_steer(instance, &bodies.desc), THRONG_OK);
}

}  // namespace
}  // namespace throng::test::c_steering_batch_tests
