#include "host/verify/self_check_scenes.hpp"

#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

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

SelfCheckScene empty_scene(const char* name, std::vector<Profile> profiles) {
  SelfCheckScene scene;
  scene.name = name;
  scene.profiles = std::move(profiles);
  return scene;
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
  SelfCheckScene scene = empty_scene("pillars", mixed_profiles());
  Random random(1);
  place(scene, random, {-18.0, -8.0}, 8, 16, 1.0, {1.3, 0.0});
  place(scene, random, {10.0, -8.0}, 8, 16, 1.0, {-1.3, 0.0});
  for (const double y : {-6.0, -2.0, 2.0, 6.0}) {
    scene.obstacles.push_back({true, {{-1.0, y - 0.8}, {1.0, y - 0.8}, {1.4, y}, {1.0, y + 0.8}, {-1.0, y + 0.8}}});
  }
  return scene;
}

SelfCheckScene room() {
  SelfCheckScene scene = empty_scene("room", mixed_profiles());
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
  SelfCheckScene scene = empty_scene("packed", mixed_profiles());
  scene.options.responsibility = Responsibility::side;
  Random random(3);
  place(scene, random, {-5.0, -5.0}, 18, 18, 0.55, {0.0, 0.0});
  for (AgentDescription& agent : scene.agents) {
    const double length = std::sqrt(agent.position.x * agent.position.x + agent.position.y * agent.position.y);
    agent.preferred_velocity = Vec2d{-1.3 * agent.position.x / length, -1.3 * agent.position.y / length};
  }
  return scene;
}

/// Streams that cross at right angles, of agents that turn, speed up and give in slowly.
SelfCheckScene turning() {
  SelfCheckScene scene = empty_scene("turning", mixed_profiles());
  scene.profiles[0].max_turning_rate = 1.0;
  scene.profiles[1].max_turning_rate = 3.0;
  scene.profiles[1].max_acceleration = 2.0;
  scene.profiles[2].velocity_blend = 0.5;
  scene.profiles[3].max_turning_rate = 0.5;
  scene.profiles[3].min_heading_speed = 0.25;
  Random random(4);
  place(scene, random, {-16.0, -5.0}, 10, 10, 1.0, {1.3, 0.0});
  place(scene, random, {-5.0, -16.0}, 10, 10, 1.0, {0.0, 1.3});
  for (std::size_t i = 0; i < scene.agents.size(); i += 3) {
    scene.agents[i].heading = Vec2d{random.between(-1.0, 1.0), random.between(-1.0, 1.0)};
  }
  scene.obstacles.push_back({true, {{6.0, 6.0}, {8.0, 6.0}, {8.0, 8.0}, {6.0, 8.0}}});
  return scene;
}

/// Every behavior, among pillars.
SelfCheckScene steering() {
  SelfCheckScene scene = empty_scene("steering", mixed_profiles());
  scene.paths = {{{-10.0, -10.0}, {10.0, -10.0}, {10.0, 10.0}, {-10.0, 10.0}}};
  enum : std::uint32_t {
    path,
    wander,
    evade,
    flock,
    pursue,
    intercept,
    arrive,
    keep,
    interpose,
    seek,
    goal,
    blend,
    walk
  };
  scene.behaviors = {FollowPath{.look_ahead = 2.0},
                     Wander{.speed = 0.75},
                     Evade{.panic_radius = 6.0},
                     Flock{},
                     Pursue{},
                     Intercept{},
                     Arrive{.slowing_radius = 3.0, .max_deceleration = 1.0},
                     OffsetPursue{.offset = {-1.5, 0.75}, .slowing_radius = 1.0},
                     Interpose{.slowing_radius = 1.0},
                     Seek{.speed = 1.0},
                     HeadForGoal{},
                     Blend{.rule = Blend::Rule::weighted, .parts = {{{goal}, 1.0}, {{flock}, 0.5}, {{evade}, 1.0}}},
                     WalkTogether{}};
  Random random(5);
  place(scene, random, {-12.0, -9.0}, 16, 12, 1.5, {0.0, 0.0});
  scene.obstacles.push_back({true, {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}});
  const auto count = static_cast<AgentId>(scene.agents.size());
  for (AgentId id = 0; id < count; ++id) {
    AgentDescription& agent = scene.agents[static_cast<std::size_t>(id)];
    agent.preferred_velocity.reset();
    agent.velocity = {random.between(-1.0, 1.0), random.between(-1.0, 1.0)};
    SelfCheckSteering steered;
    steered.agent = id;
    steered.behavior = static_cast<std::uint32_t>(id % 13);
    steered.targets[0] = (id + 13) % count;
    steered.targets[1] = (id + 40) % count;
    if (steered.behavior == arrive || steered.behavior == seek) steered.targets[0] = Vec2d{0.5 * agent.position.y, 3.0};
    if (steered.behavior == flock || steered.behavior == blend) agent.group = 1;
    if (steered.behavior == walk) agent.group = static_cast<std::int32_t>(2 + id / 39);  // of three
    if (steered.behavior >= goal) agent.goal = Vec2d{15.0, agent.position.y};
    scene.steering.push_back(steered);
  }
  return scene;
}

/// Too many in a room with a way out, moved apart.
SelfCheckScene contacts() {
  SelfCheckScene scene = room();
  scene.name = "contacts";
  scene.options.responsibility = Responsibility::equal;
  scene.options.contact = ContactPass{};
  for (std::size_t i = 0; i < scene.agents.size(); ++i) {
    AgentDescription& agent = scene.agents[i];
    agent.position = {0.5 * agent.position.x + 2.0, 0.5 * agent.position.y};
    agent.avoids = i % 40 != 0;
  }
  return scene;
}

/// Carts that turn slowly and brake, among people who walk through each other's way; one is scripted.
SelfCheckScene footprints() {
  SelfCheckScene scene = empty_scene("footprints", mixed_profiles());
  scene.footprints = {{{-0.75, -0.375}, {0.5, -0.375}, {0.75, -0.125}, {0.75, 0.125}, {0.5, 0.375}, {-0.75, 0.375}},
                      {{-0.25, -0.5}, {1.25, 0.0}, {-0.25, 0.5}}};
  scene.profiles.resize(2);
  for (const std::uint32_t row : {0u, 1u}) {
    Profile cart = profile(0.75, 1.5, 6.0, 8, 3.0, 1.0);
    cart.footprint = FootprintIndex{row};
    cart.max_turning_rate = 1.5;
    cart.brakes_when_blocked = row == 1;
    if (row == 0) cart.max_acceleration = 2.0;
    scene.profiles.push_back(cart);
  }
  scene.options.contact = ContactPass{};
  Random random(6);
  place(scene, random, {-17.0, -8.0}, 8, 8, 2.0, {1.2, 0.0});
  place(scene, random, {1.0, -8.0}, 8, 8, 2.0, {-1.2, 0.0});
  scene.agents[14].avoids = false;
  scene.obstacles.push_back({false, {{-20.0, 9.0}, {20.0, 9.5}}});
  scene.obstacles.push_back({true, {{-0.5, -2.0}, {0.5, -2.0}, {0.5, 2.0}, {-0.5, 2.0}}});
  return scene;
}

/// Two streams between walls, of whom some walk slower in a crowd, and some do not.
SelfCheckScene crowding() {
  SelfCheckScene scene = empty_scene("crowding", mixed_profiles());
  scene.profiles[0].density_speed = DensitySpeed{};
  scene.profiles[1].density_speed = DensitySpeed{1.5, 6.0, 1.5, 0.0, 0.125};
  scene.profiles[2].density_speed = DensitySpeed{1.913, 5.4, 2.0, 1.5, 0.0};
  Random random(7);
  place(scene, random, {-11.0, -4.0}, 14, 11, 0.75, {1.3, 0.0});
  place(scene, random, {0.5, -4.0}, 14, 11, 0.75, {-1.3, 0.0});
  scene.obstacles.push_back({false, {{-30.0, -4.5}, {30.0, -4.5}}});
  scene.obstacles.push_back({true, {{-30.0, 5.0}, {30.0, 5.0}, {30.0, 6.0}, {-30.0, 6.0}}});
  scene.obstacles.push_back({true, {{-0.5, -1.0}, {0.25, -1.0}, {0.25, 1.0}, {-0.5, 1.0}}});
  return scene;
}

/// A hall with a wall that leaves a gap at its end, a hook that opens away from the goal, and pillars; two goals.
SelfCheckScene ways() {
  SelfCheckScene scene = empty_scene("ways", mixed_profiles());
  scene.obstacles.push_back({true, {{-12.0, -9.0}, {-12.0, 9.0}, {14.0, 9.0}, {14.0, -9.0}}});
  scene.obstacles.push_back({false, {{4.0, -9.0}, {4.0, 5.5}}});
  scene.obstacles.push_back({false, {{-6.0, 4.0}, {0.0, 4.0}, {0.0, -4.0}, {-6.0, -4.0}}});
  scene.obstacles.push_back({true, {{8.0, -2.0}, {9.5, -2.0}, {9.5, 0.0}, {8.0, 1.0}}});
  scene.add_places = [](World& world) {
    const Vec2d door[] = {{13.0, -8.0}, {13.0, -5.0}}, corner[] = {{-11.5, -8.5}, {-10.0, -8.5}, {-10.0, -7.0}};
    world.find_way(world.add_goal_line(door));
    world.find_way(world.add_goal_polygon(corner), {.cell_size = 0.375, .clearance = 0.5, .wall_cost = 1.0});
  };
  Random random(8);
  place(scene, random, {-5.75, -3.5}, 5, 7, 1.0, {0.0, 0.0});
  place(scene, random, {5.0, -8.0}, 3, 16, 1.0, {0.0, 0.0});
  place(scene, random, {-11.0, -6.0}, 4, 14, 1.0, {0.0, 0.0});
  for (std::size_t i = 0; i < scene.agents.size(); ++i) {
    scene.agents[i].preferred_velocity.reset();
    scene.agents[i].goal_region = GoalIndex{i % 4 == 3 ? 1u : 0u};
  }
  return scene;
}

Stage stage(const char* name, Stage::Kind kind, GoalIndex goal) {
  Stage made;
  made.name = name;
  made.kind = kind;
  made.goal = goal;
  return made;
}

/// Some come in during the run, some wait before a door, some queue, and all leave in the end.
SelfCheckScene errands() {
  SelfCheckScene scene = empty_scene("errands", mixed_profiles());
  scene.obstacles.push_back({true, {{-12.0, -8.0}, {-12.0, 8.0}, {12.0, 8.0}, {12.0, -8.0}}});
  scene.obstacles.push_back({false, {{4.0, -8.0}, {4.0, -1.0}}});
  scene.obstacles.push_back({false, {{4.0, 1.0}, {4.0, 8.0}}});
  scene.add_places = [](World& world) {
    const auto square = [&](double x, double y, double half) {
      const Vec2d corners[] = {{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}};
      return world.add_goal_polygon(corners);
    };
    const GoalIndex out = square(11.0, 0.0, 0.875);
    world.find_way(out);
    const DoorIndex door = world.add_door({"door", {{4.0, -1.0}, {4.0, 1.0}}, true, {2.0, 4.0}, 5.0});
    const WaitingAreaIndex hall =
        world.add_waiting_area({"hall", {{-2.0, 2.0}, {3.0, 2.0}, {3.0, 7.0}, {-2.0, 7.0}}, 0.75});
    const QueueIndex desk =
        world.add_queue({"desk", {{1.0, -3.0}, {1.0, -6.0}}, 0.75, 2, Distribution::fixed(0.5), {}});
    Stage wait = stage("wait", Stage::Kind::wait, out), queue = wait;
    wait.goal.reset();
    wait.area = hall;
    wait.wait_for = door;
    queue.name = "queue";
    queue.kind = Stage::Kind::queue;
    queue.goal.reset();
    queue.queue = desk;
    const Stage leave = stage("leave", Stage::Kind::leave, out);
    world.add_journey({"by the hall", {wait, leave}});
    Stage begin = stage("begin", Stage::Kind::pass, square(-2.0, -2.0, 1.0));
    begin.next = {{"wait", 0.25}, {"queue", 0.5}, {"leave", 0.25}};
    wait.next = {{"leave"}};
    world.add_journey({"by either", {begin, wait, queue, leave}});
    world.add_journey({"out", {leave}});
    queue.next = {{"leave"}};
    world.add_journey({"by the desk", {queue, leave}});
    Source source;
    source.name = "entrance";
    source.region = {{-11.5, -2.0}, {-10.5, -2.0}, {-10.5, 2.0}, {-11.5, 2.0}};
    source.kinds = {{ProfileIndex{0}, 2.0, {}, {}, {}}, {ProfileIndex{2}, 1.0, {}, {}, {}}};
    source.journey = JourneyIndex{1};
    source.rates = {{0.0, 4.0}};
    world.add_source(source);
  };
  Random random(9);
  place(scene, random, {-9.0, -5.0}, 10, 11, 1.0, {0.0, 0.0});
  place(scene, random, {6.0, -4.0}, 4, 8, 1.0, {0.0, 0.0});
  for (std::size_t i = 0; i < scene.agents.size(); ++i) {
    scene.agents[i].preferred_velocity.reset();
    scene.agents[i].journey = JourneyIndex{scene.agents[i].position.x > 5.0 ? 2u
                                           : i % 3 == 0                     ? 0u
                                           : i % 3 == 1                     ? 1u
                                                                            : 3u};
  }
  return scene;
}

void add_steering(World& world, const SelfCheckScene& scene) {
  for (const std::vector<Vec2d>& path : scene.paths) world.add_path(path, true);
  for (const Behavior& behavior : scene.behaviors) world.add_behavior(behavior);
  const std::vector<AgentHandle> handles = world.handles();  // in the order of ids, which count from 0
  for (const SelfCheckSteering& given : scene.steering) {
    Steering taken{{given.behavior}, {}};
    for (std::size_t k = 0; k < std::size(given.targets); ++k) {
      if (const auto* point = std::get_if<Vec2d>(&given.targets[k])) taken.targets[k] = *point;
      if (const auto* id = std::get_if<AgentId>(&given.targets[k])) {
        taken.targets[k] = handles.at(static_cast<std::size_t>(*id));
      }
    }
    world.set_steering(handles.at(static_cast<std::size_t>(given.agent)), taken);
  }
}

}  // namespace

std::vector<SelfCheckScene> self_check_scenes() {
  return {pillars(), room(), packed(), turning(), steering(), contacts(), footprints(), crowding(), ways(), errands()};
}

World make_world(const SelfCheckScene& scene, ExecutorKind executor, int threads,
                 const std::vector<std::size_t>& order) {
  WorldOptions options = scene.options;
  options.executor = executor;
  options.threads = threads;
  World world(options);
  std::vector<ProfileIndex> rows;
  for (const std::vector<Vec2d>& footprint : scene.footprints) world.add_footprint(footprint);
  for (const Profile& item : scene.profiles) rows.push_back(world.add_profile(item));
  for (const SelfCheckObstacle& obstacle : scene.obstacles) {
    if (obstacle.closed) {
      world.add_polygon(obstacle.vertices);
    } else {
      world.add_polyline(obstacle.vertices);
    }
  }
  if (scene.add_places != nullptr) scene.add_places(world);
  std::vector<AgentDescription> agents;
  for (const std::size_t row : order) {
    agents.push_back(scene.agents.at(row));
    agents.back().profile = rows.at(agents.back().profile.row);
  }
  world.add_agents(agents);
  add_steering(world, scene);
  return world;
}

}  // namespace throng
