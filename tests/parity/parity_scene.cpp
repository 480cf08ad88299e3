#include "tests/parity/parity_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <ostream>

#include "tests/parity/dice.hpp"

namespace throng::test {
namespace {

std::vector<Vec2d> block(double x, double y, double width, double height) {
  return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
}

std::vector<Vec2d> moved(std::vector<Vec2d> points, Vec2d shift) {
  for (Vec2d& p : points) p = {p.x + shift.x, p.y + shift.y};
  return points;
}

Heights moved(Heights heights, Vec2d by) {
  const auto move = [by](Vec2d& p) { p = {p.x + by.x, p.y + by.y}; };
  if (heights.map) move(heights.map->origin);
  for (Floor& floor : heights.floors) {
    move(floor.at);
    std::for_each(floor.polygon.begin(), floor.polygon.end(), move);
  }
  return heights;
}

AgentDescription moved(AgentDescription agent, Vec2d shift) {
  agent.position = {agent.position.x + shift.x, agent.position.y + shift.y};
  if (agent.goal) agent.goal = Vec2d{agent.goal->x + shift.x, agent.goal->y + shift.y};
  return agent;
}

void add_to(World& world, const AgentDescription& agent, Vec2d shift) { world.add_agent(moved(agent, shift)); }

void steer(World& world, const SceneSteering& wanted, Vec2d shift) {
  Steering steering{{wanted.behavior}, {}};
  for (std::size_t k = 0; k < std::size(steering.targets); ++k) {
    if (wanted.target_ids[k]) steering.targets[k] = world.find(*wanted.target_ids[k]).value();
    if (const auto& point = wanted.target_points[k]) {
      steering.targets[k] = Vec2d{point->x + shift.x, point->y + shift.y};
    }
  }
  world.set_steering(world.find(wanted.id).value(), steering);
}

/// Targets leave, behaviors change, of one agent and of all that have one.
void change_steering(World& world, std::uint64_t step, Vec2d shift) {
  if (step % 25 != 0) return;
  Dice dice(1000 + step);
  const std::vector<AgentHandle> handles = world.handles();
  world.remove_agent(handles[dice.below(handles.size())]);
  AgentDescription agent;
  agent.id = static_cast<AgentId>(100000 + step);
  agent.position = dice.exact_point(-12.0, 12.0);
  agent.goal = dice.exact_point(-12.0, 12.0);
  add_to(world, agent, shift);
  const std::vector<AgentHandle> now = world.handles();
  const AgentHandle hunter = now[dice.below(now.size())], goer = now[dice.below(now.size())];
  world.set_steering(hunter, {{3}, {now[hunter == now[0] ? 1 : 0], {}}});
  world.set_preferred_velocity(goer, {0.5, 0.25});
  if (step == 100) world.change_behavior({4}, Intercept{.speed = 1.0, .max_time = 5.0, .avoids_target = true});
  if (step == 150) world.clear_steering(now[dice.below(now.size())]);
  if (step == 200) world.change_behavior({9}, FollowPath{.path = {1}, .look_ahead = 3.0});
}

void change_crowd(World& world, std::uint64_t step, Vec2d shift) {
  if (step % 20 != 0) return;
  Dice dice(step);
  const std::vector<AgentHandle> handles = world.handles();  // in order of id, whatever the slots are
  world.remove_agent(handles[dice.below(handles.size() / 2)]);
  world.remove_agent(handles[handles.size() / 2 + dice.below(handles.size() / 2)]);
  for (std::int64_t k = 0; k < 3; ++k) {
    AgentDescription agent;
    agent.id = static_cast<AgentId>(100000 + 10 * step) + k;
    agent.profile = {static_cast<std::uint32_t>(k % 2)};
    agent.position = dice.exact_point(-12.0, 12.0);
    agent.goal = dice.exact_point(-12.0, 12.0);
    add_to(world, agent, shift);
  }
  // One draw per statement: compilers evaluate arguments in different orders.
  const std::vector<AgentHandle> now = world.handles();
  const auto someone = [&] { return now[dice.below(now.size())]; };
  const AgentHandle walker = someone(), turner = someone(), held = someone(), pushed = someone(), slowed = someone(),
                    placed = someone();
  const Vec2d goal = dice.exact_point(-12.0, 12.0), place = dice.exact_point(-12.0, 12.0);
  const Vec2d preferred = dice.exact_point(-1.0, 1.0), velocity = dice.exact_point(-1.0, 1.0);
  world.set_goal(walker, Vec2d{goal.x + shift.x, goal.y + shift.y});
  world.set_goal(turner, GoalIndex{0});
  world.set_preferred_velocity(held, preferred);
  world.set_velocity(pushed, velocity);
  world.set_profile(slowed, ProfileIndex{1});
  world.set_position(placed, {place.x + shift.x, place.y + shift.y});
  if (step % 100 == 0) {
    const double side = 1.0 + static_cast<double>(step) / 400.0;
    world.add_polygon(moved(block(-6.0, static_cast<double>(step) / 50.0 - 6.0, side, side), shift));
  }
}

}  // namespace

Scene crossing_scene() {
  Scene s;
  s.name = "crossing";
  s.options.seed = 7;
  s.options.preferred_velocity_noise = 0.01;
  Profile adult, child;
  adult.on_arrival = child.on_arrival = OnArrival::remove;
  adult.velocity_blend = 0.75;
  child.radius = 0.125;
  child.max_acceleration = 4.0;
  child.arrival_tolerance = 0.5;
  s.profiles = {adult, child};
  for (int k = 0; k < 9; ++k) s.polygons.push_back(block(-9.0 + 6.0 * (k % 3), -9.0 + 6.0 * (k / 3), 2.0, 1.5));
  Dice dice(1);
  for (int i = 0; i < 400; ++i) {
    AgentDescription a;
    a.id = 3 * i + 1;
    a.profile = {static_cast<std::uint32_t>(dice.below(2))};
    a.position = {dice.exact(-20.0, -10.0), dice.exact(-12.0, 12.0)};
    a.goal = Vec2d{dice.exact(12.0, 20.0), dice.exact(-12.0, 12.0)};
    if (dice.one_in(2)) std::swap(a.position, *a.goal);
    if (dice.one_in(4)) a.preferred_speed = dice.exact(0.5, 2.0);
    s.agents.push_back(a);
  }
  return s;
}

Scene bottleneck_scene() {
  Scene s;
  s.name = "bottleneck";
  s.options.responsibility = Responsibility::priority;
  Profile p;
  p.on_arrival = OnArrival::remove;
  p.time_horizon_obstacle = 0.5;
  p.escape_time = 0.5;
  p.neighbor_distance = 3.0;
  s.profiles = {p};
  s.polylines = {{{8, 1}, {8, 8}, {-8, 8}, {-8, -8}, {8, -8}, {8, -1}}};
  s.polygons = {block(3, -0.5, 1, 1), {{-3, -3}, {-2, -3.5}, {-1.5, -2}}};
  s.goal_lines = {{{12, -3}, {12, 3}}};
  Dice dice(2);
  for (int i = 0; i < 300; ++i) {
    AgentDescription a;
    a.id = 1000000007LL * i;
    a.position = dice.exact_point(-7.5, 7.5);
    a.goal_region = GoalIndex{0};
    a.priority = dice.one_in(10) ? std::numeric_limits<double>::infinity() : dice.exact(0.0, 4.0);
    a.radius = dice.exact(0.1, 0.25);
    s.agents.push_back(a);
  }
  return s;
}

Scene streams_scene() {
  Scene s;
  s.name = "streams";
  s.options.responsibility = Responsibility::side;
  s.options.break_symmetry = false;
  Profile p, far;
  far.neighbor_distance = 12.0;
  far.max_neighbors = 30;  // beyond what the fast neighbor search of packs ranks
  far.on_arrival = OnArrival::remove;
  s.profiles = {p, far};
  s.polygons = {block(-2, -2, 1, 1), block(1, 0, 1, 3)};
  s.goal_polygons = {block(15, -8, 3, 16), block(-18, -8, 3, 16)};
  Dice dice(3);
  for (int i = 0; i < 500; ++i) {
    AgentDescription a;
    a.id = 500 - i;
    a.profile = {static_cast<std::uint32_t>(dice.below(2))};
    a.position = {dice.exact(-16.0, 16.0), dice.exact(-7.0, 7.0)};
    a.goal_region = GoalIndex{static_cast<std::uint32_t>(i % 2)};
    a.layer = 1u << dice.below(3);
    a.mask = dice.one_in(3) ? 7u : 1u << dice.below(3) | a.layer;
    a.avoids = !dice.one_in(12);
    a.heading = Vec2d{dice.exact(-1.0, 1.0), 1.5};
    s.agents.push_back(a);
  }
  return s;
}

Scene changing_scene() {
  Scene s;
  s.name = "changing";
  s.options.responsibility = Responsibility::speed;
  s.options.neighbor_query = NeighborQuery::range;
  s.options.time_step = 0.125;
  s.change = change_crowd;
  Profile p, slow;
  p.neighbor_distance = 2.0;
  slow.neighbor_distance = 1.5;
  slow.max_speed = 0.75;
  slow.preferred_speed = 0.5;
  slow.velocity_blend = 0.5;
  s.profiles = {p, slow};
  s.polygons = {block(4, 4, 2, 2), {{-10, -10}, {-10, 10}, {14, 14}, {10, -14}}};  // the second one: a wall all around
  s.goal_polygons = {block(-1, -1, 2, 2)};
  Dice dice(4);
  for (int i = 0; i < 300; ++i) {
    AgentDescription a;
    a.id = i;
    a.profile = {static_cast<std::uint32_t>(i % 2)};
    a.position = dice.exact_point(-12.0, 12.0);
    a.velocity = dice.exact_point(-1.0, 1.0);
    if (dice.one_in(3)) {
      a.preferred_velocity = dice.exact_point(-1.0, 1.0);
    } else {
      a.goal = dice.exact_point(-12.0, 12.0);
    }
    s.agents.push_back(a);
  }
  return s;
}

Scene coincident_scene() {
  Scene s;
  s.name = "coincident";
  Profile p;
  p.radius = 0.25;
  s.profiles = {p};
  s.polylines = {{{-4, 5}, {4, 5}}};
  for (int i = 0; i < 300; ++i) {
    AgentDescription a;
    a.id = i;
    if (i < 100) {
      a.position = {static_cast<double>(i % 5), 3.0};  // twenty on each of five points
    } else {
      a.position = {0.5 * (i % 15) - 4.0, -0.5 * (i / 15)};  // equal distances everywhere
    }
    a.goal = Vec2d{-a.position.x, -a.position.y};
    s.agents.push_back(a);
  }
  return s;
}

Scene dense_scene() {
  Scene s;
  s.name = "dense";
  Profile p, limited;
  p.radius = 0.35;
  limited.max_neighbors = 14;
  limited.velocity_blend = 0.5;
  limited.max_acceleration = 3.0;
  s.profiles = {p, limited};
  s.polygons = {block(-10, -1, 8, 2), block(2, -1, 8, 2)};
  Dice dice(6);
  for (int i = 0; i < 3000; ++i) {
    AgentDescription a;
    a.id = i;
    a.profile = {dice.one_in(3) ? 1u : 0u};
    a.position = dice.exact_point(-18.0, 18.0);
    a.goal = Vec2d{dice.exact(-18.0, 18.0), a.position.y > 0 ? -15.0 : 15.0};
    s.agents.push_back(a);
  }
  return s;
}

Scene steering_scene() {
  Scene s;
  s.name = "steering";
  s.options.seed = 99;
  s.options.time_step = 0.125;
  s.change = change_steering;
  Profile p, far;
  p.on_arrival = OnArrival::remove;
  far.neighbor_distance = 8.0;
  far.max_neighbors = 30;
  far.max_acceleration = 6.0;
  s.profiles = {p, far};
  s.polygons = {block(-2, -2, 1, 1), block(4, 3, 2, 1)};
  s.goal_lines = {{{18, -6}, {18, 6}}};
  s.paths = {{{-10, -10}, {0, -8}, {10, -10}, {10, 10}}, {{-8, -8}, {8, -8}, {8, 8}, {-8, 8}}};
  s.behaviors = {std::monostate{},
                 Seek{.speed = 1.5},
                 Flee{.panic_radius = 6.0},
                 Pursue{},
                 Intercept{},
                 Evade{.panic_radius = 8.0},
                 Arrive{.slowing_radius = 2.0, .max_deceleration = 1.5},
                 OffsetPursue{.offset = {-1.0, 0.5}, .slowing_radius = 1.0},
                 Interpose{.slowing_radius = 1.0},
                 FollowPath{.path = {0}, .look_ahead = 1.5, .slowing_radius = 1.0},
                 FollowPath{.path = {1}, .look_ahead = 2.0},
                 Wander{.speed = 1.0, .turning_rate = 2.0, .interval = 1.5},
                 Flock{.speed = 1.25},
                 HeadForGoal{},
                 Blend{.rule = Blend::Rule::weighted, .parts = {{{12}, 1.0}, {{5}, 2.0}}},
                 Blend{.rule = Blend::Rule::priority, .parts = {{{2}, 1.0}, {{8}, 1.0}, {{11}, 1.0}}},
                 WalkTogether{.spacing = 0.75, .waiting_distance = 2.0}};
  Dice dice(9);
  for (int i = 0; i < 400; ++i) {
    AgentDescription a;
    a.id = 2 * i;
    a.profile = {static_cast<std::uint32_t>(dice.below(2))};
    a.position = dice.exact_point(-14.0, 14.0);
    a.velocity = dice.exact_point(-1.0, 1.0);
    a.group = static_cast<std::int32_t>(dice.below(3));
    a.avoids = !dice.one_in(20);
    if (dice.one_in(3)) a.goal_region = GoalIndex{0};
    s.agents.push_back(a);
    SceneSteering steering;
    steering.id = 2 * i;
    steering.behavior = static_cast<std::uint32_t>(i % 18);
    if (steering.behavior >= s.behaviors.size()) continue;  // without behavior
    for (std::size_t k = 0; k < std::size(steering.target_ids); ++k) {
      // Neighbors in the order of ids chase each other in chains and cycles; some look at places.
      const auto other = static_cast<AgentId>(dice.one_in(2) ? (i ^ 1) : (i + 1 + static_cast<int>(k)) % 400);
      const Vec2d point = dice.exact_point(-14.0, 14.0);
      if (dice.one_in(5)) {
        steering.target_points[k] = point;
      } else {
        steering.target_ids[k] = 2 * other;
      }
    }
    s.steering.push_back(steering);
  }
  return s;
}

Scene turning_scene() {
  Scene s;
  s.name = "turning";
  Profile slow, quick, free;
  slow.max_turning_rate = 1.5;
  slow.max_acceleration = 5.0;
  quick.max_turning_rate = 20.0;
  quick.min_heading_speed = 0.25;
  quick.radius = 0.25;
  free.min_heading_speed = 0.0;
  s.profiles = {slow, quick, free};
  Dice dice(8);
  for (int i = 0; i < 300; ++i) {
    AgentDescription a;
    a.id = 7 * i;
    a.profile = {static_cast<std::uint32_t>(dice.below(3))};
    a.position = dice.exact_point(-9.0, 9.0);
    a.goal = dice.exact_point(-9.0, 9.0);
    const Vec2d heading = dice.exact_point(-1.0, 1.0);
    a.heading = Vec2d{heading.x, heading.y + 2.0};
    s.agents.push_back(a);
  }
  return s;
}

Scene turning_room_scene() {
  Scene s = turning_scene();
  s.name = "turning_room";
  s.options.responsibility = Responsibility::side;
  s.profiles[0].velocity_blend = 0.75;
  s.profiles[2].on_arrival = OnArrival::remove;
  s.polylines = {{{-10, -10}, {10, -10}, {10, 10}, {-10, 10}, {-10, -10}}};
  s.polygons = {block(-5, -1, 3, 2), block(2, -1, 3, 2)};
  return s;
}

Scene contact_scene() {
  Scene s = streams_scene();
  s.name = "contact";
  s.options.contact = ContactPass{};
  s.change = change_crowd;
  s.polylines = {{{-8, -7}, {-8, -1}, {-7, 0}}, {{6, 1}, {6, 7}}, {{-16, 8}, {16, 8}}};
  Dice dice(12);
  for (AgentDescription& a : s.agents) {
    a.radius = dice.one_in(20) ? 0.625 : dice.exact(0.125, 0.3125);
    if (!dice.one_in(25)) continue;
    a.max_speed = 40.0;
    a.preferred_speed = 30.0;
    a.mask = 0;
  }
  return s;
}

Scene pressed_scene() {
  Scene s = bottleneck_scene();
  s.name = "pressed";
  s.options.contact = ContactPass{5};
  Dice dice(13);
  for (AgentDescription& a : s.agents) {
    if (dice.one_in(6)) a.position = {static_cast<double>(dice.below(3)) - 5.0, 4.0};
    a.radius = 0.25;
  }
  return s;
}

Scene sizes_scene() {
  Scene s;
  s.name = "sizes";
  s.options.contact = ContactPass{4};
  Profile p;
  p.max_neighbors = 6;
  s.profiles = {p};
  s.polylines = {{{-20, -10}, {-4, -10}, {-4, 15}}};
  Dice dice(15);
  for (int i = 0; i < 500; ++i) {
    AgentDescription a;
    a.id = 3 * i;
    a.position = dice.exact_point(-64.0, 64.0);
    a.goal = dice.exact_point(-64.0, 64.0);
    // Most are small, a few large ones overlap many of them.
    const std::uint64_t powers = dice.one_in(8) ? 17 : 11;
    double size = 1.0 / 1024.0;
    for (std::uint64_t k = dice.below(powers); k > 0; --k) size *= 2.0;
    a.radius = size * dice.exact(1.0, 1.5);
    a.avoids = !dice.one_in(10);
    s.agents.push_back(a);
  }
  return s;
}

Scene footprints_scene() {
  Scene s = contact_scene();
  s.name = "footprints";
  s.footprints = {{{-0.5, -0.3125}, {0.625, -0.25}, {0.625, 0.25}, {-0.5, 0.3125}},
                  {{1.5, 0.0}, {1.0, 0.75}, {-1.5, 0.75}, {-1.5, -0.75}, {1.0, -0.75}},
                  {{0.0, 0.5}, {-0.5, -0.25}, {0.5, -0.25}}};
  const auto first = static_cast<std::uint32_t>(s.profiles.size());
  for (std::uint32_t k = 0; k < 3; ++k) {
    Profile profile;
    profile.footprint = FootprintIndex{k};
    profile.radius = k == 1 ? 0.875 : 0.625;
    profile.max_speed = 2.0;
    profile.brakes_when_blocked = k > 0;
    if (k == 1) profile.max_acceleration = 2.0;
    if (k == 0) profile.max_turning_rate = 1.5;
    s.profiles.push_back(profile);
  }
  Dice dice(14);
  for (AgentDescription& a : s.agents) {
    if (!dice.one_in(5)) continue;
    a.profile.row = first + static_cast<std::uint32_t>(dice.below(3));
    a.radius.reset();
    a.max_speed.reset();
    a.preferred_speed.reset();
    if (dice.one_in(4)) a.priority = std::numeric_limits<double>::infinity();
  }
  return s;
}

Scene density_scene() {
  Scene s = pressed_scene();
  s.name = "density";
  for (Profile& profile : s.profiles) profile.density_speed = DensitySpeed{};
  Profile careful = s.profiles[0];
  careful.density_speed = DensitySpeed{1.5, 4.0, 0.75, 0.0, 0.125};
  careful.brakes_when_blocked = false;
  Profile far_sighted = careful;
  far_sighted.density_speed = DensitySpeed{1.0, 5.0, 6.0, 8.0, 0.0625};
  const auto first = static_cast<std::uint32_t>(s.profiles.size());
  s.profiles.push_back(careful);
  s.profiles.push_back(far_sighted);
  s.profiles.push_back({});
  Dice dice(16);
  for (AgentDescription& a : s.agents) {
    if (dice.one_in(2)) a.profile.row = first + static_cast<std::uint32_t>(dice.below(3));
    // More than a cell may hold: some are taken out of it.
    if (dice.one_in(3)) a.position = {-5.0, 2.0};
  }
  return s;
}

Scene slopes_scene() {
  Scene s = crossing_scene();
  s.name = "slopes";
  HeightMap map{.origin = {-32.0, -32.0}, .spacing = 2.0, .columns = 33, .rows = 33, .z = {}};
  Dice dice(91);
  for (std::size_t i = 0; i < map.columns * map.rows; ++i) map.z.push_back(static_cast<double>(dice.below(96)) / 64.0);
  s.heights.emplace().map = map;
  return s;
}

Scene ramps_scene() {
  Scene s = steering_scene();
  s.name = "ramps";
  Heights& heights = s.heights.emplace();
  heights.floors = {{{{-20.0, -4.0}, {20.0, -4.0}, {20.0, 6.0}, {-20.0, 6.0}}, {0.0, 0.0}, 1.0, {0.25, 0.0}},
                    {{{-6.0, -30.0}, {-6.0, 30.0}, {9.0, 30.0}}, {0.0, 0.0}, 3.0, {-0.125, 0.5}},
                    {{{-40.0, -40.0}, {40.0, -40.0}, {40.0, 0.0}}, {0.0, 0.0}, 0.0, {0.0, -2.0}}};
  heights.slope_speed = {{-1.0, 0.25}, {-0.125, 0.875}, {0.0, 1.0}, {0.375, 0.5}};
  return s;
}

std::vector<Scene> small_scenes() {
  return {crossing_scene(),   bottleneck_scene(),   streams_scene(),  changing_scene(), coincident_scene(),
          turning_scene(),    turning_room_scene(), steering_scene(), contact_scene(),  pressed_scene(),
          footprints_scene(), density_scene(),      slopes_scene()};
}

std::ostream& operator<<(std::ostream& to, const Outcome& outcome) {
  return to << fmt::format("{{0x{:016x}, {}, {}, {}, {}}}", outcome.state_hash, outcome.agents, outcome.arrived,
                           outcome.infeasible, outcome.wall_crossings);
}

void add_steering(World& world, const Scene& scene, const Variation& variation) {
  for (std::size_t k = 0; k < scene.paths.size(); ++k) world.add_path(moved(scene.paths[k], variation.shift), k > 0);
  for (const Behavior& behavior : scene.behaviors) world.add_behavior(behavior);
  for (const SceneSteering& steering : scene.steering) steer(world, steering, variation.shift);
}

World make_world(const Scene& scene, const Variation& variation) {
  WorldOptions options = scene.options;
  options.executor = variation.executor;
  options.threads = variation.threads;
  options.cell_size = variation.cell_size;
  World world(options);
  for (const auto& footprint : scene.footprints) world.add_footprint(footprint);
  for (const Profile& p : scene.profiles) world.add_profile(p);
  for (const auto& polygon : scene.goal_polygons) world.add_goal_polygon(moved(polygon, variation.shift));
  for (const auto& line : scene.goal_lines) world.add_goal_line(moved(line, variation.shift));
  for (const auto& polygon : scene.polygons) world.add_polygon(moved(polygon, variation.shift));
  for (const auto& line : scene.polylines) world.add_polyline(moved(line, variation.shift));
  if (scene.heights) world.set_heights(moved(*scene.heights, variation.shift));
  std::vector<AgentDescription> agents;
  for (const AgentDescription& agent : scene.agents) agents.push_back(moved(agent, variation.shift));
  if (variation.adding_seed == 0) {
    world.add_agents(agents);
    add_steering(world, scene, variation);
    return world;
  }
  Dice dice(variation.adding_seed);
  for (std::size_t left = agents.size(); left > 1; --left) std::swap(agents[left - 1], agents[dice.below(left)]);
  const std::size_t half = agents.size() / 2;
  world.add_agents(std::span(agents).first(half));
  for (std::size_t i = half; i < agents.size(); ++i) world.add_agent(agents[i]);
  add_steering(world, scene, variation);
  return world;
}

void run_to(World& world, const Scene& scene, const Variation& variation, std::uint64_t last) {
  while (world.statistics().steps < last) {
    world.step();
    if (scene.change != nullptr) scene.change(world, world.statistics().steps, variation.shift);
  }
}

Outcome outcome_of(const World& world) {
  const Statistics& s = world.statistics();
  return {world.state_hash(), world.agent_count(), s.arrived, s.infeasible, s.wall_crossings};
}

Outcome run(const Scene& scene, const Variation& variation, std::uint64_t steps) {
  World world = make_world(scene, variation);
  run_to(world, scene, variation, steps);
  return outcome_of(world);
}

}  // namespace throng::test
