#include "host/start_heading.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace throng {
namespace {

Vec2d nearest_point(std::span<const Vec2d> vertices, bool closed, Vec2d from) {
  Vec2d best = vertices.front();
  double best_sq = std::numeric_limits<double>::infinity();
  const std::size_t n = vertices.size();
  for (std::size_t i = 0; i + (closed ? 0 : 1) < n; ++i) {
    const Vec2d a = vertices[i], b = vertices[(i + 1) % n];
    const double dx = b.x - a.x, dy = b.y - a.y, length_sq = dx * dx + dy * dy;
    if (length_sq == 0.0) continue;
    const double t = std::clamp(((from.x - a.x) * dx + (from.y - a.y) * dy) / length_sq, 0.0, 1.0);
    const Vec2d p{a.x + t * dx, a.y + t * dy};
    const double distance_sq = (from.x - p.x) * (from.x - p.x) + (from.y - p.y) * (from.y - p.y);
    if (distance_sq < best_sq) best = p, best_sq = distance_sq;
  }
  return best;
}

}  // namespace

Vec2d unit_or(Vec2d v, Vec2d otherwise) {
  // Scaled, so that no finite vector overflows; no std::hypot, whose last bit depends on the library.
  const double largest = std::max(std::abs(v.x), std::abs(v.y));
  if (!(largest > 0.0)) return otherwise;
  const double x = v.x / largest, y = v.y / largest, length = std::sqrt(x * x + y * y);
  return {x / length, y / length};
}

Vec2d start_heading(const AgentDescription& agent, std::span<const Vec2d> region, bool closed) {
  Vec2d ahead = agent.preferred_velocity.value_or(Vec2d{});
  if (agent.goal) {
    ahead = {agent.goal->x - agent.position.x, agent.goal->y - agent.position.y};
  } else if (agent.goal_region) {
    const Vec2d nearest = nearest_point(region, closed, agent.position);
    ahead = {nearest.x - agent.position.x, nearest.y - agent.position.y};
  }
  return unit_or(agent.heading.value_or(ahead), {1.0, 0.0});
}

}  // namespace throng
