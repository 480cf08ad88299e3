// The contact pass: overlapping agents part, walls stop everybody, and who is left alone does not notice it.
#include <array>
#include <cmath>
#include <limits>

#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::contact_tests {
namespace {

/// Neither agents nor, with so short a horizon, walls are avoided: what happens is the pass alone.
Profile careless(double radius = 0.2) {
  Profile p;
  p.radius = radius;
  p.max_neighbors = 0;
  p.max_speed = 100.0;
  p.time_horizon_obstacle = 1.0e-6;
  return p;
}

class Contact : public OnEveryExecutor {
 protected:
  [[nodiscard]] WorldOptions with_contact(double time_step = 0.1, int iterations = 8) const {
    WorldOptions o = options(time_step);
    o.contact = ContactPass{iterations};
    return o;
  }
};
THRONG_ON_EVERY_EXECUTOR(Contact);

struct Segment {
  Vec2d from, to;
};
void add(World& world, const std::vector<Segment>& walls) {
  for (const Segment& wall : walls) world.add_polyline(std::array{wall.from, wall.to});
}

/// Steps, and counts by geometry the moves that cross a wall.
std::uint64_t crossings_while_stepping(World& world, const std::vector<Segment>& walls, int steps) {
  std::uint64_t crossings = 0;
  std::vector<Vec2d> before = world.positions();
  for (int s = 0; s < steps; ++s) {
    world.step();
    const std::vector<Vec2d> after = world.positions();
    for (std::size_t k = 0; k < after.size(); ++k) {
      for (const Segment& wall : walls) crossings += segments_cross(before[k], after[k], wall.from, wall.to);
    }
    before = after;
  }
  return crossings;
}

/// Least distance of anybody's center to a wall, less its radius; m.
double wall_clearance(const World& world, const std::vector<Segment>& walls) {
  double least = std::numeric_limits<double>::infinity();
  for (const AgentHandle agent : world.handles()) {
    const AgentState state = world.state(agent);
    for (const Segment& wall : walls) {
      least = std::min(least, segment_distance(state.position, wall.from, wall.to) - state.radius);
    }
  }
  return least;
}

TEST_P(Contact, TwoDiscsPartEvenly) {
  World world(with_contact());
  const ProfileIndex profile = world.add_profile(careless());
  world.add_agent(agent_at({-0.16, 0.0}, profile));
  world.add_agent(agent_at({0.16, 0.0}, profile));
  world.step();
  const std::vector<Vec2d> at = world.positions(), velocity = world.velocities();
  EXPECT_NEAR(at[1].x - at[0].x, 1.015 * 0.4, 1e-6);
  EXPECT_EQ(at[0].x, -at[1].x);
  EXPECT_EQ(at[0].y, 0.0);
  EXPECT_NEAR(velocity[0].x, (at[0].x + 0.16) / 0.1, 1e-5) << "position and velocity agree";
  EXPECT_EQ(world.state(world.handles()[0]).heading, (Vec2d{1.0, 0.0})) << "who is pushed does not turn";
  world.step();
  EXPECT_EQ(world.positions(), at) << "and stay";
}

TEST_P(Contact, CoincidentDiscsGoOppositeWays) {
  World world(with_contact());
  const ProfileIndex profile = world.add_profile(careless());
  for (int k = 0; k < 2; ++k) world.add_agent(agent_at({1.0, 2.0}, profile));
  world.step();
  const std::vector<Vec2d> at = world.positions();
  EXPECT_NEAR(distance(at[0], {1.0, 2.0}), 0.1, 1e-5) << "no further than half a radius";
  EXPECT_LT(max_difference(plus(at[0], at[1]), {2.0, 4.0}), 1e-6);
  world.step(2);
  EXPECT_GE(least_clearance(world), 0.0);
}

TEST_P(Contact, APileDoesNotFlyApart) {
  World world(with_contact());
  const ProfileIndex profile = world.add_profile(careless());
  Random random(5);
  for (int k = 0; k < 30; ++k) world.add_agent(agent_at({random.between(0.0, 0.3), random.between(0.0, 0.3)}, profile));
  for (int s = 0; s < 40; ++s) {
    const std::vector<Vec2d> before = world.positions();
    world.step();
    const std::vector<Vec2d> after = world.positions();
    for (std::size_t k = 0; k < before.size(); ++k) ASSERT_LE(distance(before[k], after[k]), 0.1 + 1e-5);
  }
  EXPECT_LT(world.measure().deepest_overlap, 0.02 * 0.2);
  // 30 discs of 0.2 m, as close as they can stand, cover a disc of about 1.2 m.
  for (const Vec2d& at : world.positions()) EXPECT_LT(distance(at, {0.15, 0.15}), 1.6);
}

TEST_P(Contact, APileHidesNoLargeOne) {
  World world(with_contact());
  const ProfileIndex profile = world.add_profile(careless());
  for (int k = 0; k < 100; ++k) world.add_agent(agent_at({0.0, 0.0}, profile));
  AgentDescription large = agent_at({0.0, 0.0}, profile);
  large.radius = 5.0;
  world.add_agent(large);
  const AgentHandle pushed = world.add_agent(agent_at({4.0, 0.0}, profile));
  world.step();
  EXPECT_GT(world.state(pushed).position.x, 4.05);
}

TEST_P(Contact, OneLargeAgentIsSeenByAllItTouches) {
  World world(with_contact(0.1, 1));
  const ProfileIndex profile = world.add_profile(careless());
  AgentDescription large = agent_at({0.0, 0.0}, profile);
  large.radius = 10.0;
  large.avoids = false;
  world.add_agent(large);
  // From its middle to where it reaches no longer, each in another direction.
  const double near = 10.3;
  std::vector<std::pair<AgentHandle, Vec2d>> people;
  for (const double distance : {3.0, 7.0, 9.5, 10.1, 10.25, 10.4, 12.0, 16.0}) {
    const double angle = 0.7 * static_cast<double>(people.size());
    const Vec2d at{distance * std::cos(angle), distance * std::sin(angle)};
    people.emplace_back(world.add_agent(agent_at(at, profile)), at);
  }
  world.step();
  for (const auto& [person, at] : people) {
    EXPECT_EQ(distance(world.state(person).position, at) > 0.01, norm(at) < near) << norm(at);
  }
}

TEST_P(Contact, ScriptedBodiesPushAndAreNotPushed) {
  World world(with_contact());
  const ProfileIndex profile = world.add_profile(careless());
  AgentDescription scripted = agent_moving({0.0, 0.0}, {1.0, 0.0}, profile);
  scripted.avoids = false;
  const AgentHandle pusher = world.add_agent(scripted);
  const AgentHandle pushed = world.add_agent(agent_at({0.45, 0.0}, profile));
  AgentDescription vip = agent_at({0.9, 0.0}, profile);
  vip.priority = std::numeric_limits<double>::infinity();
  const AgentHandle important = world.add_agent(vip);
  for (int s = 1; s <= 10; ++s) {
    world.step();
    EXPECT_NEAR(world.state(pusher).position.x, 0.1 * s, 1e-5);
    EXPECT_EQ(world.state(pusher).velocity, (Vec2d{1.0, 0.0}));
  }
  EXPECT_GT(world.state(pushed).position.x, 1.0 + 0.4 - 0.01);
  EXPECT_GT(world.state(important).position.x, 1.0 + 0.8 - 0.02) << "priority is no weight";
}

TEST_P(Contact, FollowsLayersAndMasks) {
  World world(with_contact());
  const ProfileIndex profile = world.add_profile(careless());
  const auto place = [&](Vec2d at, std::uint32_t layer, std::uint32_t mask) {
    AgentDescription agent = agent_at(at, profile);
    agent.layer = layer;
    agent.mask = mask;
    return world.add_agent(agent);
  };
  const AgentHandle upstairs = place({0.0, 0.0}, 1, 1), downstairs = place({0.3, 0.0}, 2, 2);
  const AgentHandle sees = place({5.0, 0.0}, 1, 2), unaware = place({5.35, 0.0}, 2, 2);
  world.step();
  EXPECT_NEAR(world.state(upstairs).position.x, 0.0, 1e-6);
  EXPECT_NEAR(world.state(downstairs).position.x, 0.3, 1e-6);
  EXPECT_NEAR(world.state(unaware).position.x, 5.35, 1e-6);
  EXPECT_NEAR(world.state(sees).position.x, 5.35 - 0.406, 1e-6) << "it takes all of it";
}

TEST_P(Contact, WhoTouchesNobodyMovesAsWithoutIt) {
  const auto run = [&](const WorldOptions& o) {
    World world(o);
    world.add_profile({});
    for (int k = 0; k < 5; ++k) world.add_agent(agent_to({0.0, 3.0 * k}, {10.0 - k, 12.0 - 3.0 * k}));
    world.add_polygon(box(4.0, 4.0, 5.0, 5.0));
    world.step(100);
    return world.state_hash();
  };
  EXPECT_EQ(run(with_contact()), run(options()));
}

TEST_P(Contact, AThinWallStopsWhoeverIsFast) {
  const auto run = [&](const WorldOptions& o, Vec2d from, Vec2d velocity) {
    World world(o);
    world.add_agent(agent_moving(from, velocity, world.add_profile(careless())));
    world.add_polyline(std::array{Vec2d{0.0, -30.0}, Vec2d{0.0, 30.0}});
    world.step();
    EXPECT_EQ(world.statistics().wall_crossings, o.contact ? 0u : 1u);
    return world.positions()[0];
  };
  EXPECT_GT(run(options(1.0), {-10.0, 0.0}, {50.0, 0.0}).x, 30.0) << "without the pass";
  EXPECT_NEAR(run(with_contact(1.0), {-10.0, 0.0}, {50.0, 0.0}).x, -0.2, 1e-5);
  EXPECT_NEAR(run(with_contact(1.0), {10.0, 0.0}, {-50.0, 3.0}).x, 0.2, 1e-5) << "from its other side";
}

TEST_P(Contact, ACornerOfTwoWallsStopsToo) {
  const std::vector<Segment> walls{{{0.0, -30.0}, {0.0, 5.0}}, {{-30.0, 5.0}, {0.0, 5.0}}};
  for (const Vec2d velocity : {Vec2d{50.0, 50.0}, Vec2d{40.0, 20.0}, Vec2d{3.0, 60.0}}) {
    World world(with_contact(1.0));
    world.add_agent(agent_moving({-10.0, -5.0}, velocity, world.add_profile(careless())));
    add(world, walls);
    EXPECT_EQ(crossings_while_stepping(world, walls, 20), 0u);
    EXPECT_GT(wall_clearance(world, walls), -1e-4);
  }
}

TEST_P(Contact, PushedAgainstAWallOneStaysBeforeIt) {
  // The pusher is scripted: it walks through the wall and through whoever has no room to give way.
  World world(with_contact());
  const ProfileIndex profile = world.add_profile(careless());
  AgentDescription scripted = agent_moving({-2.0, 0.05}, {1.0, 0.0}, profile);
  scripted.avoids = false;
  world.add_agent(scripted);
  const AgentHandle pushed = world.add_agent(agent_at({-1.0, 0.0}, profile));
  const std::vector<Segment> walls{{{0.0, -0.5}, {0.0, 3.0}}, {{-3.0, -0.5}, {0.0, -0.5}}};
  add(world, walls);
  for (int s = 0; s < 40; ++s) {
    world.step();
    const Vec2d at = world.state(pushed).position;
    ASSERT_LE(at.x, -0.2 + 1e-4) << s;
    ASSERT_GE(at.y, -0.3 - 1e-4) << s;
  }
}

TEST_P(Contact, TheEndOfAWallKeepsOffToo) {
  for (const double y : {0.0, 0.05, -0.05}) {
    World world(with_contact());
    const ProfileIndex profile = world.add_profile(careless());
    world.add_agent(agent_moving({-1.0, y}, {1.0, 0.0}, profile));
    const std::vector<Segment> walls{{{0.0, 0.0}, {2.0, 0.0}}};
    add(world, walls);
    for (int s = 0; s < 30; ++s) {
      world.step();
      ASSERT_GT(wall_clearance(world, walls), -1e-4) << "y = " << y << ", step " << s;
    }
  }
}

TEST_P(Contact, HundredsPressAndNobodyGetsThrough) {
  // A room of thin walls; everybody wants to the same point outside, half of them without avoiding anybody.
  const std::vector<Segment> walls{
      {{-4.0, -4.0}, {4.0, -4.0}}, {{4.0, -4.0}, {4.0, 4.0}}, {{4.0, 4.0}, {-4.0, 4.0}}, {{-4.0, 4.0}, {-4.0, -4.0}}};
  World world(with_contact());
  Profile p = careless(0.15);
  p.max_speed = 1.8;
  Profile careful;
  careful.radius = 0.15;
  const std::array profiles{world.add_profile(p), world.add_profile(careful)};
  Random random(3);
  const int count = is_reference() ? 100 : 300;
  for (int k = 0; k < count; ++k) {
    world.add_agent(agent_to({random.between(-3.8, 3.8), random.between(-3.8, 3.8)}, {9.0, 0.5},
                             profiles[static_cast<std::size_t>(k % 2)]));
  }
  add(world, walls);
  EXPECT_EQ(crossings_while_stepping(world, walls, is_reference() ? 100 : 500), 0u);
  EXPECT_EQ(world.statistics().wall_crossings, 0u);
  EXPECT_TRUE(all_finite(world));
  EXPECT_GT(wall_clearance(world, walls), -1e-3);
  for (const Vec2d& at : world.positions()) {
    EXPECT_LT(std::abs(at.x), 4.0);
    EXPECT_LT(std::abs(at.y), 4.0);
  }
}

TEST_P(Contact, AGapNarrowerThanABodyIsNotCrossed) {
  const std::vector<Segment> walls{{{-5.0, 0.1}, {5.0, 0.1}}, {{-5.0, -0.1}, {5.0, -0.1}}};
  World world(with_contact());
  const ProfileIndex profile = world.add_profile(careless());
  for (int k = 0; k < 5; ++k) world.add_agent(agent_moving({0.1 * k, 0.01 * k}, {0.5, 0.2}, profile));
  add(world, walls);
  EXPECT_EQ(crossings_while_stepping(world, walls, 100), 0u);
  EXPECT_TRUE(all_finite(world));
}

TEST_P(Contact, WhoIsInsideASolidGetsOut) {
  World world(with_contact());
  const ProfileIndex profile = world.add_profile({});
  world.add_agent(agent_at({0.0, 0.5}, profile));
  world.add_agent(agent_at({0.1, 0.5}, profile));
  world.add_polygon(box(-1.0, -1.0, 1.0, 1.0));
  EXPECT_EQ(world.measure().inside_obstacles, 2u);
  world.step(60);
  EXPECT_EQ(world.measure().inside_obstacles, 0u);
}

TEST_P(Contact, ManyOnOneSpotSpread) {
  const int count = is_reference() ? 100 : 1000;
  World world(with_contact());
  const ProfileIndex profile = world.add_profile({});
  for (int k = 0; k < count; ++k) world.add_agent(agent_at({0.0, 0.0}, profile));
  world.step(20);
  EXPECT_TRUE(all_finite(world));
  EXPECT_EQ(world.agent_count(), static_cast<std::size_t>(count));
  double farthest = 0.0;
  for (const Vec2d& at : world.positions()) farthest = std::max(farthest, norm(at));
  EXPECT_GT(farthest, 0.5);
}

TEST_P(Contact, ArrivalIsJudgedWhereThePassHasLed) {
  World world(with_contact());
  Profile p = careless();
  p.arrival_tolerance = 0.05;
  p.on_arrival = OnArrival::remove;
  const ProfileIndex profile = world.add_profile(p);
  AgentDescription scripted = agent_at({0.0, 0.0}, profile);
  scripted.avoids = false;
  world.add_agent(scripted);
  world.add_agent(agent_to({-0.5, 0.0}, {-0.1, 0.0}, profile));  // would be there after this step: but for the other
  const AgentHandle led = world.add_agent(agent_to({5.0, 0.0}, {5.2, 0.0}, profile));
  world.set_goal(led, Vec2d{5.2, 0.0});
  world.step(10);
  EXPECT_EQ(world.statistics().arrived, 1u);
  EXPECT_FALSE(world.contains(led));
  EXPECT_EQ(world.agent_count(), 2u);
}

TEST_P(Contact, SettingsAreChecked) {
  for (const int iterations : {0, -1, 257}) {
    WorldOptions o = options();
    o.contact = ContactPass{iterations};
    try {
      World world(o);
      FAIL() << iterations << " iterations were accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_NE(std::string(error.what()).find("contact iterations is " + std::to_string(iterations)),
                std::string::npos);
    }
  }
}

/// Overlapping bodies of all kinds, with walls or without them.
World agreement_world(ExecutorKind kind, std::uint64_t seed, bool with_walls) {
  WorldOptions o;
  o.executor = kind;
  o.contact = ContactPass{};
  World world(o);
  const ProfileIndex profile = world.add_profile(careless());
  Random random(seed);
  for (int k = 0; k < 60; ++k) {
    AgentDescription agent = agent_moving({random.between(-2.3, 2.3), random.between(-0.8, 3.0)},
                                          {random.between(-1.0, 1.0), random.between(-1.0, 1.0)}, profile);
    agent.radius = random.between(0.1, 0.3);
    agent.avoids = k % 10 != 0;
    agent.mask = k % 7 == 0 ? 2u : 3u;
    agent.layer = k % 2 == 0 ? 1u : 2u;
    world.add_agent(agent);
  }
  if (!with_walls) return world;
  add(world, {{{-2.5, -1.0}, {2.5, -1.0}}, {{2.5, -1.0}, {2.5, 2.0}}, {{-0.5, 1.0}, {0.5, 1.2}}});
  world.add_polygon(box(-2.0, 1.5, -1.0, 2.0));
  return world;
}

void expect_agreement(std::uint64_t seed, bool with_walls, int steps) {
  World fast = agreement_world(ExecutorKind::cpu, seed, with_walls);
  World oracle = agreement_world(ExecutorKind::reference, seed, with_walls);
  for (int s = 0; s < steps; ++s) {
    fast.step();
    oracle.step();
    const std::vector<Vec2d> a = fast.positions(), b = oracle.positions();
    for (std::size_t k = 0; k < a.size(); ++k) {
      EXPECT_LT(max_difference(a[k], b[k]), 1e-5 * 3.0) << "seed " << seed << ", step " << s << ", agent " << k;
    }
  }
}

/// With walls one step each: whoever is moved off a wall then touches it by a rounding error or not, and the lines of
/// walls with so short a horizon differ much by that.
TEST(ContactAgreement, WithTheReferenceAmongWalls) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) expect_agreement(seed, true, 1);
}
TEST(ContactAgreement, WithTheReferenceOverSteps) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) expect_agreement(seed, false, 4);
}

/// Of a hundred on one point the small ones, whose ids are lower, reach nobody: that they are many hides no large one.
TEST_P(Contact, LargeOnesAmongManySmallOnesOnAPointAreTouched) {
  World world(with_contact(0.1, 1));
  const ProfileIndex profile = world.add_profile(careless(0.05));
  std::vector<AgentDescription> agents;
  for (int i = 0; i < 100; ++i) {
    agents.push_back(agent_at({0.0, 0.0}, profile));
    if (i >= 80) agents.back().radius = 0.8;
  }
  // Cells small enough to hold little else.
  for (int i = 0; i < 300; ++i) agents.push_back(agent_at({20.0 + i % 20, 20.0 + i / 20}, profile));
  agents.push_back(agent_at({-0.7, 0.0}, profile));
  const AgentHandle beside = world.add_agents(agents).back();
  world.step();
  EXPECT_NEAR(world.state(beside).position.x, -0.725, 1e-5);  // as far as it may be moved
}

}  // namespace
}  // namespace throng::test::contact_tests
