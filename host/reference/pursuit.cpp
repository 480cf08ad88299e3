#include "host/reference/pursuit.hpp"

#include <algorithm>
#include <cmath>

namespace throng::reference {
namespace {

constexpr double head_on_cosine = -0.95;
constexpr double longest_look_ahead = 1.0e6;  // s

}  // namespace

Vec unit(const Vec& a) { return a.stableNormalized(); }

Vec clip(const Vec& a, double length) { return a.norm() > length ? Vec(length * unit(a)) : a; }

Vec seek(const Vec& d, double s) { return s * unit(d); }

Vec flee(const Vec& d, double s, double target_distance, std::optional<double> panic_radius) {
  if (panic_radius && target_distance > *panic_radius) return Vec::Zero();
  return -s * unit(d);
}

double braking_speed(double distance, double max_deceleration, double time_step) {
  const double change = max_deceleration * time_step;
  // With n more steps to come after this one, each slower by `change` than the one before and the last one at rest.
  const double n = std::floor((std::sqrt(1.0 + 8.0 * distance / (change * time_step)) - 1.0) / 2.0);
  return (distance / time_step + change * n * (n + 1.0) / 2.0) / (n + 1.0);
}

Vec arrive(const Vec& d, double s, const Slowing& slowing, double time_step) {
  const double distance = d.norm();
  double speed = std::min(s, distance / time_step);
  if (slowing.radius > 0.0) speed = std::min(speed, s * distance / slowing.radius);
  if (slowing.max_deceleration) {
    speed = std::min(speed, braking_speed(distance, *slowing.max_deceleration, time_step));
  }
  return speed * unit(d);
}

double look_ahead_time(double distance, double s, double target_speed) {
  const double closing_speed = s + target_speed;
  return closing_speed > 0.0 ? std::min(distance / closing_speed, longest_look_ahead) : 0.0;
}

bool comes_head_on(const Vec& d, const Vec& heading, const Vec& target_heading) {
  return d.dot(heading) > 0.0 && heading.dot(target_heading) < head_on_cosine;
}

Meeting first_meeting(const Vec& d, const Vec& w, double s, double max_time) {
  if (d == Vec::Zero()) return {0.0, true};
  const Meeting none{max_time, false};
  // |d + w t| = s t is a t^2 + 2 b t + |d|^2 = 0.
  const double a = w.squaredNorm() - s * s;
  const double b = d.dot(w);
  const double across = det(d, w);
  const double discriminant = s * s * d.squaredNorm() - across * across;
  // Without a root: as if it were the double one, so that the time doesn't jump where the roots disappear.
  const double root = std::sqrt(std::max(discriminant, 0.0));
  double time = 0.0;
  if (b <= 0.0) {
    if (!(root - b > 0.0) || (b == 0.0 && a >= 0.0)) return none;
    time = d.squaredNorm() / (root - b);
  } else {
    if (!(a < 0.0)) return none;
    time = -(b + root) / a;
  }
  return time <= max_time ? Meeting{time, discriminant >= 0.0} : none;
}

Vec formation_slot(const Body& leader, const Vec& offset) {
  const Vec ahead = leader.heading.value_or(Vec::UnitX());
  return leader.position + offset.x() * ahead + offset.y() * turned_left(ahead);
}

Vec point_between(double time, const Body& one, const Body& other) {
  return ((one.position + time * one.velocity) + (other.position + time * other.velocity)) / 2.0;
}

}  // namespace throng::reference
