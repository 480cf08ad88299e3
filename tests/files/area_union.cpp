// Parts of a walkable area together, against areas counted by hand or on a grid.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "host/rings.hpp"
#include "host/scenario/walkable_area.hpp"
#include "kernels/agent/counter_random.hpp"
#include "tests/files/scenario_testing.hpp"

namespace throng::area_union_tests {
namespace {

using scenario::AreaPolygon;
using scenario::WalkableArea;

WalkableArea of_wkt(const std::string& text) { return scenario::walkable_area_of_wkt(text, "t"); }

struct Cells {  // unit squares [x0, x1) x [y0, y1)
  int x0, y0, x1, y1;
};

constexpr int size = 8;

/// Unit cells that some of the rectangles cover.
std::vector<bool> covered(const std::vector<Cells>& rectangles) {
  std::vector<bool> cells(size * size);
  for (const Cells& r : rectangles) {
    for (int y = r.y0; y < r.y1; ++y) {
      for (int x = r.x0; x < r.x1; ++x) cells[static_cast<std::size_t>(y * size + x)] = true;
    }
  }
  return cells;
}

/// The plane with (0, 0), (1, 0) and (0, 1) somewhere else.
struct Slant {
  Vec2d origin, x, y;
  [[nodiscard]] Vec2d operator()(double u, double v) const {
    return {origin.x + u * x.x + v * y.x, origin.y + u * x.y + v * y.y};
  }
  [[nodiscard]] double cell() const { return std::abs(x.x * y.y - x.y * y.x); }
};

/// Rectangles on whole numbers touch at points, share borders, repeat each other, fill holes of each other.
void expect_union_of_random_rectangles(const Slant& slant, std::uint32_t stream) {
  for (std::uint32_t round = 0; round < 400; ++round) {
    std::vector<Cells> rectangles;
    std::vector<AreaPolygon> polygons;
    const std::uint32_t count = 2 + round % 14;
    for (std::uint32_t i = 0; i < count; ++i) {
      const PhiloxCounter bits = philox4x32_10({{i, round, stream, 0}}, {{7, 7}});
      const auto at = [&](int word, int range) {
        return static_cast<int>(bits.word[word] % static_cast<unsigned>(range));
      };
      Cells r{at(0, size - 1), at(1, size - 1), 0, 0};
      r.x1 = std::min(size, r.x0 + 1 + at(2, 3));
      r.y1 = std::min(size, r.y0 + 1 + at(3, 3));
      rectangles.push_back(r);
      std::vector<Vec2d> ring = {slant(r.x0, r.y0), slant(r.x1, r.y0), slant(r.x1, r.y1), slant(r.x0, r.y1)};
      if (i % 2 == 1) std::reverse(ring.begin(), ring.end());
      polygons.push_back({{ring}, "p"});
    }
    SCOPED_TRACE(round);
    const std::vector<bool> cells = covered(rectangles);
    const auto wanted = static_cast<double>(std::count(cells.begin(), cells.end(), true));
    const WalkableArea area = WalkableArea::of(polygons, "t");
    ASSERT_NEAR(area.area(), wanted * slant.cell(), 1e-6 * slant.cell());
    for (int k = 0; k < size * size; ++k) {
      ASSERT_EQ(area.contains(slant(k % size + 0.5, k / size + 0.5)), cells[static_cast<std::size_t>(k)]) << k;
    }
    // A world takes only rings that are simple.
    for (const Scenario::Obstacle& obstacle : area.obstacles()) {
      if (obstacle.closed) {
        ASSERT_EQ(polygon_fault(obstacle.vertices), "");
      }
    }
  }
}

TEST(AreaUnion, OfRectanglesOnWholeNumbers) { expect_union_of_random_rectangles({{0, 0}, {1, 0}, {0, 1}}, 1); }
TEST(AreaUnion, OfSlantedOnes) { expect_union_of_random_rectangles({{3.3, -1.7}, {0.71, 0.43}, {-0.37, 0.89}}, 2); }
TEST(AreaUnion, OfSlantedOnesInUtmCoordinates) {
  expect_union_of_random_rectangles({{395131.79, 5268347.45}, {7.1, 4.3}, {-3.7, 8.9}}, 3);
}

TEST(AreaUnion, PartsWithACommonBorder) {
  const WalkableArea whole = of_wkt("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((4 1, 6 1, 6 3, 4 3, 4 1)))");
  EXPECT_EQ(whole.parts().size(), 1u);
  EXPECT_EQ(whole.area(), 20.0);
  EXPECT_TRUE(whole.contains({4.0, 2.0}));
}

TEST(AreaUnion, PartsThatTouchAtAPointStayApart) {
  const WalkableArea corner = of_wkt("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((4 4, 6 4, 6 6, 4 6, 4 4)))");
  EXPECT_EQ(corner.parts().size(), 2u);
  EXPECT_EQ(corner.area(), 20.0);
  const WalkableArea on_edge = of_wkt("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((4 2, 6 1, 6 3, 4 2)))");
  EXPECT_EQ(on_edge.parts().size(), 2u);
  EXPECT_EQ(on_edge.area(), 18.0);
}

TEST(AreaUnion, DuplicatesAreOne) {
  const WalkableArea same =
      of_wkt("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((4 4, 4 0, 0 0, 0 4, 4 4)), ((0 0, 4 0, 4 4, 0 4, 0 0)))");
  EXPECT_EQ(same.parts().size(), 1u);
  EXPECT_EQ(same.vertex_count(), 4u);
  EXPECT_EQ(same.area(), 16.0);
}

TEST(AreaUnion, AGapOfANanometerIsClosed) {
  const WalkableArea whole =
      of_wkt("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((4.000000001 1, 8 1, 8 3, 4.000000001 3, 4.000000001 1)))");
  EXPECT_EQ(whole.parts().size(), 1u);
  EXPECT_NEAR(whole.area(), 24.0, 1e-8);
  EXPECT_TRUE(whole.contains({4.0, 2.0}));
  EXPECT_TRUE(whole.warnings().empty());
}

TEST(AreaUnion, AnOverlapOfANanometerIsAWayThrough) {
  const WalkableArea whole =
      of_wkt("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((3.999999999 0, 8 0, 8 4, 3.999999999 4, 3.999999999 0)))");
  EXPECT_EQ(whole.parts().size(), 1u);
  EXPECT_NEAR(whole.area(), 32.0, 1e-8);
}

TEST(AreaUnion, AGapOfATenthOfAMillimeterStaysAndIsWarnedOf) {
  const WalkableArea parts =
      of_wkt("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((4.0001 1, 8 1, 8 3, 4.0001 3, 4.0001 1)))");
  EXPECT_EQ(parts.parts().size(), 2u);
  ASSERT_EQ(parts.warnings().size(), 1u);
  expect_contains(parts.warnings()[0], "two parts of the walkable area are 0.0001 m apart at (4.0001, ");
}

TEST(AreaUnion, ManyPartsThatOnlyTouchAreWarnedOfInShort) {
  std::string text;
  for (int i = 0; i < 6; ++i) {
    for (int j = i % 2; j < 6; j += 2) {
      text += (text.empty() ? "MULTIPOLYGON (" : ", ") +
              fmt::format("(({0} {1}, {2} {1}, {2} {3}, {0} {3}, {0} {1}))", i, j, i + 1, j + 1);
    }
  }
  const WalkableArea chessboard = of_wkt(text + ")");
  EXPECT_EQ(chessboard.parts().size(), 18u);
  const std::vector<std::string> warnings = chessboard.warnings();
  ASSERT_EQ(warnings.size(), 11u);
  expect_contains(warnings[0],
                  "two parts of the walkable area only touch at (1, 1): nobody gets from one to the other");
  EXPECT_EQ(warnings[10], "and 15 more pairs of parts like that");
}

TEST(AreaUnion, ASliverBetweenPartsIsAHoleWithAWarning) {
  // They meet at both ends and are a tenth of a millimeter apart in the middle.
  const WalkableArea whole =
      of_wkt("MULTIPOLYGON (((0 0, 4 0, 3.9999 2, 4 4, 0 4, 0 0)), ((4 0, 8 0, 8 4, 4 4, 4 0)))");
  EXPECT_NEAR(whole.area(), 32.0 - 0.0002, 1e-9);
  ASSERT_EQ(whole.warnings().size(), 1u) << whole.wkt();
}

TEST(AreaUnion, RepeatedPointsAreLeftOut) {
  const WalkableArea area = of_wkt("POLYGON ((0 0, 0 0, 4 0, 4 4, 4 4, 4 4, 0 4, 0 0))");
  EXPECT_EQ(area.vertex_count(), 4u);
  EXPECT_EQ(area.area(), 16.0);
}

TEST(AreaUnion, HolesThatTouchEachOtherStayHoles) {
  const WalkableArea area = of_wkt(
      "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 3 1, 3 3, 1 3, 1 1), (3 3, 5 3, 5 5, 3 5, 3 3), (0 6, 2 5, 2 7, 0 "
      "6))");
  EXPECT_EQ(area.hole_count(), 3u);
  EXPECT_EQ(area.area(), 81.0 - 8.0 - 2.0);
}

TEST(AreaUnion, ARingOfPartsAroundAPlace) {
  // Four parts that meet only at corners enclose a place that is none of theirs.
  const WalkableArea area = of_wkt(
      "MULTIPOLYGON (((2 0, 4 0, 4 2, 2 2, 2 0)), ((0 2, 2 2, 2 4, 0 4, 0 2)), ((4 2, 6 2, 6 4, 4 4, 4 2)),"
      " ((2 4, 4 4, 4 6, 2 6, 2 4)))");
  EXPECT_EQ(area.parts().size(), 4u);
  EXPECT_EQ(area.area(), 16.0);
  EXPECT_FALSE(area.contains({3, 3}));
}

}  // namespace
}  // namespace throng::area_union_tests
