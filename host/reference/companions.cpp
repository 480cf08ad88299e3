#include "host/reference/companions.hpp"

#include <algorithm>

#include "host/reference/pursuit.hpp"

namespace throng::reference {

Vec walk_together(const WalkTogether& behavior, AgentId own, const std::vector<Companion>& group, const Vec& velocity,
                  const Vec& alone, double max_speed) {
  const Vec forward = alone.normalized();
  Vec middle = Vec::Zero();
  for (const Companion& one : group) middle += one.offset / static_cast<double>(group.size());
  const auto to_the_right = std::count_if(group.begin(), group.end(), [&](const Companion& one) {
    const double left = det(forward, one.offset);
    return left < 0.0 || (left == 0.0 && one.id < own);
  });
  const double pace = std::clamp(1.0 + middle.dot(forward) / behavior.waiting_distance, 0.0, 1.25);
  const double row_place = (static_cast<double>(to_the_right) - (static_cast<double>(group.size()) - 1.0) / 2.0);
  const double missing = row_place * behavior.spacing + det(forward, middle);  // m to the left, made up for in 1 s
  const double most = std::clamp(velocity.dot(forward), 0.0, alone.norm()) / 2.0;
  const double aside = std::clamp(missing, -most, most);
  return clip(pace * alone + aside * turned_left(forward), max_speed);
}

}  // namespace throng::reference
