// Arrays in device memory through the C interface.
#include <cstring>

#include "tests/cuda/c_device_arrays.hpp"

namespace throng::cuda_c_arrays_tests {
namespace {

using namespace test;

TEST_F(CudaCArrays, SteeringHasTheBitsOfTheHost) {
  constexpr std::size_t count = 300;
  Random random(5);
  std::vector<Vec2f> position, velocity, desired(count), aim(count);
  std::vector<float> max_speed(count, 1.5f);
  std::vector<std::uint32_t> target;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2d p = random.in_box(20.0), v = random.in_box(1.0);
    position.push_back({static_cast<float>(p.x), static_cast<float>(p.y)});
    velocity.push_back({static_cast<float>(v.x), static_cast<float>(v.y)});
    target.push_back(static_cast<std::uint32_t>((7 * i + 1) % count));
  }
  throng_behavior_desc behavior;
  throng_behavior_desc_init(&behavior, sizeof(behavior), THRONG_INTERCEPT);
  throng_steer_desc desc;
  throng_steer_desc_init(&desc, sizeof(desc));
  desc.behavior = &behavior;
  desc.position = desc.target_position = host_array(position, THRONG_F32X2);
  desc.velocity = desc.target_velocity = host_array(velocity, THRONG_F32X2);
  desc.max_speed = host_array(max_speed, THRONG_F32);
  desc.target = host_array(target, THRONG_U32);
  desc.desired_velocity = host_array(desired, THRONG_F32X2);
  desc.aim_point = host_array(aim, THRONG_F32X2);
  ASSERT_EQ(throng_steer(instance, &desc), THRONG_OK) << throng_instance_error(instance);

  const std::vector<Vec2f> nothing(count);
  EXPECT_NE(desired, nothing);
  const DeviceArray<Vec2f> there(position, THRONG_F32X2, stream), moving(velocity, THRONG_F32X2, stream);
  const DeviceArray<float> speeds(max_speed, THRONG_F32, stream);
  const DeviceArray<std::uint32_t> targets(target, THRONG_U32, stream);
  DeviceArray<Vec2f> desired_there(nothing, THRONG_F32X2, stream), aim_there(nothing, THRONG_F32X2, stream);
  desc.position = desc.target_position = there.array();
  desc.velocity = desc.target_velocity = moving.array();
  desc.max_speed = speeds.array();
  desc.target = targets.array();
  desc.desired_velocity = desired_there.array();
  desc.aim_point = aim_there.array();
  ASSERT_EQ(throng_steer(instance, &desc), THRONG_OK) << throng_instance_error(instance);
  const std::vector<Vec2f> desired_found = desired_there.values(), aim_found = aim_there.values();
  EXPECT_EQ(std::memcmp(desired_found.data(), desired.data(), count * sizeof(Vec2f)), 0);
  EXPECT_EQ(std::memcmp(aim_found.data(), aim.data(), count * sizeof(Vec2f)), 0);

  const auto expect_text = [&](const char* word) {
    EXPECT_NE(std::string(throng_instance_error(instance)).find(word), std::string::npos)
        << throng_instance_error(instance);
  };
  desc.aim_point.stream = nullptr;
  EXPECT_EQ(throng_steer(instance, &desc), THRONG_INVALID_ARGUMENT);
  expect_text("desc.aim_point.stream");
  const DeviceArray<Vec2f> sparse(nothing, THRONG_F32X2, stream, 2);
  desc.aim_point = sparse.array();
  EXPECT_EQ(throng_steer(instance, &desc), THRONG_INVALID_ARGUMENT);
  expect_text("desc.aim_point.stride is 16 bytes, wanted 0");
}

TEST_F(CudaCArrays, AreReadAndWrittenWithAnyStride) {
  throng_world_desc settings;
  throng_world_desc_init(&settings, sizeof(settings));
  settings.executor = THRONG_CPU;
  settings.threads = 1;
  throng_world* world = nullptr;
  ASSERT_EQ(throng_world_create(instance, &settings, &world), THRONG_OK) << throng_instance_error(instance);
  std::uint32_t row = 0;
  EXPECT_EQ(throng_world_add_profile(world, nullptr, &row), THRONG_OK);
  const std::vector<Vec2d> position{{0, 0}, {5, 0}, {0, 5}};
  const std::vector<Vec2f> velocity{{1.0f, 0.25f}, {0.5f, 0.0f}, {-0.75f, 0.5f}};
  const DeviceArray<Vec2d> there(position, THRONG_F64X2, stream, 3);
  throng_agents_desc agents;
  throng_agents_desc_init(&agents, sizeof(agents));
  agents.count = 3;
  agents.position = there.array();
  EXPECT_EQ(throng_world_add_agents(world, &agents, nullptr), THRONG_OK) << throng_world_error(world);
  const DeviceArray<Vec2f> wanted(velocity, THRONG_F32X2, stream, 2);
  const throng_array given = wanted.array();
  EXPECT_EQ(throng_world_set_preferred_velocities(world, nullptr, &given), THRONG_OK) << throng_world_error(world);
  EXPECT_EQ(throng_world_step(world, 1), THRONG_OK) << throng_world_error(world);
  std::vector<Vec2d> read(3);
  DeviceArray<Vec2d> read_there(read, THRONG_F64X2, stream, 2);
  throng_readout readout;
  throng_readout_init(&readout, sizeof(readout));
  readout.position = host_array(read, THRONG_F64X2);
  EXPECT_EQ(throng_world_read(world, &readout), THRONG_OK) << throng_world_error(world);
  readout.position = read_there.array();
  EXPECT_EQ(throng_world_read(world, &readout), THRONG_OK) << throng_world_error(world);
  EXPECT_EQ(read_there.values(), read);
  EXPECT_NE(read, position);
  throng_world_destroy(world);
}

}  // namespace
}  // namespace throng::cuda_c_arrays_tests
