// A corridor without ends: a ring, in which everybody walks the same way round.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

#include "bench/validation/experiments.hpp"
#include "bench/validation/model_scene.hpp"
#include "host/measures/area_series.hpp"
#include "tests/support/ring_corridor.hpp"
#include "throng/world.hpp"

namespace throng::validation {
namespace {

constexpr double inner = 10.0, outer = 14.0;   ///< m
constexpr int corners = 96;                    ///< of each wall
constexpr double settle = 15.0, watch = 20.0;  ///< s

/// Places at random, none nearer to another than a distance that shrinks until all have found one.
std::vector<Vec2d> places(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto draw = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  std::vector<Vec2d> result;
  for (double apart = 0.9 * std::sqrt(std::numbers::pi * (outer * outer - inner * inner) / static_cast<double>(count));
       result.size() < count; apart *= 0.97) {
    for (int tries = 0; tries < 4000 && result.size() < count; ++tries) {
      const double angle = 2.0 * std::numbers::pi * draw(), radius = inner + 0.25 + (outer - inner - 0.5) * draw();
      const Vec2d p{radius * std::cos(angle), radius * std::sin(angle)};
      const auto is_near = [&](Vec2d q) { return std::hypot(p.x - q.x, p.y - q.y) < apart; };
      if (std::none_of(result.begin(), result.end(), is_near)) result.push_back(p);
    }
  }
  return result;
}

}  // namespace

RingResult run_ring(const Model& model, double density, std::uint64_t seed) {
  const double area = std::numbers::pi * (outer * outer - inner * inner);
  const auto count = static_cast<std::size_t>(std::llround(density * area));
  std::string agents;
  for (std::size_t i = 0; i < count; ++i) {
    agents +=
        (i == 0 ? "" : ", ") + std::string(R"({"profile": "person", "position": [)") + std::to_string(10 * i) + ", 0]}";
  }
  const Scenario prepared = model_scene(model, seed, agents, "", "");
  World world(prepared.options);
  for (const Profile& profile : prepared.profiles) world.add_profile(profile);
  world.add_polygon(test::ring_wall(inner, false, corners));
  world.add_polygon(test::ring_wall(outer, true, corners));
  const std::vector<Vec2d> start = places(count, seed);
  const auto around = [](Vec2d p) {
    const double r = std::hypot(p.x, p.y);
    return Vec2d{-p.y / r, p.x / r};
  };
  std::vector<double> preferred;
  for (std::size_t i = 0; i < count; ++i) {
    AgentDescription agent = prepared.agents[i];
    agent.position = start[i];
    agent.velocity = {0.0, 0.0};
    world.add_agent(agent);
    preferred.push_back(agent.preferred_speed.value_or(prepared.profiles[agent.profile.row].preferred_speed));
  }
  RingResult result;
  result.density = static_cast<double>(count) / area;
  result.weidmann_speed = measures::weidmann_speed(result.density);
  double sum = 0.0;
  std::uint64_t samples = 0;
  std::vector<Vec2d> wishes(count);
  for (std::uint64_t step = 0; static_cast<double>(step) * model.time_step < settle + watch; ++step) {
    const std::vector<Vec2d> positions = world.positions();
    for (std::size_t i = 0; i < count; ++i) {
      const Vec2d along = around(positions[i]);
      wishes[i] = {preferred[i] * along.x, preferred[i] * along.y};
    }
    world.set_preferred_velocities(wishes);
    world.step();
    if (static_cast<double>(step) * model.time_step < settle) continue;
    const std::vector<Vec2d> after = world.positions();
    for (std::size_t i = 0; i < count; ++i) {
      const Vec2d along = around(positions[i]);
      sum += ((after[i].x - positions[i].x) * along.x + (after[i].y - positions[i].y) * along.y) / model.time_step;
      ++samples;
    }
    result.deepest_overlap = std::max(result.deepest_overlap, world.measure().deepest_overlap);
  }
  result.speed = sum / static_cast<double>(samples);
  result.wall_crossings = world.statistics().wall_crossings;
  return result;
}

}  // namespace throng::validation
