// Agents with a footprint where geometry is degenerate or hostile: on one spot, in each other, between walls, far away.
#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::footprint_extremes_tests {
namespace {

class FootprintExtremes : public OnEveryExecutor {
 protected:
  [[nodiscard]] WorldOptions with_contact() const {
    WorldOptions contact = options();
    contact.contact = ContactPass{};
    return contact;
  }
  [[nodiscard]] bool on_reference() const { return GetParam() == ExecutorKind::reference; }
};
THRONG_ON_EVERY_EXECUTOR(FootprintExtremes);

Profile cart_of(World& world, double length, double width) {
  Profile profile;
  profile.footprint = world.add_footprint(box(-0.5 * length, -0.5 * width, 0.5 * length, 0.5 * width));
  profile.radius = 0.5 * std::min(length, width);
  return profile;
}

TEST_P(FootprintExtremes, TwoOnOneSpotPartInOppositeDirections) {
  for (const bool turned : {false, true}) {
    World world(with_contact());
    const ProfileIndex cart = world.add_profile(cart_of(world, 1.2, 0.8));
    AgentDescription agent = agent_at({3.0, 2.0}, cart);
    const AgentHandle low = world.add_agent(agent);
    if (turned) agent.heading = Vec2d{0.0, 1.0};
    const AgentHandle high = world.add_agent(agent);
    world.step(10);
    const Vec2d a = world.state(low).position, b = world.state(high).position;
    EXPECT_NEAR(a.x + b.x, 6.0, 1e-5);
    EXPECT_NEAR(a.y + b.y, 4.0, 1e-5);
    EXPECT_GT(distance(a, b), 0.7);
    EXPECT_LT(world.measure().deepest_overlap, 1e-3);
  }
}

TEST_P(FootprintExtremes, ManyOnOneSpotPart) {
  World world(with_contact());
  const ProfileIndex cart = world.add_profile(cart_of(world, 1.2, 0.8)),
                     van = world.add_profile(cart_of(world, 3.0, 1.5));
  Random random(3);
  for (int i = 0; i < 16; ++i) {
    AgentDescription agent = agent_at({-1.0, 5.0}, i % 3 == 0 ? van : cart);
    if (i % 4 != 0) agent.heading = Vec2d{random.between(-1.0, 1.0), 0.5};
    world.add_agent(agent);
  }
  for (int i = 0; i < 8; ++i) world.add_agent(agent_at({-1.0, 5.0}, world.add_profile({})));
  world.step(100);
  EXPECT_TRUE(all_finite(world));
  EXPECT_LT(world.measure().deepest_overlap, 0.02);
}

TEST_P(FootprintExtremes, WhoIsInsideAnotherGetsOut) {
  World world(with_contact());
  const ProfileIndex large = world.add_profile(cart_of(world, 4.0, 3.0)),
                     small = world.add_profile(cart_of(world, 0.5, 0.4));
  world.add_agent(agent_at({0.0, 0.0}, large));
  world.add_agent(agent_at({0.0, 0.0}, small));
  world.add_agent(agent_at({0.4, -0.3}, small));
  world.add_agent(agent_at({-0.5, 0.2}, world.add_profile({})));
  EXPECT_GT(world.measure().deepest_overlap, 1.5);
  world.step(60);
  EXPECT_TRUE(all_finite(world));
  EXPECT_LT(world.measure().deepest_overlap, 1e-3);
}

TEST_P(FootprintExtremes, WhoIsAddedOnABusStandsBesideItAfterAStep) {
  for (const double speed : {0.0, 2.0, 40.0}) {  // 40 m/s: far faster than anybody is moved by discs
    World world(with_contact());
    Profile bus = cart_of(world, 12.0, 2.5);
    bus.max_speed = 50.0;
    AgentDescription driver = agent_moving({0.0, 0.0}, {speed, 0.0}, world.add_profile(bus));
    driver.avoids = false;
    const AgentHandle handle = world.add_agent(driver);
    world.step(2);
    const Vec2d at = world.state(handle).position;
    const ProfileIndex people = world.add_profile({}), cart = world.add_profile(cart_of(world, 1.0, 0.7));
    for (int i = 0; i < 20; ++i) {
      world.add_agent(agent_at({at.x + speed * 0.1 - 5.0 + 0.5 * i, 0.1 * (i % 5) - 0.2}, i % 4 == 0 ? cart : people));
    }
    world.add_agent(agent_at({at.x + speed * 0.1, 0.0}, people));
    world.step();
    EXPECT_TRUE(all_finite(world));
    const Vec2d now = world.state(handle).position;
    EXPECT_NEAR(now.x, at.x + 0.1 * speed, 1e-4);
    for (const AgentHandle agent : world.handles()) {
      if (agent == handle) continue;
      const Vec2d other = world.state(agent).position;
      const bool inside = std::abs(other.x - now.x) < 6.0 + 0.19 && std::abs(other.y - now.y) < 1.25 + 0.19;
      EXPECT_FALSE(inside) << "at " << other.x - now.x << ", " << other.y;
    }
  }
}

TEST_P(FootprintExtremes, PressedIntoCornersAndGapsNobodyPassesAWall) {
  // A room with a gap narrower than anybody, a thin wall in it, and a vehicle that goes to and fro and presses.
  const int seeds = on_reference() ? 2 : 12;
  for (int seed = 1; seed <= seeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    World world(with_contact());
    world.add_polyline(std::vector<Vec2d>{{0.0, 0.0}, {8.0, 0.0}, {8.0, 6.0}, {0.0, 6.0}, {0.0, 0.0}});
    world.add_polyline(std::vector<Vec2d>{{4.0, 0.0}, {4.2, 0.5}});
    world.add_polygon(box(6.0, 4.0, 6.5, 5.7));
    const ProfileIndex cart = world.add_profile(cart_of(world, 1.2, 0.8)), people = world.add_profile({});
    Profile press = cart_of(world, 2.0, 1.5);
    press.max_speed = 10.0;
    press.min_heading_speed = 100.0;  // it does not turn
    AgentDescription driver = agent_moving({2.0, 2.5}, {5.0, 0.0}, world.add_profile(press));
    driver.avoids = false;
    const AgentHandle handle = world.add_agent(driver);
    std::vector<AgentHandle> others;
    for (int i = 0; i < 24; ++i) {
      AgentDescription agent =
          agent_moving({random.between(0.1, 7.9), random.between(0.1, 3.9)},
                       {random.between(-1.8, 1.8), random.between(-1.8, 1.8)}, i % 2 == 0 ? cart : people);
      agent.heading = Vec2d{random.between(-1.0, 1.0), 0.3};
      others.push_back(world.add_agent(agent));
    }
    for (int step = 0; step < 60; ++step) {
      const Vec2d at = world.state(handle).position;
      const double ahead = step / 12 % 2 == 0 ? 5.0 : -5.0;
      world.set_preferred_velocity(
          handle, {at.x + 0.1 * ahead > 7.0 || at.x + 0.1 * ahead < 1.0 ? 0.0 : ahead, at.y > 0.8 ? -2.0 : 0.0});
      world.step();
      EXPECT_EQ(world.statistics().wall_crossings, 0u) << "seed " << seed << ", step " << step;
      for (const AgentHandle agent : others) {
        const Vec2d p = world.state(agent).position;
        EXPECT_TRUE(p.x > 0.0 && p.x < 8.0 && p.y > 0.0 && p.y < 6.0)
            << "seed " << seed << ", step " << step << ": " << p.x << ", " << p.y;
      }
      if (HasFailure()) return;
    }
    EXPECT_TRUE(all_finite(world));
  }
}

TEST_P(FootprintExtremes, WhoStartsInsideASolidGetsOut) {
  World world(with_contact());
  world.add_polygon(box(-2.0, -1.5, 2.0, 1.5));
  Profile cart = cart_of(world, 1.2, 0.8);
  const ProfileIndex carts = world.add_profile(cart);
  for (int i = 0; i < 4; ++i) world.add_agent(agent_at({0.3 * i - 0.5, 0.1 * i}, carts));
  EXPECT_EQ(world.measure().inside_obstacles, 4u);
  world.step(60);
  EXPECT_TRUE(all_finite(world));
  EXPECT_EQ(world.measure().inside_obstacles, 0u);
}

TEST_P(FootprintExtremes, WithoutRadiusOrNeighbors) {
  World world(with_contact());
  Profile cart = cart_of(world, 1.2, 0.8);
  cart.radius = 0.0;
  cart.max_neighbors = 0;
  Profile point;
  point.radius = 0.0;
  point.max_neighbors = 0;
  point.neighbor_distance = 0.0;
  const ProfileIndex carts = world.add_profile(cart), points = world.add_profile(point);
  const AgentHandle crossing = world.add_agent(agent_moving({-2.0, 0.1}, {1.3, 0.0}, points));
  world.add_agent(agent_moving({0.0, 0.0}, {0.0, 0.0}, carts));
  world.add_agent(agent_at({0.1, 0.0}, carts));
  world.add_agent(agent_at({0.1, 0.0}, points));
  // Neighbors are not asked for, footprints are avoided all the same.
  EXPECT_FALSE(world.constraints(crossing).empty());
  world.step(30);
  EXPECT_TRUE(all_finite(world));
}

TEST_P(FootprintExtremes, AtBothEndsOfTheWidestWorld) {
  World world(with_contact());
  const ProfileIndex cart = world.add_profile(cart_of(world, 1.2, 0.8)),
                     huge = world.add_profile(cart_of(world, 1.0e6, 1.0e5)), people = world.add_profile({});
  for (const double side : {-9.9e6, 9.9e6}) {
    for (int i = 0; i < 4; ++i) {
      world.add_agent(agent_moving({side + 3.0 * i, side}, {1.0, 0.0}, i % 2 == 0 ? cart : people));
    }
  }
  AgentDescription giant = agent_moving({0.0, 0.0}, {1.0, 0.0}, huge);
  giant.avoids = false;
  world.add_agent(giant);
  world.add_agent(agent_at({0.0, 5.0e4 + 1.0}, people));
  world.step(5);
  EXPECT_TRUE(all_finite(world));
  EXPECT_EQ(world.agent_count(), 10u);
}

TEST_P(FootprintExtremes, TheyComeGoAndTurnBetweenSteps) {
  World world(with_contact());
  const ProfileIndex cart = world.add_profile(cart_of(world, 2.0, 0.5)), people = world.add_profile({});
  const AgentHandle walker = world.add_agent(agent_at({0.0, 0.6}, people));
  const AgentHandle first = world.add_agent(agent_at({0.0, 0.0}, cart));
  world.step();
  EXPECT_EQ(world.measure().contacts, 0u);
  EXPECT_NEAR(world.state(walker).position.y, 0.6, 1e-6);
  // Turned, it reaches the walker.
  world.set_heading(first, {0.0, 1.0});
  EXPECT_EQ(world.measure().contacts, 1u);
  world.step(5);
  EXPECT_LT(world.measure().deepest_overlap, 1e-3);
  const AgentHandle second = world.add_agent(agent_at({50.0, 0.0}, cart));
  world.remove_agent(first);
  EXPECT_TRUE(world.constraints(walker).empty());
  world.step(2);
  world.remove_agent(second);
  world.step(2);
  EXPECT_EQ(world.agent_count(), 1u);
  EXPECT_TRUE(all_finite(world));
}

TEST_P(FootprintExtremes, OneLargeOrFastAmongManyIsFoundByAll) {
  // Sizes and speeds from 0.2 to 60 m, in any order: the same lines as from all pairs.
  World world(options()), check([&] {
    WorldOptions reference = options();
    reference.executor = ExecutorKind::reference;
    return reference;
  }());
  Random random(9);
  for (World* each : {&world, &check}) {
    random = Random(9);
    for (int i = 0; i < 120; ++i) {
      const double length = i % 12 == 0 ? 60.0 : i % 5 == 0 ? 6.0 : 0.4;
      Profile profile = cart_of(*each, length, 0.5 * length);
      profile.max_speed = 60.0;
      AgentDescription agent =
          i % 3 == 0 ? agent_at({0.0, 0.0}, each->add_profile({})) : agent_at({0.0, 0.0}, each->add_profile(profile));
      agent.position = random.in_box(60.0);
      agent.velocity = {i % 7 == 0 ? 40.0 : 0.5, random.between(-1.0, 1.0)};
      agent.heading = Vec2d{random.between(-1.0, 1.0), 0.4};
      each->add_agent(agent);
    }
  }
  const std::vector<AgentHandle> handles = world.handles(), others = check.handles();
  std::size_t lines = 0;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const std::size_t found = world.constraints(handles[i]).size();
    EXPECT_EQ(found, check.constraints(others[i]).size()) << i;
    lines += found;
  }
  EXPECT_GT(lines, 1000u);
  EXPECT_EQ(world.measure().contacts, check.measure().contacts);
  EXPECT_NEAR(world.measure().deepest_overlap, check.measure().deepest_overlap, 1e-4);
}

/// Its side leans over the corner of a house by centimeters. That is how far it moves, whichever edge comes first.
TEST_P(FootprintExtremes, WhoLeansOverACornerMovesOffIt) {
  for (std::size_t first = 0; first < 4; ++first) {
    World world(with_contact());
    std::vector<Vec2d> house{{0.0, 0.0}, {-10.0, 0.0}, {-10.0, -10.0}, {0.0, -10.0}};
    std::rotate(house.begin(), house.begin() + static_cast<std::ptrdiff_t>(first), house.end());
    world.add_polygon(house);
    Profile bus = cart_of(world, 12.0, 2.5);
    bus.max_speed = 2.0;
    AgentDescription agent = agent_at({1.65, 4.0}, world.add_profile(bus));
    agent.heading = Vec2d{0.1, 1.0};
    const AgentHandle handle = world.add_agent(agent);
    world.step();
    EXPECT_LT(distance(world.state(handle).position, {1.65, 4.0}), 0.5) << first;
    EXPECT_GT(world.state(handle).position.x, 1.75) << first;
  }
}

TEST_P(FootprintExtremes, WhoTurnsAmongPillarsIsNotThrown) {
  for (const double scale : {1.0, 0.1}) {
    World world(with_contact());
    Random random(18);
    for (int i = -2; i <= 2; ++i) {
      for (int j = -2; j <= 2; ++j) {
        const double x = 20.0 * scale * i, y = 20.0 * scale * j, half = scale * random.between(1.0, 4.0);
        world.add_polygon(box(x - half, y - half, x + half, y + half));
      }
    }
    Profile bus = cart_of(world, 12.0 * scale, 2.5 * scale);
    bus.max_speed = bus.preferred_speed = 5.0 * scale;
    bus.max_turning_rate = 1.0;
    AgentDescription agent = agent_at({10.0 * scale, 10.0 * scale}, world.add_profile(bus));
    agent.heading = Vec2d{1.0, 0.0};
    const AgentHandle handle = world.add_agent(agent);
    double farthest = 0.0;
    for (int step = 0; step < 600; ++step) {
      if (step % 100 == 0) world.set_goal(handle, random.in_box(40.0 * scale));
      const Vec2d before = world.state(handle).position;
      world.step();
      farthest = std::max(farthest, distance(before, world.state(handle).position));
    }
    // It drives half of a meter in a step, and turns by 6 degrees.
    EXPECT_LT(farthest, 1.7 * scale);
    EXPECT_GT(farthest, 0.4 * scale);
  }
}

/// One step from anywhere across the corner of a wall: rounding decides nothing.
TEST(FootprintAgreement, AcrossACornerWithTheReference) {
  Random random(9);
  const auto narrow = [](double x) { return static_cast<double>(static_cast<float>(x)); };
  int moved = 0;
  for (int i = 0; i < 300; ++i) {
    const double angle = random.between(0.0, 6.283);
    const Vec2d at{narrow(random.between(-3.0, 7.0)), narrow(random.between(-4.0, 7.0))};
    const std::vector<Vec2d> wall{
        {narrow(random.between(-3.0, 0.0)), -9.0}, {0.0, 0.0}, {narrow(random.between(-3.0, 3.0)), -8.0}};
    Vec2d end[2];
    for (const ExecutorKind kind : {ExecutorKind::cpu, ExecutorKind::reference}) {
      WorldOptions options;
      options.executor = kind;
      options.threads = 1;
      options.contact = ContactPass{};
      World world(options);
      world.add_polyline(wall);
      AgentDescription agent = agent_at(at, world.add_profile(cart_of(world, 12.0, 2.5)));
      agent.heading = Vec2d{std::cos(angle), std::sin(angle)};
      const AgentHandle handle = world.add_agent(agent);
      world.step();
      end[kind == ExecutorKind::reference ? 1 : 0] = world.state(handle).position;
    }
    EXPECT_LT(distance(end[0], end[1]), 1e-3) << "case " << i;
    moved += distance(end[1], at) > 1e-6 ? 1 : 0;
  }
  EXPECT_GT(moved, 60);
}

}  // namespace
}  // namespace throng::test::footprint_extremes_tests
