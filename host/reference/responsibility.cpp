#include "host/reference/responsibility.hpp"

#include <algorithm>
#include <cmath>

namespace throng::reference {
namespace {

/// The one that the other comes to from its left; parallel: the lower id.
bool gives_way_by_side(const Agent& i, const Agent& j) {
  const double turn = det(i.heading, j.heading);
  if (turn != 0.0) return turn < 0.0;
  return i.id < j.id;
}

/// The one that has the other on its right; neither: the lower id.
bool has_other_on_right(const Agent& i, const Agent& j) {
  const double side = det(j.position - i.position, i.heading + j.heading);
  if (side != 0.0) return side > 0.0;
  return i.id < j.id;
}

bool gives_way_by_speed(const Agent& i, const Agent& j) {
  const double speed_i = i.velocity.squaredNorm();
  const double speed_j = j.velocity.squaredNorm();
  if (speed_i != speed_j) return speed_i > speed_j;
  return has_other_on_right(i, j);
}

double share_by_priority(double own, double other) {
  if (own == other) return 0.5;
  if (std::isinf(own)) return 0.0;
  if (std::isinf(other)) return 1.0;
  // The larger share by a quotient, the smaller as its complement: two quotients would miss the sum of 1.
  // Nor is it 1 by rounding: two that both have a finite priority above 0 both give way.
  const double quotient = std::max(own, other) / (own + other);
  const double larger = std::min(own, other) > 0.0 ? std::min(quotient, 1.0 - 0x1p-53) : quotient;
  return own < other ? larger : 1.0 - larger;
}

}  // namespace

double responsibility_share(Responsibility policy, const Agent& i, const Agent& j) {
  if (!avoids(j, i)) return 1.0;
  switch (policy) {
    case Responsibility::equal:
      break;
    case Responsibility::priority:
      return share_by_priority(i.priority, j.priority);
    case Responsibility::side:
      return gives_way_by_side(i, j) ? 1.0 : 0.0;
    case Responsibility::speed:
      return gives_way_by_speed(i, j) ? larger_share : 1.0 - larger_share;
  }
  return 0.5;
}

}  // namespace throng::reference
