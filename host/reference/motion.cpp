#include "host/reference/motion.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "host/reference/linear_program.hpp"

namespace throng::reference {
namespace {

/// Whether the speed tells where an agent heads for. Up to 1e-15 m/s it counts as none.
bool shows_heading(const Vec& velocity, const Profile& profile) {
  return velocity.norm() > std::max(profile.min_heading_speed, 1.0e-15);
}

}  // namespace

std::optional<double> greatest_turn(const Profile& profile, double time_step) {
  if (!profile.max_turning_rate) return std::nullopt;
  const double angle = *profile.max_turning_rate * time_step;
  return angle < std::numbers::pi ? std::optional(angle) : std::nullopt;
}

Turn limit_turning(const Vec& heading, const Vec& chosen, const Profile& profile, double time_step) {
  const std::optional<double> most = greatest_turn(profile, time_step);
  if (!most || !shows_heading(chosen, profile)) return {heading, chosen};
  const double angle = std::atan2(det(heading, chosen), heading.dot(chosen));
  if (std::abs(angle) <= *most) return {chosen.normalized(), chosen};
  // Exactly opposite: to the left.
  const double turn = angle > 0.0 || det(heading, chosen) == 0.0 ? *most : -*most;
  const Vec turned = (Eigen::Rotation2Dd(turn) * heading).normalized();
  return {turned, std::max(0.0, chosen.dot(turned)) * turned};
}

Vec limit_velocity(const Vec& current, const Vec& chosen, const Profile& profile, double time_step,
                   std::span<const HalfPlane> obstacle_lines, double max_speed) {
  const bool blends = profile.velocity_blend != 1.0;
  if (!blends && !profile.max_acceleration && !greatest_turn(profile, time_step)) return chosen;

  Vec limited = chosen;
  if (blends) limited = (1.0 - profile.velocity_blend) * current + profile.velocity_blend * chosen;
  if (profile.max_acceleration) {
    const double most = *profile.max_acceleration * time_step;
    const Vec change = limited - current;
    if (change.norm() > most) limited = current + most * change.normalized();
  }
  const DiscSolution allowed = solve_in_disc(obstacle_lines, max_speed, limited, Objective::nearest_to);
  // Only rounding can find none, and 0 is one.
  return allowed.failed_line == obstacle_lines.size() ? allowed.velocity : Vec(Vec::Zero());
}

Vec update_heading(const Vec& heading, const Vec& velocity, const Profile& profile) {
  return shows_heading(velocity, profile) ? velocity.normalized() : heading;
}

WallCrossing cross_walls(std::span<const ChainVertex> chains, const Vec& from, const Vec& to) {
  WallCrossing crossing;
  for (const ChainVertex& vertex : chains) {
    const Vec edge = chains[vertex.next].point - vertex.point;
    const double before = det(vertex.point - from, edge);
    const double after = det(vertex.point - to, edge);
    if (!(before < 0.0 && after >= 0.0)) continue;
    const Vec at = from + (before / (before - after)) * (to - from);
    const double along = (at - vertex.point).dot(edge);
    if (along < 0.0 || along > edge.squaredNorm()) continue;
    crossing.any = true;
    crossing.into_solid = crossing.into_solid || vertex.solid;
  }
  return crossing;
}

}  // namespace throng::reference
