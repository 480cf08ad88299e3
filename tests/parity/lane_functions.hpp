// The mathematics of eight agents, as plain arrays in and out, over any lane type: for comparing lane types.
#pragma once
#include <cstdint>

#include "kernels/agent/agent_half_plane.hpp"
#include "kernels/agent/integrate.hpp"
#include "kernels/agent/linear_program.hpp"
#include "kernels/agent/obstacle_half_plane.hpp"
#include "kernels/agent/turn.hpp"

namespace throng::test {

/// One value for each of eight lanes.
using Eight = float[8];
using EightInts = std::int32_t[8];

struct PairInput {
  Eight self_x, self_y, self_velocity_x, self_velocity_y, self_radius;
  Eight other_x, other_y, other_velocity_x, other_velocity_y, other_radius;
  Eight inverse_horizon, inverse_escape, responsibility;
  float head_on;  ///< slope
};
struct LineOutput {
  Eight point_x, point_y, direction_x, direction_y;
  EightInts tie, covered;
};

struct EdgeInput {
  Eight left_x, left_y, right_x, right_y, direction_x, direction_y, previous_x, previous_y, next_x, next_y;
  EightInts left_convex, right_convex;  ///< 0 or -1
  Eight x, y, velocity_x, velocity_y, radius, inverse_horizon;
};

constexpr int most_rows = 16;
struct ProgramInput {
  int hard_count, count;
  Eight point_x[most_rows], point_y[most_rows], direction_x[most_rows], direction_y[most_rows];
  Eight goal_x, goal_y, max_speed, old_x, old_y, blend, max_change;
  EightInts turned;  ///< 0 or -1
};
struct ProgramOutput {
  Eight point_x, point_y, farthest_x, farthest_y, final_x, final_y, limited_x, limited_y;
  EightInts failed_at, farthest_failed_at;
};

struct TurnInput {
  Eight heading_x, heading_y, velocity_x, velocity_y, cosine, sine, heading_speed_sq;
};
struct TurnOutput {
  Eight heading_x, heading_y, velocity_x, velocity_y;
};

/// The same functions for packs, one set per instruction set.
struct PackFunctions {
  const char* name;
  void (*agent_line)(const PairInput&, LineOutput&);
  void (*obstacle_line)(const EdgeInput&, LineOutput&);
  void (*programs)(const ProgramInput&, ProgramOutput&);
  void (*turn)(const TurnInput&, TurnOutput&);
};
const PackFunctions& pack_functions_baseline();
#ifdef THRONG_HAS_AVX2
const PackFunctions& pack_functions_avx2();
#endif

inline namespace THRONG_ISA {

/// Values from and to arrays of eight: all of them for a pack, those of lane `l` for a float.
template <class Real>
struct Access;
template <>
struct Access<float> {
  int l;
  float get(const Eight& from) const { return from[l]; }
  bool get(const EightInts& from) const { return from[l] != 0; }
  void put(float value, Eight& to) const { to[l] = value; }
  void put(std::int32_t value, EightInts& to) const { to[l] = value; }
  void put(bool value, EightInts& to) const { to[l] = value ? -1 : 0; }
};
template <>
struct Access<Pack> {
  Pack get(const Eight& from) const {
    Pack pack;
    __builtin_memcpy(&pack.lanes, from, sizeof pack.lanes);
    return pack;
  }
  Pack::Mask get(const EightInts& from) const {
    Pack::Mask mask;
    __builtin_memcpy(&mask, from, sizeof mask);
    return mask;
  }
  void put(Pack value, Eight& to) const { __builtin_memcpy(to, &value.lanes, sizeof value.lanes); }
  void put(Pack::Mask value, EightInts& to) const { __builtin_memcpy(to, &value, sizeof value); }
};

template <class Real>
Vec2<Real> get(const Access<Real>& at, const Eight& x, const Eight& y) {
  return {at.get(x), at.get(y)};
}
template <class Real>
void put(const Access<Real>& at, Vec2<Real> v, Eight& x, Eight& y) {
  at.put(v.x, x);
  at.put(v.y, y);
}

template <class Real>
void agent_line(const Access<Real>& at, const PairInput& in, LineOutput& out) {
  const MovingDisc<Real> self{get(at, in.self_x, in.self_y), get(at, in.self_velocity_x, in.self_velocity_y),
                              at.get(in.self_radius)};
  const MovingDisc<Real> other{get(at, in.other_x, in.other_y), get(at, in.other_velocity_x, in.other_velocity_y),
                               at.get(in.other_radius)};
  const AgentHalfPlane<Real> result = agent_half_plane(
      self, other, at.get(in.inverse_horizon), at.get(in.inverse_escape), at.get(in.responsibility), in.head_on);
  const HalfPlane<Real> line = select(result.tie, no_constraint<Real>(), result.line);
  put(at, line.point, out.point_x, out.point_y);
  put(at, line.direction, out.direction_x, out.direction_y);
  at.put(result.tie, out.tie);
}

template <class Real>
void obstacle_line(const Access<Real>& at, const EdgeInput& in, LineOutput& out) {
  const ObstacleEdge<Real> edge{get(at, in.left_x, in.left_y),
                                get(at, in.right_x, in.right_y),
                                get(at, in.direction_x, in.direction_y),
                                get(at, in.previous_x, in.previous_y),
                                get(at, in.next_x, in.next_y),
                                at.get(in.left_convex),
                                at.get(in.right_convex)};
  const Vec2<Real> position = get(at, in.x, in.y);
  HalfPlane<Real> line = obstacle_half_plane(edge, position, get(at, in.velocity_x, in.velocity_y), at.get(in.radius),
                                             at.get(in.inverse_horizon));
  put(at, line.point, out.point_x, out.point_y);
  put(at, line.direction, out.direction_x, out.direction_y);
  const HalfPlaneRows<Real> lines{&line};
  at.put(is_covered(edge, position, at.get(in.radius), at.get(in.inverse_horizon), lines, 1), out.covered);
}

template <class Real>
void programs(const Access<Real>& at, const ProgramInput& in, ProgramOutput& out) {
  HalfPlane<Real> rows[most_rows], scratch_rows[most_rows];
  for (int i = 0; i < in.count; ++i) {
    rows[i] = {get(at, in.point_x[i], in.point_y[i]), get(at, in.direction_x[i], in.direction_y[i])};
  }
  const HalfPlaneRows<Real> lines{rows}, scratch{scratch_rows};
  const Vec2<Real> goal = get(at, in.goal_x, in.goal_y), old = get(at, in.old_x, in.old_y);
  const Real max_speed = at.get(in.max_speed);
  const typename Lane<Real>::Mask all = Real(0.0f) <= Real(0.0f);
  const ProgramResult<Real> nearest = solve_program<Aim::point>(lines, in.count, goal, max_speed, all);
  put(at, nearest.velocity, out.point_x, out.point_y);
  at.put(nearest.failed_at, out.failed_at);
  const Vec2<Real> along = unit(goal);
  const ProgramResult<Real> farthest = solve_program<Aim::direction>(lines, in.count, along, max_speed, all);
  put(at, farthest.velocity, out.farthest_x, out.farthest_y);
  at.put(farthest.failed_at, out.farthest_failed_at);
  const Vec2<Real> final_velocity =
      solve_infeasible(lines, in.hard_count, in.count, max_speed, nearest.velocity, nearest.failed_at, scratch);
  put(at, final_velocity, out.final_x, out.final_y);
  put(at,
      limit_and_respect_walls(lines, in.hard_count, old, final_velocity, at.get(in.blend), at.get(in.max_change),
                              max_speed, at.get(in.turned)),
      out.limited_x, out.limited_y);
}

template <class Real>
void turn(const Access<Real>& at, const TurnInput& in, TurnOutput& out) {
  const Turn<Real> made = limit_turn(get(at, in.heading_x, in.heading_y), get(at, in.velocity_x, in.velocity_y),
                                     at.get(in.cosine), at.get(in.sine), at.get(in.heading_speed_sq));
  put(at, made.heading, out.heading_x, out.heading_y);
  put(at, made.velocity, out.velocity_x, out.velocity_y);
}

}  // namespace THRONG_ISA
}  // namespace throng::test
