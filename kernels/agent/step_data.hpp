// Input and output of one step, as a kernel's argument.
#pragma once
#include "kernels/agent/footprint_data.hpp"
#include "kernels/agent/height_data.hpp"
#include "kernels/agent/steering_data.hpp"
#include "kernels/agent/views.hpp"

namespace throng {

/// A level of radii, from small to large (contact_reach.hpp).
struct ReachLevel {
  float top;            ///< m, the largest radius of it; may be more
  float inverse_width;  ///< 1/m, of its tiles, where agents don't stand closer than that
};
inline constexpr std::size_t max_reach_levels = 8;

/// How far contacts reach, place by place.
struct ReachView {
  std::int32_t levels;  ///< 1 = radii are of a size, and there is no table
  std::int32_t tiles;   ///< along each side, a power of two
  const ReachLevel* level;
  float* table;         ///< m, of each level but the lowest its tiles, row by row: the largest radius noted; 0 = none
  std::uint32_t* sole;  ///< of the same tiles: place in cell order, plus 1, of who has noted it alone; or several_noted
};
inline constexpr std::uint32_t several_noted = 0xffffffffu;

/// The contact pass: agents after their motion, and whom each of them may touch. Of agents in the order of the cells
/// that they have then (CrowdView), unless said otherwise.
struct ContactView {
  std::int32_t iterations;  ///< 0 = there is no such pass
  float largest_radius;     ///< m, of all agents; may be more
  ReachView reach;
  float* moved_x;  ///< m, storage order: where motion has led, then where the pass has
  float* moved_y;
  const float* start_x;  ///< m: where motion has led
  const float* start_y;
  std::int32_t* count;       ///< of contacts
  std::uint32_t* list;       ///< contact.hpp
  std::int32_t* edge_count;  ///< of edges that an agent is kept off
  std::uint32_t* edges;
};

/// Of agents that do not get on (stuck.hpp).
struct StuckView {
  bool active;                 ///< agents are watched
  bool sidesteps;              ///< those that are stuck step aside
  float progress;              ///< m
  std::int32_t steps;          ///< without progress, until an agent is stuck; at least 2
  std::uint32_t period_steps;  ///< of what is drawn for a while; at least 1
};

/// Shared by all threads of a step. Arrays of agents are in storage order unless said otherwise. Plain data
/// (views.hpp).
struct StepData {
  CrowdView crowd;
  AgentArrays agents;
  ObstacleView obstacles;
  GoalView goals;
  const ProfileRow* profiles;
  SteeringView steering;
  ContactView contact;
  FootprintView footprints;
  HeightView heights;
  StuckView stuck;
  const std::uint32_t* copies;  ///< cell order: those at its place for whom an agent stands in its cell; null = itself
  float* search_start_sq;       ///< m^2, where an agent's neighbor search looks first; decides cost, never results
  float* new_velocity_x;        ///< m/s
  float* new_velocity_y;
  float* next_heading_x;  ///< unit; where `turns_limited`, of agents with such a limit
  float* next_heading_y;
  std::uint64_t seed, step;
  float time_step, inverse_time_step;  ///< s, 1/s
  float noise;                         ///< m/s, of preferred velocities
  std::int32_t responsibility;         ///< ResponsibilityPolicy
  bool range_query;                    ///< all neighbors in range, not the nearest max_neighbors
  bool break_symmetry;
  bool leave_obstacles;
  bool limits_active;  ///< some profile blends velocities, limits acceleration or turning
  bool turns_limited;  ///< some profile limits turning
  bool brakes;         ///< some profile brakes when blocked
  bool density;        ///< some profile's speed depends on density
  bool equal_shares;   ///< every share is a half: policy `equal`, and everyone avoids everyone
  bool one_layer;      ///< everyone is on a layer that everyone looks at: no masks to look at
  bool sees_all;       ///< and nobody disregards its target
  bool reports_arrivals;
};

/// Values of `StepData::responsibility`, those of the public enumeration in the same order.
namespace responsibility_policy {
inline constexpr std::int32_t equal = 0, priority = 1, side = 2, speed = 3;
}

/// Cap of the neighbors of one agent: the memory bound of range queries (throng::limits::max_neighbors).
inline constexpr std::int32_t neighbor_cap = 256;

}  // namespace throng
