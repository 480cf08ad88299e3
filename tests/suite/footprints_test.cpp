// Agents with a convex footprint: what others see of them, who is moved by whom, and brakes.
#include <cmath>
#include <cstdio>
#include <memory>

#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::footprints_tests {
namespace {

class Footprints : public OnEveryExecutor {
 protected:
  [[nodiscard]] WorldOptions with_contact() const {
    WorldOptions contact = options();
    contact.contact = ContactPass{};
    return contact;
  }
};
THRONG_ON_EVERY_EXECUTOR(Footprints);

Profile footprint_profile(World& world, double length, double width) {
  Profile profile;
  profile.footprint = world.add_footprint(box(-0.5 * length, -0.5 * width, 0.5 * length, 0.5 * width));
  profile.radius = world.footprint_radius(*profile.footprint);
  return profile;
}

/// m, from a point to a rectangle with its sides along its heading; below 0 inside.
double outside_of(Vec2d center, Vec2d heading, double length, double width, Vec2d point) {
  const Vec2d offset = minus(point, center);
  const double x = std::abs(offset.x * heading.x + offset.y * heading.y) - 0.5 * length;
  const double y = std::abs(offset.y * heading.x - offset.x * heading.y) - 0.5 * width;
  if (x > 0.0 && y > 0.0) return std::sqrt(x * x + y * y);
  return std::max(x, y);
}

TEST_P(Footprints, AWalkerPassesTheEdgesAndNotTheCircle) {
  World world(options(0.05));
  const Profile cart = footprint_profile(world, 4.0, 0.6);  // the circle has a radius of 2.02 m
  AgentDescription parked = agent_at({0.0, 0.0}, world.add_profile(cart));
  parked.avoids = false;
  world.add_agent(parked);
  // Along the long side, a hand's breadth off: within the circle all the way.
  const AgentHandle walker = world.add_agent(agent_moving({-4.0, 0.55}, {1.3, 0.0}, world.add_profile({})));
  for (int step = 0; step < 120; ++step) {
    world.step();
    const AgentState state = world.state(walker);
    EXPECT_GT(outside_of({0.0, 0.0}, {1.0, 0.0}, 4.0, 0.6, state.position), 0.2 - 1e-4);
    EXPECT_NEAR(state.position.y, 0.55, 1e-4);
  }
  EXPECT_GT(world.state(walker).position.x, 3.5);
}

TEST_P(Footprints, AWalkerGoesAroundACorner) {
  World world(options(0.05));
  const Profile cart = footprint_profile(world, 2.0, 1.0);
  AgentDescription standing = agent_at({0.0, 0.0}, world.add_profile(cart));
  standing.avoids = false;
  standing.heading = Vec2d{0.6, 0.8};
  world.add_agent(standing);
  const AgentHandle walker = world.add_agent(agent_to({-4.0, 0.25}, {4.0, 0.25}, world.add_profile({})));
  double nearest = 10.0;
  for (int step = 0; step < 250; ++step) {
    world.step();
    nearest = std::min(nearest, outside_of({0.0, 0.0}, {0.6, 0.8}, 2.0, 1.0, world.state(walker).position));
  }
  EXPECT_GT(nearest, 0.2 - 1e-3);
  EXPECT_LT(nearest, 0.3);
  EXPECT_TRUE(world.state(walker).arrived);
}

TEST_P(Footprints, BesideABusOfTheSameVelocityNothingHappens) {
  World world(options());
  Profile bus = footprint_profile(world, 12.0, 2.5);
  AgentDescription driver = agent_moving({0.0, 0.0}, {1.5, 0.0}, world.add_profile(bus));
  driver.avoids = false;
  world.add_agent(driver);
  const AgentHandle beside = world.add_agent(agent_moving({2.0, 1.5}, {1.5, 0.0}, world.add_profile({})));
  const AgentHandle behind = world.add_agent(agent_moving({-6.4, 0.0}, {1.5, 0.0}, world.add_profile({})));
  world.step(30);
  EXPECT_EQ(world.state(beside).velocity, (Vec2d{1.5, 0.0}));
  EXPECT_EQ(world.state(behind).velocity, (Vec2d{1.5, 0.0}));
  // A standing one in front of it steps aside, though the bus is 2 s away.
  World other(options());
  Profile same = footprint_profile(other, 12.0, 2.5);
  driver.profile = other.add_profile(same);
  other.add_agent(driver);
  const AgentHandle ahead = other.add_agent(agent_at({9.2, 0.5}, other.add_profile({})));
  other.step(60);
  EXPECT_GT(other.state(ahead).position.y, 1.25 + 0.2 - 1e-3);
}

TEST_P(Footprints, LinesAreHardAsLongAsThereIsASolution) {
  World world(options());
  Profile bus = footprint_profile(world, 12.0, 2.5);
  bus.max_speed = 20.0;
  AgentDescription driver = agent_moving({0.0, 0.0}, {15.0, 0.0}, world.add_profile(bus));
  driver.avoids = false;
  world.add_agent(driver);
  const AgentHandle ahead = world.add_agent(agent_at({10.0, 0.2}, world.add_profile({})));
  const std::vector<Constraint> lines = world.constraints(ahead);
  ASSERT_FALSE(lines.empty());
  EXPECT_TRUE(lines[0].obstacle);
  world.step();
  // No velocity of at most 1.8 m/s meets the line: it runs as fast as it can, away from it.
  EXPECT_NEAR(norm(world.state(ahead).velocity), 1.8, 1e-4);
  EXPECT_EQ(world.statistics().infeasible, 1u);
}

TEST_P(Footprints, MasksAndIgnoredTargetsHoldForFootprintsToo) {
  World world(options());
  const Profile cart = footprint_profile(world, 2.0, 1.0);
  AgentDescription standing = agent_at({2.0, 0.0}, world.add_profile(cart));
  standing.layer = 2;
  const AgentHandle target = world.add_agent(standing);
  AgentDescription walker = agent_moving({0.0, 0.0}, {1.0, 0.0}, world.add_profile({}));
  walker.mask = 1;
  const AgentHandle blind = world.add_agent(walker);
  walker.mask = 3;
  walker.position = {0.0, 0.3};
  walker.layer = 4;
  const AgentHandle seeing = world.add_agent(walker);
  EXPECT_TRUE(world.constraints(blind).empty());
  EXPECT_FALSE(world.constraints(seeing).empty());
  static_cast<void>(target);
}

TEST_P(Footprints, ABusThroughAStandingCrowdPushesAndHasNobodyInside) {
  World world(with_contact());
  Profile bus = footprint_profile(world, 6.0, 2.0);
  bus.max_speed = 3.0;
  AgentDescription driver = agent_moving({-6.0, 0.05}, {2.0, 0.0}, world.add_profile(bus));
  driver.avoids = false;
  const AgentHandle handle = world.add_agent(driver);
  Profile person;
  person.radius = 0.25;
  const ProfileIndex people = world.add_profile(person);
  Random random(5);
  for (int row = 0; row < 12; ++row) {
    for (int column = 0; column < 12; ++column) {
      world.add_agent(agent_at({column + random.between(-0.2, 0.2), row - 5.5 + random.between(-0.2, 0.2)}, people));
    }
  }
  double deepest = 0.0;
  for (int step = 0; step < 60; ++step) {
    world.step();
    const AgentState state = world.state(handle);
    EXPECT_EQ(state.velocity, (Vec2d{2.0, 0.0}));
    deepest = std::max(deepest, world.measure().deepest_overlap);
    for (const Vec2d& at : world.positions()) {
      if (at == state.position) continue;
      EXPECT_GT(outside_of(state.position, {1.0, 0.0}, 6.0, 2.0, at), 0.25 - 0.025) << "step " << step;
    }
  }
  EXPECT_LT(deepest, 0.1 * 0.25);
  // Somebody was met.
  double farthest = 0.0;
  for (const Vec2d& v : world.velocities()) farthest = std::max(farthest, std::abs(v.y));
  EXPECT_GT(farthest, 0.1);
}

TEST_P(Footprints, TwoOverlappingPartByHalfOfTheWayEach) {
  WorldOptions slow = with_contact();
  World world(slow);
  Profile cart = footprint_profile(world, 2.0, 1.0);
  cart.max_neighbors = 0;
  const ProfileIndex carts = world.add_profile(cart);
  const AgentHandle low = world.add_agent(agent_at({0.0, 0.0}, carts));
  const AgentHandle high = world.add_agent(agent_at({0.3, 0.9}, carts));
  EXPECT_NEAR(world.measure().deepest_overlap, 0.1, 1e-6);
  EXPECT_EQ(world.measure().contacts, 1u);
  world.step();
  EXPECT_LE(world.measure().deepest_overlap, 0.0);
  const Vec2d a = world.state(low).position, b = world.state(high).position;
  EXPECT_NEAR(a.x, 0.0, 1e-6);
  EXPECT_NEAR(b.x, 0.3, 1e-6);
  EXPECT_NEAR(a.y + b.y, 0.9, 1e-6);
  EXPECT_GT(b.y - a.y, 1.0 - 1e-6);
}

TEST_P(Footprints, ACartPressedAgainstAWallStaysBeforeIt) {
  World world(with_contact());
  world.add_polyline(std::vector<Vec2d>{{-5.0, 0.0}, {5.0, 0.0}});
  const Profile cart = footprint_profile(world, 2.0, 1.0);
  const AgentHandle pressed = world.add_agent(agent_at({0.0, 0.6}, world.add_profile(cart)));
  AgentDescription roller =
      agent_moving({0.0, 2.0}, {0.0, -1.0}, world.add_profile(footprint_profile(world, 3.0, 1.0)));
  roller.avoids = false;
  roller.heading = Vec2d{1.0, 0.0};
  Profile turned = world.profile(roller.profile);
  turned.min_heading_speed = 10.0;  // it comes sideways
  roller.profile = world.add_profile(turned);
  world.add_agent(roller);
  for (int step = 0; step < 12; ++step) {
    world.step();
    EXPECT_GE(world.state(pressed).position.y, 0.5 - 1e-5) << step;
  }
}

TEST_P(Footprints, ABusThatBrakesStopsBeforeWhoStandsInItsWay) {
  for (const bool brakes : {true, false}) {
    World world(with_contact());
    Profile bus = footprint_profile(world, 12.0, 2.5);
    bus.max_speed = 8.0;
    bus.max_acceleration = 2.0;
    bus.brakes_when_blocked = brakes;
    AgentDescription driver = agent_moving({0.0, 0.0}, {6.0, 0.0}, world.add_profile(bus));
    driver.avoids = false;
    const AgentHandle handle = world.add_agent(driver);
    AgentDescription standing = agent_at({30.0, 0.4}, world.add_profile({}));
    standing.avoids = false;
    const AgentHandle met = world.add_agent(standing);
    world.step(200);
    const AgentState state = world.state(handle);
    if (!brakes) {
      EXPECT_GT(state.position.x, 100.0);
      continue;
    }
    EXPECT_NEAR(state.velocity.x, 0.0, 1e-3);
    EXPECT_NEAR(state.position.x + 6.0, 30.0 - 0.2 - 0.5, 0.05);
    EXPECT_LE(state.position.x + 6.0, 30.0 - 0.2 - 0.5 + 1e-3);
    // Freed, it drives on.
    world.remove_agent(met);
    world.step(50);
    EXPECT_GT(world.state(handle).velocity.x, 5.0);
  }
}

TEST_P(Footprints, WhoStandsBesideTheWayDoesNotBrakeIt) {
  World world(options());
  Profile bus = footprint_profile(world, 12.0, 2.5);
  bus.max_speed = 8.0;
  bus.brakes_when_blocked = true;
  AgentDescription driver = agent_moving({0.0, 0.0}, {6.0, 0.0}, world.add_profile(bus));
  driver.avoids = false;
  const AgentHandle handle = world.add_agent(driver);
  AgentDescription standing = agent_at({30.0, 1.25 + 0.21}, world.add_profile({}));
  standing.avoids = false;
  world.add_agent(standing);
  world.step(100);
  EXPECT_NEAR(world.state(handle).position.x, 60.0, 1e-3);
}

/// Of a hundred on one point 80 are small and have lower ids: they hide no large one.
TEST_P(Footprints, LargeOnesAmongManySmallOnesOnAPointAreMet) {
  for (const bool brakes : {false, true}) {
    World world(with_contact());
    Profile careless;
    careless.max_neighbors = 0;
    careless.radius = 0.05;
    careless.max_speed = 5.0;
    const ProfileIndex small = world.add_profile(careless);
    std::vector<AgentDescription> agents;
    for (int i = 0; i < 100; ++i) {
      agents.push_back(agent_at({0.0, 0.0}, small));
      if (i >= 80) agents.back().radius = 0.8;
      agents.back().avoids = i < 80;
    }
    for (int i = 0; i < 300; ++i) agents.push_back(agent_at({20.0 + i % 20, 20.0 + i / 20}, small));
    Profile cart = careless;
    cart.brakes_when_blocked = brakes;
    if (!brakes) cart.footprint = world.add_footprint(box(-0.1, -0.1, 0.1, 0.1));
    agents.push_back(brakes ? agent_moving({-1.75, 0.0}, {5.0, 0.0}) : agent_at({-0.7, 0.0}));
    agents.back().profile = world.add_profile(cart);
    const AgentHandle handle = world.add_agents(agents).back();
    world.step();
    if (brakes) {
      EXPECT_NEAR(world.state(handle).velocity.x, (1.75 - 0.05 - 0.8 - 0.5) / 0.1, 1e-4);
    } else {
      EXPECT_LT(world.state(handle).position.x, -0.72);
    }
  }
}

/// Carts of several shapes and walkers, moving at random, in a room.
struct MixedCrowd {
  explicit MixedCrowd(std::uint64_t seed, int agents, double side) {
    Random random(seed);
    for (int i = 0; i < agents; ++i) {
      AgentDescription agent = agent_at({random.between(0.0, side), random.between(0.0, side)});
      agent.velocity = {random.between(-1.0, 1.0), random.between(-1.0, 1.0)};
      agent.preferred_velocity = Vec2d{random.between(-1.3, 1.3), random.between(-1.3, 1.3)};
      agent.heading = Vec2d{random.between(-1.0, 1.0), random.between(-1.0, 1.0) + 1.5};
      agent.id = i;
      agent.avoids = i % 11 != 0;
      agent.priority = i % 13 == 0 ? INFINITY : 1.0;
      shape.push_back(i % 4);
      agents_.push_back(agent);
    }
  }
  [[nodiscard]] World make(WorldOptions options, bool backward = false) const {
    World world(options);
    world.add_polyline(std::vector<Vec2d>{{-1.0, 3.0}, {9.0, 3.5}});
    std::vector<ProfileIndex> profiles{world.add_profile({})};
    const std::vector<std::vector<Vec2d>> shapes{box(-0.5, -0.3, 0.9, 0.3),
                                                 {{1.0, 0.0}, {-0.5, 0.5}, {-0.4, -0.5}},
                                                 {{0.3, 0.3}, {-0.3, 0.3}, {-0.3, -0.3}, {0.3, -0.3}}};
    for (const auto& vertices : shapes) {
      Profile profile;
      profile.footprint = world.add_footprint(vertices);
      profile.radius = 0.8 * world.footprint_radius(*profile.footprint);
      profile.brakes_when_blocked = profiles.size() == 2;
      if (profiles.size() == 3) profile.max_acceleration = 3.0;
      if (profiles.size() == 1) profile.max_turning_rate = 2.0;
      profiles.push_back(world.add_profile(profile));
    }
    std::vector<AgentDescription> agents = agents_;
    for (std::size_t i = 0; i < agents.size(); ++i) {
      agents[i].profile = profiles[static_cast<std::size_t>(shape[i])];
    }
    if (backward) std::reverse(agents.begin(), agents.end());
    world.add_agents(agents);
    return world;
  }
  std::vector<AgentDescription> agents_;
  std::vector<int> shape;
};

TEST(FootprintsAgree, WithTheReference) {
  // Velocities as the programs choose them, then positions after the contact pass.
  std::size_t agents = 0, off = 0, lines = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const MixedCrowd crowd(seed, 60, seed % 2 == 0 ? 9.0 : 20.0);
    World fast = crowd.make({.executor = ExecutorKind::cpu}), slow = crowd.make({.executor = ExecutorKind::reference});
    const std::vector<AgentHandle> handles = fast.handles(), others = slow.handles();
    for (std::size_t i = 0; i < handles.size(); ++i) {
      const std::vector<Constraint> a = fast.constraints(handles[i]), b = slow.constraints(others[i]);
      ASSERT_EQ(a.size(), b.size()) << "seed " << seed << " agent " << i;
      for (std::size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(a[k].obstacle, b[k].obstacle);
        lines += a[k].obstacle ? 1 : 0;
        EXPECT_NEAR(a[k].direction.x, b[k].direction.x, 2e-3) << "seed " << seed << " agent " << i << " line " << k;
        EXPECT_NEAR(a[k].direction.y, b[k].direction.y, 2e-3);
        EXPECT_NEAR(a[k].point.x, b[k].point.x, 1e-2);
        EXPECT_NEAR(a[k].point.y, b[k].point.y, 1e-2);
      }
    }
    EXPECT_NEAR(fast.measure().deepest_overlap, slow.measure().deepest_overlap, 1e-5);
    EXPECT_EQ(fast.measure().contacts, slow.measure().contacts);
    fast.step();
    slow.step();
    const std::vector<Vec2d> got = fast.velocities(), wanted = slow.velocities();
    for (std::size_t i = 0; i < got.size(); ++i) {
      ++agents;
      if (max_difference(got[i], wanted[i]) > 1e-3) ++off;
    }
  }
  EXPECT_GT(lines, 2000u);
  EXPECT_LE(static_cast<double>(off), 0.02 * static_cast<double>(agents)) << off << " of " << agents;
}

TEST(FootprintsAgree, WithTheReferenceOnContacts) {
  std::size_t agents = 0, off = 0, moved = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    MixedCrowd crowd(seed, 40, 9.0);
    for (AgentDescription& agent : crowd.agents_) {
      agent.velocity = agent.avoids ? Vec2d{} : *agent.preferred_velocity;
      if (agent.avoids) agent.preferred_velocity = Vec2d{};
    }
    WorldOptions cpu{.executor = ExecutorKind::cpu}, reference{.executor = ExecutorKind::reference};
    cpu.contact = reference.contact = ContactPass{.iterations = 1};
    World fast = crowd.make(cpu), slow = crowd.make(reference),
          alone = crowd.make({.executor = ExecutorKind::reference});
    fast.step();
    slow.step();
    alone.step();
    const std::vector<Vec2d> got = fast.positions(), wanted = slow.positions(), without = alone.positions();
    for (std::size_t i = 0; i < got.size(); ++i) {
      ++agents;
      moved += distance(wanted[i], without[i]) > 1e-3 ? 1 : 0;
      if (max_difference(got[i], wanted[i]) > 1e-3) ++off;
    }
  }
  EXPECT_GT(moved, agents / 3);
  EXPECT_LE(static_cast<double>(off), 0.03 * static_cast<double>(agents)) << off << " of " << agents;
}

/// Whatever is left out of a pile at one point where all see each other: whether someone far away is on a layer of its
/// own changes nothing.
TEST(FootprintsInvariance, APileOfCartsHidesNoDisc) {
  const auto run = [](bool on_own_layer) {
    WorldOptions options;
    options.executor = ExecutorKind::cpu;
    options.contact = ContactPass{};
    World world(options);
    const ProfileIndex cart = world.add_profile(footprint_profile(world, 1.0, 0.6)), person = world.add_profile({});
    for (int k = 0; k < 90; ++k) world.add_agent(agent_at({0.0, 0.0}, cart));
    for (int k = 0; k < 12; ++k) world.add_agent(agent_at({0.0, 0.0}, person));
    AgentDescription far = agent_at({50.0, 0.0}, person);
    if (on_own_layer) far.layer = far.mask = 2;
    world.add_agent(far);
    world.step();
    std::vector<Vec2d> at = world.positions();
    at.resize(102);
    return at;
  };
  EXPECT_EQ(run(false), run(true));
}

TEST(FootprintsInvariance, ThreadsOrderCellsAndSavingChangeNoBit) {
  for (const bool contact : {false, true}) {
    const MixedCrowd crowd(77, 300, 22.0);
    WorldOptions options{.executor = ExecutorKind::cpu, .threads = 1};
    if (contact) options.contact = ContactPass{};
    World world = crowd.make(options);
    world.step(20);
    const std::uint64_t hash = world.state_hash();
    const Measures measures = world.measure();
    options.threads = 3;
    World threads = crowd.make(options);
    threads.step(20);
    EXPECT_EQ(threads.state_hash(), hash);
    World backward = crowd.make(options, true);
    backward.step(20);
    EXPECT_EQ(backward.state_hash(), hash);
    EXPECT_EQ(backward.measure().deepest_overlap, measures.deepest_overlap);
    EXPECT_EQ(backward.measure().contacts, measures.contacts);
    options.cell_size = 0.7;
    World cells = crowd.make(options);
    cells.step(20);
    EXPECT_EQ(cells.state_hash(), hash);
    World half = crowd.make(options);
    half.step(10);
    const std::string path = testing::TempDir() + "footprints.state";
    half.save(path);
    World loaded = World::load(path, ExecutorKind::cpu, 2);
    std::remove(path.c_str());
    loaded.step(10);
    EXPECT_EQ(loaded.state_hash(), hash);
    EXPECT_EQ(loaded.footprint_radius({1}), half.footprint_radius({1}));
  }
}

}  // namespace
}  // namespace throng::test::footprints_tests
