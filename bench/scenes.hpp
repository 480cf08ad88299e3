// Crowds of any size for benchmarks and tests: the same ones for the same size, on every machine.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/agent/counter_random.hpp"
#include "throng/world.hpp"

namespace throng::scenes {

/// Random numbers of one purpose: the n-th one is a function of purpose and n, whatever was drawn before.
class Stream {
 public:
  explicit Stream(std::uint32_t purpose) : purpose_(purpose) {}
  /// In [low, high).
  double between(double low, double high) {
    const PhiloxCounter bits = philox4x32_10({{next_++, 0, 0, purpose_}}, philox_key(20240501));
    return low + (high - low) * uniform_unit(bits.word[0], bits.word[1]);
  }
  /// In [0, count), count <= 2^32.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(between(0.0, static_cast<double>(count))); }

 private:
  std::uint32_t purpose_;
  std::uint32_t next_ = 0;
};

struct Obstacle {
  bool closed;
  std::vector<Vec2d> vertices;
};

struct AgentSteering {
  AgentId agent;
  BehaviorIndex behavior;         ///< row of the scene's behaviors
  std::optional<AgentId> target;  ///< the first of its targets
};

struct Scene {
  Profile profile;
  std::vector<AgentDescription> agents;
  std::vector<Obstacle> obstacles;
  std::vector<Profile> more_profiles = {};  ///< of agents whose `profile` is not 0: row k is the (k - 1)-th of these
  std::vector<Behavior> behaviors = {};     ///< a blend comes after its parts
  std::vector<AgentSteering> steering = {};
  std::optional<ContactPass> contact = std::nullopt;
  std::vector<std::vector<Vec2d>> footprints = {};
  std::vector<std::vector<Vec2d>> goals = {};  ///< polygons, as the world's goal regions
  bool find_ways = false;                      ///< to these goals
  std::vector<Journey> journeys = {};
};

/// 0 to count - 1, shuffled: ids must not follow places, as they don't in a crowd that has walked for a while.
inline std::vector<AgentId> shuffled_ids(std::size_t count) {
  std::vector<AgentId> ids(count);
  std::iota(ids.begin(), ids.end(), AgentId{0});
  Stream random(1);
  for (std::size_t i = count; i > 1; --i) std::swap(ids[i - 1], ids[random.below(i)]);
  return ids;
}

/// `count` agents at `density` (1/m^2) in a square around `center`, one in each cell of a square grid, at random in the
/// middle of it so that nobody overlaps. `goal_of(position)` is where an agent at a position goes.
template <class GoalOf>
void place_square(Scene& scene, std::size_t count, double density, Vec2d center, const std::vector<AgentId>& ids,
                  const GoalOf& goal_of) {
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  const double spacing = 1.0 / std::sqrt(density);
  const double free = std::max(0.0, 0.5 * (spacing - 2.02 * scene.profile.radius.value_or(Profile::disc_radius)));
  const double half = 0.5 * spacing * static_cast<double>(columns);
  Stream random(2);
  for (std::size_t i = 0; i < count; ++i) {
    AgentDescription agent;
    agent.id = ids[scene.agents.size()];
    agent.position = {
        center.x - half + spacing * (static_cast<double>(i % columns) + 0.5) + random.between(-free, free),
        center.y - half + spacing * (static_cast<double>(i / columns) + 0.5) + random.between(-free, free)};
    agent.goal = goal_of(agent.position);
    scene.agents.push_back(agent);
  }
}

inline constexpr double far = 50000.0;  ///< m: nobody gets there while it is measured

/// Everybody goes a way of their own: `density` 0.5 is a street, 2 a crowd, 4 a packed one.
inline Scene uniform(std::size_t count, double density, double neighbor_distance = 5.0) {
  Scene scene;
  scene.profile.neighbor_distance = neighbor_distance;
  Stream random(3);
  place_square(scene, count, density, {}, shuffled_ids(count), [&](Vec2d) {
    // A point of the unit disc that is not its center gives a direction without trigonometry.
    for (;;) {
      const double x = random.between(-1.0, 1.0), y = random.between(-1.0, 1.0), length = std::sqrt(x * x + y * y);
      if (length < 1.0 && length > 0.1) return Vec2d{far * x / length, far * y / length};
    }
  });
  return scene;
}

/// Every other agent goes east, the rest west.
inline Scene counterflow(std::size_t count, double density = 2.0, double neighbor_distance = 5.0) {
  Scene scene;
  scene.profile.neighbor_distance = neighbor_distance;
  Stream random(4);
  place_square(scene, count, density, {}, shuffled_ids(count), [&](Vec2d from) {
    return Vec2d{random.below(2) == 0 ? far : -far, from.y};
  });
  return scene;
}

/// The same with a contact pass.
inline Scene with_contact(Scene scene) {
  scene.contact = ContactPass{};
  return scene;
}

/// A footprint `length` long and `width` wide that is pointed in front.
inline std::vector<Vec2d> pointed_box(double length, double width) {
  const double x = 0.5 * length, y = 0.5 * width;
  return {{x, -0.5 * y}, {x, 0.5 * y}, {x - y, y}, {-x, y}, {-x, -y}, {x - y, -y}};
}

/// A profile of agents with a footprint of their own; its row in the scene.
inline std::uint32_t add_footprint_profile(Scene& scene, std::vector<Vec2d> footprint, double radius) {
  Profile profile = scene.profile;
  profile.footprint = FootprintIndex{static_cast<std::uint32_t>(scene.footprints.size())};
  profile.radius = radius;
  scene.footprints.push_back(std::move(footprint));
  scene.more_profiles.push_back(profile);
  return static_cast<std::uint32_t>(scene.more_profiles.size());
}

/// Counterflow at 1/m^2 with a contact pass: the crowd that those with footprints are compared with.
inline Scene walkers(std::size_t count) { return with_contact(counterflow(count, 1.0)); }

/// The same, one in `every` of them a cart of 1.2 m x 0.8 m with 6 vertices.
inline Scene with_carts(std::size_t count, std::size_t every) {
  Scene scene = walkers(count);
  const std::uint32_t cart = add_footprint_profile(scene, pointed_box(1.2, 0.8), 0.6);
  for (std::size_t i = every / 2; i < count; i += every) scene.agents[i].profile.row = cart;
  return scene;
}

/// The same with one vehicle in the middle, which goes east at 1.5 m/s and avoids nobody. Who would
/// start in its place is left out.
inline Scene with_vehicle(std::size_t count, std::size_t every, double length, double width) {
  Scene scene = with_carts(count, every);
  const std::uint32_t row = add_footprint_profile(scene, pointed_box(length, width), 0.5 * width);
  AgentDescription& driver = scene.agents[count / 2];
  driver.profile.row = row;
  driver.position = {};
  driver.goal = Vec2d{far, 0.0};
  driver.preferred_speed = 1.5;
  driver.avoids = false;
  const AgentId id = *driver.id;
  std::erase_if(scene.agents, [&](const AgentDescription& agent) {
    return *agent.id != id && std::abs(agent.position.x) < 0.5 * length + 1.0 &&
           std::abs(agent.position.y) < 0.5 * width + 1.0;
  });
  return scene;
}

/// All at the same point, going apart.
inline Scene one_spot(std::size_t count) {
  Scene scene = uniform(count, 1.0);
  for (AgentDescription& agent : scene.agents) agent.position = {};
  return scene;
}

/// A crowd at 2/m^2 and one agent 1,000 km away.
inline Scene outlier(std::size_t count) {
  Scene scene = counterflow(count);
  scene.agents.back().position = {1.0e6, 0.0};
  scene.agents.back().goal = Vec2d{1.0e6, far};
  return scene;
}

/// Two crowds at 2/m^2, 100 km apart, walking apart.
inline Scene two_clumps(std::size_t count) {
  Scene scene;
  const std::vector<AgentId> ids = shuffled_ids(count);
  place_square(scene, count / 2, 2.0, {0.0, 0.0}, ids, [](Vec2d from) { return Vec2d{-far, from.y}; });
  place_square(scene, count - count / 2, 2.0, {1.0e5, 0.0}, ids, [](Vec2d from) { return Vec2d{3.0 * far, from.y}; });
  return scene;
}

/// Radii from 0.1 to 5 m, most of them small, at 0.08/m^2: bodies cover nearly 40 % of the ground. The large ones
/// overlap others at the start and push them aside.
inline Scene mixed_radii(std::size_t count) {
  Scene scene = uniform(count, 0.08, 12.0);
  Stream random(5);
  for (AgentDescription& agent : scene.agents) {
    const double u = random.between(0.0, 1.0), u2 = u * u, u4 = u2 * u2;
    agent.radius = 0.1 + 4.9 * u4 * u4;
  }
  return scene;
}

/// Counterflow in which one agent in ten heeds 40 neighbors and the others 8.
inline Scene mixed_neighbors(std::size_t count) {
  Scene scene = counterflow(count);
  scene.profile.max_neighbors = 8;
  Profile attentive = scene.profile;
  attentive.max_neighbors = 40;
  scene.more_profiles.push_back(attentive);
  Stream random(6);
  for (AgentDescription& agent : scene.agents) agent.profile.row = random.below(10) == 0 ? 1u : 0u;
  return scene;
}

/// The same with speeds that depend on density.
inline Scene with_density(Scene scene) {
  scene.profile.density_speed = DensitySpeed{};
  return scene;
}

/// All at the same point with one way to go, and speeds that depend on density: they part slowly.
inline Scene pile(std::size_t count) {
  Scene scene = with_density(one_spot(count));
  for (AgentDescription& agent : scene.agents) agent.goal = Vec2d{far, 0.0};
  return scene;
}

/// 0.5/m^2 among areas of 2 m x 2 m that lie 10 m apart: everybody goes to the one on its right. Who is there stays.
inline Scene errands(std::size_t count) {
  Scene scene = uniform(count, 0.5);
  constexpr double apart = 10.0;
  const double half = std::sqrt(0.5 * static_cast<double>(count));
  const auto columns = static_cast<std::uint32_t>(std::ceil(2.0 * half / apart)) + 1;
  const auto at = [&](double along) { return static_cast<std::uint32_t>(std::max(0.0, (along + half) / apart)); };
  for (std::uint32_t row = 0; row < columns; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const double x = apart * (column + 1.0) - half, y = apart * (row + 0.5) - half;
      scene.goals.push_back({{x - 1.0, y - 1.0}, {x + 1.0, y - 1.0}, {x + 1.0, y + 1.0}, {x - 1.0, y + 1.0}});
    }
  }
  for (AgentDescription& agent : scene.agents) {
    agent.goal.reset();
    const std::uint32_t row = std::min(columns - 1, at(agent.position.y));
    agent.goal_region = GoalIndex{row * columns + std::min(columns - 1, at(agent.position.x))};
  }
  return scene;
}

/// The same on journeys that the crowd's steps don't show: who is there waits for an hour.
inline Scene errands_with_a_wait(std::size_t count) {
  Scene scene = errands(count);
  for (std::uint32_t k = 0; k < scene.goals.size(); ++k) {
    Stage there;
    there.name = "there";
    there.kind = Stage::Kind::wait;
    there.goal = GoalIndex{k};
    there.wait_time = Distribution::fixed(3600.0);
    scene.journeys.push_back({"errand " + std::to_string(k), {there}});
  }
  for (AgentDescription& agent : scene.agents) {
    agent.journey = JourneyIndex{agent.goal_region->row};
    agent.goal_region.reset();
  }
  return scene;
}

/// The same with a way on: to the next area and back, for ever.
inline Scene errands_to_and_fro(std::size_t count) {
  Scene scene = errands_with_a_wait(count);
  const auto goals = static_cast<std::uint32_t>(scene.goals.size());
  for (std::uint32_t k = 0; k < goals; ++k) {
    Stage there, back;
    there.name = "there";
    there.goal = GoalIndex{k};
    back.name = "back";
    back.goal = GoalIndex{k + 1 < goals ? k + 1 : 0};
    back.next = {{"there"}};
    scene.journeys[k].stages = {there, back};
  }
  return scene;
}

inline Obstacle box(Vec2d center, double half) {
  return {true,
          {{center.x - half, center.y - half},
           {center.x + half, center.y - half},
           {center.x + half, center.y + half},
           {center.x - half, center.y + half}}};
}

/// `count` boxes of 1 m, one in each cell of a square grid of `spacing` (m) around `center`.
inline void place_boxes(Scene& scene, std::size_t count, double spacing, Vec2d center) {
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  const double half = 0.5 * spacing * static_cast<double>(columns);
  for (std::size_t i = 0; i < count; ++i) {
    const double column = static_cast<double>(i % columns), row = static_cast<double>(i / columns);
    scene.obstacles.push_back(
        box({center.x - half + spacing * (column + 0.5), center.y - half + spacing * (row + 0.5)}, 0.5));
  }
}

/// Counterflow at 2/m^2 and, 5 km away, `boxes` boxes that nobody meets.
inline Scene far_from_boxes(std::size_t count, std::size_t boxes) {
  Scene scene = counterflow(count);
  place_boxes(scene, boxes, 4.0, {5000.0, 0.0});
  return scene;
}

/// Counterflow at about 1/m^2 among boxes of 1 m, evenly spread. Agents that would start in one are left out.
inline Scene among_boxes(std::size_t count, std::size_t boxes) {
  Scene scene = counterflow(count, 1.0);
  const double spacing = std::sqrt(static_cast<double>(count) / static_cast<double>(boxes));
  place_boxes(scene, boxes, spacing, {});
  const double half = 0.5 * spacing * std::ceil(std::sqrt(static_cast<double>(boxes)));
  const double clear = 0.5 + scene.profile.radius.value_or(Profile::disc_radius);
  const auto within_box = [&](double along) {
    const double in_cell = std::fmod(along + half, spacing);
    return std::abs(in_cell - 0.5 * spacing) < clear;
  };
  std::erase_if(scene.agents, [&](const AgentDescription& agent) {
    return within_box(agent.position.x) && within_box(agent.position.y);
  });
  return scene;
}

/// The same, bound for a square of 4 m beyond each end by the way that flow fields have around the boxes.
inline Scene ways_among_boxes(std::size_t count, std::size_t boxes) {
  Scene scene = among_boxes(count, boxes);
  scene.find_ways = true;
  const double end = 0.5 * std::sqrt(static_cast<double>(count)) + 5.0;
  for (const double x : {end, -end}) scene.goals.push_back({{x - 2, -2.0}, {x + 2, -2.0}, {x + 2, 2.0}, {x - 2, 2.0}});
  for (AgentDescription& agent : scene.agents) {
    agent.goal_region = GoalIndex{agent.goal->x > 0.0 ? 0u : 1u};
    agent.goal.reset();
  }
  return scene;
}

inline void order_by_id(Scene& scene) {
  std::sort(scene.agents.begin(), scene.agents.end(),
            [](const AgentDescription& a, const AgentDescription& b) { return a.id < b.id; });
}

inline void add_to(World& world, const Scene& scene) {
  for (const Obstacle& obstacle : scene.obstacles) {
    if (obstacle.closed) {
      world.add_polygon(obstacle.vertices);
    } else {
      world.add_polyline(obstacle.vertices);
    }
  }
  for (const auto& footprint : scene.footprints) world.add_footprint(footprint);
  for (const auto& goal : scene.goals) {
    const GoalIndex index = world.add_goal_polygon(goal);
    if (scene.find_ways) world.find_way(index);
  }
  for (const Journey& journey : scene.journeys) world.add_journey(journey);
  std::vector<ProfileIndex> rows = {world.add_profile(scene.profile)};
  for (const Profile& profile : scene.more_profiles) rows.push_back(world.add_profile(profile));
  std::vector<AgentDescription> agents = scene.agents;
  for (AgentDescription& agent : agents) agent.profile = rows.at(agent.profile.row);
  world.add_agents(agents);
  for (const Behavior& behavior : scene.behaviors) world.add_behavior(behavior);
  std::vector<AgentHandle> who;
  std::vector<Steering> what;
  for (const AgentSteering& steering : scene.steering) {
    who.push_back(world.find(steering.agent).value());
    what.push_back({steering.behavior, {}});
    if (steering.target) what.back().targets[0] = world.find(*steering.target).value();
  }
  world.set_steering(who, what);
}

inline World make_world(const Scene& scene, ExecutorKind executor, int threads) {
  WorldOptions options;
  options.executor = executor;
  options.threads = threads;
  options.contact = scene.contact;
  World world(options);
  add_to(world, scene);
  return world;
}

}  // namespace throng::scenes
