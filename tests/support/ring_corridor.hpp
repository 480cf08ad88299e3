// A corridor without ends: people who walk around in a ring between two walls, all in one direction.
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "tests/support/random.hpp"
#include "throng/world.hpp"

namespace throng::test {

struct RingCorridor {
  double inner = 10.0, outer = 14.0;  ///< m, radii of the walls
  double density = 1.0;               ///< 1/m^2
  double free_speed = 1.34;           ///< m/s, mean of the preferred speeds
  double speed_spread = 0.0;          ///< m/s, standard deviation of them
  std::optional<DensitySpeed> density_speed = DensitySpeed{};
  std::uint64_t seed = 1;
  ExecutorKind executor = ExecutorKind::cpu;
  double settle_time = 60.0, measured_time = 60.0;  ///< s
};

struct RingFlow {
  std::size_t agents = 0;
  double density = 0.0;          ///< 1/m^2, of the whole ring
  double speed = 0.0;            ///< m/s, mean along the ring, over agents and time
  double deepest_overlap = 0.0;  ///< m, at the end
};

/// U. Weidmann: Transporttechnik der Fussgaenger. ETH Zuerich, 1993. m/s at a density, 1/m^2.
inline double weidmann_speed(double density, double free_speed = 1.34) {
  return density >= 5.4 ? 0.0 : free_speed * (1.0 - std::exp(-1.913 * (1.0 / density - 1.0 / 5.4)));
}

inline std::vector<Vec2d> ring_wall(double radius, bool clockwise, int corners = 90) {
  std::vector<Vec2d> vertices;
  for (int k = 0; k < corners; ++k) {
    const double angle = (clockwise ? -2.0 : 2.0) * std::numbers::pi * k / corners;
    vertices.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return vertices;
}

/// Places on circles between the walls, as far apart along them as across, a little out of step.
inline std::vector<Vec2d> places_in_ring(const RingCorridor& ring, std::size_t count, Random& random) {
  const double width = ring.outer - ring.inner;
  const int circles = std::max(1, static_cast<int>(std::lround(width * std::sqrt(ring.density))));
  double all = 0.0, before = 0.0;
  for (int k = 0; k < circles; ++k) all += ring.inner + width * (k + 0.5) / circles;
  std::vector<Vec2d> places;
  for (int k = 0; k < circles; ++k) {
    const double radius = ring.inner + width * (k + 0.5) / circles;
    before += radius;
    const auto until = static_cast<std::size_t>(std::lround(static_cast<double>(count) * before / all));
    const std::size_t here = until - places.size();
    const double turn = random.between(0.0, 1.0);
    for (std::size_t i = 0; i < here; ++i) {
      const double part = static_cast<double>(i) + turn + random.between(-0.1, 0.1);
      const double angle = 2.0 * std::numbers::pi * part / static_cast<double>(here);
      places.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
  }
  return places;
}

inline RingFlow walk_around(const RingCorridor& ring) {
  WorldOptions options;
  options.executor = ring.executor;
  options.contact = ContactPass{};
  options.seed = ring.seed;
  World world(options);
  world.add_polygon(ring_wall(ring.inner, false));
  world.add_polygon(ring_wall(ring.outer, true));
  Profile profile;
  profile.radius = 0.2;
  profile.density_speed = ring.density_speed;
  AgentDescription agent;
  agent.profile = world.add_profile(profile);

  const double area = std::numbers::pi * (ring.outer * ring.outer - ring.inner * ring.inner);
  Random random(ring.seed);
  RingFlow flow;
  flow.agents = static_cast<std::size_t>(std::lround(ring.density * area));
  flow.density = static_cast<double>(flow.agents) / area;
  std::vector<AgentDescription> people;
  std::vector<double> free_speeds;
  for (const Vec2d& place : places_in_ring(ring, flow.agents, random)) {
    agent.position = place;
    people.push_back(agent);
    double normal = -6.0;  // the sum of 12 uniform numbers is as good as normal
    for (int k = 0; k < 12; ++k) normal += random.between(0.0, 1.0);
    free_speeds.push_back(std::max(0.5, ring.free_speed + ring.speed_spread * normal));
  }
  const std::vector<AgentHandle> handles = world.add_agents(people);

  const auto steps = [&](double time) { return static_cast<int>(std::lround(time / options.time_step)); };
  const int settle = steps(ring.settle_time), last = settle + steps(ring.measured_time);
  std::vector<Vec2d> wanted(handles.size());
  double sum = 0.0;
  for (int step = 0; step < last; ++step) {
    const std::vector<Vec2d> at = world.positions();
    for (std::size_t i = 0; i < at.size(); ++i) {
      const double along = free_speeds[i] / std::hypot(at[i].x, at[i].y);
      wanted[i] = {-at[i].y * along, at[i].x * along};
    }
    world.set_preferred_velocities(handles, wanted);
    world.step();
    if (step < settle) continue;
    const std::vector<Vec2d> velocity = world.velocities();
    for (std::size_t i = 0; i < at.size(); ++i) {
      sum += (at[i].x * velocity[i].y - at[i].y * velocity[i].x) / std::hypot(at[i].x, at[i].y);
    }
  }
  flow.speed = sum / static_cast<double>((last - settle) * static_cast<int>(handles.size()));
  flow.deepest_overlap = world.measure().deepest_overlap;
  return flow;
}

}  // namespace throng::test
