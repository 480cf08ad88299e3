// Collision on the device: the same bits as on the CPU, of everything.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>

#include "kernels/cuda/counters.hpp"
#include "tests/cuda/cuda_worlds.hpp"
#include "tests/support/random_bodies.hpp"
#include "throng/collision.hpp"
#include "throng/error.hpp"

namespace throng::cuda_collision_tests {
namespace {

using namespace throng::test;

/// An array on the device.
template <class T>
class OnGpu {
 public:
  explicit OnGpu(const std::vector<T>& values, std::size_t shift = 0) : OnGpu(values.size(), shift) {
    if (count_ == 0) return;
    EXPECT_EQ(cudaMemcpy(data(), values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), cudaSuccess);
  }
  /// `shift` bytes behind where an allocation begins.
  explicit OnGpu(std::size_t count, std::size_t shift = 0) : count_(count), shift_(shift) {
    EXPECT_EQ(cudaMalloc(reinterpret_cast<void**>(&memory_), count * sizeof(T) + shift + 1), cudaSuccess);
  }
  ~OnGpu() { cudaFree(memory_); }
  OnGpu(const OnGpu&) = delete;
  OnGpu& operator=(const OnGpu&) = delete;

  [[nodiscard]] T* data() const { return reinterpret_cast<T*>(memory_ + shift_); }
  /// The host waits for all streams.
  [[nodiscard]] std::vector<T> read() const {
    std::vector<T> values(count_);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    if (count_ > 0) {
      EXPECT_EQ(cudaMemcpy(values.data(), data(), count_ * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
    }
    return values;
  }

 private:
  char* memory_ = nullptr;
  std::size_t count_, shift_;
};

template <class T>
void expect_same_bits(const char* what, const std::vector<T>& there, const std::vector<T>& here) {
  ASSERT_EQ(there.size(), here.size()) << what;
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (std::memcmp(&there[i], &here[i], sizeof(T)) != 0) FAIL() << what << " of entry " << i << " differs";
  }
}

/// Arrays of bodies on the device.
struct BodiesOnGpu {
  explicit BodiesOnGpu(const ConvexBodyArrays& from)
      : offsets(from.offsets),
        vertices(from.vertices),
        translation(from.translation),
        rotation(from.rotation),
        center(from.center),
        radius(from.radius),
        polygons(from.offsets.size() - 1),
        discs(from.center.size()) {}
  [[nodiscard]] ConvexBodies arrays() const {
    return {.polygon_count = polygons,
            .offsets = offsets.data(),
            .vertices = vertices.data(),
            .translation = translation.data(),
            .rotation = rotation.data(),
            .disc_count = discs,
            .center = center.data(),
            .radius = radius.data()};
  }
  OnGpu<std::uint32_t> offsets;
  OnGpu<Vec2f> vertices, translation, rotation, center;
  OnGpu<float> radius;
  std::size_t polygons, discs;
};

class UserStream {
 public:
  UserStream() { EXPECT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess); }
  ~UserStream() { cudaStreamDestroy(stream_); }
  UserStream(const UserStream&) = delete;
  UserStream& operator=(const UserStream&) = delete;
  [[nodiscard]] cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

class CudaCollision : public OnDevice {
 protected:
  /// The same bodies there and here.
  struct Sets {
    explicit Sets(const std::vector<ConvexBody>& bodies)
        : arrays(bodies),
          on_gpu(arrays),
          here(arrays.arrays(), 1),
          there(ConvexSet::on_device(on_gpu.arrays(), stream.get())) {}
    UserStream stream;
    ConvexBodyArrays arrays;
    BodiesOnGpu on_gpu;
    ConvexSet here, there;
  };

  static PairOutcome collide_there(const ConvexSet& set, const std::vector<BodyPair>& pairs, HowToCollide how,
                                   std::size_t shift = 0) {
    const std::size_t n = pairs.size();
    const OnGpu<BodyPair> given(pairs, shift);
    OnGpu<PairState> state(n);
    OnGpu<float> depth(n);
    OnGpu<Vec2f> normal(n, shift), points(2 * n, shift);
    OnGpu<std::uint8_t> point_count(n);
    OnGpu<std::uint32_t> axis(n),
        last(how.last_axis == nullptr ? std::vector<std::uint32_t>(n)
                                      : std::vector<std::uint32_t>(how.last_axis, how.last_axis + n));
    collide(set, {.pairs = given.data(),
                  .count = n,
                  .last_axis = how.last_axis == nullptr ? nullptr : last.data(),
                  .measure_misses = how.measure_misses,
                  .out = {state.data(), depth.data(), normal.data(), point_count.data(), points.data(), axis.data()}});
    PairOutcome outcome(n);
    outcome.state = state.read();
    outcome.depth = depth.read();
    outcome.normal = normal.read();
    outcome.point_count = point_count.read();
    outcome.points = points.read();
    outcome.axis = axis.read();
    return outcome;
  }

  static void expect_same_outcome(const PairOutcome& there, const PairOutcome& here) {
    expect_same_bits("state", there.state, here.state);
    expect_same_bits("depth", there.depth, here.depth);
    expect_same_bits("normal", there.normal, here.normal);
    expect_same_bits("point_count", there.point_count, here.point_count);
    expect_same_bits("points", there.points, here.points);
    expect_same_bits("axis", there.axis, here.axis);
  }

  /// With and without measured misses, and again with the axes that have come out, some of them changed.
  static PairOutcome expect_same(const Sets& sets, const std::vector<BodyPair>& pairs) {
    const PairOutcome measured = collide_all(sets.here, pairs);
    expect_same_outcome(collide_there(sets.there, pairs, {}), measured);
    const PairOutcome left = collide_all(sets.here, pairs, {.measure_misses = false});
    expect_same_outcome(collide_there(sets.there, pairs, {.measure_misses = false}, 4), left);
    std::vector<std::uint32_t> axes = left.axis;
    for (std::size_t i = 0; i < axes.size(); i += 3) axes[i] = i % 2 == 0 ? axes[i] + 1 : 0xffffffffu - axes[i];
    for (const bool measure : {false, true}) {
      const HowToCollide how{.measure_misses = measure, .last_axis = axes.data()};
      expect_same_outcome(collide_there(sets.there, pairs, how), collide_all(sets.here, pairs, how));
    }
    return measured;
  }

  static std::vector<BodyPair> pairs_there(const PairList& list) {
    std::vector<BodyPair> pairs(list.size());
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    if (!pairs.empty()) {
      EXPECT_EQ(cudaMemcpy(pairs.data(), list.data(), pairs.size() * sizeof(BodyPair), cudaMemcpyDeviceToHost),
                cudaSuccess);
    }
    return pairs;
  }
};

/// Bodies in a square of `half` m, each of about `size(random)` m.
template <class Size>
std::vector<ConvexBody> strewn(Random& random, std::size_t count, double half, Size&& size) {
  std::vector<ConvexBody> bodies;
  for (std::size_t i = 0; i < count; ++i) {
    ConvexBody body = random_body(random, size());
    const Vec2d at = random.in_box(half);
    body.translation = narrow(at.x, at.y);
    bodies.push_back(std::move(body));
  }
  return bodies;
}

/// One of each fault.
std::vector<ConvexBody> faulty_bodies() {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<ConvexBody> bodies{polygon({{0, 0}, {1, 0}, {1, 0}}),
                                 polygon({{0, 0}, {1, nan}, {1, 1}}),
                                 polygon({{0, 0}, {1, 1}, {2, 2}, {3, 3}}),
                                 polygon({{0, 0}, {4, 0}, {4, 4}, {2, 1}}),
                                 polygon({{0, 0}, {4, 0}, {4, 4}, {4, 8}, {4, 4}, {0, 4}}),
                                 polygon({{2, 2}, {2, 2}}),
                                 polygon({{0, 0}}),
                                 polygon({{0, 0}, {1, 0}, {0, 1}}, {}, {1.0f, 0.1f}),
                                 polygon({{0, 0}, {1, 0}, {0, 1}}, {nan, 0.0f}),
                                 disc({0, 0}, 0.0f),
                                 disc({0, 0}, -1.0f),
                                 disc({0, 0}, nan),
                                 disc({nan, 0}, 1.0f)};
  ConvexBody many, star;
  for (int k = 0; k < 65; ++k) many.vertices.push_back(direction_of(4.0 * k / 65.0));
  for (int k = 0; k < 5; ++k) star.vertices.push_back(direction_of(2.0 * 4.0 / 5.0 * k));
  bodies.push_back(many);
  bodies.push_back(star);
  return bodies;
}

TEST_F(CudaCollision, SameBitsOfPairsOfAllKinds) {
  const Sets sets(random_pairs(1, 4000));
  const std::vector<BodyPair> pairs = pairs_of(sets.arrays);
  const PairOutcome here = expect_same(sets, pairs);
  for (const PairState state : {PairState::apart, PairState::overlapping}) {
    EXPECT_GT(std::count(here.state.begin(), here.state.end(), state), 1000);
  }
}

/// Any body with any other, in both orders.
TEST_F(CudaCollision, SameBitsOfMixedSizes) {
  Random random(2);
  std::vector<ConvexBody> bodies = strewn(random, 60, 1.0, [&] { return random.between(0.5, 2.0); });
  for (int n = 3; n <= 64; ++n) {  // just below and above where a warp takes over
    ConvexBody regular;
    for (int k = 0; k < n; ++k) regular.vertices.push_back(direction_of(4.0 * k / n));
    regular.translation = narrow(random.between(-2.0, 2.0), random.between(-2.0, 2.0));
    bodies.push_back(regular);
    bodies.push_back(regular);  // lies on the one before: all depths are ties
  }
  const Sets sets(bodies);
  std::vector<BodyPair> pairs;
  for (std::uint32_t a = 0; a < bodies.size(); ++a) {
    for (std::uint32_t b = 0; b < bodies.size(); ++b) {
      if (random.chance(0.3)) pairs.push_back({a, b});
    }
  }
  const PairOutcome here = expect_same(sets, pairs);
  EXPECT_GT(std::count(here.state.begin(), here.state.end(), PairState::overlapping), 1000);
  EXPECT_GT(std::count(here.point_count.begin(), here.point_count.end(), 2), 1000);
}

TEST_F(CudaCollision, FaultyBodiesAndPairsOfNone) {
  Random random(3);
  std::vector<ConvexBody> bodies = faulty_bodies();
  const std::size_t faults = bodies.size();
  for (ConvexBody& body : strewn(random, 40, 2.0, [&] { return random.between(0.5, 3.0); })) bodies.push_back(body);
  const Sets sets(bodies);
  EXPECT_EQ(sets.there.size(), bodies.size());
  EXPECT_TRUE(sets.there.is_on_device());
  const std::vector<RefusedBody> refused = sets.there.refused();
  EXPECT_EQ(refused, sets.here.refused());
  EXPECT_GE(refused.size(), faults);
  std::vector<BodyPair> pairs{
      {0, 0xffffffffu}, {0xffffffffu, 5}, {7, 7}, {static_cast<std::uint32_t>(bodies.size()), 1}};
  for (std::uint32_t a = 0; a < bodies.size(); ++a) {
    for (std::uint32_t b = 0; b < bodies.size(); ++b) pairs.push_back({a, b});
  }
  const PairOutcome here = expect_same(sets, pairs);
  EXPECT_GT(std::count(here.state.begin(), here.state.end(), PairState::invalid), 1000);
  PairList list;
  find_pairs(sets.there, list, 10.0);
  EXPECT_EQ(pairs_there(list), find_pairs(sets.here, 10.0));
}

TEST_F(CudaCollision, NothingIsWanted) {
  const Sets sets(random_pairs(4, 100));
  const OnGpu<BodyPair> pairs(pairs_of(sets.arrays));
  collide(sets.there, {.pairs = pairs.data(), .count = 100, .out = {}});
  collide(sets.there, PairBatch{});
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(CudaCollision, NoBodiesAndOne) {
  for (const std::size_t count : {0u, 1u}) {
    const Sets sets(std::vector<ConvexBody>(count, square({0, 0}, 1.0f)));
    EXPECT_EQ(sets.there.size(), count);
    EXPECT_TRUE(sets.there.refused().empty());
    PairList list;
    find_pairs(sets.there, list, 1.0);
    EXPECT_EQ(list.size(), 0u);
    expect_same(sets, {{0, 0}, {0, 1}});
  }
}

TEST_F(CudaCollision, SamePairs) {
  Random random(5);
  for (const int kind : {0, 1, 2, 3}) {
    std::vector<ConvexBody> bodies = strewn(random, 600, kind == 3 ? 0.0 : 12.0, [&] {
      return kind == 1 ? std::pow(10.0, random.between(-3.0, 3.0)) : random.between(0.5, 1.5);
    });
    if (kind == 2) bodies[77].translation = {1.0e6f, -1.0e6f};
    if (kind == 3) bodies.resize(200);
    const Sets sets(bodies);
    PairList list;
    for (const double margin : {0.0, 0.3, 3.0}) {
      SCOPED_TRACE(std::to_string(kind) + ", margin " + std::to_string(margin));
      find_pairs(sets.there, list, margin);
      const std::vector<BodyPair> here = find_pairs(sets.here, margin);
      EXPECT_GT(here.size(), 100u);
      ASSERT_EQ(pairs_there(list), here);
    }
    expect_same(sets, find_pairs(sets.here, 0.1));
  }
}

/// More pairs than there is room for at first, and one wait however many there are.
TEST_F(CudaCollision, ListOfPairsGrows) {
  Random random(6);
  const Sets sets(strewn(random, 800, 1.0, [] { return 1.0; }));
  const cuda::RuntimeCounters& now = cuda::runtime_counters();
  PairList list;
  for (const double margin : {3.0, 0.0, 3.0}) {
    const std::uint64_t waits = now.waits;
    find_pairs(sets.there, list, margin);
    EXPECT_EQ(now.waits, waits + 1);
    const std::vector<BodyPair> here = find_pairs(sets.here, margin);
    EXPECT_EQ(pairs_there(list), here);
    EXPECT_GT(here.size(), 20u * 800u);
  }
  const std::uint64_t allocations = now.allocations;
  find_pairs(sets.there, list, 0.0);
  EXPECT_EQ(now.allocations, allocations);
}

/// Lists go from set to set, and outlive them.
TEST_F(CudaCollision, ListsAreUsedAgain) {
  Random random(7);
  PairList list;
  std::vector<BodyPair> last;
  for (int round = 0; round < 3; ++round) {
    const Sets sets(strewn(random, 300, 5.0, [] { return 1.0; }));
    find_pairs(round == 1 ? sets.here : sets.there, list, 0.1);
    last = find_pairs(sets.here, 0.1);
    if (round == 1) {
      EXPECT_TRUE(std::equal(last.begin(), last.end(), list.data(), list.data() + list.size()));
    } else {
      EXPECT_EQ(pairs_there(list), last);
    }
    EXPECT_GT(last.size(), 100u);
  }
}

TEST_F(CudaCollision, SameBitsWhereverBodiesMove) {
  Random random(8);
  Sets sets(strewn(random, 500, 8.0, [&] { return random.between(0.3, 2.0); }));
  for (int round = 0; round < 4; ++round) {
    std::vector<Vec2f> translation, rotation, center;
    for (std::size_t k = 0; k < sets.on_gpu.polygons; ++k) {
      translation.push_back(narrow(random.between(-8.0, 8.0), random.between(-8.0, 8.0)));
      rotation.push_back(random.chance(0.02) ? narrow(0.0, 0.0) : any_direction(random));
    }
    for (std::size_t k = 0; k < sets.on_gpu.discs; ++k)
      center.push_back(narrow(random.between(-8.0, 8.0), random.between(-8.0, 8.0)));
    const OnGpu<Vec2f> translation_there(translation), rotation_there(rotation), center_there(center);
    const bool all = round % 2 == 0;  // else some stay as they are
    sets.here.move({all ? translation.data() : nullptr, rotation.data(), all ? center.data() : nullptr});
    const std::uint64_t waits = cuda::runtime_counters().waits;
    sets.there.move(
        {all ? translation_there.data() : nullptr, rotation_there.data(), all ? center_there.data() : nullptr});
    EXPECT_EQ(cuda::runtime_counters().waits, waits);
    EXPECT_EQ(sets.there.refused(), sets.here.refused());
    EXPECT_FALSE(sets.here.refused().empty());
    const std::vector<BodyPair> pairs = find_pairs(sets.here, 0.2);
    PairList list;
    find_pairs(sets.there, list, 0.2);
    ASSERT_EQ(pairs_there(list), pairs);
    expect_same(sets, pairs);
  }
}

/// A call that finds too little memory leaves the set as it was.
TEST_F(CudaCollision, SaysWhenMemoryIsShort) {
  const Sets sets({square({0, 0}, 1.0f), square({0.75f, 0}, 1.0f)});
  std::size_t there = 0, all = 0;
  ASSERT_EQ(cudaMemGetInfo(&there, &all), cudaSuccess);
  const std::size_t too_many = all / 8 + 1;
  if (too_many > std::size_t{1} << 31) GTEST_SKIP() << "no batch of pairs fills this device";
  const OnGpu<BodyPair> pairs(std::vector<BodyPair>{{0, 1}});
  try {
    collide(sets.there, {.pairs = pairs.data(), .count = too_many, .out = {}});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
  }
  expect_same(sets, {{0, 1}, {1, 0}});
}

/// A fault on the device: said by every call, and over when the set is gone.
TEST_F(CudaCollision, IsLostWithTheDevice) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a fault takes all that a process has on the device
  const auto fault = [] {
    const auto say = [](auto&& call) {
      try {
        call();
        std::cerr << "no error\n";
      } catch (const Error& error) {
        std::cerr << (error.code() == ErrorCode::device_lost ? "lost\n" : error.what()) << '\n';
      }
    };
    const ConvexBodyArrays arrays({square({0, 0}, 1.0f), square({0.75f, 0}, 1.0f)});
    {
      const BodiesOnGpu bodies(arrays);
      ConvexBodies wrong = bodies.arrays();
      wrong.vertices = reinterpret_cast<const Vec2f*>(std::uintptr_t{4096});
      ConvexSet set = ConvexSet::on_device(wrong, nullptr);
      PairList list;
      say([&] { static_cast<void>(set.refused()); });
      say([&] { find_pairs(set, list); });
      say([&] { set.move({}); });
      say([&] { ConvexSet::on_device(wrong, nullptr); });
    }
    const BodiesOnGpu bodies(arrays);
    const ConvexSet set = ConvexSet::on_device(bodies.arrays(), nullptr);
    PairList list;
    find_pairs(set, list);
    std::cerr << list.size() << " pair\n";
    std::exit(0);
  };
  EXPECT_EXIT(fault(), testing::ExitedWithCode(0),
              "lost\n.*lost\n.*lost\n.*ConvexSet::on_device can't run: device 0 had a fault, and 1 world or set of "
              "bodies.*\n.*1 pair");
}

/// All goes through the user's stream: behind what it does to the arrays before, and before what it does afterwards.
TEST_F(CudaCollision, KeepsTheOrderOfTheStream) {
  const Sets sets({square({0, 0}, 1.0f), square({0.75f, 0}, 1.0f), square({5, 0}, 1.0f)});
  OnGpu<Vec2f> translation(3);
  OnGpu<BodyPair> pairs(std::vector<BodyPair>{{0, 1}, {0, 1}});
  OnGpu<float> depth(2);
  // From pinned memory, so that the copies wait for their turn.
  Vec2f* places = nullptr;
  BodyPair* other = nullptr;
  ASSERT_EQ(cudaHostAlloc(reinterpret_cast<void**>(&places), 3 * sizeof(Vec2f), cudaHostAllocDefault), cudaSuccess);
  ASSERT_EQ(cudaHostAlloc(reinterpret_cast<void**>(&other), 2 * sizeof(BodyPair), cudaHostAllocDefault), cudaSuccess);
  places[0] = places[1] = {0.0f, 0.0f};
  places[2] = {-5.5f, 0.0f};
  other[0] = {1, 2};
  other[1] = {0, 2};
  ConvexSet& set = const_cast<ConvexSet&>(sets.there);
  cudaMemcpyAsync(translation.data(), places, 3 * sizeof(Vec2f), cudaMemcpyHostToDevice, sets.stream.get());
  set.move({.translation = translation.data()});
  cudaMemsetAsync(translation.data(), 0xff, 3 * sizeof(Vec2f), sets.stream.get());
  cudaMemcpyAsync(pairs.data(), other, 2 * sizeof(BodyPair), cudaMemcpyHostToDevice, sets.stream.get());
  collide(set, {.pairs = pairs.data(), .count = 2, .measure_misses = true, .out = {.depth = depth.data()}});
  cudaMemsetAsync(pairs.data(), 0, 2 * sizeof(BodyPair), sets.stream.get());
  set.move({.rotation = nullptr});
  EXPECT_EQ(depth.read(), (std::vector<float>{-0.25f, 0.5f}));
  cudaFreeHost(places);
  cudaFreeHost(other);
}

TEST_F(CudaCollision, WorksAlongTheDefaultStream) {
  const ConvexBodyArrays arrays({square({0, 0}, 1.0f), disc({0.75f, 0}, 0.5f)});
  const BodiesOnGpu on_gpu(arrays);
  ConvexSet set = ConvexSet::on_device(on_gpu.arrays(), nullptr);
  ConvexSet moved = std::move(set);
  PairList list;
  find_pairs(moved, list);
  EXPECT_EQ(pairs_there(list), (std::vector<BodyPair>{{0, 1}}));
}

TEST_F(CudaCollision, NoPairs) {
  const Sets sets({square({0, 0}, 1.0f), square({7, 0}, 1.0f), disc({0, 7}, 1.0f)});
  PairList list;
  find_pairs(sets.there, list);
  EXPECT_EQ(list.size(), 0u);
  find_pairs(sets.there, list, 100.0);
  EXPECT_EQ(list.size(), 3u);
  find_pairs(sets.there, list);
  EXPECT_EQ(list.size(), 0u);
}

TEST_F(CudaCollision, ArraysThatAreNotGiven) {
  ConvexBodyArrays arrays({square({0, 0}, 1.0f), square({0.75f, 0}, 1.0f), disc({0.5f, 0}, 0.5f)});
  const BodiesOnGpu on_gpu(arrays);
  ConvexBodies bodies = on_gpu.arrays();
  bodies.translation = bodies.rotation = nullptr;
  const UserStream stream;
  const ConvexSet set = ConvexSet::on_device(bodies, stream.get());
  PairList list;
  find_pairs(set, list);
  EXPECT_EQ(pairs_there(list), (std::vector<BodyPair>{{0, 1}, {0, 2}, {1, 2}}));
}

TEST_F(CudaCollision, RefusesOffsetsThatDescend) {
  const UserStream stream;
  for (const std::vector<std::uint32_t>& offsets :
       {std::vector<std::uint32_t>{0, 4, 3, 8}, {1, 4, 8, 12}, {0, 4, 8, 0x7fffffffu}}) {
    const OnGpu<std::uint32_t> there(offsets);
    const OnGpu<Vec2f> vertices(12);
    try {
      const ConvexSet set = ConvexSet::on_device(
          {.polygon_count = 3, .offsets = there.data(), .vertices = vertices.data()}, stream.get());
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
    }
  }
}

TEST_F(CudaCollision, SameFaultsOfConvexityInBatch) {
  Random random(9);
  std::vector<ConvexBody> bodies;
  for (ConvexBody& body : faulty_bodies()) {
    if (!body.is_disc()) bodies.push_back(std::move(body));
  }
  for (int k = 0; k < 3000; ++k) {
    ConvexBody body = random_polygon(random, 1.0);
    for (Vec2f& v : body.vertices) {
      if (random.chance(0.02)) v = narrow(random.between(-0.5, 0.5), random.between(-0.5, 0.5));
    }
    bodies.push_back(std::move(body));
  }
  ConvexBody long_one;
  for (int k = 0; k < 5000; ++k) long_one.vertices.push_back(direction_of(4.0 * k / 5000.0));
  bodies.push_back(long_one);
  const ConvexBodyArrays arrays(bodies);
  const BodiesOnGpu on_gpu(arrays);
  const UserStream stream;
  OnGpu<BodyFault> faults(bodies.size());
  const std::uint64_t waits = cuda::runtime_counters().waits;
  is_convex_on_device(on_gpu.arrays(), faults.data(), stream.get());
  EXPECT_EQ(cuda::runtime_counters().waits, waits);
  std::vector<BodyFault> here(bodies.size(), BodyFault::none);
  std::vector<RefusedBody> refused;
  EXPECT_FALSE(is_convex(arrays.arrays(), &refused));
  for (const RefusedBody& body : refused) here[body.index] = body.fault;
  expect_same_bits("fault", faults.read(), here);
  EXPECT_GT(refused.size(), 300u);
  EXPECT_LT(refused.size(), 2700u);
  is_convex_on_device({}, nullptr, stream.get());
}

}  // namespace
}  // namespace throng::cuda_collision_tests
