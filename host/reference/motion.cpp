#include "host/reference/motion.hpp"

#include "host/reference/linear_program.hpp"

namespace throng::reference {

Vec limit_velocity(const Vec& current, const Vec& chosen, const Profile& profile, double time_step,
                   std::span<const HalfPlane> obstacle_lines, double max_speed) {
  const bool blends = profile.velocity_blend != 1.0;
  if (!blends && !profile.max_acceleration) return chosen;

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

Vec update_heading(const Vec& heading, const Vec& velocity) {
  return velocity.norm() > least_heading_speed ? velocity.normalized() : heading;
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
