// The other side of the limits: what is accepted, however extreme, also runs, and stays finite.
#include "tests/support/executors.hpp"
#include "tests/unit/api_testing.hpp"

namespace throng::api_extremes_tests {
namespace {

using test::agent_to;
using test::agent_towards;
struct Extremes : test::OnExecutor {
  static void runs(World& world) {
    world.step(4);
    for (const std::vector<Vec2d>& vectors : {world.positions(), world.velocities()}) {
      for (const Vec2d& v : vectors) EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y)) << v.x << ' ' << v.y;
    }
    for (const AgentHandle agent : world.handles()) {
      const Vec2d heading = world.state(agent).heading;
      EXPECT_NEAR(std::hypot(heading.x, heading.y), 1.0, 1e-5);
      (void)world.neighbors(agent);
      (void)world.constraints(agent);
    }
    (void)world.measure();
  }
  [[nodiscard]] WorldOptions options() const {
    return {.executor = GetParam(), .threads = GetParam() == ExecutorKind::cpu ? 2 : 0};
  }
};

TEST_P(Extremes, EveryNumberAtItsLimits) {
  for (const bool most : {false, true}) {
    Profile p;
    p.radius = p.neighbor_distance = most ? limits::max_length : 0.0;
    p.max_speed = p.preferred_speed = most ? limits::max_speed : 0.0;
    p.max_neighbors = most ? limits::max_neighbors : 0;
    p.time_horizon = p.time_horizon_obstacle = most ? limits::max_time : limits::min_time;
    p.escape_time = p.time_horizon;
    p.velocity_blend = most ? 1.0 : 5e-324;
    p.max_acceleration = most ? limits::max_acceleration : 5e-324;
    p.max_turning_rate = most ? limits::max_turning_rate : 5e-324;
    p.min_heading_speed = most ? limits::max_speed : 0.0;
    p.arrival_tolerance = p.radius;
    for (const double time_step : {limits::min_time, 0.1, limits::max_time}) {
      SCOPED_TRACE(::testing::Message() << (most ? "most" : "least") << ", time step " << time_step);
      WorldOptions o = options();
      o.time_step = time_step;
      o.preferred_velocity_noise = most ? limits::max_speed : 0.0;
      World world(o);
      const ProfileIndex profile = world.add_profile(p), walker = world.add_profile({});
      for (int i = 0; i < 8; ++i) {
        AgentDescription agent;
        agent.profile = i < 6 ? profile : walker;
        agent.position = {0.1 * (i / 2), 0.0};  // in pairs at the same place
        agent.velocity = most ? Vec2d{limits::max_speed, -limits::max_speed} : Vec2d{5e-324, -0.0};
        if (i % 3 == 0) agent.goal = agent.position;
        if (i % 3 == 1) agent.preferred_velocity = agent.velocity;
        agent.heading = most ? Vec2d{1e300, -1e300} : Vec2d{5e-324, 0.0};
        agent.priority = most ? test::infinite : 0.0;
        world.add_agent(agent);
      }
      world.add_polygon(std::vector<Vec2d>{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
      world.add_polyline(std::vector<Vec2d>{{0, 0}, {0, 3}});
      runs(world);
    }
  }
}

TEST_P(Extremes, WholeExtent) {
  for (const double cell : {0.0, 1.0e-3, limits::max_length}) {
    WorldOptions o = options();
    o.cell_size = cell;
    World world(o);
    world.add_profile({});
    const double e = limits::max_extent;
    for (const Vec2d& corner : {Vec2d{-e, -e}, Vec2d{e, -e}, Vec2d{e, e}, Vec2d{-e, e}}) {
      world.add_agent(agent_to(corner, Vec2d{-corner.x, -corner.y}));
      world.add_agent(agent_to(corner, Vec2d{-corner.x, -corner.y}));
    }
    world.add_polygon(std::vector<Vec2d>{{-e, -e}, {-e, e}, {e, e}, {e, -e}});
    world.add_polyline(std::vector<Vec2d>{{-e, -e}, {e, e}});
    runs(world);
  }
}

/// Distinct in double, the same or next to nothing apart in float.
TEST_P(Extremes, ShapesThatRoundingShrinks) {
  World world(options());
  world.add_profile({});
  constexpr double smallest_triangle = 1e-6;  // a smaller one counts as a spike
  for (const double size : {1e-3, 1e-6, 1e-9, 1e-60, 1e-150}) {
    for (const Vec2d at : {Vec2d{0, 0}, Vec2d{1, 1}, Vec2d{5e6, -5e6}}) {
      const Vec2d right{at.x + size, at.y}, up{at.x, at.y + size};
      const bool distinct = right.x != at.x && up.y != at.y;
      if (!distinct) continue;
      if (size >= smallest_triangle) {
        world.add_polygon(std::vector<Vec2d>{at, right, up});
        world.add_polygon(std::vector<Vec2d>{at, up, right});
        const GoalIndex area = world.add_goal_polygon(std::vector<Vec2d>{at, right, up});
        world.add_agent(agent_towards({at.x + 3.0, at.y}, area));
      }
      world.add_polyline(std::vector<Vec2d>{at, right});
      const GoalIndex line = world.add_goal_line(std::vector<Vec2d>{at, right});
      world.add_agent(agent_towards(at, line));
    }
  }
  runs(world);
}

TEST_P(Extremes, ManyAtOnePoint) {
  World world(options());
  world.add_profile({});
  const std::vector<AgentDescription> agents(300, agent_to({4.0e5, 5.6e6}, Vec2d{4.0e5, 5.6e6}));
  world.add_agents(agents);
  runs(world);
}

THRONG_ON_EVERY_EXECUTOR(Extremes);

}  // namespace
}  // namespace throng::api_extremes_tests
