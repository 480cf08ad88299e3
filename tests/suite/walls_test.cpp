// Nobody walks through a wall, whoever is inside one walks out, and directions mean what is documented.
#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::walls_tests {
namespace {

class Walls : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(Walls);

struct Wall {
  bool closed;
  std::vector<Vec2d> vertices;
};

/// Steps, and counts by geometry the moves that cross an edge.
std::uint64_t crossings_while_stepping(World& world, const std::vector<Wall>& walls, int steps) {
  std::uint64_t crossings = 0;
  std::vector<Vec2d> before = world.positions();
  for (int s = 0; s < steps; ++s) {
    world.step();
    const std::vector<Vec2d> after = world.positions();
    for (std::size_t k = 0; k < after.size(); ++k) {
      for (const Wall& wall : walls) {
        const std::size_t n = wall.vertices.size();
        for (std::size_t e = 0; e + (wall.closed ? 0 : 1) < n; ++e) {
          crossings += segments_cross(before[k], after[k], wall.vertices[e], wall.vertices[(e + 1) % n]);
        }
      }
    }
    before = after;
  }
  return crossings;
}

void add(World& world, const std::vector<Wall>& walls) {
  for (const Wall& wall : walls) {
    if (wall.closed) {
      world.add_polygon(wall.vertices);
    } else {
      world.add_polyline(wall.vertices);
    }
  }
}

/// A crowd in a ring around a box of 2 m, everybody's goal in its middle or behind it.
void press_against(World& world, std::uint64_t seed, int count, const Profile& profile) {
  Random random(seed);
  const ProfileIndex index = world.add_profile(profile);
  for (int k = 0; k < count; ++k) {
    const Vec2d at = on_circle(random.between(3.0, 6.0), random.between(0.0, 6.283185307179586));
    world.add_agent(agent_to(at, k % 2 == 0 ? random.in_box(0.8) : times(-1.0, at), index));
  }
}

TEST_P(Walls, PressingCrowdsNeverEnterABox) {
  const std::vector<Wall> walls{{true, box(-1.0, -1.0, 1.0, 1.0)}};
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    World world(options());
    add(world, walls);
    press_against(world, 50 + seed, 40, {});
    EXPECT_EQ(crossings_while_stepping(world, walls, 250), 0u) << "seed " << seed;
    EXPECT_EQ(world.statistics().wall_crossings, 0u);
    EXPECT_EQ(world.measure().inside_obstacles, 0u);
    for (const Vec2d& p : world.positions()) EXPECT_FALSE(polygon_contains(walls[0].vertices, p));
  }
}

TEST_P(Walls, PressingCrowdsNeverPassThinWalls) {
  const std::vector<Wall> walls{{false, {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}, {-1.0, -1.0}}},
                                {false, {{-4.0, 2.5}, {0.0, 3.0}, {0.5, 2.0}}}};
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    World world(options());
    add(world, walls);
    press_against(world, 70 + seed, 40, {});
    EXPECT_EQ(crossings_while_stepping(world, walls, 250), 0u) << "seed " << seed;
    EXPECT_EQ(world.statistics().wall_crossings, 0u);
    EXPECT_EQ(world.measure().inside_obstacles, 0u);  // thin walls have no inside
  }
}

TEST_P(Walls, BlendAndAccelerationLimitNeverPushThroughAWall) {
  const std::vector<Wall> walls{{true, box(-1.0, -1.0, 1.0, 1.0)}, {false, {{-5.0, 2.5}, {5.0, 2.5}}}};
  for (int variant = 0; variant < 3; ++variant) {
    Profile p;
    if (variant != 1) p.velocity_blend = 0.1;
    if (variant != 0) p.max_acceleration = 0.5;
    World world(options());
    add(world, walls);
    press_against(world, 90 + static_cast<std::uint64_t>(variant), 40, p);
    EXPECT_EQ(crossings_while_stepping(world, walls, 250), 0u) << "variant " << variant;
    EXPECT_EQ(world.statistics().wall_crossings, 0u);
  }
}

TEST_P(Walls, RandomCrowdsInACorridorStayInIt) {
  const std::vector<Wall> walls{{true, reversed(box(-8.0, -2.0, 8.0, 2.0))},
                                {false, {{0.0, -2.0}, {0.0, -0.6}}},
                                {false, {{0.0, 2.0}, {0.0, 0.6}}}};
  Random random(101);
  World world(options());
  add(world, walls);
  const ProfileIndex profile = world.add_profile({});
  for (int k = 0; k < 50; ++k) {
    const double side = k % 2 == 0 ? -1.0 : 1.0;
    const Vec2d at{side * random.between(1.0, 7.5), random.between(-1.7, 1.7)};
    world.add_agent(agent_to(at, {-side * 7.0, random.between(-1.5, 1.5)}, profile));
  }
  EXPECT_EQ(crossings_while_stepping(world, walls, 400), 0u);
  EXPECT_EQ(world.statistics().wall_crossings, 0u);
  for (const Vec2d& p : world.positions()) EXPECT_TRUE(polygon_contains(walls[0].vertices, p));
}

/// Between walls that close in, opposing lines leave almost nothing: rounding alone makes that program infeasible.
TEST_P(Walls, CrowdPressedIntoAWedgeStaysBetweenTheWalls) {
  const std::vector<Wall> walls{{false, {{-6.0, -1.8}, {6.0, -0.02}}}, {false, {{-6.0, 1.8}, {6.0, 0.03}}}};
  World world(options());
  add(world, walls);
  const ProfileIndex profile = world.add_profile({});
  Random random(103);
  for (int k = 0; k < 30; ++k) {
    world.add_agent(agent_to({-5.5 + 0.25 * k, random.between(-0.3, 0.3)}, {9.0, random.between(-3.0, 3.0)}, profile));
  }
  EXPECT_EQ(crossings_while_stepping(world, walls, 400), 0u);
  EXPECT_EQ(world.statistics().wall_crossings, 0u);
}

TEST_P(Walls, AgentInsideASolidWalksOutAndStaysOut) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  world.add_polygon(box(-2.0, -1.0, 2.0, 1.0));
  world.add_agent(agent_to({0.3, 0.4}, {0.0, 0.0}, profile));   // even when its goal is in there
  world.add_agent(agent_to({-1.8, 0.0}, {9.0, 0.0}, profile));  // nearest side first, not towards the goal
  EXPECT_EQ(world.measure().inside_obstacles, 2u);
  world.step(5);
  EXPECT_GT(world.positions()[0].y, 0.9);  // 0.5 s at 1.8 m/s
  EXPECT_LT(world.positions()[1].x, -1.99);
  world.step(40);
  EXPECT_EQ(world.measure().inside_obstacles, 0u);
  world.step(100);
  EXPECT_EQ(world.measure().inside_obstacles, 0u);
  EXPECT_EQ(world.statistics().wall_crossings, 0u);  // leaving is not a crossing from outside
}

TEST_P(Walls, WithoutLeaveObstaclesAnAgentInsideGoesWhereItWants) {
  WorldOptions settings = options();
  settings.leave_obstacles = false;
  World world(settings);
  world.add_polygon(box(-2.0, -1.0, 2.0, 1.0));
  AgentDescription agent = agent_at({0.0, 0.4}, world.add_profile({}));
  agent.preferred_velocity = Vec2d{1.0, 0.0};
  world.add_agent(agent);
  world.step(10);
  EXPECT_NEAR(world.positions()[0].x, 1.0, 1.0e-5);
  EXPECT_NEAR(world.positions()[0].y, 0.4, 1.0e-6);
}

TEST_P(Walls, DirectionDecidesWhichSideIsSolid) {
  for (const bool counter_clockwise : {true, false}) {
    World world(options());
    const auto square = box(-3.0, -3.0, 3.0, 3.0);
    world.add_polygon(counter_clockwise ? square : reversed(square));
    const ProfileIndex profile = world.add_profile({});
    // Outwards from within and inwards from without.
    const AgentHandle within = world.add_agent(agent_to({0.0, 0.0}, {8.0, 0.0}, profile));
    const AgentHandle without = world.add_agent(agent_to({0.0, 6.0}, {0.0, 1.0}, profile));
    EXPECT_EQ(world.measure().inside_obstacles, counter_clockwise ? 1u : 0u);
    world.step(200);
    const Vec2d a = world.state(within).position, b = world.state(without).position;
    if (counter_clockwise) {
      EXPECT_NEAR(distance(a, {8.0, 0.0}), 0.0, 0.3);  // walked out and on to its goal
      EXPECT_NEAR(b.y, 3.2, 0.02);                     // held off by its radius
    } else {
      EXPECT_NEAR(a.x, 2.8, 0.02);  // held in
      EXPECT_NEAR(b.y, 1.0, 0.3);   // the free space's wall does not act from its back
    }
  }
}

TEST_P(Walls, ThinWallHoldsOnBothSides) {
  for (const bool closed : {false, true}) {
    World world(options());
    std::vector<Vec2d> wall{{-3.0, -3.0}, {3.0, -3.0}, {3.0, 3.0}, {-3.0, 3.0}};
    if (closed) wall.push_back(wall.front());
    world.add_polyline(wall);
    const ProfileIndex profile = world.add_profile({});
    world.add_agent(agent_to({0.0, 0.0}, {8.0, 0.0}, profile));    // from within against the right side
    world.add_agent(agent_to({0.0, -7.0}, {0.0, -1.0}, profile));  // from without against the lower side
    world.add_agent(agent_to({-7.0, 0.0}, {-1.0, 0.0}, profile));  // against the left side, there when closed
    world.step(200);
    const std::vector<Vec2d> at = world.positions();
    EXPECT_NEAR(at[0].x, 2.8, 0.02);
    EXPECT_NEAR(at[1].y, -3.2, 0.02);
    EXPECT_NEAR(at[2].x, closed ? -3.2 : -1.0, closed ? 0.02 : 0.3);
  }
}

/// An agent too fast for the step to see the wall coming still does not jump over it.
TEST_P(Walls, FastAgentWithALongStepDoesNotJumpAThinWall) {
  World world(options(1.0));
  Profile p;
  p.max_speed = 20.0;
  p.preferred_speed = 20.0;
  p.time_horizon_obstacle = 1.0;
  const ProfileIndex profile = world.add_profile(p);
  world.add_polyline(std::vector<Vec2d>{{30.0, -50.0}, {30.0, 50.0}});
  world.add_agent(agent_to({0.0, 0.0}, {100.0, 0.0}, profile));
  world.step(20);
  EXPECT_LT(world.positions()[0].x, 30.0);
  EXPECT_EQ(world.statistics().wall_crossings, 0u);
}

TEST_P(Walls, EveryObstacleLineAllowsStandingStill) {
  Random random(107);
  std::size_t lines = 0;
  for (int trial = 0; trial < 40; ++trial) {
    World world(options());
    Profile p;
    p.radius = 0.3;
    p.max_neighbors = 0;
    p.time_horizon_obstacle = random.between(0.5, 5.0);
    const ProfileIndex profile = world.add_profile(p);
    const std::vector<Vec2d> solid = box(-1.0, -2.0, 1.5, 0.5), thin{{2.5, -2.0}, {3.0, 1.0}, {2.0, 2.0}};
    world.add_polygon(solid);
    world.add_polyline(thin);
    std::vector<bool> overlaps;
    for (int k = 0; k < 60; ++k) {
      AgentDescription agent = agent_at(random.in_box(4.0), profile);
      agent.velocity = random.in_disc(1.8);
      world.add_agent(agent);
      double nearest = 1.0e9;
      for (std::size_t e = 0; e < 4; ++e) {
        nearest = std::min(nearest, segment_distance(agent.position, solid[e], solid[(e + 1) % 4]));
      }
      for (std::size_t e = 0; e < 2; ++e) {
        nearest = std::min(nearest, segment_distance(agent.position, thin[e], thin[e + 1]));
      }
      overlaps.push_back(nearest <= 0.3001);
    }
    const auto handles = world.handles();
    for (std::size_t k = 0; k < handles.size(); ++k) {
      if (overlaps[k]) continue;
      for (const Constraint& c : world.constraints(handles[k])) {
        EXPECT_LE(violation({c}, {0.0, 0.0}), 1.0e-6) << "trial " << trial << " agent " << k;
        EXPECT_TRUE(c.obstacle);
        ++lines;
      }
    }
  }
  EXPECT_GT(lines, 1000u);
}

}  // namespace
}  // namespace throng::test::walls_tests
