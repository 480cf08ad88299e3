// The formulas of docs/steering.md as functions, so that any implementation can be put through the same checks.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <span>
#include <string>

#include "throng/steering.hpp"

namespace throng::test {

struct SteeringMath {
  struct Meeting {
    double time;  ///< s
    bool reachable;
  };
  struct PathAim {
    double place;  ///< m
    Vec2d point;
    bool is_end;
  };
  struct FlockMate {
    Vec2d offset;  ///< m, from the agent
    Vec2d change;  ///< m/s, its velocity relative to the agent's
  };

  std::string name;
  double precision;  ///< error of a result, relative to what goes into it

  /// `offset`: to the target.
  std::function<Meeting(Vec2d offset, Vec2d target_velocity, double speed, double max_time)> first_meeting;
  /// How far ahead a pursuing agent looks, s. Without a target heading the target is a point.
  std::function<double(Vec2d offset, Vec2d heading, double speed, Vec2d target_velocity,
                       std::optional<Vec2d> target_heading)>
      pursue_time;
  std::function<Vec2d(Vec2d offset, double speed, const Arrive& parameters, double time_step)> arrive;
  std::function<double(std::uint64_t seed, AgentId id, std::uint64_t step, std::uint32_t interval_steps)> wander_noise;
  /// To the left by 2 atan(tangent_of_half).
  std::function<Vec2d(Vec2d heading, double tangent_of_half)> turned;
  /// `before` < 0: not known.
  std::function<PathAim(std::span<const Vec2d> path, bool closed, double before, double look_ahead, Vec2d position)>
      aim_on_path;
  std::function<Vec2d(const Flock& flock, std::span<const FlockMate> mates, Vec2d heading, double speed)> flock;

  friend std::ostream& operator<<(std::ostream& out, const SteeringMath& math) { return out << math.name; }
};

}  // namespace throng::test
