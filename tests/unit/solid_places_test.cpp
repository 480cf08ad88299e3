// Places inside of solid polygons: as RingIndex has them, everywhere.
#include <gtest/gtest.h>

#include "host/solid_places.hpp"
#include "tests/support/random.hpp"
#include "tests/support/vectors.hpp"

namespace throng::solid_places_tests {
namespace {

TEST(SolidPlaces, AreThoseOfTheRings) {
  std::size_t inside = 0, places = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    test::Random random(seed);
    std::vector<std::vector<Vec2d>> rings;
    const Vec2d center = test::times(seed % 3 == 0 ? 1.0e6 : 1.0, random.in_box(1.0));
    const double half_side = seed % 2 == 0 ? 1.0 : 300.0;
    for (std::size_t k = 1 + random.below(seed % 5 == 0 ? 400 : 12); k > 0; --k) {
      const Vec2d at = test::plus(center, random.in_box(half_side));
      const double size = half_side * random.between(0.001, 0.2);
      rings.push_back({at, test::plus(at, {size, 0.1 * size}), test::plus(at, {0.3 * size, size})});
    }
    RingIndex index;
    index.build(rings);
    SolidPlaces solids;
    solids.build(rings);
    EXPECT_FALSE(solids.empty());
    const auto expect_same = [&](Vec2d p) {
      EXPECT_EQ(solids.contains(p), index.contains(p)) << seed << ": " << p.x << ", " << p.y;
      inside += index.contains(p) ? 1 : 0;
      ++places;
    };
    for (int k = 0; k < 500; ++k) expect_same(test::plus(center, random.in_box(1.3 * half_side)));
    for (const auto& ring : rings) {
      for (const Vec2d v : ring) {
        expect_same(v);
        expect_same(test::plus(v, {0x1p-30, 0x1p-30}));
      }
      expect_same(test::times(1.0 / 3.0, test::plus(ring[0], test::plus(ring[1], ring[2]))));
    }
  }
  EXPECT_GT(inside, places / 8);
  EXPECT_LT(inside, places / 2);
  EXPECT_TRUE(SolidPlaces().empty());
  EXPECT_FALSE(SolidPlaces().contains({0.0, 0.0}));
}

}  // namespace
}  // namespace throng::solid_places_tests
