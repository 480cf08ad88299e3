#include "host/reference/flock.hpp"

#include <algorithm>
#include <vector>

namespace throng::reference {
namespace {

constexpr double least_alignment_speed = 1.0e-3;  // m/s

Vec mean(std::span<const Vec> values) {
  Vec sum = Vec::Zero();
  for (const Vec& value : values) sum += value;
  return values.empty() ? sum : Vec(sum / static_cast<double>(values.size()));
}

}  // namespace

Vec flock_velocity(const Flock& flock, const Body& self, std::span<const Body> mates, double s) {
  Vec separation = Vec::Zero();
  std::vector<Vec> changes, offsets;
  for (const Body& mate : mates) {
    const Vec offset = mate.position - self.position;
    const double distance = offset.norm();
    if (distance < flock.separation_radius) separation -= (1.0 - distance / flock.separation_radius) * unit(offset);
    if (distance < flock.alignment_radius) changes.emplace_back(mate.velocity - self.velocity);
    if (distance < flock.cohesion_radius) offsets.push_back(offset);
  }
  const Vec alignment = mean(changes) / std::max(s, least_alignment_speed);
  const Vec cohesion = mean(offsets) / flock.cohesion_radius;
  return s * unit(self.heading.value_or(Vec::UnitX()) + flock.separation_weight * separation +
                  flock.alignment_weight * alignment + flock.cohesion_weight * cohesion);
}

}  // namespace throng::reference
