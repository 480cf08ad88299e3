#include "host/reference/convex_body.hpp"

#include <algorithm>
#include <cmath>

namespace throng::reference {
namespace {

constexpr double collinear_share = 1e-6;  // of the extent

using Box = Eigen::AlignedBox2d;

Box box_of(const Vertices& vertices) {
  Box box;
  for (const Vec& v : vertices) box.extend(v);
  return box;
}

/// A vertex and its number among those given.
struct Numbered {
  Vec at;
  std::size_t number;
};
using Ring = std::vector<Numbered>;

/// Of a ring, all in one unit: its tolerance.
struct Judge {
  double tolerance;

  [[nodiscard]] bool is_flat(double twice_area, const Vec& from, const Vec& to) const {
    return std::abs(twice_area) <= tolerance * (to - from).norm();
  }
  [[nodiscard]] bool is_on_line(const Vec& from, const Vec& vertex, const Vec& to) const {
    return is_flat(det(vertex - from, to - vertex), from, to);
  }
  [[nodiscard]] bool turns_back(const Vec& from, const Vec& vertex, const Vec& to) const {
    const Vec there = vertex - from, back = to - vertex;
    return there.dot(back) < 0.0 && there.norm() > tolerance && back.norm() > tolerance;
  }
};

Ring without_repeated(const Vertices& given) {
  Ring ring;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (ring.empty() || given[i] != ring.back().at) ring.push_back({given[i], i});
  }
  while (ring.size() > 1 && ring.back().at == ring.front().at) ring.pop_back();
  return ring;
}

double twice_area_of(const Vertices& polygon) {
  double sum = 0.0;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    sum += det(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
  }
  return sum;
}

/// One pass from the first vertex on. What is dropped before the first one is kept stands between the last and that.
Ring without_collinear(const Ring& ring, const Judge& judge) {
  Ring kept;
  Vertices before_first, chain{ring.back().at};  // from the last one kept on, with all that has been dropped
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const bool closes = i + 1 == ring.size();
    if (closes && kept.empty()) break;
    const Vec last = chain.front(), vertex = ring[i].at;
    const Vec next = closes ? kept.front().at : ring[i + 1].at;
    Vertices region = chain;
    region.push_back(vertex);
    if (closes) region.insert(region.end(), before_first.begin(), before_first.end());
    region.push_back(next);
    if (judge.is_on_line(last, vertex, next) && judge.is_flat(twice_area_of(region), last, next) &&
        !judge.turns_back(last, vertex, next)) {
      chain.push_back(vertex);
      continue;
    }
    if (kept.empty()) before_first.assign(chain.begin() + 1, chain.end());
    kept.push_back(ring[i]);
    chain = {vertex};
  }
  return kept;
}

bool all_on_a_line(const Ring& ring, const Judge& judge) {
  const Vec start = ring.front().at;
  const auto farthest = std::max_element(ring.begin(), ring.end(), [&](const Numbered& a, const Numbered& b) {
    return (a.at - start).squaredNorm() < (b.at - start).squaredNorm();
  });
  return std::all_of(ring.begin(), ring.end(), [&](const Numbered& v) {
    return judge.is_flat(det(farthest->at - start, v.at - start), start, farthest->at);
  });
}

/// Calls visit(before, vertex, behind) for each of a ring.
template <class Visit>
void for_corners(const Ring& ring, Visit visit) {
  const std::size_t n = ring.size();
  for (std::size_t i = 0; i < n; ++i) visit(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
}

std::optional<std::size_t> find_spike(const Ring& ring, const Judge& judge) {
  std::optional<std::size_t> found;
  for_corners(ring, [&](const Numbered& a, const Numbered& b, const Numbered& c) {
    if (!found && judge.is_on_line(a.at, b.at, c.at) && judge.turns_back(a.at, b.at, c.at)) found = b.number;
  });
  return found;
}

/// Turns of one sign beyond the tolerance.
std::vector<std::size_t> turns_of(const Ring& ring, double sign, const Judge& judge) {
  std::vector<std::size_t> at;
  for_corners(ring, [&](const Numbered& a, const Numbered& b, const Numbered& c) {
    const double twice_area = det(b.at - a.at, c.at - b.at);
    if (sign * twice_area > 0.0 && !judge.is_flat(twice_area, a.at, c.at)) at.push_back(b.number);
  });
  return at;
}

/// Extremes of a coordinate around the ring: from its least on, each time it has gone back by more than `slack`.
int changes_of_direction(const Ring& ring, int axis, double slack) {
  const std::size_t n = ring.size();
  std::size_t least = 0;
  for (std::size_t i = 1; i < n; ++i) {
    if (ring[i].at[axis] < ring[least].at[axis]) least = i;
  }
  int changes = 0;
  double sign = 1.0, farthest = ring[least].at[axis];
  for (std::size_t i = 1; i <= n; ++i) {
    const double x = ring[(least + i) % n].at[axis];
    if (sign * (x - farthest) > 0.0) farthest = x;
    if (sign * (farthest - x) <= slack) continue;
    sign = -sign;
    farthest = x;
    ++changes;
  }
  return changes + (sign < 0.0 ? 1 : 0);  // from down to up at the least
}

CheckedPolygon fault(BodyFault what, std::size_t vertex = 0) { return {what, vertex, {}}; }

CheckedPolygon check_ring(const Ring& ring, const Judge& judge) {
  if (all_on_a_line(ring, judge)) return fault(BodyFault::zero_area);
  const Ring kept = without_collinear(ring, judge);
  if (kept.size() < 3) return fault(BodyFault::zero_area);
  const auto left = turns_of(kept, 1.0, judge), right = turns_of(kept, -1.0, judge);
  if (left.empty() && right.empty()) return fault(BodyFault::zero_area);
  const bool reflex = !left.empty() && !right.empty();
  const bool winds =
      changes_of_direction(kept, 0, judge.tolerance) > 2 || changes_of_direction(kept, 1, judge.tolerance) > 2;
  if (reflex || winds) {
    if (const auto spike = find_spike(ring, judge)) return fault(BodyFault::spike, *spike);
    if (!reflex) return fault(BodyFault::winds_twice);
    const auto& fewer = left.size() < right.size() ? left : right;
    return fault(BodyFault::reflex_vertex, *std::min_element(fewer.begin(), fewer.end()));
  }
  CheckedPolygon result;
  for (const Numbered& v : kept) result.kept.push_back(v.at);
  if (!right.empty()) std::reverse(result.kept.begin() + 1, result.kept.end());
  return result;
}

}  // namespace

CheckedPolygon check_polygon(const Vertices& given) {
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i].allFinite()) return fault(BodyFault::not_finite, i);
  }
  Vertices distinct = given;
  std::sort(distinct.begin(), distinct.end(),
            [](const Vec& a, const Vec& b) { return std::pair(a.x(), a.y()) < std::pair(b.x(), b.y()); });
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  if (distinct.size() < std::min<std::size_t>(3, std::max<std::size_t>(2, given.size()))) {
    return fault(BodyFault::too_few_vertices);
  }
  if (given.size() == 2) return {BodyFault::none, 0, given};
  return check_ring(without_repeated(given), {collinear_share * box_of(given).sizes().maxCoeff()});
}

ConvexBody make_polygon(const Vertices& given, const Pose& pose) {
  CheckedPolygon checked = check_polygon(given);
  ConvexBody body;
  body.fault = checked.fault;
  body.fault_vertex = checked.vertex;
  if (body.fault != BodyFault::none) return body;
  const Box box = box_of(given);
  Eigen::Matrix2d turn = Eigen::Matrix2d::Identity();
  if (pose.rotation) turn << pose.rotation->x(), -pose.rotation->y(), pose.rotation->y(), pose.rotation->x();
  body.center = turn * box.center() + pose.translation.value_or(Vec(0.0, 0.0));
  for (const Vec& v : checked.kept) body.corners.emplace_back(turn * (v - box.center()));
  body.extent = box.sizes().maxCoeff();
  return body;
}

ConvexBody make_disc(const Vec& center, double radius) {
  ConvexBody body;
  body.center = center;
  body.radius = radius;
  body.extent = 2.0 * radius;
  if (!center.allFinite() || !std::isfinite(radius)) {
    body.fault = BodyFault::not_finite;
  } else if (!(radius > 0.0)) {
    body.fault = BodyFault::bad_radius;
  }
  return body;
}

std::vector<Vec> edge_normals(const ConvexBody& body) {
  std::vector<Vec> normals;
  for (std::size_t k = 0; k < body.corners.size(); ++k) {
    normals.push_back(turned_right(body.corners[(k + 1) % body.corners.size()] - body.corners[k]).normalized());
  }
  return normals;
}

}  // namespace throng::reference
