// Rings, judged by a line that sweeps over them: held against all pairs of edges, in whole numbers. And their convex
// parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <set>

#include "host/orientation.hpp"
#include "host/rings.hpp"
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

/// Convex polygons that turn left, of edges that each are there once, and as large together as the ring; at most
/// 2 r + 1 of them, of r reflex vertices. Both directions of the ring have parts.
void expect_parts(Ring ring) {
  for (int direction = 0; direction < 2; ++direction, std::reverse(ring.begin(), ring.end())) {
    const double ring_area = twice_signed_area(ring), turn = ring_area > 0.0 ? 1.0 : -1.0;
    const auto parts = convex_parts(ring);
    std::set<std::array<double, 4>> edges;
    double area = 0.0;
    for (const Ring& part : parts) {
      const std::size_t n = part.size();
      ASSERT_GE(n, 3u);
      for (std::size_t i = 0; i < n; ++i) {
        const Vec2d a = part[i], b = part[(i + 1) % n];
        ASSERT_GT(orientation(a, b, part[(i + 2) % n]), 0);
        ASSERT_NE(std::find(ring.begin(), ring.end(), a), ring.end());
        ASSERT_TRUE(edges.insert({a.x, a.y, b.x, b.y}).second);
      }
      area += twice_signed_area(part);
    }
    ASSERT_NEAR(area, std::abs(ring_area), 1e-9 * area);
    std::size_t reflex = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec2d a = ring[i], b = ring[(i + 1) % ring.size()], c = ring[(i + 2) % ring.size()];
      reflex += turn * orientation(a, b, c) < 0.0 ? 1 : 0;
    }
    ASSERT_LE(parts.size(), 2 * reflex + 1);
  }
}

TEST(ConvexParts, OfRingsOnAGrid) {
  Random random(3);
  int done = 0;
  for (int i = 0; i < 300000; ++i) {
    const Ring ring = grid_ring(random, 10, 3 + random.below(6));
    if (turns_back(ring) || any_meet(ring)) continue;
    ++done;
    expect_parts(ring);
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

TEST(ConvexParts, OfStarsAndCombs) {
  Random random(4);
  for (const std::size_t n : {3, 5, 20, 333, 2000}) {
    expect_parts(star(random, n));
    Ring upright = comb(n), lying;
    expect_parts(upright);
    for (const Vec2d& p : upright) lying.push_back({-p.y, p.x});
    expect_parts(lying);
  }
}

}  // namespace
}  // namespace throng::edge_sweep_tests
