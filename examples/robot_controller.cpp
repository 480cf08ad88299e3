// A robot among people, without a world: each cycle its controller asks for one velocity, given what the sensors see.
#include <cmath>
#include <cstdio>
#include <vector>

#include "throng/solve_velocity.hpp"

int main() try {
  // The map, made ready once. Coordinates may be those of a city's grid: nothing is lost.
  const double east = 443000.0, north = 4425000.0;
  const throng::Vec2d wall[] = {{east - 20.0, north + 2.0}, {east + 20.0, north + 2.0}};
  const throng::Vec2d pillar[] = {
      {east + 3.0, north - 0.5}, {east + 3.8, north - 0.5}, {east + 3.8, north + 0.5}, {east + 3.0, north + 0.5}};
  const throng::ObstacleOutline outlines[] = {{false, wall}, {true, pillar}};
  const throng::ObstacleSet map(outlines);

  constexpr double body = 0.3;  // m
  throng::Profile robot;
  robot.radius = body + 0.2;     // m: some room is kept
  robot.max_speed = 1.5;         // m/s
  robot.time_horizon = 2.0;      // s
  robot.max_acceleration = 2.0;  // m/s^2
  throng::SolveOptions options;
  options.time_step = 0.02;  // s: a cycle of 50 Hz

  throng::AskingAgent self;
  self.position = {east - 6.0, north};
  const throng::Vec2d goal{east + 8.0, north};
  // Two who come its way and make room, and one who looks at a telephone.
  std::vector<throng::NeighborAgent> people(3);
  for (std::size_t k = 0; k < people.size(); ++k) {
    const double place = static_cast<double>(k);
    people[k].id = static_cast<throng::AgentId>(k) + 1;
    people[k].position = {east + 1.0 + 4.0 * place, north - 0.4 * place};
    people[k].velocity = {-1.2, 0.0};
    people[k].avoids = k != 2;
  }

  double nearest = 100.0;  // m, between the robot's rim and somebody's
  int cycle = 0;
  for (; cycle < 3000; ++cycle) {
    const double dx = goal.x - self.position.x, dy = goal.y - self.position.y, left = std::sqrt(dx * dx + dy * dy);
    if (left < 0.1) break;
    const double speed = left < 1.0 ? left : 1.0;
    self.preferred_velocity = {speed * dx / left, speed * dy / left};
    const throng::VelocitySolution solution = throng::solve_velocity(robot, self, people, &map, options);
    self.velocity = solution.velocity;
    self.position.x += options.time_step * self.velocity.x;
    self.position.y += options.time_step * self.velocity.y;
    for (throng::NeighborAgent& person : people) {
      person.position.x += options.time_step * person.velocity.x;
      const double ox = person.position.x - self.position.x, oy = person.position.y - self.position.y;
      nearest = std::fmin(nearest, std::sqrt(ox * ox + oy * oy) - body - person.radius);
    }
    if (cycle % 100 == 0) {
      std::printf("%4.1f s: at (%5.2f, %5.2f) m, %4.2f m/s\n", 0.02 * cycle, self.position.x - east,
                  self.position.y - north,
                  std::sqrt(self.velocity.x * self.velocity.x + self.velocity.y * self.velocity.y));
    }
  }
  std::printf("at the goal after %.1f s; nobody nearer than %.2f m\n", 0.02 * cycle, nearest);
  return cycle < 3000 && nearest > 0.0 ? 0 : 1;
} catch (const throng::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
