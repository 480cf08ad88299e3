// Parameters of agents and of a world, with their units and limits.
#pragma once
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>

#include "throng/distribution.hpp"
#include "throng/types.hpp"

namespace throng {

/// Limits that the engine checks. Beyond them a value is an error, never clamped.
namespace limits {
inline constexpr double max_coordinate = 1.0e9;       ///< m, absolute, for positions, goals and vertices
inline constexpr double max_extent = 1.0e7;           ///< m, greatest distance from the local origin, per axis
inline constexpr double max_length = 1.0e6;           ///< m, for radii and neighbor distances
inline constexpr double max_speed = 1.0e5;            ///< m/s
inline constexpr double min_time = 1.0e-6;            ///< s, for time steps, horizons and escape times
inline constexpr double max_time = 1.0e6;             ///< s
inline constexpr double max_acceleration = 1.0e9;     ///< m/s^2
inline constexpr double max_turning_rate = 1.0e6;     ///< rad/s
inline constexpr double max_priority = 1.0e9;         ///< finite priorities; infinity is allowed beside them
inline constexpr double max_density_gamma = 1.0e3;    ///< 1/m^2
inline constexpr double min_density = 1.0e-3;         ///< 1/m^2, of people
inline constexpr double max_density = 1.0e6;          ///< 1/m^2
inline constexpr double min_density_radius = 1.0e-3;  ///< m
inline constexpr double max_density_radius = 100.0;   ///< m; also of how far ahead
inline constexpr double max_density_product = 1.0e5;  ///< of the greatest density with the square of the radius
inline constexpr std::size_t max_group_members = 64;  ///< that walk together (WalkTogether)
inline constexpr std::size_t max_body_vertices = 64;  ///< of a body of a ConvexSet
inline constexpr int max_neighbors = 256;             ///< per agent; also the cap of NeighborQuery::range
inline constexpr int max_contact_iterations = 256;
inline constexpr std::size_t min_footprint_vertices = 3, max_footprint_vertices = 16;  ///< as given
inline constexpr std::uint32_t max_agents = 1u << 30;
inline constexpr std::size_t max_obstacle_vertices = std::size_t{1} << 26;  ///< of all obstacles of a world
inline constexpr AgentId max_id = std::numeric_limits<AgentId>::max() - 1;
}  // namespace limits

/// Who walks slower the denser the crowd ahead is (docs/model.md, "Density"): the preferred velocity of a step times
/// 1 - exp(-gamma (1 / density - 1 / max_density)). The relation and its numbers: U. Weidmann, Transporttechnik der
/// Fussgaenger, 1993.
struct DensitySpeed {
  double gamma = 1.913;      ///< 1/m^2, above 0 to limits::max_density_gamma; the larger, the denser before it matters
  double max_density = 5.4;  ///< 1/m^2, limits::min_density to max_density; nobody would move at it
  /// m, limits::min_density_radius to max_density_radius: of the disc in which density is measured. At most
  /// limits::max_density_product / max_density may be its square.
  double radius = 2.0;
  double ahead = 1.0;  ///< m, 0 to limits::max_density_radius: where its center is, along the preferred velocity
  double least_factor = 0.05;  ///< 0 to 1: of the preferred velocity that is left in any crowd

  friend auto operator<=>(const DensitySpeed&, const DensitySpeed&) = default;
};

/// How a kind of agent moves. Agents share a row of the world's table; radius, max_speed and preferred_speed can
/// also be set per agent. The defaults are plain ORCA agents of a person's size, the base of profiles that scenes
/// define; people are walker().
struct Profile {
  static constexpr double disc_radius = 0.2;  ///< m, of a profile that gives neither radius nor footprint

  /// m, >= 0; none = of the circle around the footprint, or disc_radius. World::profile() has the one that it came to.
  std::optional<double> radius;
  double max_speed = 1.8;              ///< m/s, >= 0; no agent walks faster, a contact may push it
  double preferred_speed = 1.34;       ///< m/s, >= 0; toward the goal
  double neighbor_distance = 5.0;      ///< m, >= 0; others at this distance or beyond are not seen
  int max_neighbors = 10;              ///< 0 to limits::max_neighbors; 0 = avoids no agent
  double time_horizon = 3.0;           ///< s, >= limits::min_time; collisions with agents within it are avoided
  double time_horizon_obstacle = 1.0;  ///< s, >= limits::min_time; the same for obstacles
  std::optional<double> escape_time;   ///< s, >= limits::min_time; overlaps end within it; none = the time step (RVO2)
  double velocity_blend = 1.0;         ///< in (0, 1]; v' = (1 - b) v + b v_new
  std::optional<double> max_acceleration;   ///< m/s^2, > 0; none = unlimited
  std::optional<double> max_turning_rate;   ///< rad/s, > 0, of the heading; none = unlimited
  double min_heading_speed = 0.05;          ///< m/s, >= 0; at this speed or below the heading stays
  std::optional<double> arrival_tolerance;  ///< m, >= 0; within it of the goal an agent has arrived; none = its radius
  OnArrival on_arrival = OnArrival::stay;
  /// A convex polygon that turns with the heading, in place of the disc: others see its edges, and the contact pass
  /// keeps them out of it. `radius` is what the agent plans with for itself: without one it is that of the circle
  /// around the footprint (World::footprint_radius()), a smaller one lets a bus pass where only its width fits.
  std::optional<FootprintIndex> footprint;
  /// Drives no faster than lets it stop before whoever stands in its way (docs/model.md, "Brakes"). Stops too late with
  /// a velocity_blend below 1.
  bool brakes_when_blocked = false;
  std::optional<DensitySpeed> density_speed;  ///< none = the preferred speed does not depend on the crowd

  /// People walking, calibrated on recorded ones with the contact pass: set WorldOptions::contact too, which no profile
  /// can (docs/validation.md says how near it comes, and what it leaves open). The profile of scenes that name none.
  /// Its preferred speed is the mean; scenes draw it for each agent from walker_preferred_speed().
  static Profile walker();

  /// m/s: set AgentDescription::preferred_speed to draws of it where people are to differ.
  static Distribution walker_preferred_speed();

  /// RVO2 2.0's own example set-up (Circle): for comparisons with it.
  static Profile rvo2() {
    Profile p;
    p.radius = 1.5;
    p.max_speed = 2.0;
    p.preferred_speed = 1.0;
    p.neighbor_distance = 15.0;
    p.max_neighbors = 10;
    p.time_horizon = 10.0;
    p.time_horizon_obstacle = 10.0;
    return p;
  }

  friend auto operator<=>(const Profile&, const Profile&) = default;  ///< by field, in this order
};

inline Distribution Profile::walker_preferred_speed() { return Distribution::normal(1.55, 0.2, 0.8, 2.2); }

inline Profile Profile::walker() {
  Profile p;
  p.radius = 0.13;
  p.max_speed = 2.4;
  p.preferred_speed = walker_preferred_speed().first;
  p.neighbor_distance = 3.0;
  p.time_horizon = 1.0;
  p.time_horizon_obstacle = 0.5;
  p.density_speed = DensitySpeed{1.6, 5.4, 1.0, 0.8, 0.12};
  return p;
}

/// The contact pass: after each motion overlapping agents are moved apart, and kept off walls (docs/model.md).
struct ContactPass {
  int iterations = 8;  ///< 1 to limits::max_contact_iterations; more leave less overlap where many press

  friend auto operator<=>(const ContactPass&, const ContactPass&) = default;
};

/// Watches for agents that do not get on (docs/navigation.md, "Stuck agents"): with a goal, not arrived, and the way
/// that is left has not become less than it was by `progress` within `time`.
struct StuckAgents {
  double time = 10.0;     ///< s, from two time steps to 1e8 of them and to limits::max_time
  double progress = 0.2;  ///< m, > 0 to limits::max_length
  StuckRelief relief = StuckRelief::sidestep;
  double period = 1.0;  ///< s, limits::min_time to limits::max_time: for so long it steps aside, or tries to go on

  friend auto operator<=>(const StuckAgents&, const StuckAgents&) = default;
};

/// Settings of a world, fixed at its creation.
struct WorldOptions {
  ExecutorKind executor = ExecutorKind::automatic;
  double time_step = 0.1;  ///< s, limits::min_time to limits::max_time
  std::uint64_t seed = 0;  ///< of everything random; the same seed gives the same bits
  int threads = 0;         ///< of the cpu executor, 0 to 1024, 0 = all cores; never changes a result
  Responsibility responsibility = Responsibility::equal;
  NeighborQuery neighbor_query = NeighborQuery::nearest;
  bool break_symmetry = true;   ///< agents exactly head-on step aside, each to its right; false = RVO2's bits
  bool leave_obstacles = true;  ///< an agent inside a solid polygon walks out at its maximum speed; false = RVO2's bits
  /// m/s, >= 0: length of a random perturbation of every preferred velocity (seed, id, step), against larger symmetric
  /// knots.
  double preferred_velocity_noise = 0.0;
  std::optional<ContactPass> contact = std::nullopt;  ///< none = agents are not kept apart beyond what avoidance does
  std::optional<StuckAgents> stuck = std::nullopt;    ///< none = nobody is watched
  /// Height of a grid cell, m: 0 = from the density of agents, else 1e-3 to limits::max_length. Never changes a result
  /// (for tests and measurements).
  double cell_size = 0.0;
  /// GPU of the cuda executor, by its number in the CUDA runtime. Never changes a result, and is not saved.
  int device = 0;
};

/// One agent to be added. Positions and velocities are finite and within `limits`.
struct AgentDescription {
  std::optional<AgentId> id;  ///< unique in the world's life; none = the next after the highest so far
  ProfileIndex profile;
  Vec2d position;                         ///< m
  Vec2d velocity;                         ///< m/s
  std::optional<double> radius;           ///< m, in place of the profile's
  std::optional<double> max_speed;        ///< m/s, in place of the profile's
  std::optional<double> preferred_speed;  ///< m/s, in place of the profile's
  /// At most one of these four; none of them = preferred velocity 0, for World::set_preferred_velocities.
  std::optional<Vec2d> preferred_velocity;  ///< m/s, held until changed
  std::optional<Vec2d> goal;                ///< m, a point
  std::optional<GoalIndex> goal_region;     ///< a line or polygon of the world
  std::optional<JourneyIndex> journey;      ///< of the world; it begins with its first stage
  /// Any finite non-zero vector, stored as unit; none = toward the goal or along the preferred velocity, else (1, 0).
  std::optional<Vec2d> heading;
  std::int32_t group = -1;           ///< a label; Flock and WalkTogether look at it; -1 = none
  double priority = 1.0;             ///< >= 0, or infinity = gives way to nobody (Responsibility::priority)
  std::uint32_t layer = 1;           ///< bits: where it is
  std::uint32_t mask = 0xffffffffu;  ///< bits: which layers it avoids; i sees j when (mask of i & layer of j) != 0
  bool avoids = true;                ///< false = keeps its preferred velocity, through walls too; the others make way
};

}  // namespace throng
