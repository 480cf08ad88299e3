#include "tests/parity/every_entry.hpp"

#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "tests/parity/entry_log.hpp"
#include "tests/parity/solver_entries.hpp"

namespace throng::test {
namespace {

using Points = std::vector<Vec2d>;
constexpr double far = 1.0e300;  // beyond all limits
constexpr double denormal = 0x1p-1060;

/// What is in the world before its people: rows, walls, ground.
struct Rows {
  ProfileIndex walker, cart;
  GoalIndex exit, room, point;
  BehaviorIndex seek, arrive, blend;
  PathIndex path;
  JourneyIndex journey;
  QueueIndex queue;
  WaitingAreaIndex area;
  DoorIndex door;
  SourceIndex source;
};

Rows add_rows(EntryLog& log, World& world) {
  Rows rows;
  Profile walker = Profile::walker();
  walker.velocity_blend = 0.7;
  rows.walker = log("add_profile", [&] { return world.add_profile(walker); });
  const Points wedge{{0.7, 0.0}, {-0.3, 0.33}, {-0.3, -0.35}};
  const auto footprint = log("add_footprint", [&] { return world.add_footprint(wedge); });
  log("footprint_radius", [&] { return world.footprint_radius(footprint); });
  log("footprint", [&] { return Points(world.footprint(footprint).begin(), world.footprint(footprint).end()); });
  Profile cart;
  cart.footprint = footprint;
  cart.max_turning_rate = 0.9;
  cart.max_acceleration = 0.6;
  rows.cart = log("add_profile", [&] { return world.add_profile(cart); });
  log("profile", [&] { return world.profile(rows.cart).radius; });
  log("profile_count", [&] { return world.profile_count(); });
  cart.max_speed = -denormal;
  log.fails("add_profile", [&] { world.add_profile(cart); });

  rows.exit = log("add_goal_line", [&] { return world.add_goal_line(Points{{19.7, -1.1}, {19.7, 1.3}}); });
  rows.room = log("add_goal_polygon", [&] {
    return world.add_goal_polygon(Points{{14.1, 3.3}, {17.3, 3.1}, {15.7, 6.1}});
  });
  rows.point = log("add_goal_point", [&] { return world.add_goal_point({18.3, 0.1}); });
  log.fails("add_goal_point", [&] { world.add_goal_point({far, 0.0}); });
  log.fails("add_goal_line", [&] { world.add_goal_line(Points{{0.1, 0.1}}); });
  log.fails("add_goal_polygon", [&] { world.add_goal_polygon(Points{{0.1, 0.1}, {0.3, 0.3}, {0.2, 0.2}}); });
  log("find_way", [&] { world.find_way(rows.exit, {.cell_size = 0.3}); });
  log("way_options", [&] { return world.way_options(rows.exit)->cell_size; });
  log.fails("find_way", [&] { world.find_way(rows.exit, {.cell_size = denormal}); });
  log("goal_count", [&] { return world.goal_count(); });

  rows.seek = log("add_behavior", [&] { return world.add_behavior(Seek{.speed = 1.1}); });
  rows.arrive = log("add_behavior", [&] { return world.add_behavior(Arrive{.slowing_radius = 2.3}); });
  rows.blend = log("add_behavior", [&] {
    return world.add_behavior(Blend{.parts = {{rows.seek, 0.3}, {rows.arrive, 0.7}}});
  });
  log("change_behavior", [&] { world.change_behavior(rows.seek, Seek{.speed = 0.9}); });
  log("behavior", [&] { return *std::get<Seek>(world.behavior(rows.seek)).speed; });
  log("behavior_count", [&] { return world.behavior_count(); });
  rows.path = log("add_path", [&] { return world.add_path(Points{{0.1, 0.2}, {7.3, 0.9}, {7.1, -3.3}}); });
  log.fails("add_behavior", [&] { world.add_behavior(Wander{.interval = -denormal}); });

  Queue queue;
  queue.name = "gate";
  queue.line = {{9.1, -6.3}, {6.3, -6.1}};
  queue.service_time = Distribution::normal(1.1, 0.3);
  rows.queue = log("add_queue", [&] { return world.add_queue(queue); });
  const WaitingArea area{"hall", {{11.1, -7.3}, {14.3, -7.1}, {12.7, -4.1}}, 0.7};
  rows.area = log("add_waiting_area", [&] { return world.add_waiting_area(area); });
  Door door;
  door.name = "door";
  door.line = {{9.9, -7.9}, {9.9, -5.1}};
  door.changes = {1.7};
  rows.door = log("add_door", [&] { return world.add_door(door); });
  Stage stand, wait, leave;
  stand.name = "stand";
  stand.kind = Stage::Kind::queue;
  stand.queue = rows.queue;
  wait.name = "wait";
  wait.kind = Stage::Kind::wait;
  wait.area = rows.area;
  wait.wait_time = Distribution::uniform(0.3, 1.9);
  leave.name = "leave";
  leave.kind = Stage::Kind::leave;
  leave.goal = rows.exit;
  rows.journey = log("add_journey", [&] { return world.add_journey({"visit", {stand, wait, leave}}); });
  Source source;
  source.name = "street";
  source.region = {{0.3, -7.7}, {3.1, -7.3}, {2.9, -5.1}};
  source.kinds.resize(1);
  source.kinds[0].profile = rows.walker;
  source.kinds[0].preferred_speed = Profile::walker_preferred_speed();
  source.journey = rows.journey;
  source.rates = {{0.0, 1.7}};
  source.total = 9;
  rows.source = log("add_source", [&] { return world.add_source(source); });
  queue.spacing = -denormal;
  log.fails("add_queue", [&] { world.add_queue(queue); });
  log.fails("add_waiting_area", [&] { world.add_waiting_area({"yard", area.polygon, -denormal}); });
  door.changes = {-denormal};
  log.fails("add_door", [&] { world.add_door(door); });
  log.fails("add_journey", [&] { world.add_journey({"none", {}}); });
  source.rates = {{0.0, -denormal}};
  log.fails("add_source", [&] { world.add_source(source); });
  log("queue", [&] { return world.queue(rows.queue).service_time.least; });
  log("waiting_area", [&] { return world.waiting_area(rows.area).spacing; });
  log("door", [&] { return world.door(rows.door).changes; });
  log("journey", [&] { return world.journey(rows.journey).name; });
  log("source", [&] { return world.source(rows.source).rates.at(0).rate; });
  log("queue_count", [&] { return world.queue_count(); });
  log("waiting_area_count", [&] { return world.waiting_area_count(); });
  log("door_count", [&] { return world.door_count(); });
  log("journey_count", [&] { return world.journey_count(); });
  log("source_count", [&] { return world.source_count(); });
  return rows;
}

void add_surroundings(EntryLog& log, World& world) {
  log("add_polygon", [&] { return world.add_polygon(Points{{9.1, -0.7}, {10.3, -0.9}, {10.1, 1.1}, {9.3, 0.9}}); });
  const auto wall = log("add_polyline", [&] { return world.add_polyline(Points{{3.1, 5.3}, {3.3, 7.1}}); });
  log("remove_obstacle", [&] { world.remove_obstacle(wall); });
  log("contains", [&] { return world.contains(wall); });
  log("obstacle_count", [&] { return world.obstacle_count(); });
  log.fails("add_polygon", [&] { world.add_polygon(Points{{0.1, 0.1}, {far, 0.3}, {0.2, 0.2}}); });
  log.fails("add_polyline", [&] { world.add_polyline(Points{{0.1, 0.1}, {far, 0.3}}); });
  log.fails("remove_obstacle", [&] { world.remove_obstacle(wall); });

  log("standard_slope_speed", [] { return standard_slope_speed(); });
  Heights ramp;
  ramp.floors = {{.polygon = {{-3.3, -9.1}, {20.1, -9.3}, {20.3, 9.1}, {-3.1, 9.3}},
                  .at = {0.1, 0.3},
                  .z = 0.7,
                  .gradient = {0.11, 0.013}}};
  log("height_at", [&] { return height_at(ramp, {1.7, 2.3}); });
  log("set_heights", [&] { world.set_heights(ramp); });
  log("clear_heights", [&] { world.clear_heights(); });
  log("set_heights", [&] { world.set_heights(ramp); });
  log("heights", [&] { return world.heights()->floors.at(0).z; });
  ramp.outside = far;
  log.fails("set_heights", [&] { world.set_heights(ramp); });
}

std::vector<AgentHandle> add_people(EntryLog& log, World& world, const Rows& rows) {
  std::vector<AgentDescription> people;
  const double xs[] = {-1.3, 0.1, 1.7, 2.9, 4.3, 5.9}, ys[] = {-2.1, -0.7, 0.3, 1.9};
  for (const double x : xs) {
    for (const double y : ys) {
      AgentDescription agent;
      agent.profile = people.size() % 5 == 0 ? rows.cart : rows.walker;
      agent.position = {x, y};
      agent.velocity = {0.3, denormal};
      if (people.size() % 2 == 0) agent.goal_region = rows.exit;
      people.push_back(agent);
    }
  }
  auto agents = log("add_agents", [&] { return world.add_agents(people); });
  AgentDescription one;
  one.profile = rows.walker;
  one.position = {7.7, 3.1};
  one.goal = Vec2d{18.9, 3.7};
  agents.push_back(log("add_agent", [&] { return world.add_agent(one); }));
  one.position.x = far;
  log.fails("add_agent", [&] { world.add_agent(one); });
  log.fails("add_agents", [&] { world.add_agents({&one, 1}); });
  return agents;
}

void change_people(EntryLog& log, World& world, const Rows& rows, const std::vector<AgentHandle>& agents) {
  log("contains", [&] { return world.contains(agents[0]); });
  log("find", [&] { return world.find(3).has_value(); });
  log("agent_count", [&] { return world.agent_count(); });
  log("set_preferred_velocities", [&] {
    world.set_preferred_velocities(std::vector{agents[1], agents[3]}, Points{{0.7, 0.1}, {-0.3, denormal}});
  });
  log("set_preferred_velocity", [&] { world.set_preferred_velocity(agents[5], {denormal, 1.1}); });
  log("set_goal", [&] { world.set_goal(agents[7], Vec2d{17.7, -2.3}); });
  log("set_goal", [&] { world.set_goal(agents[9], rows.room); });
  log("set_profile", [&] { world.set_profile(agents[11], rows.cart); });
  log("set_position", [&] { world.set_position(agents[13], {3.7, 4.1}); });
  log("set_velocity", [&] { world.set_velocity(agents[15], {denormal, -0.7}); });
  log("set_heading", [&] { world.set_heading(agents[17], {denormal, 0.3}); });
  log("set_heading", [&] { world.set_heading(agents[16], {denormal, 0.0}); });  // any direction but none
  log("set_steering", [&] { world.set_steering(agents[19], {rows.seek, {Vec2d{3.3, 7.7}}}); });
  log("set_steering", [&] {
    const Steering after_it{rows.blend, {agents[0]}};
    world.set_steering(std::vector{agents[21], agents[23], agents[2]}, std::vector(3, after_it));
  });
  log("clear_steering", [&] { world.clear_steering(agents[2]); });
  log("clear_steering", [&] { world.clear_steering(std::vector{agents[23]}); });
  log("set_journey", [&] { world.set_journey(agents[4], rows.journey); });
  log("remove_agent", [&] { world.remove_agent(agents[6]); });
  log("remove_agents", [&] { world.remove_agents(std::vector{agents[8], agents[10]}); });
  log.fails("remove_agent", [&] { world.remove_agent(agents[6]); });
  log.fails("set_preferred_velocity", [&] { world.set_preferred_velocity(agents[1], {far, 0.0}); });
  log.fails("set_goal", [&] { world.set_goal(agents[1], Vec2d{far, 0.0}); });
  log.fails("set_position", [&] { world.set_position(agents[1], {far, 0.0}); });
  log.fails("set_velocity", [&] { world.set_velocity(agents[1], {far, 0.0}); });
  log.fails("set_heading", [&] { world.set_heading(agents[1], {0.0, 0.0}); });
  log.fails("set_steering", [&] { world.set_steering(agents[1], {rows.seek, {}}); });
}

void read(EntryLog& log, World& world, const Rows& rows, const std::vector<AgentHandle>& agents) {
  log("time", [&] { return world.time(); });
  log("statistics", [&] { return world.statistics(); });
  log("last_phase_times", [&] { return world.last_phase_times(); });
  log("ids", [&] { return world.ids(); });
  log("handles", [&] { return world.handles().size(); });
  for (const AgentHandle agent : world.handles()) log("state", [&] { return world.state(agent); });
  log("positions", [&] { return world.positions(); });
  log("velocities", [&] { return world.velocities(); });
  log("elevations", [&] { return world.elevations(); });
  log("aim_points", [&] { return world.aim_points(); });
  log("steering", [&] { return world.steering(agents[21]); });
  Snapshot snapshot;
  log("snapshot", [&] { return world.snapshot(snapshot), snapshot; });
  log("request_snapshot", [&] { world.request_snapshot({.aim_points = true}); });
  log("take_snapshot", [&] { return world.take_snapshot(snapshot), snapshot; });
  log.fails("take_snapshot", [&] { world.take_snapshot(snapshot); });
  log("measure", [&] { return world.measure(); });
  log("stuck_agents", [&] { return world.stuck_agents(); });
  log("state_hash", [&] { return world.state_hash(); });
  log("origin", [&] { return world.origin(); });
  log("bytes_per_agent", [&] { return world.bytes_per_agent() > 0; });
  log("neighbors", [&] { return world.neighbors(agents[0]).size(); });
  log("constraints", [&] { return world.constraints(agents[0]); });
  log("way", [&] { return world.way(rows.exit, {1.7, -0.3}); });
  log.fails("way", [&] { static_cast<void>(world.way(rows.exit, {far, 0.0})); });
  log("blocked_ways", [&] { return world.blocked_ways(); });
  log("journey_state", [&] { return world.journey_state(agents[4]); });
  log("journey_statistics", [&] { return world.journey_statistics(); });
  log("stage_state", [&] { return world.stage_state(rows.journey, 0); });
  log("queue_state", [&] { return world.queue_state(rows.queue); });
  log("source_state", [&] { return world.source_state(rows.source); });
  log("is_open", [&] { return world.is_open(rows.door); });
  log("expects_agents", [&] { return world.expects_agents(); });
  log.tries("device_view", [&] { static_cast<void>(world.device_view()); });
}

void walk_world(EntryLog& log, const EntryWalk& walk) {
  const std::string state_file = walk.file + ".state";
  WorldOptions options{
      .executor = walk.executor, .time_step = 0.07, .threads = walk.threads, .preferred_velocity_noise = 0.013};
  options.contact = ContactPass{};
  options.stuck = StuckAgents{.time = 0.7};
  std::optional<World> first(std::in_place, options);
  walk.after("World");
  options.time_step = denormal;
  log.fails("World", [&] { World refused(options); });
  World world = std::move(*first);
  first.reset();
  walk.after("~World");
  log("options", [&] { return world.options().time_step; });
  log("executor", [&] { return world.executor(); });
  log("threads", [&] { return world.threads() == walk.threads; });

  const Rows rows = add_rows(log, world);
  add_surroundings(log, world);
  const std::vector<AgentHandle> agents = add_people(log, world, rows);
  log.fails("prepare_navigation",
            [&] { world.prepare_navigation([&](double) { return walk.after("progress"), false; }); });
  double done = 0.0;
  log("prepare_navigation",
      [&] { world.prepare_navigation([&](double share) { return walk.after("progress"), done = share, true; }); });
  log.note("progress", done);
  read(log, world, rows, agents);
  log("step", [&] { world.step(); });
  change_people(log, world, rows, agents);
  log("step", [&] { world.step(30); });
  read(log, world, rows, agents);
  log("set_preferred_velocities", [&] {
    world.set_preferred_velocities(Points(world.agent_count(), Vec2d{0.9, denormal}));
  });
  log("save", [&] { world.save(state_file); });
  World loaded = World::load(state_file, walk.executor, walk.threads);
  walk.after("load");
  std::remove(state_file.c_str());
  log.fails("load", [&] { World::load(state_file); });
  world = std::move(loaded);
  walk.after("World");
  log("step", [&] { world.step(30); });
  read(log, world, rows, world.handles().size() > 24 ? world.handles() : agents);
}

void walk_bodies(EntryLog& log, const EntryWalk& walk) {
  const std::uint32_t offsets[] = {0, 3, 7, 10};
  const Vec2f vertices[] = {{0.1f, 0.1f}, {1.3f, 0.2f}, {0.7f, 1.1f},  {0.9f, 0.3f}, {2.1f, 0.1f},
                            {2.3f, 1.3f}, {1.1f, 0.9f}, {0.1f, -1.1f}, {0.1f, 3.1f}, {0.1f, 0.7f}};
  const Vec2f centers[] = {{1.7f, 1.9f}, {2.2f, 0x1p-140f}};
  const float radii[] = {0.9f, 0.3f};
  const ConvexBodies bodies{.polygon_count = 3,
                            .offsets = offsets,
                            .vertices = vertices,
                            .disc_count = 2,
                            .center = centers,
                            .radius = radii};
  std::vector<RefusedBody> refused;
  log("is_convex", [&] { return is_convex(bodies, &refused, walk.threads); });
  log("fault_name", [&] { return std::string(fault_name(refused.at(0).fault)); });
  log.tries("is_convex_on_device", [&] { is_convex_on_device({}, nullptr, nullptr); });
  log.tries("ConvexSet::on_device", [&] { ConvexSet::on_device({}, nullptr); });
  ConvexSet made(bodies, walk.threads);
  walk.after("ConvexSet");
  ConvexSet set = std::move(made);
  made = std::move(set);
  set = std::move(made);
  log("size", [&] { return set.size(); });
  log("is_on_device", [&] { return set.is_on_device(); });
  log("refused", [&] { return set.refused(); });
  const Vec2f translation[] = {{0.03f, 0x1p-130f}, {-0.07f, 0.11f}, {0.0f, 0.0f}};
  log("move", [&] { set.move({.translation = translation}); });
  const auto pairs = log("find_pairs", [&] { return find_pairs(set, 0.1); });
  PairList listed;
  log("find_pairs", [&] { find_pairs(set, listed, 0.3); });
  PairList list = std::move(listed);
  listed = std::move(list);
  log("PairList", [&] { return listed.size() + (listed.data() != nullptr ? 1 : 0); });
  log("collide", [&] { return collide(set, pairs); });
  std::vector<float> depth(pairs.size());
  log("collide", [&] {
    collide(set, {.pairs = pairs.data(), .count = pairs.size(), .out = {.depth = depth.data()}});
    return depth;
  });
  log.fails("collide", [&] { collide(set, {.tolerance = far}); });
  log.fails("find_pairs", [&] { static_cast<void>(find_pairs(set, -denormal)); });

  const Points ring{{0.1, 0.1}, {2.3, 0.3}, {2.1, 1.7}, {1.3, 0.7}, {0.3, 1.9}};
  log("fixed_polygon", [&] { return fixed_polygon(ring); });
  log("convex_hull", [&] { return convex_hull(ring); });
  log("convex_parts", [&] { return convex_parts(ring); });
  log.fails("convex_hull", [&] { static_cast<void>(convex_hull(Points{{0.1, 0.1}, {0.3, 0.3}})); });
  log.fails("convex_parts", [&] { static_cast<void>(convex_parts(Points{{0.1, 0.1}, {0.3, 0.3}})); });
}

void walk_batch(EntryLog& log, const EntryWalk& walk) {
  const Vec2f from[] = {{0.1f, 0.3f}, {0x1p-140f, -0.7f}}, to[] = {{3.1f, 0.7f}, {1.3f, 5.9f}},
              speed[] = {{0.3f, 0x1p-135f}, {0.7f, 0.1f}};
  Vec2f velocity[2], aim[2];
  float time[2];
  SteeringBatch batch;
  batch.behavior = Pursue{.speed = 1.3};
  batch.pursuers = {2, from, speed, nullptr};
  batch.targets = {2, to, speed, nullptr};
  batch.out = {.desired_velocity = velocity, .aim_point = aim, .time = time};
  log("steer", [&] { steer(batch, walk.threads); });
  log.note("steer", velocity[0], velocity[1], aim[0], aim[1], time[0], time[1]);
  batch.time_step = -denormal;
  log.fails("steer", [&] { steer(batch, walk.threads); });
  log.tries("steer_on_device", [&] { steer_on_device({}, nullptr); });
}

}  // namespace

std::string walk_every_entry(const EntryWalk& walk) {
  EntryLog log(walk);
  log("version", [] { return version(); });
  log("executors", [] { return executors().size(); });
  walk_world(log, walk);
  walk_bodies(log, walk);
  walk_batch(log, walk);
  walk_solver(log, walk);
  return log.text();
}

}  // namespace throng::test
