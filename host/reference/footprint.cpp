#include "host/reference/footprint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "host/reference/obstacle_chain.hpp"
#include "host/reference/obstacle_constraint.hpp"

namespace throng::reference {
namespace {

constexpr std::size_t most_footprints = 16;
constexpr double brake_margin = 0.5;  // m

struct Shadow {
  double low, high;
};

Shadow shadow(const FootprintBody& body, const Vec& axis) {
  Shadow found{body.vertices[0].dot(axis), body.vertices[0].dot(axis)};
  for (const Vec& vertex : body.vertices) {
    found.low = std::min(found.low, vertex.dot(axis));
    found.high = std::max(found.high, vertex.dot(axis));
  }
  return {found.low - body.radius, found.high + body.radius};
}

std::vector<Vec> normals(const FootprintBody& body) {
  std::vector<Vec> found;
  const std::size_t n = body.vertices.size();
  for (std::size_t k = 0; n > 1 && k < n; ++k) {
    found.push_back(turned_right(body.vertices[(k + 1) % n] - body.vertices[k]).normalized());
  }
  return found;
}

/// From the polygon's vertex that is nearest to a disc's center to that center.
std::optional<Vec> corner_axis(const FootprintBody& polygon, const FootprintBody& disc) {
  Vec nearest = disc.center - polygon.vertices[0];
  for (const Vec& vertex : polygon.vertices) {
    if ((disc.center - vertex).norm() < nearest.norm()) nearest = disc.center - vertex;
  }
  if (nearest.norm() == 0.0) return std::nullopt;
  return nearest.normalized();
}

/// m, that the first body goes along a heading before it meets the second; none when it does not. Of a disc's way as if
/// it had corners.
std::optional<double> way_to(const FootprintBody& first, const FootprintBody& second, const Vec& heading) {
  const Vec aside = turned_left(heading);
  if (shadow(first, aside).high <= shadow(second, aside).low) return std::nullopt;
  if (shadow(first, aside).low >= shadow(second, aside).high) return std::nullopt;
  std::vector<Vec> axes = normals(first);
  for (const Vec& axis : normals(second)) axes.push_back(axis);
  axes.push_back(heading);
  double enter = -std::numeric_limits<double>::infinity(), leave = std::numeric_limits<double>::infinity();
  for (const Vec& axis : axes) {
    const Shadow a = shadow(first, axis), b = shadow(second, axis);
    const double speed = axis.dot(heading);
    if (std::abs(speed) < 1e-12) continue;  // along the side, which has been looked at
    const double begin = (speed > 0.0 ? b.low - a.high : b.high - a.low) / speed;
    const double end = (speed > 0.0 ? b.high - a.low : b.low - a.high) / speed;
    enter = std::max(enter, begin);
    leave = std::min(leave, end);
  }
  if (!(enter < leave)) return std::nullopt;
  return enter;
}

}  // namespace

Footprint posed(const Footprint& footprint, const Vec& position, const Vec& heading) {
  Footprint in_world;
  for (const Vec& v : footprint) in_world.push_back(position + v.x() * heading + v.y() * turned_left(heading));
  return in_world;
}

BodyOverlap overlap(const FootprintBody& first, const FootprintBody& second) {
  std::vector<Vec> axes = normals(first);
  for (const Vec& axis : normals(second)) axes.push_back(axis);
  if (first.vertices.size() == 1) {
    if (const auto axis = corner_axis(second, first)) axes.push_back(*axis);
  } else if (second.vertices.size() == 1) {
    if (const auto axis = corner_axis(first, second)) axes.push_back(*axis);
  }
  std::optional<BodyOverlap> least;
  for (const Vec& axis : axes) {
    const Shadow a = shadow(first, axis), b = shadow(second, axis);
    const double backward = a.high - b.low, forward = b.high - a.low;  // ways of the first body
    const bool goes_forward =
        forward < backward || (forward == backward && axis.dot(second.center - first.center) < 0.0);
    const BodyOverlap own = goes_forward ? BodyOverlap{forward, axis} : BodyOverlap{backward, -axis};
    if (!least || own.depth < least->depth) least = own;
  }
  return *least;
}

std::vector<HalfPlane> footprint_constraints(std::span<const Agent> agents, std::span<const Footprint> footprints,
                                             std::size_t row, double time_horizon) {
  if (footprints.empty()) return {};
  const Agent& self = agents[row];
  std::vector<std::tuple<double, AgentId, std::size_t>> near;
  const auto ring_of = [&](std::size_t other) {
    return link_chains(std::vector<Obstacle>{{0, true, footprints[other]}});
  };
  const auto range_for = [&](const Agent& other) {
    return time_horizon * (self.max_speed + other.velocity.norm()) + self.radius;
  };
  for (std::size_t other = 0; other < agents.size(); ++other) {
    if (other == row || is_disc(footprints, other) || !sees(self, agents[other])) continue;
    const std::vector<ChainVertex> ring = ring_of(other);
    const std::vector<std::size_t> edges = edges_in_range(ring, self.position, range_for(agents[other]));
    if (edges.empty()) continue;
    const Vec nearest = nearest_on_segment(self.position, ring[edges[0]].point, ring[ring[edges[0]].next].point);
    near.emplace_back((nearest - self.position).squaredNorm(), agents[other].id, other);
  }
  std::sort(near.begin(), near.end());
  std::vector<HalfPlane> lines;
  for (std::size_t k = 0; k < std::min(near.size(), most_footprints); ++k) {
    const Agent& other = agents[std::get<2>(near[k])];
    const Mover mover{self.position, self.velocity - other.velocity, self.radius, time_horizon};
    const std::vector<ChainVertex> ring = ring_of(std::get<2>(near[k]));
    for (const HalfPlane& line : obstacle_constraints(ring, mover, self.max_speed + other.velocity.norm())) {
      lines.emplace_back(line.origin() + other.velocity, line.direction());
    }
  }
  return lines;
}

Vec brake(std::span<const Agent> agents, std::span<const Footprint> footprints, std::size_t row, const Footprint& shape,
          const Profile& profile, double time_step, const Vec& wanted) {
  const Agent& self = agents[row];
  const double speed = wanted.norm();
  if (speed == 0.0) return wanted;
  const FootprintBody own = shape.empty() ? FootprintBody{{self.position}, self.radius, self.position}
                                          : FootprintBody{footprints[row], 0.0, self.position};
  std::optional<double> gap;
  for (std::size_t other = 0; other < agents.size(); ++other) {
    if (other == row || !sees(self, agents[other])) continue;
    const bool disc = is_disc(footprints, other);
    const FootprintBody body{disc ? std::vector<Vec>{agents[other].position} : footprints[other],
                             disc ? agents[other].radius : 0.0, agents[other].position};
    const std::optional<double> way = way_to(own, body, self.heading);
    if (way && *way > -agents[other].radius) gap = std::min(gap.value_or(*way), *way);
  }
  if (!gap) return wanted;
  const double room = *gap - brake_margin;
  if (room <= 0.0) return Vec::Zero();
  double allowed = room / time_step;
  if (profile.max_acceleration) {
    // One more step at this speed, then ever slower: s dt + s^2 / (2 a) = room.
    const double a = *profile.max_acceleration, change = a * time_step;
    allowed = std::sqrt(change * change + 2.0 * a * room) - change;
  }
  return speed > allowed ? Vec(allowed / speed * wanted) : wanted;
}

}  // namespace throng::reference
