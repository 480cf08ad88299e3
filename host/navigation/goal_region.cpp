#include "host/navigation/goal_region.hpp"

namespace throng::flow {

GoalRegion::GoalRegion(bool closed, std::span<const Vec2d> vertices) : closed_(closed) {
  std::vector<Vec2d> points;
  for (const Vec2d& v : vertices) {
    const Vec2d p{static_cast<float>(v.x), static_cast<float>(v.y)};
    if (points.empty() || !(p == points.back())) points.push_back(p);
  }
  while (closed && points.size() > 1 && points.front() == points.back()) points.pop_back();
  if (points.size() < 3) closed_ = false;
  for (std::size_t k = 0; k + 1 < points.size(); ++k) edges_.push_back({points[k], points[k + 1]});
  if (closed_) edges_.push_back({points.back(), points.front()});
  if (points.size() == 1) edges_.push_back({points[0], points[0]});
  box_ = box_of(edges_[0]);
  for (const Vec2d& p : points) {
    box_ = {{std::min(box_.low.x, p.x), std::min(box_.low.y, p.y)},
            {std::max(box_.high.x, p.x), std::max(box_.high.y, p.y)}};
  }
}

bool GoalRegion::contains(Vec2d place) const {
  if (!closed_ || place.x < box_.low.x || place.x > box_.high.x || place.y < box_.low.y || place.y > box_.high.y) {
    return false;
  }
  bool inside = false;
  for (const Segment& e : edges_) {
    if ((e.from.y > place.y) == (e.to.y > place.y)) continue;
    const double t = (place.y - e.to.y) / (e.from.y - e.to.y);
    if (place.x < e.to.x + t * (e.from.x - e.to.x)) inside = !inside;
  }
  return inside;
}

GoalRegion::Nearest GoalRegion::nearest(Vec2d place) const {
  if (contains(place)) return {place, 0.0, true};
  Nearest best{edges_[0].from, -1.0, false};
  double best_sq = 0.0;
  for (const Segment& e : edges_) {
    const Vec2d point = point_on(e, place_on(e, place));
    const Vec2d away = place - point;
    const double away_sq = dot(away, away);
    if (best.distance >= 0.0 && !(away_sq < best_sq)) continue;
    best_sq = away_sq;
    best = {point, 0.0, false};
  }
  best.distance = std::sqrt(best_sq);
  return best;
}

}  // namespace throng::flow
