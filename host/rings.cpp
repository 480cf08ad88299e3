#include "host/rings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "host/edge_sweep.hpp"
#include "host/orientation.hpp"

namespace throng {
namespace {

/// Of the largest coordinate: what rounding has made of it can't be told from what was meant.
constexpr double coordinate_rounding = 0x1p-50;

/// Vertices that do not repeat the one before, within rounding, by their numbers; of repeated ones the last, from which
/// an edge goes on.
std::vector<std::size_t> distinct_in_turn(std::span<const Vec2d> ring) {
  double largest = 0.0;
  for (const Vec2d& v : ring) largest = std::max({largest, std::abs(v.x), std::abs(v.y)});
  const double rounding = coordinate_rounding * largest;
  const auto repeats = [&](std::size_t i, std::size_t j) {
    return std::abs(ring[i].x - ring[j].x) <= rounding && std::abs(ring[i].y - ring[j].y) <= rounding;
  };
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    if (!kept.empty() && repeats(i, kept.back())) {
      kept.back() = i;
    } else {
      kept.push_back(i);
    }
  }
  while (kept.size() > 1 && repeats(kept.back(), kept.front())) kept.pop_back();
  return kept;
}

std::vector<Vec2d> picked(std::span<const Vec2d> ring, std::span<const std::size_t> numbers) {
  std::vector<Vec2d> points;
  for (const std::size_t i : numbers) points.push_back(ring[i]);
  return points;
}

/// `side(a, b, c)` is 0 where c is on the line through a and b.
template <class Side>
bool segments_meet(Vec2d a, Vec2d b, Vec2d c, Vec2d d, Side&& side) {
  const auto is_between = [](Vec2d p, Vec2d from, Vec2d to) {
    return (p.x - from.x) * (p.x - to.x) + (p.y - from.y) * (p.y - to.y) <= 0.0;
  };
  const int of_a = side(c, d, a), of_b = side(c, d, b), of_c = side(a, b, c), of_d = side(a, b, d);
  if (of_a * of_b < 0 && of_c * of_d < 0) return true;
  return (of_a == 0 && is_between(a, c, d)) || (of_b == 0 && is_between(b, c, d)) ||
         (of_c == 0 && is_between(c, a, b)) || (of_d == 0 && is_between(d, a, b));
}

/// Of points of about the size 1: 0 also where rounding may have moved c off the line.
int rounded_orientation(Vec2d a, Vec2d b, Vec2d c) {
  const double across = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (std::abs(across) <= coordinate_rounding * std::hypot(b.x - a.x, b.y - a.y)) return 0;
  return orientation(a, b, c);
}

/// Have two edges that are not neighbors a point in common, exactly or but for rounding?
bool edges_meet(const EdgeSweep& ring, std::size_t i, std::size_t j) {
  if (i == j || ring.next(i) == j || ring.next(j) == i) return false;
  const Vec2d a = ring.at(i), b = ring.at(ring.next(i)), c = ring.at(j), d = ring.at(ring.next(j));
  return segments_meet(a, b, c, d, orientation) || segments_meet(a, b, c, d, rounded_orientation);
}

/// The first vertex at which a ring without repeated vertices turns straight back.
std::optional<std::size_t> straight_back(const EdgeSweep& ring, std::size_t count) {
  for (std::size_t v = 0; v < count; ++v) {
    const std::size_t before = ring.previous(v), behind = ring.next(v);
    if (ring.is_before(before, v) != ring.is_before(behind, v)) continue;
    const Vec2d a = ring.at(before), b = ring.at(v), c = ring.at(behind);
    const bool a_is_farther = std::hypot(a.x - b.x, a.y - b.y) > std::hypot(c.x - b.x, c.y - b.y);
    if (orientation(a, b, c) == 0 || rounded_orientation(b, a_is_farther ? a : c, a_is_farther ? c : a) == 0) return v;
  }
  return std::nullopt;
}

/// M. I. Shamos, D. Hoey: Geometric intersection problems. Foundations of Computer Science, 1976. Of a ring that turns
/// straight back nowhere.
std::optional<MeetingEdges> first_meeting(const EdgeSweep& ring, std::size_t count) {
  EdgeSweep::Crossed crossed = ring.none_crossed();
  std::vector<EdgeSweep::Crossed::iterator> place(count, crossed.end());
  std::optional<MeetingEdges> found;
  const auto judge = [&](std::size_t i, std::size_t j) {
    if (!found && edges_meet(ring, i, j)) found = {std::min(i, j), std::max(i, j)};
  };
  const auto judge_neighbors = [&](EdgeSweep::Crossed::iterator edge) {
    if (edge != crossed.begin()) judge(*std::prev(edge), *edge);
    if (std::next(edge) != crossed.end()) judge(*edge, *std::next(edge));
  };
  const std::vector<std::size_t> order = ring.order();
  for (std::size_t k = 0; k < count && !found; ++k) {
    const std::size_t v = order[k];
    if (k > 0 && ring.at(v) == ring.at(order[k - 1])) judge(v, order[k - 1]);
    const std::size_t edges[] = {ring.previous(v), v};
    const std::size_t others[] = {edges[0], ring.next(v)};
    for (int side = 0; side < 2; ++side) {
      if (!ring.is_before(others[side], v)) continue;
      const auto at = place[edges[side]];
      if (at != crossed.begin() && std::next(at) != crossed.end()) judge(*std::prev(at), *std::next(at));
      crossed.erase(at);
    }
    for (int side = 0; side < 2 && !found; ++side) {
      if (ring.is_before(others[side], v)) continue;
      const auto [at, is_new] = crossed.insert(edges[side]);
      if (!is_new) {
        judge(*at, edges[side]);
        break;
      }
      place[edges[side]] = at;
      judge_neighbors(at);
    }
  }
  return found;
}

}  // namespace

std::vector<Vec2d> without_repeated(std::span<const Vec2d> ring) { return picked(ring, distinct_in_turn(ring)); }

double twice_signed_area(std::span<const Vec2d> ring) {
  double sum = 0.0;
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
    sum +=
        (ring[i].x - ring[0].x) * (ring[i + 1].y - ring[0].y) - (ring[i].y - ring[0].y) * (ring[i + 1].x - ring[0].x);
  }
  return sum;
}

bool ring_contains(std::span<const Vec2d> ring, Vec2d point) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    if ((ring[i].y > point.y) == (ring[j].y > point.y)) continue;
    const double t = (point.y - ring[i].y) / (ring[j].y - ring[i].y);
    if (point.x < ring[i].x + t * (ring[j].x - ring[i].x)) inside = !inside;
  }
  return inside;
}

std::optional<MeetingEdges> meeting_edges(std::span<const Vec2d> ring) {
  const std::vector<std::size_t> kept = distinct_in_turn(ring);
  const std::vector<Vec2d> points = scaled_for_orientation(picked(ring, kept));
  const EdgeSweep sweep(points);
  if (points.size() < 4 || straight_back(sweep, points.size())) return std::nullopt;
  const std::optional<MeetingEdges> found = first_meeting(sweep, points.size());
  if (!found) return std::nullopt;
  return MeetingEdges{kept[found->first], kept[found->second]};
}

std::string polygon_fault(std::span<const Vec2d> vertices) {
  const std::vector<std::size_t> numbers = distinct_in_turn(vertices);
  const std::vector<Vec2d> kept = picked(vertices, numbers);
  double extent = 0.0;
  for (const Vec2d& v : kept) {
    extent = std::max({extent, std::abs(v.x - kept[0].x), std::abs(v.y - kept[0].y)});
  }
  const double area = twice_signed_area(kept);
  if (!(std::abs(area) > 1.0e-12 * extent * extent)) {
    return "has zero area: all vertices lie on one line, or it crosses itself";
  }
  const std::vector<Vec2d> points = scaled_for_orientation(kept);
  const auto name = [&](std::size_t i) {
    return fmt::format("point {} ({:g}, {:g})", i, vertices[i].x, vertices[i].y);
  };
  if (const auto back = straight_back(EdgeSweep(points), points.size())) {
    return "is not simple: it turns straight back at " + name(numbers[*back]);
  }
  if (const std::optional<MeetingEdges> edges = meeting_edges(vertices)) {
    return fmt::format("is not simple: the edge from {} meets the edge from {}", name(edges->first),
                       name(edges->second));
  }
  return "";
}

}  // namespace throng
