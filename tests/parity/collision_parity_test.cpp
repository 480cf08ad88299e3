// Pairs of bodies have the bits of the plain form, whatever the instruction set, the width of a pack, the number of
// threads, the order of the pairs and what else is in a chunk.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "host/cpu/host_convex_set.hpp"
#include "kernels/agent/mix64.hpp"
#include "kernels/agent/plain_pair.hpp"
#include "tests/parity/instruction_sets.hpp"
#include "tests/support/random_bodies.hpp"

namespace throng::collision_parity_tests {
namespace {

using test::PairOutcome;

/// A set of all kinds of bodies, some of them with a fault, and pairs of them in any order, some invalid.
struct Scene {
  explicit Scene(std::uint64_t seed, std::size_t count = 5000) : arrays(bodies(seed, count)) {
    test::Random random(seed + 1000);
    pairs = pairs_of(arrays);
    const std::size_t numbers = arrays.number.size();
    for (std::size_t k = 0; k < count / 4; ++k) {
      const auto any = [&] { return static_cast<std::uint32_t>(random.below(numbers + 5)); };
      const std::uint32_t a = any();
      pairs.push_back({a, random.chance(0.1) ? a : any()});
    }
    for (BodyPair& pair : pairs) {
      if (random.chance(0.5)) std::swap(pair.a, pair.b);
    }
    for (std::size_t i = pairs.size() - 1; i > 0; --i) std::swap(pairs[i], pairs[random.below(i + 1)]);
    for (std::size_t k = 0; k < pairs.size(); ++k) last_axis.push_back(static_cast<std::uint32_t>(random.below(30)));
  }

  static std::vector<test::ConvexBody> bodies(std::uint64_t seed, std::size_t count) {
    std::vector<test::ConvexBody> list = test::random_pairs(seed, count);
    for (std::size_t i = 0; i < list.size(); i += 97) list[i].translation.x = INFINITY;
    return list;
  }

  test::ConvexBodyArrays arrays;
  std::vector<BodyPair> pairs;
  std::vector<std::uint32_t> last_axis;
};

struct How {
  bool measure_misses = false, with_last_axis = false, with_points = true;
};
std::vector<How> ways() {
  return {{true, false, true}, {false, false, true}, {false, true, true}, {false, true, false}};
}

PairsView view_of(const Scene& scene, const How& how, PairOutcome& outcome) {
  return {.pairs = reinterpret_cast<const PairRow*>(scene.pairs.data()),
          .last_axis = how.with_last_axis ? scene.last_axis.data() : nullptr,
          .tolerance = 1e-6f,
          .measure_misses = how.measure_misses,
          .state = reinterpret_cast<std::uint8_t*>(outcome.state.data()),
          .depth = outcome.depth.data(),
          .normal = reinterpret_cast<BatchPoint*>(outcome.normal.data()),
          .point_count = how.with_points ? outcome.point_count.data() : nullptr,
          .points = how.with_points ? reinterpret_cast<BatchPoint*>(outcome.points.data()) : nullptr,
          .axis = outcome.axis.data()};
}

template <class T>
void expect_same(const char* what, const std::vector<T>& found, const std::vector<T>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(0, std::memcmp(&found[i], &expected[i], sizeof(T))) << what << ' ' << i;
  }
}
void expect_same(const PairOutcome& found, const PairOutcome& expected) {
  expect_same("state", found.state, expected.state);
  expect_same("depth", found.depth, expected.depth);
  expect_same("normal", found.normal, expected.normal);
  expect_same("point_count", found.point_count, expected.point_count);
  expect_same("points", found.points, expected.points);
  expect_same("axis", found.axis, expected.axis);
}

PairOutcome one_by_one(const BodiesView& bodies, const Scene& scene, const How& how) {
  PairOutcome outcome(scene.pairs.size());
  const PairsView batch = view_of(scene, how, outcome);
  for (std::size_t i = 0; i < scene.pairs.size(); ++i) collide_pair(bodies, batch, i);
  return outcome;
}

TEST(CollisionParity, PacksHaveTheBitsOfThePlainForm) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Scene scene(seed);
    const HostConvexSet set(scene.arrays.arrays(), 1);
    for (const How& how : ways()) {
      const PairOutcome expected = one_by_one(set.view(), scene, how);
      // Of each state there is something to compare.
      for (const PairState state : {PairState::apart, PairState::overlapping, PairState::invalid}) {
        EXPECT_GT(std::count(expected.state.begin(), expected.state.end(), state), 100);
      }
      for (const StepKernels* kernels : test::instruction_sets()) {
        SCOPED_TRACE(kernels->name + (", seed " + std::to_string(seed)));
        for (const std::size_t piece : {scene.pairs.size(), std::size_t{777}}) {
          PairOutcome found(scene.pairs.size());
          const PairsView batch = view_of(scene, how, found);
          for (std::size_t begin = 0; begin < scene.pairs.size(); begin += piece) {
            kernels->collide(set.view(), batch, begin, std::min(scene.pairs.size(), begin + piece));
          }
          expect_same(found, expected);
        }
      }
    }
  }
}

/// Axes shared among threads: of the least depths the one with the lowest number is the pair's.
TEST(CollisionParity, NumberedAxesAreThoseOfThePair) {
  const Scene scene(4);
  const HostConvexSet set(scene.arrays.arrays(), 1);
  const BodiesView bodies = set.view();
  const PairOutcome expected = one_by_one(bodies, scene, {true, false, false});
  std::size_t compared = 0;
  for (std::size_t i = 0; i < scene.pairs.size(); ++i) {
    const auto [low, high] = std::minmax(scene.pairs[i].a, scene.pairs[i].b);
    if (expected.state[i] == PairState::invalid || bodies.bodies[low].vertex_count == 0) continue;
    const BodyRow &first = bodies.bodies[low], &second = bodies.bodies[high];
    const PlainBody a = plain_body(bodies, first), b = plain_body(bodies, second);
    const Vec2<float> d = placed_body(second).center - placed_body(first).center;
    const std::int32_t axes = b.count == 0 ? a.count + 1 : polygon_axis_count<float>(a.count, b.count);
    Separation<float> best = no_axis_yet<float>();
    for (std::int32_t n = 0; n < axes; ++n) {
      take_axis(best, b.count == 0 ? disc_axis(a, second.radius, d, n) : polygon_axis(a, b, d, n), -INFINITY);
    }
    ASSERT_EQ(0, std::memcmp(&best.depth, &expected.depth[i], sizeof best.depth)) << i;
    ASSERT_EQ(static_cast<std::uint32_t>(best.axis), expected.axis[i]) << i;
    const Vec2<float> normal = low == scene.pairs[i].a ? best.normal : -best.normal;
    ASSERT_EQ(0, std::memcmp(&normal, &expected.normal[i], sizeof normal)) << i;
    ++compared;
  }
  EXPECT_GT(compared, scene.pairs.size() / 2);
}

TEST(CollisionParity, ThreadsAndOrderChangeNothing) {
  const Scene scene(5, 20000);
  const ConvexBodies bodies = scene.arrays.arrays();
  const PairOutcome expected = test::collide_all(ConvexSet(bodies, 1), scene.pairs);
  for (const int threads : {2, 3, 8}) {
    expect_same(test::collide_all(ConvexSet(bodies, threads), scene.pairs), expected);
  }
  std::vector<std::size_t> order(scene.pairs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return scene.pairs[i] < scene.pairs[j]; });
  std::vector<BodyPair> sorted;
  for (const std::size_t i : order) sorted.push_back(scene.pairs[i]);
  const PairOutcome found = test::collide_all(ConvexSet(bodies, 2), sorted);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    ASSERT_EQ(found.state[k], expected.state[i]);
    ASSERT_EQ(0, std::memcmp(&found.depth[k], &expected.depth[i], sizeof(float)));
    ASSERT_EQ(0, std::memcmp(&found.normal[k], &expected.normal[i], sizeof(Vec2f)));
    ASSERT_EQ(0, std::memcmp(&found.points[2 * k], &expected.points[2 * i], 2 * sizeof(Vec2f)));
  }
}

// ---- Hashes that every build must meet (tools/parity_builds.sh) ----

template <class T>
std::uint64_t mixed(std::uint64_t hash, const std::vector<T>& values) {
  static_assert(sizeof(T) % sizeof(std::uint32_t) == 0 || sizeof(T) == 1);
  constexpr std::size_t word = std::min(sizeof(T), sizeof(std::uint32_t));
  const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
  for (std::size_t i = 0; i < values.size() * sizeof(T); i += word) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, bytes + i, word);
    hash = mix64(hash ^ bits);
  }
  return hash;
}

TEST(CommittedHashes, Collision) {
  const Scene scene(6, 20000);
  const ConvexSet set(scene.arrays.arrays(), 2);
  std::uint64_t hash = 0;
  for (const bool measure : {true, false}) {
    const PairOutcome found = test::collide_all(set, scene.pairs, {.measure_misses = measure});
    hash = mixed(hash, found.state);
    hash = mixed(hash, found.depth);
    hash = mixed(hash, found.normal);
    hash = mixed(hash, found.point_count);
    hash = mixed(hash, found.points);
    hash = mixed(hash, found.axis);
  }
  EXPECT_EQ(hash, 0x38f7b088c04277f7ull) << std::hex << hash;
}

}  // namespace
}  // namespace throng::collision_parity_tests
