// Polygons made convex: fixed, wrapped, taken apart. And the batch call that asks whether they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "host/rings.hpp"
#include "throng/collision.hpp"
#include "throng/error.hpp"

namespace throng::convex_polygons_tests {
namespace {

using Points = std::vector<Vec2d>;

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t count) { return engine_() % count; }
  double real(double low, double high) { return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 engine_;
};

/// As rows; each relative to its first vertex, so that floats lose nothing.
struct Rows {
  std::vector<std::uint32_t> offsets{0};
  std::vector<Vec2f> vertices;

  void add(const Points& polygon) {
    for (const Vec2d& p : polygon) {
      vertices.push_back({static_cast<float>(p.x - polygon[0].x), static_cast<float>(p.y - polygon[0].y)});
    }
    offsets.push_back(static_cast<std::uint32_t>(vertices.size()));
  }
  [[nodiscard]] ConvexBodies bodies() const {
    ConvexBodies result;
    result.polygon_count = offsets.size() - 1;
    result.offsets = offsets.data();
    result.vertices = vertices.data();
    return result;
  }
};

std::string error_of(auto call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "no error";
}

double cross(Vec2d o, Vec2d a, Vec2d b) { return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x); }

/// They cover the polygon, each point once; each is convex and its vertices are the polygon's.
void expect_parts(const Points& polygon, std::size_t most) {
  const std::vector<Points> parts = convex_parts(polygon);
  EXPECT_LE(parts.size(), most);
  double extent = 0.0, area = 0.0;
  Rows rows;
  for (const Vec2d& p : polygon) {
    extent = std::max({extent, std::abs(p.x - polygon[0].x), std::abs(p.y - polygon[0].y)});
  }
  for (const Points& part : parts) {
    rows.add(part);
    EXPECT_GT(twice_signed_area(part), 0.0);
    area += twice_signed_area(part);
    for (const Vec2d& p : part) EXPECT_NE(std::find(polygon.begin(), polygon.end(), p), polygon.end());
  }
  EXPECT_NEAR(area, std::abs(twice_signed_area(polygon)), 1e-9 * extent * extent);
  EXPECT_TRUE(is_convex(rows.bodies()));
  Random random(polygon.size());
  for (int i = 0; i < 200; ++i) {
    const Vec2d p{polygon[0].x + random.real(-extent, extent), polygon[0].y + random.real(-extent, extent)};
    int inside = 0;
    for (const Points& part : parts) inside += ring_contains(part, p) ? 1 : 0;
    EXPECT_EQ(inside, ring_contains(polygon, p) ? 1 : 0);
  }
}

Points moved(Points points, double angle, double scale, Vec2d by) {
  for (Vec2d& p : points) {
    p = {by.x + scale * (std::cos(angle) * p.x - std::sin(angle) * p.y),
         by.y + scale * (std::sin(angle) * p.x + std::cos(angle) * p.y)};
  }
  return points;
}

const Points ell{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};

TEST(ConvexParts, AConvexPolygonIsItsOwnPart) {
  EXPECT_EQ(convex_parts(Points{{0, 0}, {0, 1}, {0.5, 1}, {1, 1}, {1, 0}, {1, 0}}),
            (std::vector<Points>{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}));
}

TEST(ConvexParts, AnEllHasTwoHoweverItIsTurnedAndWhereverItIs) {
  for (double angle = 0.0; angle < 6.3; angle += 0.1) {
    for (const Vec2d by : {Vec2d{0, 0}, Vec2d{3.5e6, 5.8e6}}) {
      Points points = moved(ell, angle, 1.7, by);
      expect_parts(points, 2);
      std::reverse(points.begin(), points.end());
      expect_parts(points, 2);
    }
  }
}

TEST(ConvexParts, VerticesOnItsSidesCostNothing) {
  for (double angle = 0.0; angle < 6.3; angle += 0.1) {
    Points points;
    for (std::size_t i = 0; i < ell.size(); ++i) {
      const Vec2d a = ell[i], b = ell[(i + 1) % ell.size()];
      for (int k = 0; k < 4; ++k) points.push_back({a.x + (b.x - a.x) * k / 4, a.y + (b.y - a.y) * k / 4});
    }
    for (std::size_t k = 0; k < 4; ++k) {
      expect_parts(moved(points, angle, 1.0, {10.0, 20.0}), 2);
      std::rotate(points.begin(), points.begin() + 1, points.end());
    }
  }
}

/// Products of coordinates have no digits left there.
TEST(ConvexParts, OfTinyPolygonsKeepTheirVertices) {
  const Points tiny = moved({{0, 0}, {10, 0}, {10, 10}, {5, 9}, {0, 10}}, 0.3, 5e-163, {0, 0});
  const std::vector<Points> parts = convex_parts(tiny);
  EXPECT_EQ(parts.size(), 2u);
  for (const Vec2d& p : tiny) {
    EXPECT_TRUE(std::any_of(parts.begin(), parts.end(),
                            [&](const Points& part) { return std::find(part.begin(), part.end(), p) != part.end(); }));
  }
}

TEST(ConvexParts, StarsCombsAndSpirals) {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 4 + random.below(80);
    Points star;
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
      const double radius = random.real(0.1, 1.0);
      star.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    // At most 2 r + 1 parts, of r reflex vertices (Hertel and Mehlhorn).
    std::size_t reflex = 0;
    for (std::size_t i = 0; i < n; ++i) reflex += cross(star[(i + n - 1) % n], star[i], star[(i + 1) % n]) < 0 ? 1 : 0;
    expect_parts(moved(star, 0.0, std::pow(10.0, random.real(-3.0, 3.0)), {random.real(-1e3, 1e3), 0.0}),
                 2 * reflex + 1);
  }
  Points comb, spiral, back;
  for (int i = 0; i < 100; ++i) {
    comb.insert(comb.end(), {{2.0 * i, 10.0}, {2.0 * i, 0.0}, {2.0 * i + 1, 0.0}, {2.0 * i + 1, 10.0}});
  }
  comb.insert(comb.end(), {{200.0, 11.0}, {-1.0, 11.0}});
  std::reverse(comb.begin(), comb.end());
  expect_parts(comb, 201);
  for (int i = 0; i < 400; ++i) {
    const double angle = 0.1 * i, radius = 1.0 + 0.05 * i;
    spiral.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    back.push_back({(radius + 1.0) * std::cos(angle), (radius + 1.0) * std::sin(angle)});
  }
  std::reverse(back.begin(), back.end());
  spiral.insert(spiral.end(), back.begin(), back.end());
  expect_parts(spiral, 500);
}

TEST(ConvexParts, RefusesWhatIsNoSimplePolygon) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(error_of([&] {
              static_cast<void>(convex_parts(Points{{0, 0}, {1, 0}, {1, nan}}));
            }),
            "vertex 2 of the polygon is (1, nan)");
  EXPECT_EQ(error_of([] {
              static_cast<void>(convex_parts(Points{{0, 0}, {1, 0}}));
            }),
            "the polygon has 2 vertices, wanted 3 or more");
  EXPECT_EQ(error_of([] {
              static_cast<void>(convex_parts(Points{{0, 0}, {1, 0}, {0, 0}}));
            }),
            "the polygon has fewer than 3 distinct vertices");
  EXPECT_EQ(error_of([] {
              static_cast<void>(convex_parts(Points{{0, 0}, {1, 1}, {3, 3}}));
            }),
            "the polygon has zero area: all vertices are on a line");
  EXPECT_EQ(error_of([] {
              static_cast<void>(convex_parts(Points{{0, 0}, {2, 2}, {2, 0}, {0, 1}}));
            }),
            "the polygon is not simple: the edge from point 0 (0, 0) meets the edge from point 2 (2, 0)");
  EXPECT_NE(error_of([] {
              static_cast<void>(convex_parts(Points{{0, 0}, {1, 0}, {1, 2}, {1, 1}, {0, 1}}));
            }),
            "no error");
}

TEST(ConvexHull, HoldsAllPointsAndTurnsLeftOnly) {
  Random random(11);
  for (int round = 0; round < 500; ++round) {
    const double scale = std::pow(10.0, random.real(-6.0, 6.0));
    const Vec2d by{random.real(-1e7, 1e7) * (round % 2), 0.0};
    Points points(3 + random.below(60));
    for (Vec2d& p : points) p = {by.x + scale * random.real(-1, 1), by.y + scale * random.real(-1, 1)};
    if (scale < 1e-2 && round % 2 == 1) continue;  // coordinates there are too far apart
    const Points hull = convex_hull(points);
    ASSERT_GE(hull.size(), 3u);
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const Vec2d a = hull[i], b = hull[(i + 1) % hull.size()], c = hull[(i + 2) % hull.size()];
      EXPECT_GT(cross(a, b, c), 0.0);
      EXPECT_NE(std::find(points.begin(), points.end(), a), points.end());
      for (const Vec2d& p : points) EXPECT_GT(cross(a, b, p), -3e-6 * scale * std::hypot(b.x - a.x, b.y - a.y));
    }
  }
}

/// Sizes whose squares no double holds.
TEST(ConvexHull, OfAnySize) {
  for (const double size : {8e307, 1e300, 1e200, 1.0, 1e-200, 1e-300}) {
    const Points square{{0.0, 0.0}, {size, 0.0}, {0.5 * size, 0.25 * size}, {size, size}, {0.0, size}};
    const Points hull = convex_hull(square);
    EXPECT_EQ(hull.size(), 4u) << size;
    EXPECT_EQ(std::count(hull.begin(), hull.end(), square[2]), 0) << size;
  }
  EXPECT_EQ(error_of([] {
              static_cast<void>(convex_hull(Points{{-1e308, 0}, {1e308, 0}, {0, 1e308}}));
            }),
            "the 3 points reach from (-1e+308, 0) to (1e+308, 1e+308): no double says how far that is");
}

TEST(ConvexHull, RefusesPointsOnALine) {
  EXPECT_EQ(error_of([] {
              static_cast<void>(convex_hull(Points{{0, 0}, {1, 2}, {2, 4}, {0.5, 1}}));
            }),
            "the 4 points have no hull: all are on a line");
  EXPECT_EQ(error_of([] { static_cast<void>(convex_hull(Points{})); }), "the 0 points have no hull: all are on a line");
  EXPECT_EQ(error_of([] {
              static_cast<void>(convex_hull(Points{{1, 1}, {1, 1}, {1, 1}}));
            }),
            "the 3 points have no hull: all are on a line");
  EXPECT_EQ(error_of([] {
              static_cast<void>(convex_hull(Points{{1, 1}, {std::numeric_limits<double>::infinity(), 1}}));
            }),
            "point 1 is (inf, 1)");
}

TEST(FixedPolygon, KeepsWhatCountsInDouble) {
  // Too little for a float, enough for a double.
  const Vec2d by{5.0e6, 3.0e6};
  const Points given{{by.x, by.y}, {by.x, by.y}, {by.x + 0.5, by.y}, {by.x + 1.0, by.y}, {by.x, by.y + 1.0}};
  RefusedBody fault;
  EXPECT_EQ(fixed_polygon(given, &fault), (Points{given[0], given[3], given[4]}));
  EXPECT_EQ(fault, RefusedBody{});
  EXPECT_TRUE(fixed_polygon(ell, &fault).empty());
  EXPECT_EQ(fault, (RefusedBody{0, BodyFault::reflex_vertex, 3}));
  EXPECT_TRUE(fixed_polygon(ell).empty());
  EXPECT_TRUE(fixed_polygon({}, &fault).empty());
  EXPECT_EQ(fault, (RefusedBody{0, BodyFault::too_few_vertices, 0}));
}

TEST(IsConvex, NamesThoseThatAreNotOnAnyNumberOfThreads) {
  Random random(3);
  Rows rows;
  std::vector<RefusedBody> wanted;
  for (std::size_t i = 0; i < 5000; ++i) {
    if (random.below(7) == 0) {
      rows.add(ell);
      wanted.push_back({i, BodyFault::reflex_vertex, 3});
    } else {
      rows.add({{0, 0}, {1, 0}, {0.3, 1.5}});
    }
  }
  for (const int threads : {0, 1, 3}) {
    std::vector<RefusedBody> refused{{7, BodyFault::spike, 1}};
    EXPECT_FALSE(is_convex(rows.bodies(), &refused, threads));
    EXPECT_EQ(refused, wanted);
    EXPECT_FALSE(is_convex(rows.bodies(), nullptr, threads));
  }
  EXPECT_TRUE(is_convex({}));
}

TEST(IsConvex, RefusesArraysThatCantBe) {
  Rows rows;
  rows.add(ell);
  rows.add(ell);
  const auto error = [&](auto change) {
    ConvexBodies bodies = rows.bodies();
    change(bodies);
    return error_of([&] { is_convex(bodies); });
  };
  EXPECT_EQ(error([](ConvexBodies& b) { b.offsets = nullptr; }), "offsets is null, for 2 polygons");
  EXPECT_EQ(error([](ConvexBodies& b) { b.vertices = nullptr; }), "vertices is null, for 12 of them");
  rows.offsets[0] = 1;
  EXPECT_EQ(error([](ConvexBodies&) {}), "offsets[0] is 1, wanted 0");
  rows.offsets = {0, 9, 6};
  EXPECT_EQ(error([](ConvexBodies&) {}), "offsets[2] is 6, after 9: wanted entries that never descend");
  EXPECT_EQ(error_of([] { is_convex({}, nullptr, -1); }).substr(0, 7), "threads");
}

TEST(FaultName, NamesEach) {
  EXPECT_EQ(fault_name(BodyFault::none), "none");
  EXPECT_EQ(fault_name(BodyFault::bad_radius), "bad_radius");
  for (int i = 0; i <= static_cast<int>(BodyFault::bad_radius); ++i) {
    EXPECT_NE(fault_name(static_cast<BodyFault>(i)), "unknown");
    for (int j = 0; j < i; ++j) EXPECT_NE(fault_name(static_cast<BodyFault>(i)), fault_name(static_cast<BodyFault>(j)));
  }
}

}  // namespace
}  // namespace throng::convex_polygons_tests
