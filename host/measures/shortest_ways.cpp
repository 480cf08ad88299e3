#include "host/measures/shortest_ways.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "host/orientation.hpp"
#include "host/rings.hpp"

namespace throng::measures {
namespace {

double distance(Vec2d a, Vec2d b) { return std::hypot(a.x - b.x, a.y - b.y); }

}  // namespace

ShortestWays::ShortestWays(const WalkableSpace& space) : space_(space) {
  for (const PolygonRings& rings : space.polygons()) {
    for (std::size_t r = 0; r < rings.size(); ++r) {
      const std::vector<Vec2d>& ring = rings[r];
      const bool counter_clockwise = twice_signed_area(ring) > 0.0;
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2d before = ring[(i + ring.size() - 1) % ring.size()], behind = ring[(i + 1) % ring.size()];
        const int turn = orientation(before, ring[i], behind) * (counter_clockwise ? 1 : -1);
        // The free space is around the corner where an outer ring is reflex, or a hole convex.
        if (r == 0 ? turn < 0 : turn > 0) corners_.push_back(ring[i]);
      }
    }
  }
  edges_.resize(corners_.size());
  for (std::uint32_t i = 0; i < corners_.size(); ++i) {
    for (std::uint32_t k = i + 1; k < corners_.size(); ++k) {
      if (!sees(corners_[i], corners_[k])) continue;
      const double length = distance(corners_[i], corners_[k]);
      edges_[i].push_back({k, length});
      edges_[k].push_back({i, length});
    }
  }
}

/// No wall between them, and the way is not outside all along.
bool ShortestWays::sees(Vec2d a, Vec2d b) const {
  return !space_.crosses_wall(a, b) && space_.contains({0.5 * (a.x + b.x), 0.5 * (a.y + b.y)});
}

std::optional<double> ShortestWays::between(Vec2d from, Vec2d to) const {
  if (!space_.contains(from) || !space_.contains(to)) return std::nullopt;
  if (sees(from, to)) return distance(from, to);
  std::vector<double> best(corners_.size(), std::numeric_limits<double>::infinity());
  std::vector<double> rest(corners_.size(), std::numeric_limits<double>::infinity());  // to the end, straight
  using Entry = std::pair<double, std::uint32_t>;  // with the straight way to the end added: A*
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (std::uint32_t i = 0; i < corners_.size(); ++i) {
    if (sees(corners_[i], to)) rest[i] = distance(corners_[i], to);
    if (!sees(from, corners_[i])) continue;
    best[i] = distance(from, corners_[i]);
    open.emplace(best[i] + distance(corners_[i], to), i);
  }
  double found = std::numeric_limits<double>::infinity();
  while (!open.empty()) {
    const auto [estimate, i] = open.top();
    open.pop();
    if (estimate >= found) break;
    if (estimate > best[i] + distance(corners_[i], to)) continue;
    found = std::min(found, best[i] + rest[i]);
    for (const Edge& edge : edges_[i]) {
      const double length = best[i] + edge.length;
      if (length >= best[edge.to]) continue;
      best[edge.to] = length;
      open.emplace(length + distance(corners_[edge.to], to), edge.to);
    }
  }
  if (std::isinf(found)) return std::nullopt;
  return found;
}

}  // namespace throng::measures
