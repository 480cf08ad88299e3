#include "host/scenario/split_ring.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "host/rings.hpp"
#include "host/scenario/outline.hpp"

namespace throng::scenario {
namespace {

using Ring = std::vector<Vec2d>;

constexpr double rounding = 0x1p-48;  // of the largest coordinate

/// Vertices that lie on an edge become vertices of it as well.
Ring with_touched_edges_cut(const Ring& ring, double tolerance) {
  Ring cut;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2d from = ring[i], to = ring[i + 1 < ring.size() ? i + 1 : 0];
    cut.push_back(from);
    Ring between;
    const auto is_end = [&](Vec2d p, Vec2d end) { return std::hypot(p.x - end.x, p.y - end.y) <= tolerance; };
    for (const Vec2d p : ring) {
      if (is_end(p, from) || is_end(p, to) || squared_distance(p, from, to) > tolerance * tolerance) continue;
      between.push_back(p);
    }
    std::sort(between.begin(), between.end(), [from](Vec2d p, Vec2d q) {
      return std::hypot(p.x - from.x, p.y - from.y) < std::hypot(q.x - from.x, q.y - from.y);
    });
    between.erase(std::unique(between.begin(), between.end()), between.end());
    cut.insert(cut.end(), between.begin(), between.end());
  }
  return cut;
}

double rounding_of(const Ring& ring) {
  double largest = 0.0;
  for (const Vec2d p : ring) largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
  return rounding * largest;
}

}  // namespace

std::vector<Vec2d> without_straight_vertices(std::vector<Vec2d> ring) {
  const double tolerance = rounding_of(ring);
  for (std::size_t i = 0, left = ring.size(); left > 0 && ring.size() > 2; --left) {
    const Vec2d before = ring[i == 0 ? ring.size() - 1 : i - 1], after = ring[i + 1 < ring.size() ? i + 1 : 0];
    // The nearer neighbor from the line to the other one: a vertex before a short edge is straight on no account.
    const bool nearer =
        std::hypot(before.x - ring[i].x, before.y - ring[i].y) < std::hypot(after.x - ring[i].x, after.y - ring[i].y);
    const bool is_on =
        squared_distance(ring[i], before, after) <= tolerance * tolerance ||
        squared_distance(nearer ? before : after, ring[i], nearer ? after : before) <= tolerance * tolerance;
    if (!is_on) {
      i = i + 1 < ring.size() ? i + 1 : 0;
      continue;
    }
    ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(i));
    i = i == 0 ? ring.size() - 1 : i - 1;  // it may have become straight
    left = ring.size() + 1;
  }
  return ring;
}

std::vector<std::vector<Vec2d>> split_at_touches(std::vector<Vec2d> ring) {
  if (ring.size() < 4 || polygon_fault(ring).empty()) return {std::move(ring)};
  const double tolerance = rounding_of(ring);
  std::vector<Ring> loops;
  Ring path;
  for (const Vec2d p : with_touched_edges_cut(ring, tolerance)) {
    const auto seen =
        std::find_if(path.begin(), path.end(), [&](Vec2d q) { return std::hypot(p.x - q.x, p.y - q.y) <= tolerance; });
    if (seen == path.end()) {
      path.push_back(p);
      continue;
    }
    loops.emplace_back(seen, path.end());
    path.erase(seen + 1, path.end());
  }
  loops.push_back(std::move(path));
  std::erase_if(loops, [](const Ring& loop) { return loop.size() < 3; });
  return loops;
}

}  // namespace throng::scenario
