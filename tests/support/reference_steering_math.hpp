// The reference's formulas of steering, for the checks of any implementation.
#pragma once
#include <vector>

#include "host/reference/flock.hpp"
#include "host/reference/path.hpp"
#include "host/reference/pursuit.hpp"
#include "host/reference/wander.hpp"
#include "tests/support/steering_math.hpp"

namespace throng::test {

inline SteeringMath reference_steering_math() {
  namespace ref = throng::reference;
  using ref::Vec;
  const auto in = [](Vec2d a) { return Vec(a.x, a.y); };
  const auto out = [](const Vec& a) { return Vec2d{a.x(), a.y()}; };
  SteeringMath math;
  math.name = "reference";
  math.precision = 1.0e-9;
  math.first_meeting = [=](Vec2d offset, Vec2d velocity, double speed, double max_time) {
    const ref::Meeting meeting = ref::first_meeting(in(offset), in(velocity), speed, max_time);
    return SteeringMath::Meeting{meeting.time, meeting.reachable};
  };
  math.pursue_time = [=](Vec2d offset, Vec2d heading, double speed, Vec2d velocity, std::optional<Vec2d> of_target) {
    if (of_target && ref::comes_head_on(in(offset), in(heading), in(*of_target))) return 0.0;
    return ref::look_ahead_time(in(offset).norm(), speed, in(velocity).norm());
  };
  math.arrive = [=](Vec2d offset, double speed, const Arrive& arrive, double time_step) {
    return out(ref::arrive(in(offset), speed, {arrive.slowing_radius, arrive.max_deceleration}, time_step));
  };
  math.wander_noise = ref::wander_noise;
  math.turned = [=](Vec2d heading, double half) { return out(ref::turned_by_half(in(heading), half)); };
  math.aim_on_path = [=](std::span<const Vec2d> points, bool closed, double before, double look_ahead, Vec2d position) {
    std::vector<Vec> vertices;
    for (const Vec2d point : points) vertices.push_back(in(point));
    const std::optional<double> place = before < 0.0 ? std::nullopt : std::optional(before);
    const ref::PathAim aim = ref::aim_on_path(ref::Path(closed, vertices), place, look_ahead, in(position));
    return SteeringMath::PathAim{aim.place, out(aim.point), aim.is_end};
  };
  math.flock = [=](const Flock& flock, std::span<const SteeringMath::FlockMate> mates, Vec2d heading, double speed) {
    std::vector<ref::Body> bodies;
    for (const SteeringMath::FlockMate& mate : mates) bodies.push_back({in(mate.offset), in(mate.change), {}});
    return out(ref::flock_velocity(flock, {Vec::Zero(), Vec::Zero(), in(heading)}, bodies, speed));
  };
  return math;
}

}  // namespace throng::test
