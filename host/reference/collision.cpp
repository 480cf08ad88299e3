#include "host/reference/collision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace throng::reference {
namespace {

AxisDepth along(const Vec& axis, const ConvexBody& a, const ConvexBody& b) {
  const Vec d = b.center - a.center;
  const Interval of_a = project(a, axis, {0.0, 0.0}), of_b = project(b, axis, d);
  const double ahead = of_a.high - of_b.low, behind = of_b.high - of_a.low;
  const bool positive = ahead < behind || (ahead == behind && axis.dot(d) >= 0.0);
  return {positive ? axis : Vec(-axis), std::min(ahead, behind)};
}

bool is_segment(const ConvexBody& body) { return body.corners.size() == 2; }
Vec segment_direction(const ConvexBody& body) { return (body.corners[1] - body.corners[0]).normalized(); }

/// Points of a polygon's edge, and how they have been found.
struct Edge {
  Vec begin, end, normal;
};
std::vector<Edge> edges_of(const ConvexBody& body, const Vec& center) {
  const std::vector<Vec> normals = edge_normals(body);
  std::vector<Edge> edges;
  for (std::size_t k = 0; k < normals.size(); ++k) {
    edges.push_back({center + body.corners[k], center + body.corners[(k + 1) % normals.size()], normals[k]});
  }
  return edges;
}

double angle_between(const Vec& a, const Vec& b) { return std::atan2(std::abs(det(a, b)), a.dot(b)); }

/// The edge whose normal goes most along `way`. `margin` becomes no more than what another one lacks.
Edge facing(const std::vector<Edge>& edges, const Vec& way, double& margin) {
  const auto away = [&](const Edge& edge) { return angle_between(edge.normal, way); };
  const auto best = std::min_element(edges.begin(), edges.end(),
                                     [&](const Edge& one, const Edge& other) { return away(one) < away(other); });
  for (auto edge = edges.begin(); edge != edges.end(); ++edge) {
    if (edge != best) margin = std::min(margin, away(*edge) - away(*best));
  }
  return *best;
}

/// `out` leads from `owner`, which has the axis, to `other`.
ContactPoints points_of_polygons(const ConvexBody& owner, const ConvexBody& other, const Vec& out, double tolerance) {
  ContactPoints points;
  points.margin = std::numeric_limits<double>::infinity();
  const Edge of_owner = facing(edges_of(owner, {0.0, 0.0}), out, points.margin);
  const Edge of_other = facing(edges_of(other, other.center - owner.center), -out, points.margin);
  const double owner_slant = std::abs(det(of_owner.normal, out)), other_slant = std::abs(det(of_other.normal, out));
  // Not a matter of rounding where the way out is that edge's own normal.
  if (owner_slant > 0.0) points.margin = std::min(points.margin, std::abs(other_slant - owner_slant));
  const bool owner_is_reference = owner_slant <= other_slant;
  const Edge& edge = owner_is_reference ? of_owner : of_other;
  const Edge& incident = owner_is_reference ? of_other : of_owner;
  const Vec direction = (edge.end - edge.begin).normalized();
  const auto doubt = [&](double length) {
    points.margin = std::min(points.margin, std::abs(length) / (owner.extent + other.extent));
  };
  const auto gap = [&](const Vec& p) { return edge.normal.dot(p - edge.begin); };
  const auto lift = [&](const Vec& p) { return Vec(p - 0.5 * gap(p) * edge.normal + owner.center); };
  const double low = direction.dot(edge.begin), high = direction.dot(edge.end);
  const double from = direction.dot(incident.begin), to = direction.dot(incident.end);
  const auto clipped = [&](const Vec& p) {
    const double at = std::clamp(direction.dot(p), low, high);
    const double share = std::clamp((at - from) / (to - from), 0.0, 1.0);
    return direction.dot(p) == at ? p : Vec(incident.begin + share * (incident.end - incident.begin));
  };
  points.stretch = (incident.end - incident.begin).norm() / std::abs(to - from);
  const Vec ends[] = {clipped(incident.begin), clipped(incident.end)};
  Vertices stay;
  for (const Vec& p : ends) {
    doubt(gap(p) - tolerance);
    if (gap(p) < tolerance) stay.push_back(p);
  }
  if (stay.empty()) {
    doubt(gap(incident.begin) - gap(incident.end));
    stay.push_back(gap(incident.end) < gap(incident.begin) ? incident.end : incident.begin);
  }
  for (const Vec& p : stay) points.at.push_back(lift(p));
  if (points.at.size() == 2) {
    const double between = (points.at[1] - points.at[0]).norm();
    doubt(between - tolerance);
    if (between <= tolerance) points.at.pop_back();
  }
  return points;
}

}  // namespace

Interval project(const ConvexBody& body, const Vec& axis, const Vec& center) {
  if (body.is_disc()) return {center.dot(axis) - body.radius, center.dot(axis) + body.radius};
  Interval interval{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Vec& corner : body.corners) {
    interval.low = std::min(interval.low, axis.dot(center + corner));
    interval.high = std::max(interval.high, axis.dot(center + corner));
  }
  return interval;
}

std::vector<AxisDepth> all_axes(const ConvexBody& a, const ConvexBody& b) {
  const Vec d = b.center - a.center;
  if (a.is_disc()) {
    const Vec line = d.norm() > 0.0 ? Vec(d.normalized()) : Vec(1.0, 0.0);
    return {{line, a.radius + b.radius - d.norm()}};
  }
  std::vector<Vec> axes = edge_normals(a);
  if (b.is_disc()) {
    const auto nearest = std::min_element(a.corners.begin(), a.corners.end(), [&](const Vec& p, const Vec& q) {
      return (d - p).squaredNorm() < (d - q).squaredNorm();
    });
    if ((d - *nearest).norm() > 0.0) axes.emplace_back((d - *nearest).normalized());
  } else {
    const std::vector<Vec> of_b = edge_normals(b);
    axes.insert(axes.end(), of_b.begin(), of_b.end());
    if (is_segment(a) && is_segment(b)) {
      axes.push_back(segment_direction(a));
      axes.push_back(segment_direction(b));
    }
  }
  std::vector<AxisDepth> depths;
  for (const Vec& axis : axes) depths.push_back(along(axis, a, b));
  return depths;
}

namespace {

std::size_t least_of(const std::vector<AxisDepth>& axes) {
  const auto least = std::min_element(axes.begin(), axes.end(),
                                      [](const AxisDepth& p, const AxisDepth& q) { return p.depth < q.depth; });
  return static_cast<std::size_t>(least - axes.begin());
}

}  // namespace

AxisDepth least_axis(const ConvexBody& a, const ConvexBody& b) {
  const std::vector<AxisDepth> axes = all_axes(a, b);
  return axes[least_of(axes)];
}

double touching_tolerance(const ConvexBody& a, const ConvexBody& b, double tolerance) {
  return std::max(tolerance * std::min(a.extent, b.extent), std::ldexp(a.extent + b.extent, -21));
}

ContactPoints contact_points(const ConvexBody& a, const ConvexBody& b, std::size_t axis, const AxisDepth& decided,
                             double tolerance) {
  const Vec w = decided.direction;
  if (b.is_disc()) {
    // On the surface of the disc that the normal goes through, and half of the depth back.
    const double back = 0.5 * decided.depth;
    const Vec at = a.is_disc() ? Vec(a.center + (a.radius - back) * w) : Vec(b.center - (b.radius - back) * w);
    return {{at}, std::numeric_limits<double>::infinity(), 1.0};
  }
  const bool of_a = axis < a.corners.size() || axis >= a.corners.size() + b.corners.size();
  return of_a ? points_of_polygons(a, b, w, tolerance) : points_of_polygons(b, a, -w, tolerance);
}

BodyContact collide(const ConvexBody& a, const ConvexBody& b, double tolerance) {
  BodyContact contact;
  if (a.fault != BodyFault::none || b.fault != BodyFault::none) return contact;
  const std::vector<AxisDepth> axes = all_axes(a, b);
  contact.axis = least_of(axes);
  const AxisDepth& least = axes[contact.axis];
  const double touching = touching_tolerance(a, b, tolerance);
  contact.depth = least.depth;
  contact.normal = least.direction;
  contact.state = PairState::touching;
  if (contact.depth > touching) contact.state = PairState::overlapping;
  if (contact.depth < -touching) contact.state = PairState::apart;
  if (contact.state != PairState::apart) {
    contact.points = contact_points(a, b, contact.axis, least, touching).at;
  }
  return contact;
}

std::vector<BodyPair> near_pairs(std::span<const ConvexBody> bodies, double margin) {
  std::vector<Eigen::AlignedBox2d> boxes;
  for (const ConvexBody& body : bodies) {
    Eigen::AlignedBox2d& box = boxes.emplace_back();
    if (body.fault != BodyFault::none) continue;
    for (const Vec& corner : body.corners) box.extend(Vec(body.center + corner));
    if (body.is_disc()) {
      box.extend(Vec(body.center.array() - body.radius));
      box.extend(Vec(body.center.array() + body.radius));
    }
  }
  std::vector<BodyPair> pairs;
  for (std::uint32_t a = 0; a < bodies.size(); ++a) {
    for (std::uint32_t b = a + 1; b < bodies.size(); ++b) {
      if (boxes[a].isEmpty() || boxes[b].isEmpty()) continue;
      const Vec ahead = boxes[b].min() - boxes[a].max(), behind = boxes[a].min() - boxes[b].max();
      if (ahead.maxCoeff() <= margin && behind.maxCoeff() <= margin) pairs.push_back({a, b});
    }
  }
  return pairs;
}

}  // namespace throng::reference
