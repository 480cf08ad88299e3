// Random crowds with obstacles and mixed parameters, from a seed.
#pragma once
#include <string>
#include <vector>

#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test {

struct RandomCrowd {
  WorldOptions options;  ///< executor and threads are for the caller
  std::vector<Profile> profiles;
  std::vector<std::vector<Vec2d>> polygons;  ///< counter-clockwise = solid
  std::vector<std::vector<Vec2d>> walls;
  std::vector<AgentDescription> agents;  ///< ids 0, 1, ...; `profile` is a row of `profiles`

  [[nodiscard]] World make(ExecutorKind executor) const {
    WorldOptions settings = options;
    settings.executor = executor;
    settings.threads = 1;
    World world(settings);
    for (const Profile& p : profiles) world.add_profile(p);
    for (const auto& polygon : polygons) world.add_polygon(polygon);
    for (const auto& wall : walls) world.add_polyline(wall);
    world.add_agents(agents);
    return world;
  }
};

inline Profile random_profile(Random& random) {
  Profile p;
  p.radius = random.between(0.1, 0.5);
  p.max_speed = random.between(0.5, 3.0);
  p.preferred_speed = random.between(0.3, 1.0) * p.max_speed;
  p.neighbor_distance = random.between(1.0, 10.0);
  p.max_neighbors = static_cast<int>(random.below(16));
  p.time_horizon = random.between(0.3, 8.0);
  p.time_horizon_obstacle = random.between(0.3, 4.0);
  if (random.chance(0.3)) p.escape_time = random.between(0.3, 2.0);
  return p;
}

/// Five to 44 agents, from sparse to packed, among up to six pillars, thin walls and a room; no two stand in one spot.
/// Everything that is a float in the engine's coordinates is so here too, but for the move to the local origin.
inline RandomCrowd random_crowd(std::uint64_t seed) {
  Random random(seed);
  RandomCrowd crowd;
  crowd.options.time_step = random.chance(0.5) ? 0.1 : 0.25;
  crowd.options.break_symmetry = random.chance(0.5);
  crowd.options.leave_obstacles = false;
  crowd.options.responsibility = static_cast<Responsibility>(random.below(4));
  crowd.options.neighbor_query = random.chance(0.2) ? NeighborQuery::range : NeighborQuery::nearest;
  for (std::size_t k = 0; k < 4; ++k) crowd.profiles.push_back(random_profile(random));

  const std::size_t count = 5 + random.below(40);
  const double half_side = std::sqrt(static_cast<double>(count)) * random.between(0.5, 3.0);
  if (random.chance(0.3)) {
    crowd.polygons.push_back(reversed(box(-half_side - 0.7, -half_side - 0.7, half_side + 0.7, half_side + 0.7)));
  }
  for (std::size_t k = random.below(4); k > 0; --k) {
    const Vec2d center = random.in_box(half_side);
    const double size = random.between(0.3, 0.3 * half_side + 0.3), turn = random.between(0.0, 6.0);
    std::vector<Vec2d> pillar;
    const std::size_t corners = 3 + random.below(4);
    for (std::size_t c = 0; c < corners; ++c) {
      const double angle = turn + 6.283185307179586 * static_cast<double>(c) / static_cast<double>(corners);
      pillar.push_back(plus(center, on_circle(size, angle)));
    }
    crowd.polygons.push_back(pillar);
  }
  for (std::size_t k = random.below(3); k > 0; --k) {
    std::vector<Vec2d> wall{random.in_box(half_side)};
    for (std::size_t c = 1 + random.below(3); c > 0; --c) wall.push_back(plus(wall.back(), random.in_box(2.0)));
    crowd.walls.push_back(wall);
  }
  for (std::size_t k = 0; k < count; ++k) {
    AgentDescription agent = agent_at(random.in_box(half_side), {static_cast<std::uint32_t>(random.below(4))});
    const Profile& p = crowd.profiles[agent.profile.row];
    agent.velocity = random.in_disc(p.max_speed);
    agent.preferred_velocity = random.in_disc(1.2 * p.max_speed);
    agent.heading = plus(random.in_box(1.0), {3.0, 0.0});
    agent.priority = random.between(0.0, 4.0);
    agent.avoids = !random.chance(0.05);
    if (random.chance(0.1)) agent.layer = 2;
    if (random.chance(0.1)) agent.mask = 1;
    crowd.agents.push_back(agent);
  }
  return crowd;
}

}  // namespace throng::test
