// Rings, judged and cut by a line that sweeps over them: held against all pairs of edges, in whole numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <ctime>
#include <set>

#include "host/orientation.hpp"
#include "host/rings.hpp"
#include "host/triangulate.hpp"
#include "tests/support/random.hpp"
#include "throng/collision.hpp"

namespace throng::edge_sweep_tests {
namespace {

using test::Random;
using Ring = std::vector<Vec2d>;

int exact_side(Vec2d a, Vec2d b, Vec2d c) {
  using Number = boost::multiprecision::cpp_rational;
  const Number ax(a.x), ay(a.y), bx(b.x), by(b.y), cx(c.x), cy(c.y);
  const Number across = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return across.sign();
}

TEST(Orientation, IsExact) {
  Random random(1);
  int on_line = 0, left = 0;
  for (int i = 0; i < 20000; ++i) {
    const double size = std::ldexp(1.0, static_cast<int>(random.below(60)) - 30);
    const auto any = [&] { return random.between(-size, size) + (random.chance(0.5) ? 1e3 : 0.0); };
    const Vec2d a{any(), any()}, b{any(), any()};
    const double share = random.chance(0.2) ? 2.0 : random.between(-1.0, 2.0);
    Vec2d c{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    if (random.chance(0.2)) c.y = std::nextafter(c.y, 1e9);
    const int side = orientation(a, b, c);
    ASSERT_EQ(side, exact_side(a, b, c)) << i;
    ASSERT_EQ(orientation(b, c, a), side);
    ASSERT_EQ(orientation(b, a, c), -side);
    on_line += side == 0 ? 1 : 0;
    left += side > 0 ? 1 : 0;
  }
  EXPECT_GT(on_line, 100);
  EXPECT_GT(left, 1000);
}

std::int64_t twice_area(Vec2d a, Vec2d b, Vec2d c) {
  return static_cast<std::int64_t>((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}
bool on_edge(Vec2d p, Vec2d a, Vec2d b) {
  return twice_area(a, b, p) == 0 && (p.x - a.x) * (p.x - b.x) <= 0.0 && (p.y - a.y) * (p.y - b.y) <= 0.0;
}
bool meet(const Ring& ring, std::size_t i, std::size_t j) {
  const std::size_t n = ring.size();
  const Vec2d a = ring[i], b = ring[(i + 1) % n], c = ring[j], d = ring[(j + 1) % n];
  const auto differ = [](std::int64_t x, std::int64_t y) { return (x > 0 && y < 0) || (x < 0 && y > 0); };
  if (on_edge(a, c, d) || on_edge(b, c, d) || on_edge(c, a, b) || on_edge(d, a, b)) return true;
  return differ(twice_area(a, b, c), twice_area(a, b, d)) && differ(twice_area(c, d, a), twice_area(c, d, b));
}
bool turns_back(const Ring& ring) {
  const std::size_t n = ring.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2d a = ring[(i + n - 1) % n], b = ring[i], c = ring[(i + 1) % n];
    if (twice_area(a, b, c) == 0 && (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0.0) return true;
  }
  return false;
}
bool any_meet(const Ring& ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    for (std::size_t j = i + 2; j < ring.size(); ++j) {
      if (!(i == 0 && j + 1 == ring.size()) && meet(ring, i, j)) return true;
    }
  }
  return false;
}

Ring grid_ring(Random& random, std::size_t most, std::size_t places) {
  Ring ring;
  for (std::size_t n = 4 + random.below(most - 3); ring.size() < n;) {
    const Vec2d p{static_cast<double>(random.below(places)), static_cast<double>(random.below(places))};
    if (ring.empty() || !(p == ring.back() || (ring.size() + 1 == n && p == ring[0]))) ring.push_back(p);
  }
  return ring;
}

TEST(MeetingEdges, AreFoundWhereThereAreSome) {
  Random random(2);
  int simple = 0, meeting = 0, back = 0;
  for (int i = 0; i < 200000; ++i) {
    const Ring ring = grid_ring(random, 8, 3 + random.below(5));
    const auto found = meeting_edges(ring);
    if (turns_back(ring)) {
      ++back;
      ASSERT_FALSE(found);
      continue;
    }
    ASSERT_EQ(found.has_value(), any_meet(ring)) << testing::PrintToString(ring.size()) << ' ' << i;
    (found ? meeting : simple) += 1;
    if (!found) continue;
    ASSERT_TRUE(meet(ring, found->first, found->second));
    ASSERT_GE(found->second, found->first + 2);
    ASSERT_FALSE(found->first == 0 && found->second + 1 == ring.size());
  }
  EXPECT_GT(simple, 10000);
  EXPECT_GT(meeting, 10000);
  EXPECT_GT(back, 10000);
}

/// Triangles that turn left, of edges that each are there once, and as large together as the ring.
void expect_triangles(const Ring& ring) {
  const auto triangles = triangulate(ring);
  ASSERT_EQ(triangles.size(), ring.size() - 2);
  std::set<std::pair<std::size_t, std::size_t>> edges;
  double area = 0.0;
  for (const auto& [a, b, c] : triangles) {
    ASSERT_GE(orientation(ring[a], ring[b], ring[c]), 0);
    area += (ring[b].x - ring[a].x) * (ring[c].y - ring[a].y) - (ring[b].y - ring[a].y) * (ring[c].x - ring[a].x);
    for (const auto& edge : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
      ASSERT_TRUE(edges.insert(edge).second);
    }
  }
  for (std::size_t i = 0; i < ring.size(); ++i) ASSERT_EQ(edges.count({i, (i + 1) % ring.size()}), 1u);
  ASSERT_NEAR(area, twice_signed_area(ring), 1e-9 * std::abs(area));
}

TEST(Triangulation, OfRingsOnAGrid) {
  Random random(3);
  int done = 0;
  for (int i = 0; i < 300000; ++i) {
    Ring ring = grid_ring(random, 10, 3 + random.below(6));
    if (turns_back(ring) || any_meet(ring)) continue;
    if (twice_signed_area(ring) < 0.0) std::reverse(ring.begin(), ring.end());
    ++done;
    expect_triangles(ring);
    if (testing::Test::HasFatalFailure()) FAIL() << testing::PrintToString(ring.size()) << " corners, round " << i;
  }
  EXPECT_GT(done, 10000);
}

Ring star(Random& random, std::size_t n) {
  Ring ring;
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(n);
    const double radius = random.between(1.0, 1.4);
    ring.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return ring;
}
Ring comb(std::size_t teeth) {
  Ring ring{{0.0, -1.0}, {static_cast<double>(2 * teeth), -1.0}};
  for (std::size_t i = 2 * teeth; i > 0; --i) ring.push_back({static_cast<double>(i), i % 2 == 0 ? 0.0 : 100.0});
  return ring;
}

TEST(Triangulation, OfStarsAndCombs) {
  Random random(4);
  for (const std::size_t n : {3, 5, 20, 333, 5000}) {
    expect_triangles(star(random, n));
    Ring upright = comb(n), lying;
    expect_triangles(upright);
    for (const Vec2d& p : upright) lying.push_back({-p.y, p.x});
    expect_triangles(lying);
  }
}

/// Four times the vertices take no more than ten times as long: all pairs would take sixteen times.
TEST(ConvexParts, TakeHardlyMoreThanTheirVerticesInTime) {
  const auto seconds = [](const Ring& ring) {
    const std::clock_t start = std::clock();
    const std::size_t parts = convex_parts(ring).size();
    EXPECT_GT(parts, ring.size() / 8);
    EXPECT_LT(parts, ring.size());
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  Random random(5);
  for (const bool is_comb : {true, false}) {
    const auto least = [&](std::size_t n) {
      double best = INFINITY;
      for (int i = 0; i < 3; ++i) best = std::min(best, seconds(is_comb ? comb(n / 2) : star(random, n)));
      return best;
    };
    const double few = least(10000), many = least(40000);
    EXPECT_LT(many, 10.0 * few) << (is_comb ? "comb" : "star");
  }
}

}  // namespace
}  // namespace throng::edge_sweep_tests
