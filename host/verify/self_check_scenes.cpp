#include "host/verify/self_check_scenes.hpp"

#include <cmath>
#include <cstdint>

namespace throng {
namespace {

/// splitmix64: the standard library's distributions differ between its makers.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  double between(double low, double high) { return low + (high - low) * 0x1.0p-53 * static_cast<double>(next() >> 11); }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

Profile profile(double radius, double max_speed, double neighbor_distance, int max_neighbors, double time_horizon,
                double time_horizon_obstacle) {
  Profile result;
  result.radius = radius;
  result.max_speed = max_speed;
  result.neighbor_distance = neighbor_distance;
  result.max_neighbors = max_neighbors;
  result.time_horizon = time_horizon;
  result.time_horizon_obstacle = time_horizon_obstacle;
  return result;
}

/// Radii that float holds exactly, for the same reason as the positions of a self check.
std::vector<Profile> mixed_profiles() {
  return {profile(0.1875, 1.8, 5.0, 10, 3.0, 1.0), profile(0.3125, 1.2, 8.0, 16, 5.0, 2.0),
          profile(0.15625, 2.5, 3.0, 6, 1.0, 0.5), profile(0.25, 1.6, 6.0, 3, 8.0, 4.0)};
}

/// Agents on a grid of cells, each moved at random within its cell.
void place(SelfCheckScene& scene, Random& random, Vec2d corner, int columns, int rows, double spacing,
           const Vec2d& preferred_velocity) {
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      AgentDescription agent;
      const auto id = static_cast<AgentId>(scene.agents.size());
      agent.id = id;
      agent.profile.row = static_cast<std::uint32_t>(static_cast<std::size_t>(id) % scene.profiles.size());
      agent.position = {corner.x + spacing * (column + random.between(0.3, 0.7)),
                        corner.y + spacing * (row + random.between(0.3, 0.7))};
      agent.preferred_velocity = {preferred_velocity.x + random.between(-0.2, 0.2),
                                  preferred_velocity.y + random.between(-0.2, 0.2)};
      agent.priority = 1.0 + static_cast<double>(id % 3);
      scene.agents.push_back(agent);
    }
  }
}

SelfCheckScene pillars() {
  SelfCheckScene scene{.name = "pillars", .options = {}, .profiles = mixed_profiles(), .obstacles = {}, .agents = {}};
  Random random(1);
  place(scene, random, {-18.0, -8.0}, 8, 16, 1.0, {1.3, 0.0});
  place(scene, random, {10.0, -8.0}, 8, 16, 1.0, {-1.3, 0.0});
  for (const double y : {-6.0, -2.0, 2.0, 6.0}) {
    scene.obstacles.push_back({true, {{-1.0, y - 0.8}, {1.0, y - 0.8}, {1.4, y}, {1.0, y + 0.8}, {-1.0, y + 0.8}}});
  }
  return scene;
}

SelfCheckScene room() {
  SelfCheckScene scene{.name = "room", .options = {}, .profiles = mixed_profiles(), .obstacles = {}, .agents = {}};
  scene.options.responsibility = Responsibility::priority;
  Random random(2);
  place(scene, random, {-9.0, -9.0}, 13, 15, 1.1, {0.0, 0.0});
  for (AgentDescription& agent : scene.agents) {
    agent.preferred_velocity.reset();
    agent.goal = Vec2d{14.0, 0.0};
  }
  scene.obstacles.push_back({true, {{-10.0, -10.0}, {-10.0, 10.0}, {16.0, 10.0}, {16.0, -10.0}}});
  scene.obstacles.push_back({false, {{8.0, -10.0}, {8.0, -1.0}, {9.0, -0.8}}});
  scene.obstacles.push_back({false, {{8.0, 10.0}, {8.0, 1.0}, {9.0, 0.8}}});
  return scene;
}

SelfCheckScene packed() {
  SelfCheckScene scene{.name = "packed", .options = {}, .profiles = mixed_profiles(), .obstacles = {}, .agents = {}};
  scene.options.responsibility = Responsibility::side;
  Random random(3);
  place(scene, random, {-5.0, -5.0}, 18, 18, 0.55, {0.0, 0.0});
  for (AgentDescription& agent : scene.agents) {
    const double length = std::sqrt(agent.position.x * agent.position.x + agent.position.y * agent.position.y);
    agent.preferred_velocity = Vec2d{-1.3 * agent.position.x / length, -1.3 * agent.position.y / length};
  }
  return scene;
}

}  // namespace

std::vector<SelfCheckScene> self_check_scenes() { return {pillars(), room(), packed()}; }

World make_world(const SelfCheckScene& scene, ExecutorKind executor, int threads,
                 const std::vector<std::size_t>& order) {
  WorldOptions options = scene.options;
  options.executor = executor;
  options.threads = threads;
  World world(options);
  std::vector<ProfileIndex> rows;
  for (const Profile& item : scene.profiles) rows.push_back(world.add_profile(item));
  for (const SelfCheckObstacle& obstacle : scene.obstacles) {
    if (obstacle.closed) {
      world.add_polygon(obstacle.vertices);
    } else {
      world.add_polyline(obstacle.vertices);
    }
  }
  std::vector<AgentDescription> agents;
  for (const std::size_t row : order) {
    agents.push_back(scene.agents.at(row));
    agents.back().profile = rows.at(agents.back().profile.row);
  }
  world.add_agents(agents);
  return world;
}

}  // namespace throng
