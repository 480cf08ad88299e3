// throng/c/collision.h gives the bits of throng/collision.hpp, whatever the strides are.
#include <cstring>

#include "tests/contract/with_instance.hpp"
#include "tests/support/random_bodies.hpp"

namespace throng::test::c_collision_tests {
namespace {

/// Elements of `values` with a hole behind each.
template <class T>
struct Strided {
  explicit Strided(const std::vector<T>& values) : places(values.size()) {
    for (std::size_t i = 0; i < values.size(); ++i) places[i].value = values[i];
  }
  explicit Strided(std::size_t count) : places(count) {}
  [[nodiscard]] throng_array array(throng_type type) {
    return {&places[0].value, places.size(), sizeof(Place), type, THRONG_HOST, nullptr};
  }
  [[nodiscard]] std::vector<T> values() const {
    std::vector<T> all;
    for (const Place& place : places) all.push_back(place.value);
    return all;
  }
  struct Place {
    T value{};
    std::uint32_t unused = 0xabababab;
  };
  std::vector<Place> places;
};

throng_array pairs_array(std::vector<BodyPair>& pairs) {
  return {pairs.data(), pairs.size(), 0, THRONG_PAIR, THRONG_HOST, nullptr};
}

/// Bodies of all kinds near each other, one of them refused; as C++ takes them, and as strided arrays.
struct Crowd {
  Crowd() {
    Random random(5);
    offsets.push_back(0);
    for (int k = 0; k < 60; ++k) {
      const ConvexBody body = random_body(random, 1.0);
      const Vec2d at = random.in_box(4.0);
      const Vec2f place{static_cast<float>(at.x), static_cast<float>(at.y)};
      if (body.is_disc()) {
        center.push_back(place);
        radius.push_back(body.radius);
        continue;
      }
      vertices.insert(vertices.end(), body.vertices.begin(), body.vertices.end());
      offsets.push_back(static_cast<std::uint32_t>(vertices.size()));
      translation.push_back(place);
      rotation.push_back(body.rotation);
    }
    const Vec2f reflex[] = {{0, 0}, {2, 0}, {0.5f, 0.5f}, {0, 2}};
    vertices.insert(vertices.end(), std::begin(reflex), std::end(reflex));
    offsets.push_back(static_cast<std::uint32_t>(vertices.size()));
    translation.push_back({});
    rotation.push_back({1, 0});
  }
  [[nodiscard]] ConvexBodies cpp() const {
    return {rotation.size(), offsets.data(), vertices.data(), translation.data(),
            rotation.data(), center.size(),  center.data(),   radius.data()};
  }
  std::vector<std::uint32_t> offsets;
  std::vector<Vec2f> vertices, translation, rotation, center;
  std::vector<float> radius;
};
struct StridedCrowd {
  explicit StridedCrowd(const Crowd& crowd)
      : offsets(crowd.offsets),
        vertices(crowd.vertices),
        translation(crowd.translation),
        rotation(crowd.rotation),
        center(crowd.center),
        radius(crowd.radius) {
    throng_bodies_desc_init(&desc, sizeof(desc));
    desc.threads = 1;
    desc.offsets = offsets.array(THRONG_U32);
    desc.vertices = vertices.array(THRONG_F32X2);
    desc.translation = translation.array(THRONG_F32X2);
    desc.rotation = rotation.array(THRONG_F32X2);
    desc.center = center.array(THRONG_F32X2);
    desc.radius = radius.array(THRONG_F32);
  }
  Strided<std::uint32_t> offsets;
  Strided<Vec2f> vertices, translation, rotation, center;
  Strided<float> radius;
  throng_bodies_desc desc;
};

class CCollision : public WithInstance {
 protected:
  ~CCollision() override {
    throng_bodies_destroy(bodies_);
    throng_pairs_destroy(pairs_);
  }
  void make(const throng_bodies_desc& desc) {
    accept(throng_bodies_create(instance_, &desc, &bodies_));
    accept(throng_pairs_create(instance_, &pairs_));
  }
  void accepted(throng_status status) const { accept(status, throng_bodies_error, bodies_); }
  std::vector<BodyPair> found(double margin) {
    accepted(throng_bodies_find_pairs(bodies_, margin, pairs_));
    throng_array array;
    accept(throng_pairs_get(pairs_, &array), throng_pairs_error, pairs_);
    const auto* const first = static_cast<const BodyPair*>(array.data);
    EXPECT_TRUE(array.count == 0 || array.type == THRONG_PAIR);
    return {first, first + array.count};
  }

  const Crowd crowd_;
  StridedCrowd strided_{crowd_};
  throng_bodies* bodies_ = nullptr;
  throng_pairs* pairs_ = nullptr;
};

void expect_refused(const std::vector<RefusedBody>& cpp, const throng_refused_body* refused, std::uint64_t count) {
  ASSERT_EQ(count, cpp.size());
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(refused[i].index, cpp[i].index);
    EXPECT_EQ(refused[i].vertex, cpp[i].vertex);
    EXPECT_EQ(throng_body_fault_name(refused[i].fault), fault_name(cpp[i].fault));
  }
}

template <class T>
void expect_bits(const std::vector<T>& c, const std::vector<T>& cpp) {
  ASSERT_EQ(c.size(), cpp.size());
  EXPECT_EQ(std::memcmp(c.data(), cpp.data(), cpp.size() * sizeof(T)), 0);
}

/// What a call of collide gives, from either side.
struct Results {
  explicit Results(std::size_t count)
      : state(count), point_count(count), depth(count), normal(count), points(2 * count), axis(count) {}
  [[nodiscard]] PairResults cpp() {
    return {reinterpret_cast<PairState*>(state.data()),
            depth.data(),
            normal.data(),
            point_count.data(),
            points.data(),
            axis.data()};
  }
  std::vector<std::uint8_t> state, point_count;
  std::vector<float> depth;
  std::vector<Vec2f> normal, points;
  std::vector<std::uint32_t> axis;
};
struct StridedResults {
  explicit StridedResults(std::size_t count)
      : state(count), point_count(count), depth(count), normal(count), points(2 * count), axis(count) {}
  void into(throng_collide_desc& desc) {
    desc.state = state.array(THRONG_U8);
    desc.point_count = point_count.array(THRONG_U8);
    desc.depth = depth.array(THRONG_F32);
    desc.normal = normal.array(THRONG_F32X2);
    desc.points = points.array(THRONG_F32X2);
    desc.axis = axis.array(THRONG_U32);
  }
  Strided<std::uint8_t> state, point_count;
  Strided<float> depth;
  Strided<Vec2f> normal, points;
  Strided<std::uint32_t> axis;
};

TEST_F(CCollision, PairsAndContactsAreThoseOfCpp) {
  make(strided_.desc);
  ConvexSet cpp(crowd_.cpp(), 1);
  std::uint64_t count = 0;
  throng_memory memory = THRONG_DEVICE;
  accepted(throng_bodies_get_count(bodies_, &count));
  EXPECT_EQ(count, cpp.size());
  accepted(throng_bodies_get_memory(bodies_, &memory));
  EXPECT_EQ(memory, THRONG_HOST);
  throng_refused_body refused[2];
  accepted(throng_bodies_get_refused(bodies_, refused, 2, &count));
  EXPECT_EQ(count, 1u);
  expect_refused(cpp.refused(), refused, count);

  // Elsewhere: everything comes nearer.
  for (const bool moved : {false, true}) {
    if (moved) {
      std::vector<Vec2f> translation, center;
      for (const Vec2f v : crowd_.translation) translation.push_back({0.5f * v.x, 0.5f * v.y});
      for (const Vec2f v : crowd_.center) center.push_back({0.5f * v.x, 0.5f * v.y});
      throng_poses_desc poses;
      throng_poses_desc_init(&poses, sizeof(poses));
      poses.translation = array_of(translation);
      poses.center = array_of(center);
      accepted(throng_bodies_move(bodies_, &poses));
      cpp.move({translation.data(), nullptr, center.data()});
    }
    std::vector<BodyPair> pairs = found(0.25);
    EXPECT_GT(pairs.size(), 20u);
    EXPECT_EQ(pairs, find_pairs(cpp, 0.25));
    pairs.push_back({3, 3});
    for (const bool misses : {false, true}) {
      Results wanted(pairs.size());
      collide(cpp, {.pairs = pairs.data(),
                    .count = pairs.size(),
                    .measure_misses = misses,
                    .tolerance = 1e-4,
                    .out = wanted.cpp()});
      StridedResults results(pairs.size());
      throng_collide_desc desc;
      throng_collide_desc_init(&desc, sizeof(desc));
      desc.tolerance = 1e-4;
      desc.measure_misses = misses ? 1 : 0;
      desc.pairs = pairs_array(pairs);
      results.into(desc);
      accepted(throng_bodies_collide(bodies_, &desc));
      expect_bits(results.state.values(), wanted.state);
      expect_bits(results.point_count.values(), wanted.point_count);
      expect_bits(results.depth.values(), wanted.depth);
      expect_bits(results.normal.values(), wanted.normal);
      expect_bits(results.points.values(), wanted.points);
      expect_bits(results.axis.values(), wanted.axis);
      EXPECT_EQ(results.depth.places[0].unused, 0xabababab);
      EXPECT_EQ(wanted.state.back(), THRONG_INVALID_PAIR);
      // Once more, each pair with its last axis.
      desc.last_axis = array_of(wanted.axis);
      accepted(throng_bodies_collide(bodies_, &desc));
      expect_bits(results.state.values(), wanted.state);
    }
  }
}

TEST_F(CCollision, ConvexityIsThatOfCpp) {
  std::int32_t convex = 9;
  std::uint64_t count = 0;
  throng_refused_body refused[1];
  accept(throng_is_convex(instance_, &strided_.desc, &convex, refused, 1, &count));
  std::vector<RefusedBody> cpp;
  EXPECT_EQ(convex, is_convex(crowd_.cpp(), &cpp) ? 1 : 0);
  EXPECT_EQ(convex, 0);
  expect_refused(cpp, refused, count);
  const std::vector<std::uint32_t> offsets{0, 3};
  const std::vector<Vec2f> vertices{{0, 0}, {1, 0}, {0, 1}};
  throng_bodies_desc desc;
  throng_bodies_desc_init(&desc, sizeof(desc));
  desc.offsets = array_of(offsets);
  desc.vertices = array_of(vertices);
  accept(throng_is_convex(instance_, &desc, &convex, nullptr, 0, nullptr));
  EXPECT_EQ(convex, 1);
}

TEST_F(CCollision, PolygonsAreMadeConvexAsInCpp) {
  const std::vector<Vec2d> polygon{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {1, 0.5}, {0, 2}, {0, 2}};
  const throng_array given = array_of(polygon);
  std::vector<Vec2d> out(polygon.size());
  const throng_array room = array_of(out);
  std::uint64_t count = 0, parts = 0;
  accept(throng_convex_hull(instance_, &given, &room, &count));
  EXPECT_EQ(std::vector<Vec2d>(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count)), convex_hull(polygon));

  throng_refused_body fault;
  RefusedBody why;
  EXPECT_TRUE(fixed_polygon(polygon, &why).empty());
  accept(throng_fixed_polygon(instance_, &given, nullptr, &count, &fault));
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(fault.fault, THRONG_REFLEX_VERTEX);
  EXPECT_EQ(fault.vertex, why.vertex);
  const std::vector<Vec2d> square{{0, 0}, {0, 1}, {1, 1}, {1, 0.5}, {1, 0}};
  const throng_array turned = array_of(square);
  accept(throng_fixed_polygon(instance_, &turned, &room, &count, &fault));
  EXPECT_EQ(std::vector<Vec2d>(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count)), fixed_polygon(square));
  EXPECT_EQ(fault.fault, THRONG_NO_FAULT);

  const std::vector<std::vector<Vec2d>> cpp = convex_parts(polygon);
  std::vector<std::uint32_t> offsets(polygon.size() - 1);
  std::vector<Vec2d> points(3 * (polygon.size() - 2));
  const throng_array ends = array_of(offsets), places = array_of(points);
  accept(throng_convex_parts(instance_, &given, &ends, &places, &parts, &count));
  ASSERT_EQ(parts, cpp.size());
  ASSERT_EQ(count, offsets[parts]);
  for (std::size_t k = 0; k < parts; ++k) {
    EXPECT_EQ(std::vector<Vec2d>(points.begin() + offsets[k], points.begin() + offsets[k + 1]), cpp[k]);
  }
}

TEST_F(CCollision, WrongArgumentsAreNamed) {
  throng_bodies* none = nullptr;
  const auto refused = [&](const auto& change, std::string_view words) {
    throng_bodies_desc desc = strided_.desc;
    change(desc);
    refuse(throng_bodies_create(instance_, &desc, &none), THRONG_INVALID_ARGUMENT, words);
    EXPECT_EQ(none, nullptr);
  };
  refused([](auto& d) { d.struct_size = 0; }, "desc.struct_size is 0");
  refused([](auto& d) { d.offsets.count = 0; }, "desc.offsets.count is 0");
  refused([](auto& d) { d.offsets.type = THRONG_I32; }, "desc.offsets.type");
  refused([](auto& d) { --d.vertices.count; }, "desc.vertices.count");
  refused([](auto& d) { d.vertices.type = THRONG_F64X2; }, "desc.vertices.type");
  refused([](auto& d) { d.vertices.stride = 9; }, "desc.vertices");
  refused([](auto& d) { --d.translation.count; }, "desc.translation.count");
  refused([](auto& d) { --d.radius.count; }, "desc.radius.count");
  refused([](auto& d) { d.radius = {}; }, "radius");
  refused([](auto& d) { d.rotation.memory = THRONG_DEVICE; }, "desc.rotation.memory is 1");
  refused([](auto& d) { d.threads = -1; }, "threads");
  refused([](auto& d) { d.offsets.memory = THRONG_DEVICE; }, "desc.offsets.stride");  // on a device all are packed
  const std::vector<std::uint32_t> descending{0, 3, 2};
  refused([&](auto& d) { d.offsets = array_of(descending), d.vertices.count = 2, d.translation = d.rotation = {}; },
          "offsets");
  refuse(throng_bodies_create(instance_, nullptr, &none), THRONG_INVALID_ARGUMENT, "desc is null");
  refuse(throng_bodies_create(instance_, &strided_.desc, nullptr), THRONG_INVALID_ARGUMENT, "bodies is null");
  std::int32_t convex = 0;
  refuse(throng_is_convex(instance_, &strided_.desc, nullptr, nullptr, 0, nullptr), THRONG_INVALID_ARGUMENT,
         "convex is null");
  refuse(throng_is_convex(instance_, &strided_.desc, &convex, nullptr, 1, nullptr), THRONG_INVALID_ARGUMENT,
         "refused is null");
  throng_array faults{};
  refuse(throng_is_convex_on_device(instance_, &strided_.desc, &faults), THRONG_INVALID_ARGUMENT,
         "desc.offsets.memory is 0");
  const std::vector<Vec2d> line{{0, 0}, {1, 1}, {2, 2}};
  const throng_array on_line = array_of(line);
  std::uint64_t count = 0, parts = 0;
  refuse(throng_convex_hull(instance_, &on_line, nullptr, &count), THRONG_INVALID_ARGUMENT, "line");
  refuse(throng_convex_hull(instance_, nullptr, nullptr, &count), THRONG_INVALID_ARGUMENT, "points is null");
  refuse(throng_convex_hull(instance_, &on_line, &faults, &count), THRONG_INVALID_ARGUMENT, "hull.type");
  refuse(throng_fixed_polygon(instance_, &on_line, nullptr, nullptr, nullptr), THRONG_INVALID_ARGUMENT,
         "count is null");
  refuse(throng_convex_parts(instance_, &on_line, nullptr, nullptr, &parts, &count), THRONG_INVALID_ARGUMENT, "");
  refuse(throng_convex_parts(instance_, &on_line, nullptr, nullptr, nullptr, &count), THRONG_INVALID_ARGUMENT,
         "part_count is null");
  EXPECT_STREQ(throng_body_fault_name(10), "unknown fault");
}

TEST_F(CCollision, WrongArgumentsOfASetsCallsAreNamed) {
  make(strided_.desc);
  const auto refused = [&](throng_status status, std::string_view words) {
    refuse(status, THRONG_INVALID_ARGUMENT, words, throng_bodies_error, bodies_);
  };
  refused(throng_bodies_get_count(bodies_, nullptr), "count is null");
  refused(throng_bodies_get_memory(bodies_, nullptr), "memory is null");
  std::uint64_t count = 0;
  refused(throng_bodies_get_refused(bodies_, nullptr, 1, &count), "refused is null");
  throng_poses_desc poses;
  throng_poses_desc_init(&poses, sizeof(poses));
  poses.center = strided_.translation.array(THRONG_F32X2);
  refused(throng_bodies_move(bodies_, &poses), "desc.center.count");
  poses.center.memory = THRONG_DEVICE;
  refused(throng_bodies_move(bodies_, &poses), "desc.center.memory is 1, and bodies.memory is 0");
  refused(throng_bodies_move(bodies_, nullptr), "desc is null");
  refused(throng_bodies_find_pairs(bodies_, -1.0, pairs_), "margin");
  refused(throng_bodies_find_pairs(bodies_, not_a_number, pairs_), "margin");
  refused(throng_bodies_find_pairs(bodies_, 0.0, nullptr), "pairs is null");
  std::vector<BodyPair> pairs{{0, 1}};
  std::vector<float> depth(2);
  throng_collide_desc desc;
  const auto collided = [&](const auto& change, std::string_view words) {
    throng_collide_desc_init(&desc, sizeof(desc));
    desc.pairs = pairs_array(pairs);
    change(desc);
    refused(throng_bodies_collide(bodies_, &desc), words);
  };
  collided([](auto& d) { d.tolerance = -1.0; }, "tolerance");
  collided([](auto& d) { d.measure_misses = 2; }, "desc.measure_misses is 2");
  collided([](auto& d) { d.pairs.type = THRONG_HANDLE; }, "desc.pairs.type");
  collided([&](auto& d) { d.depth = array_of(depth); }, "desc.depth.count is 2, wanted 1");
  collided([](auto& d) { d.struct_size = 1; }, "desc.struct_size");
  collided([](auto& d) { d.pairs.memory = THRONG_DEVICE; }, "desc.pairs.memory is 1");
  refuse(throng_pairs_get(pairs_, nullptr), THRONG_INVALID_ARGUMENT, "array is null", throng_pairs_error, pairs_);
  EXPECT_EQ(found(0.0), find_pairs(ConvexSet(crowd_.cpp(), 1)));
  EXPECT_EQ(throng_bodies_get_count(nullptr, &count), THRONG_NULL_HANDLE);
  EXPECT_STREQ(throng_bodies_error(nullptr), "");
  EXPECT_STREQ(throng_pairs_error(nullptr), "");
}

TEST_F(CCollision, ASetOfNothing) {
  throng_bodies_desc desc;
  throng_bodies_desc_init(&desc, sizeof(desc));
  make(desc);
  EXPECT_TRUE(found(1.0).empty());
  throng_collide_desc nothing;
  throng_collide_desc_init(&nothing, sizeof(nothing));
  accepted(throng_bodies_collide(bodies_, &nothing));
}

}  // namespace
}  // namespace throng::test::c_collision_tests
