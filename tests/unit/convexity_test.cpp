// Which polygons are convex, and what is left of them. Floats on one hand, doubles on the other, by the same rules.
#include "kernels/agent/convexity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

namespace throng::convexity_tests {
namespace {

using Points = std::vector<BatchPoint>;

struct Cleaned {
  BodyFault fault;
  std::uint32_t vertex;
  Points kept;
};

/// Into a place of its own and over the vertices: the same.
Cleaned clean(const Points& vertices) {
  Points kept(vertices.size()), over = vertices;
  const auto n = static_cast<std::uint32_t>(vertices.size());
  const CleanPolygon result = clean_polygon(vertices.data(), n, kept.data());
  const CleanPolygon in_place = clean_polygon(over.data(), n, over.data());
  EXPECT_EQ(result.fault, in_place.fault);
  EXPECT_EQ(result.count, in_place.count);
  EXPECT_EQ(result.vertex, in_place.vertex);
  EXPECT_EQ(result.count > 0, result.fault == 0);
  kept.resize(result.count);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(kept[i].x, over[i].x);
    EXPECT_EQ(kept[i].y, over[i].y);
  }
  return {static_cast<BodyFault>(result.fault), result.vertex, kept};
}

void expect_points(const Points& found, const Points& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].x, wanted[i].x) << i;
    EXPECT_EQ(found[i].y, wanted[i].y) << i;
  }
}

void expect_fault(const Points& vertices, BodyFault fault, std::uint32_t vertex = 0) {
  const Cleaned cleaned = clean(vertices);
  EXPECT_EQ(fault_name(cleaned.fault), fault_name(fault));
  EXPECT_EQ(cleaned.vertex, vertex);
}

Points reversed(Points points) {
  std::reverse(points.begin(), points.end());
  return points;
}

Points rotated(std::vector<Vec2d> points, double angle, double scale, Vec2d by) {
  Points result;
  for (const Vec2d p : points) {
    result.push_back({static_cast<float>(by.x + scale * (std::cos(angle) * p.x - std::sin(angle) * p.y)),
                      static_cast<float>(by.y + scale * (std::sin(angle) * p.x + std::cos(angle) * p.y))});
  }
  return result;
}

std::vector<Vec2d> regular(int n) {
  std::vector<Vec2d> points;
  for (int i = 0; i < n; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / n;
    points.push_back({std::cos(angle), std::sin(angle)});
  }
  return points;
}

const Points square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};

TEST(Convexity, KeepsASquare) { expect_points(clean(square).kept, square); }

TEST(Convexity, TurnsAClockwisePolygonAndLeavesItsFirstVertexFirst) {
  expect_points(clean({{0, 0}, {0, 1}, {1, 1}, {1, 0}}).kept, square);
  expect_points(clean({{0, 0}, {0, 1}, {1, 0}}).kept, {{0, 0}, {1, 0}, {0, 1}});
}

TEST(Convexity, DropsRepeatedAndCollinearVertices) {
  expect_points(clean({{0, 0}, {0, 0}, {0.5f, 0}, {1, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0.25f}, {0, 0}}).kept, square);
  // Where the first one is collinear, the next corner comes first.
  expect_points(clean({{0.5f, 0}, {0.75f, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {0.25f, 0}}).kept,
                {{1, 0}, {1, 1}, {0, 1}, {0, 0}});
  expect_points(clean({{0.5f, 0}, {0, 0}, {0, 1}, {1, 1}, {1, 0}, {1, 0}, {0.75f, 0}}).kept,
                {{0, 0}, {1, 0}, {1, 1}, {0, 1}});
}

TEST(Convexity, TakesRepeatedVerticesThatRoundingHasSeparated) {
  const float above = std::nextafter(1.0f, 2.0f);
  EXPECT_EQ(clean({{0, 0}, {1, 0}, {1, 1}, {1, above}, {0, 1}}).kept.size(), 4u);
  EXPECT_EQ(clean({{0, 0}, {1, 0}, {1, above}, {1, 1}, {0, 1}}).kept.size(), 4u);
}

TEST(Convexity, KeepsSegments) {
  expect_points(clean({{1, 2}, {3, 5}}).kept, {{1, 2}, {3, 5}});
  expect_fault({{1, 2}, {1, 2}}, BodyFault::too_few_vertices);
  // Three places make a polygon, however many are given; two never a segment.
  expect_fault({{1, 2}, {3, 5}, {1, 2}}, BodyFault::too_few_vertices);
}

TEST(Convexity, NamesWhatIsWrongAndWhere) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  expect_fault({}, BodyFault::too_few_vertices);
  expect_fault({{0, 0}}, BodyFault::too_few_vertices);
  expect_fault({{0, 0}, {1, 0}, {0, 0}, {1, 0}}, BodyFault::too_few_vertices);
  expect_fault({{0, 0}, {1, 0}, {1, nan}}, BodyFault::not_finite, 2);
  expect_fault({{0, 0}, {-infinity, 0}, {1, nan}}, BodyFault::not_finite, 1);
  expect_fault({{nan, 0}}, BodyFault::not_finite);
  expect_fault({{-3e38f, 0}, {3e38f, 0}, {0, 1}}, BodyFault::not_finite);
  expect_fault({{0, 0}, {1, 1}, {2, 2}}, BodyFault::zero_area);
  expect_fault({{0, 0}, {2, 2}, {1, 1}, {3, 3}}, BodyFault::zero_area);
  expect_fault({{0, 0}, {1, 0}, {0.5f, 5e-7f}}, BodyFault::zero_area);
  expect_fault({{0, 0}, {2, 0}, {1, 0}, {1, 1}}, BodyFault::spike, 1);
  expect_fault({{0, 0}, {1, 0}, {1, 2}, {1, 1}, {0, 1}}, BodyFault::spike, 2);
  expect_fault({{0, 0}, {1, 0}, {1, 2}, {1, 1}, {1, 3}, {0, 3}}, BodyFault::spike, 2);
  expect_fault({{0, 0}, {2, 0}, {1, 0}, {3, 0}, {3, 1}, {0, 1}}, BodyFault::spike, 1);
  expect_fault({{0, 0}, {1, 0}, {1, 1}, {0.9f, 0.1f}, {0, 1}}, BodyFault::reflex_vertex, 3);
  expect_fault({{0, 0}, {1, 1}, {1, 0}, {0, 1}}, BodyFault::reflex_vertex, 1);
  // Vertices are counted as they are given.
  expect_fault({{0, 0}, {0, 0}, {0.5f, 0}, {1, 0}, {1, 0}, {1, 1}, {1, 1}, {0.9f, 0.1f}, {0, 1}},
               BodyFault::reflex_vertex, 7);
  expect_fault(reversed({{0, 0}, {1, 0}, {1, 1}, {0.9f, 0.1f}, {0, 1}}), BodyFault::reflex_vertex, 1);
}

TEST(Convexity, RefusesWhatWindsTwice) {
  std::vector<Vec2d> pentagram, twice;
  for (int i = 0; i < 5; ++i) pentagram.push_back(regular(5)[static_cast<std::size_t>(2 * i % 5)]);
  for (int i = 0; i < 14; ++i) {
    const double angle = 4.0 * std::numbers::pi * i / 14 + 0.1;
    twice.push_back({std::cos(angle), std::sin(angle)});
  }
  for (double angle = 0.0; angle < 7.0; angle += 0.05) {
    expect_fault(rotated(pentagram, angle, 3.0, {5.0, -2.0}), BodyFault::winds_twice);
    expect_fault(reversed(rotated(pentagram, angle, 0.01, {})), BodyFault::winds_twice);
    expect_fault(rotated(twice, angle, 1.0, {}), BodyFault::winds_twice);
  }
}

TEST(Convexity, TakesSidesWithManyVerticesInEveryDirection) {
  for (const int along : {2, 3, 10, 300, 3000}) {
    std::vector<Vec2d> points;
    const std::vector<Vec2d> corners{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (std::size_t c = 0; c < 4; ++c) {
      const Vec2d from = corners[c], to = corners[(c + 1) % 4];
      for (int i = 0; i < along; ++i) {
        const double t = static_cast<double>(i) / along;
        points.push_back({from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)});
      }
    }
    for (double angle = 0.0; angle<6.4; angle += along> 100 ? 0.4 : 0.01) {
      for (const double scale : {1e-3, 1.0, 1e3}) {
        EXPECT_EQ(clean(rotated(points, angle, scale, {})).kept.size(), 4u) << along << ' ' << angle << ' ' << scale;
      }
      std::rotate(points.begin(), points.begin() + 1, points.end());
    }
  }
}

TEST(Convexity, ARoundPolygonStaysRoundHoweverManyVerticesItHas) {
  for (const int n : {3, 64, 1000, 5000, 100000, 4000000}) {
    const Cleaned cleaned = clean(rotated(regular(n), 0.3, 1.0, {}));
    EXPECT_EQ(cleaned.fault, BodyFault::none) << n;
    if (n <= 1000) {
      EXPECT_EQ(cleaned.kept.size(), static_cast<std::size_t>(n));
    }
    double area = 0.0;
    for (std::size_t i = 0; i < cleaned.kept.size(); ++i) {
      const BatchPoint a = cleaned.kept[i], b = cleaned.kept[(i + 1) % cleaned.kept.size()];
      area += 0.5 * (static_cast<double>(a.x) * b.y - static_cast<double>(a.y) * b.x);
    }
    const double whole = 0.5 * n * std::sin(2.0 * std::numbers::pi / n);
    EXPECT_NEAR(area, whole, 1e-5) << n << ' ' << cleaned.kept.size();
  }
}

TEST(Convexity, JudgesDentsByTheExtent) {
  for (const double scale : {1e-30, 1e-3, 1.0, 1e3, 1e30}) {
    for (double angle = 0.0; angle < 6.3; angle += 0.1) {
      const auto dented = [&](double depth) {
        return clean(rotated({{0, 0}, {0.5, depth}, {1, 0}, {1, 1}, {0, 1}}, angle, scale, {})).fault;
      };
      EXPECT_EQ(dented(-1e-4), BodyFault::none) << scale << ' ' << angle;
      EXPECT_EQ(dented(5e-7), BodyFault::none) << scale << ' ' << angle;
      EXPECT_EQ(dented(2.5e-6), BodyFault::reflex_vertex) << scale << ' ' << angle;
    }
  }
  // A wide dent of many vertices, each on a line with its neighbors.
  std::vector<Vec2d> hollow{{1, 0}, {1, 1}, {0, 1}, {0, 0}};
  for (int i = 1; i < 5000; ++i) {
    const double t = i / 5000.0;
    hollow.push_back({t, 1e-3 * t * (1.0 - t)});
  }
  EXPECT_EQ(clean(rotated(hollow, 0.0, 1.0, {})).fault, BodyFault::reflex_vertex);
}

TEST(Convexity, TakesWhateverIsConvexWithinRounding) {
  std::mt19937_64 engine(20261);
  const auto real = [&engine] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
  for (int round = 0; round < 20000; ++round) {
    std::vector<double> angles(3 + engine() % 62);
    for (double& angle : angles) angle = 2.0 * std::numbers::pi * real();
    std::sort(angles.begin(), angles.end());
    const double flat = std::pow(10.0, -4.0 * real());
    std::vector<Vec2d> points;
    for (const double angle : angles) points.push_back({std::cos(angle), flat * std::sin(angle)});
    const Points floats = rotated(points, 7.0 * real(), std::pow(10.0, 6.0 * real() - 3.0), {});
    const Cleaned cleaned = clean(floats);
    if (cleaned.fault == BodyFault::zero_area) continue;  // all angles close together, or nearly so
    EXPECT_EQ(fault_name(cleaned.fault), "none")
        << round << " " << floats.size() << " " << flat << " at " << cleaned.vertex;
    // What has been cleaned is clean.
    EXPECT_EQ(fault_name(clean(cleaned.kept).fault), "none") << round;
  }
}

}  // namespace
}  // namespace throng::convexity_tests
