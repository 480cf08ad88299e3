// The formulas of steering as the kernels have them, in float, for the checks of any implementation.
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "host/steering_table.hpp"
#include "kernels/agent/flock.hpp"
#include "kernels/agent/follow_path.hpp"
#include "kernels/agent/pursuit.hpp"
#include "kernels/agent/wander.hpp"
#include "tests/support/steering_math.hpp"

namespace throng::test {

inline SteeringMath kernel_steering_math() {
  const auto number = [](double a) { return static_cast<float>(a); };
  const auto in = [](Vec2d a) { return Vec2<float>{static_cast<float>(a.x), static_cast<float>(a.y)}; };
  const auto out = [](Vec2<float> a) { return Vec2d{a.x, a.y}; };
  SteeringMath math;
  math.name = "kernel";
  math.precision = 2.0e-5;
  math.first_meeting = [=](Vec2d offset, Vec2d velocity, double speed, double max_time) {
    const Meeting<float> meeting =
        throng::first_meeting<float>(in(offset), in(velocity), number(speed), number(max_time));
    return SteeringMath::Meeting{meeting.time, static_cast<bool>(meeting.reachable)};
  };
  math.pursue_time = [=](Vec2d offset, Vec2d heading, double speed, Vec2d velocity, std::optional<Vec2d> of_target) {
    if (of_target && comes_head_on<float>(in(offset), in(heading), in(*of_target))) return 0.0;
    return static_cast<double>(look_ahead_time<float>(in(offset), number(speed), in(velocity)));
  };
  // One behavior's row, as the tables of a world have it.
  const auto row_of = [](const Behavior& behavior, double time_step) {
    SteeringTable table;
    table.set_behaviors(std::span(&behavior, 1), time_step);
    return table.view().behaviors[0];
  };
  math.arrive = [=](Vec2d offset, double speed, const Arrive& arrive, double time_step) {
    const BehaviorRow row = row_of(arrive, time_step);
    const Arrival<float> arrival{row.slowing_radius, row.braking_change};
    return out(arrive_velocity<float>(in(offset), number(speed), arrival, number(1.0 / time_step)));
  };
  math.wander_noise = [](std::uint64_t seed, AgentId id, std::uint64_t step, std::uint32_t interval_steps) {
    return static_cast<double>(throng::wander_noise(seed, id, step, interval_steps));
  };
  math.turned = [=](Vec2d heading, double half) { return out(throng::turned<float>(in(heading), number(half))); };
  math.aim_on_path = [=](std::span<const Vec2d> points, bool closed, double before, double look_ahead, Vec2d position) {
    SteeringTable table;
    const PathShape shape{closed, {points.begin(), points.end()}};
    table.set_paths(std::span(&shape, 1));
    const PathAim aim = throng::aim_on_path(path_of(table.view(), 0), number(before), number(look_ahead), in(position));
    return SteeringMath::PathAim{aim.place, out(aim.point), aim.is_end};
  };
  math.flock = [=](const Flock& flock, std::span<const SteeringMath::FlockMate> mates, Vec2d heading, double speed) {
    const BehaviorRow row = row_of(flock, 0.1);
    FlockSums sums;
    for (const SteeringMath::FlockMate& mate : mates) sums.add(row, in(mate.offset), in(mate.change));
    return out(number(speed) * flock_direction(row, sums, in(heading), number(speed)));
  };
  return math;
}

}  // namespace throng::test
