#include "host/reference/agent_constraint.hpp"

#include <cmath>

#include "host/reference/hashing.hpp"

namespace throng::reference {
namespace {

/// Rule 2: direction of the tangent on the side of w; straight behind counts as right.
Vec leg_direction(const Vec& x, double combined_radius, const Vec& w) {
  const double l = std::sqrt(x.squaredNorm() - combined_radius * combined_radius);
  const Vec forward = l * x;
  const Vec sideways = combined_radius * turned_left(x);
  if (det(x, w) > 0.0) return (forward + sideways) / x.squaredNorm();
  return -(forward - sideways) / x.squaredNorm();
}

}  // namespace

Vec parting_direction(AgentId lower, AgentId higher) {
  const std::uint64_t hash = finalize(finalize(static_cast<std::uint64_t>(lower)) ^ static_cast<std::uint64_t>(higher));
  return unit_direction(static_cast<unsigned>(hash & 7u));
}

HalfPlane agent_constraint(const Agent& i, const Agent& j, const PairRules& rules) {
  const Vec x = j.position - i.position;
  const Vec relative_velocity = i.velocity - j.velocity;
  const double combined_radius = i.radius + j.radius;
  const double radius_sq = combined_radius * combined_radius;
  const bool apart = x.squaredNorm() > radius_sq;
  const double time = apart ? rules.time_horizon : rules.escape_time;
  const Vec w = relative_velocity - x / time;
  const double wx = w.dot(x);

  if (!apart || (wx < 0.0 && wx * wx > radius_sq * w.squaredNorm())) {  // Rule 1: the disc
    const double w_length = w.norm();
    Vec n;
    if (w_length == 0.0) {
      n = i.id < j.id ? parting_direction(i.id, j.id) : Vec(-parting_direction(j.id, i.id));
    } else if (rules.head_on_slope > 0.0 && apart && std::abs(det(x, w)) <= -rules.head_on_slope * wx) {
      n = (-x + rules.head_on_slope * turned_right(x)).normalized();
    } else {
      n = w / w_length;
    }
    const Vec u = (combined_radius / time - w_length) * n;
    return {i.velocity + rules.share * u, turned_right(n)};
  }
  const Vec direction = leg_direction(x, combined_radius, w);
  const Vec u = relative_velocity.dot(direction) * direction - relative_velocity;
  return {i.velocity + rules.share * u, direction};
}

}  // namespace throng::reference
