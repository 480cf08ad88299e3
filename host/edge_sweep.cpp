#include "host/edge_sweep.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "host/orientation.hpp"

namespace throng {
namespace {

/// An edge's ends in the order of the sweep.
std::pair<Vec2d, Vec2d> from_left(const EdgeSweep& sweep, std::size_t edge) {
  const Vec2d a = sweep.at(edge), b = sweep.at(sweep.next(edge));
  return EdgeSweep::comes_before(a, b) ? std::pair(a, b) : std::pair(b, a);
}

}  // namespace

EdgeSweep::EdgeSweep(std::span<const Vec2d> ring) : ring_(ring) {}

std::vector<std::size_t> EdgeSweep::order() const {
  std::vector<std::size_t> vertices(ring_.size());
  std::iota(vertices.begin(), vertices.end(), std::size_t{0});
  std::sort(vertices.begin(), vertices.end(),
            [this](std::size_t i, std::size_t j) { return is_before(i, j) || (!is_before(j, i) && i < j); });
  return vertices;
}

bool EdgeSweep::is_lower(std::size_t edge, std::size_t other) const {
  if (edge == other) return false;
  const auto [low, high] = from_left(*this, edge);
  const auto [other_low, other_high] = from_left(*this, other);
  if (comes_before(other_low, low)) {
    const int side = orientation(other_low, other_high, low);
    if (side != 0) return side < 0;
    return orientation(other_low, other_high, high) < 0;
  }
  const int side = orientation(low, high, other_low);
  if (side != 0) return side > 0;
  return orientation(low, high, other_high) > 0;
}

}  // namespace throng
