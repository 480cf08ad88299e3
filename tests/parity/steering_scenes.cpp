// Crowds in which nearly everyone has a behavior: all kinds of them, alone and blended.
#include "tests/parity/dice.hpp"
#include "tests/parity/parity_scene.hpp"

namespace throng::test {
namespace {

Vec2d plus(Vec2d a, Vec2d shift) { return {a.x + shift.x, a.y + shift.y}; }

/// Rows of the pursuit scene's behaviors.
namespace row {
constexpr std::uint32_t seek = 0, pursue = 1, pursue_around = 2, intercept = 3, evade = 4, flee = 5, interpose = 6,
                        offset = 7, wander = 8, goal = 9, hunt = 10, escape = 11, rest = 12, arrive = 13;
}

std::vector<Behavior> pursuit_behaviors() {
  std::vector<Behavior> all(14);
  all[row::seek] = Seek{.speed = 1.25};
  all[row::pursue] = Pursue{};
  all[row::pursue_around] = Pursue{.target = 1, .avoids_target = true};
  all[row::intercept] = Intercept{.speed = 1.75, .max_time = 8.0};
  all[row::evade] = Evade{.panic_radius = 6.0};
  all[row::flee] = Flee{.speed = 1.5, .target = 1};
  all[row::interpose] = Interpose{.slowing_radius = 1.5, .avoids_target = false};
  all[row::offset] = OffsetPursue{.offset = {-1.0, 0.75}, .slowing_radius = 0.5};
  all[row::wander] = Wander{.speed = 1.0, .turning_rate = 2.0, .interval = 0.75};
  all[row::goal] = HeadForGoal{};
  all[row::hunt] = Blend{Blend::Rule::weighted, {{{row::intercept}, 0.75}, {{row::wander}, 0.5}}};
  all[row::escape] = Blend{Blend::Rule::priority, {{{row::evade}, 1.0}, {{row::goal}, 1.0}, {{row::wander}, 1.0}}};
  all[row::rest] = std::monostate{};
  all[row::arrive] = Arrive{.slowing_radius = 2.0, .max_deceleration = 1.5};
  return all;
}

/// Every twentieth step: targets leave and come, behaviors and agents turn to something else.
void change_pursuit(World& world, std::uint64_t step, Vec2d shift) {
  if (step % 20 != 0 || step > 400) return;
  Dice dice(1000 + step);
  const auto now = [&] { return world.handles(); };  // in order of id, whatever the slots are
  for (int k = 0; k < 2; ++k) world.remove_agent(now()[dice.below(world.agent_count())]);
  const std::vector<AgentHandle> all = now();
  const auto someone = [&] { return all[dice.below(all.size())]; };
  for (std::int64_t k = 0; k < 2; ++k) {
    AgentDescription agent;
    agent.id = static_cast<AgentId>(100000 + 10 * step) + k;
    agent.position = plus(dice.exact_point(-14.0, 14.0), shift);
    const AgentHandle added = world.add_agent(agent);
    const AgentHandle prey = someone();
    world.set_steering(added, {{k == 0 ? row::pursue : row::hunt}, {prey, {}}});
  }
  const AgentHandle turner = someone(), freed = someone(), led = someone(), pointed = someone(), resting = someone();
  const AgentHandle one = someone(), other = someone();
  const Vec2d point = dice.exact_point(-14.0, 14.0), goal = dice.exact_point(-14.0, 14.0);
  if (turner != one && turner != other) world.set_steering(turner, {{row::interpose}, {one, other}});
  world.clear_steering(freed);
  world.set_goal(led, plus(goal, shift));
  world.set_steering(pointed, {{row::arrive}, {plus(point, shift), {}}});
  world.set_preferred_velocity(resting, dice.exact_point(-1.0, 1.0));
  if (step == 100) world.change_behavior({row::seek}, Evade{.speed = 1.25});
  if (step == 160) world.change_behavior({row::pursue}, Pursue{.avoids_target = true});
  if (step == 200) world.change_behavior({row::wander}, Wander{.turning_rate = 0.5, .interval = 0.25});
}

namespace herd_row {
constexpr std::uint32_t flock = 0, tight = 1, river = 2, round = 3, herd = 4, stray = 5, follow_leader = 6, drift = 7;
}

void change_herds(World& world, std::uint64_t step, Vec2d shift) {
  if (step % 50 != 0) return;
  Dice dice(2000 + step);
  const std::vector<AgentHandle> all = world.handles();
  const auto someone = [&] { return all[dice.below(all.size())]; };
  const AgentHandle joins = someone(), leaves = someone();
  world.set_steering(joins, {{step % 100 == 0 ? herd_row::round : herd_row::river}, {}});
  if (leaves != joins) world.remove_agent(leaves);
  if (step == 100) {
    const Vec2d points[] = {plus({-12.0, 9.0}, shift), plus({12.0, -9.0}, shift)};
    const PathIndex path = world.add_path(points);
    world.change_behavior({herd_row::river}, FollowPath{.path = path, .look_ahead = 2.0});
  }
  if (step == 150) world.change_behavior({herd_row::tight}, Flock{.speed = 0.75, .cohesion_weight = 2.0});
}

}  // namespace

Scene pursuit_scene() {
  Scene s;
  s.name = "pursuit";
  s.options.seed = 11;
  s.change = change_pursuit;
  Profile p;
  p.on_arrival = OnArrival::remove;  // those who head for a goal: targets, too, leave in the middle of a run
  p.arrival_tolerance = 0.5;
  s.profiles = {p};
  s.behaviors = pursuit_behaviors();
  Dice dice(8);
  constexpr AgentId count = 180;
  for (AgentId i = 0; i < count; ++i) {
    AgentDescription a;
    a.id = i;
    a.position = dice.exact_point(-14.0, 14.0);
    a.velocity = dice.exact_point(-1.0, 1.0);
    if (dice.one_in(3)) a.goal = dice.exact_point(-14.0, 14.0);
    if (dice.one_in(5)) a.max_speed = dice.exact(0.5, 2.5);
    s.agents.push_back(a);
    if (i % 9 == 0) continue;  // without behavior
    SceneSteering steers{i, static_cast<std::uint32_t>(dice.below(s.behaviors.size())), {}, {}};
    const AgentId cycle = 3 * (i / 3) + (i + 1) % 3;    // of three
    steers.target_ids[0] = i % 2 == 0 ? cycle : i - 1;  // or a chain
    steers.target_ids[1] = (i + 7) % count;
    if (i % 11 == 0) steers.target_points[0] = dice.exact_point(-14.0, 14.0);
    s.steering.push_back(steers);
  }
  return s;
}

Scene herds_scene() {
  Scene s;
  s.name = "herds";
  s.options.responsibility = Responsibility::speed;
  s.options.time_step = 0.125;
  s.options.preferred_velocity_noise = 0.01;
  s.change = change_herds;
  Profile near, far;
  far.max_neighbors = 40;  // beyond what the fast lists of any executor hold
  far.neighbor_distance = 6.0;
  far.max_acceleration = 3.0;
  s.profiles = {near, far};
  s.polygons = {{{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}, {{6, 3}, {8, 3}, {8, 4}, {6, 4}}};
  s.polylines = {{{-10, -6}, {-4, -6}}};
  s.paths = {{{-13, -10}, {-4, -8}, {-3, 6}, {4, 6}, {13, 10}}, {{-6, -6}, {6, -6}, {6, 6}, {-6, 6}}};
  s.behaviors = {
      Flock{.speed = 1.0},
      Flock{.separation_weight = 2.0, .separation_radius = 0.75, .alignment_radius = 2.0, .cohesion_radius = 3.0},
      FollowPath{.path = {0}, .look_ahead = 1.5, .slowing_radius = 1.0},
      FollowPath{.speed = 1.0, .path = {1}, .look_ahead = 2.5},
      Blend{Blend::Rule::weighted, {{{herd_row::flock}, 1.0}, {{herd_row::round}, 0.5}}},
      Blend{Blend::Rule::priority, {{{herd_row::river}, 1.0}, {{herd_row::tight}, 1.0}}},
      OffsetPursue{.offset = {-1.5, 0.0}},
      Wander{},
  };
  Dice dice(9);
  for (AgentId i = 0; i < 240; ++i) {
    AgentDescription a;
    a.id = 7 * i;
    a.profile = {static_cast<std::uint32_t>(dice.below(2))};
    a.position = dice.exact_point(-12.0, 12.0);
    a.group = static_cast<std::int32_t>(dice.below(3));
    a.layer = 1u << dice.below(2);
    a.mask = dice.one_in(4) ? a.layer : 3u;
    a.avoids = !dice.one_in(15);
    s.agents.push_back(a);
    SceneSteering steers{7 * i, static_cast<std::uint32_t>(dice.below(s.behaviors.size())), {}, {}};
    steers.target_ids[0] = 7 * ((i + 1) % 240);
    s.steering.push_back(steers);
  }
  return s;
}

}  // namespace throng::test
