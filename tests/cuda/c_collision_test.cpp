// Collision of bodies in device memory through the C interface: the host's bits, nothing brought to the host.
#include <cstring>

#include "tests/cuda/c_device_arrays.hpp"

namespace throng::cuda_c_collision_tests {
namespace {

using namespace test;
using CudaCCollision = CudaCArrays;

/// Triangles and discs thrown into a square, and a triangle that is none.
struct Bodies {
  Bodies() {
    Random random(11);
    const auto place = [&] {
      const Vec2d at = random.in_box(3.0);
      return Vec2f{static_cast<float>(at.x), static_cast<float>(at.y)};
    };
    for (int k = 0; k < 40; ++k) {
      const float size = 0.2f + 0.02f * static_cast<float>(k);
      for (const Vec2f v : {Vec2f{0, 0}, Vec2f{size, 0}, Vec2f{0, k == 7 ? 0.0f : size}}) vertices.push_back(v);
      offsets.push_back(static_cast<std::uint32_t>(vertices.size()));
      translation.push_back(place());
      center.push_back(place());
      radius.push_back(0.3f);
    }
  }
  std::vector<std::uint32_t> offsets{0};
  std::vector<Vec2f> vertices, translation, center;
  std::vector<float> radius;
};

/// A set and its pairs, gone at the end.
struct Set {
  Set(throng_instance* instance, const throng_bodies_desc& desc) {
    EXPECT_EQ(throng_bodies_create(instance, &desc, &bodies), THRONG_OK) << throng_instance_error(instance);
    EXPECT_EQ(throng_pairs_create(instance, &pairs), THRONG_OK) << throng_instance_error(instance);
    EXPECT_EQ(throng_bodies_find_pairs(bodies, 0.1, pairs), THRONG_OK) << throng_bodies_error(bodies);
    EXPECT_EQ(throng_pairs_get(pairs, &array), THRONG_OK) << throng_pairs_error(pairs);
  }
  ~Set() {
    throng_pairs_destroy(pairs);
    throng_bodies_destroy(bodies);
  }
  throng_bodies* bodies = nullptr;
  throng_pairs* pairs = nullptr;
  throng_array array{};
};

TEST_F(CudaCCollision, HasTheBitsOfTheHost) {
  Bodies of;
  throng_bodies_desc desc;
  throng_bodies_desc_init(&desc, sizeof(desc));
  desc.offsets = host_array(of.offsets, THRONG_U32);
  desc.vertices = host_array(of.vertices, THRONG_F32X2);
  desc.translation = host_array(of.translation, THRONG_F32X2);
  desc.center = host_array(of.center, THRONG_F32X2);
  desc.radius = host_array(of.radius, THRONG_F32);
  const Set here(instance, desc);

  const DeviceArray<std::uint32_t> offsets(of.offsets, THRONG_U32, stream);
  const DeviceArray<Vec2f> vertices(of.vertices, THRONG_F32X2, stream),
      translation(of.translation, THRONG_F32X2, stream), center(of.center, THRONG_F32X2, stream);
  const DeviceArray<float> radius(of.radius, THRONG_F32, stream);
  desc.offsets = offsets.array();
  desc.vertices = vertices.array();
  desc.translation = translation.array();
  desc.center = center.array();
  desc.radius = radius.array();
  DeviceArray<std::uint8_t> faults(std::vector<std::uint8_t>(of.translation.size(), 99), THRONG_U8, stream);
  const throng_array faults_array = faults.array();
  EXPECT_EQ(throng_is_convex_on_device(instance, &desc, &faults_array), THRONG_OK) << throng_instance_error(instance);
  std::vector<std::uint8_t> wanted_faults(of.translation.size(), THRONG_NO_FAULT);
  wanted_faults[7] = THRONG_TOO_FEW_VERTICES;  // two of its three are one
  EXPECT_EQ(faults.values(), wanted_faults);
  const Set there(instance, desc);
  throng_memory memory = THRONG_HOST;
  EXPECT_EQ(throng_bodies_get_memory(there.bodies, &memory), THRONG_OK);
  EXPECT_EQ(memory, THRONG_DEVICE);
  throng_refused_body refused;
  std::uint64_t count = 0;
  EXPECT_EQ(throng_bodies_get_refused(there.bodies, &refused, 1, &count), THRONG_OK);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(refused.index, 7u);

  ASSERT_EQ(there.array.count, here.array.count);
  EXPECT_GT(here.array.count, 10u);
  EXPECT_EQ(there.array.memory, THRONG_DEVICE);
  EXPECT_EQ(there.array.stream, static_cast<void*>(stream));
  std::vector<float> depth(here.array.count);
  throng_collide_desc collide;
  throng_collide_desc_init(&collide, sizeof(collide));
  collide.measure_misses = 1;
  collide.pairs = here.array;
  collide.depth = host_array(depth, THRONG_F32);
  EXPECT_EQ(throng_bodies_collide(here.bodies, &collide), THRONG_OK) << throng_bodies_error(here.bodies);
  DeviceArray<float> depth_there(std::vector<float>(depth.size()), THRONG_F32, stream);
  collide.pairs = there.array;
  EXPECT_EQ(throng_bodies_collide(there.bodies, &collide), THRONG_INVALID_ARGUMENT);  // depth is the host's
  collide.depth = depth_there.array();
  EXPECT_EQ(throng_bodies_collide(there.bodies, &collide), THRONG_OK) << throng_bodies_error(there.bodies);
  const std::vector<float> found = depth_there.values();
  EXPECT_EQ(std::memcmp(found.data(), depth.data(), depth.size() * sizeof(float)), 0);

  throng_poses_desc poses;
  throng_poses_desc_init(&poses, sizeof(poses));
  poses.translation = center.array();
  EXPECT_EQ(throng_bodies_move(there.bodies, &poses), THRONG_OK) << throng_bodies_error(there.bodies);
  poses.translation.stream = nullptr;
  EXPECT_EQ(throng_bodies_move(there.bodies, &poses), THRONG_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace throng::cuda_c_collision_tests
