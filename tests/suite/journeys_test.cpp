// Journeys on every executor: stages, queues, waiting, branching, doors, sources, sinks.
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "tests/support/executors.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::journeys_tests {
namespace {

class Journeys : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(Journeys);

Stage stage(const std::string& name, Stage::Kind kind, GoalIndex goal) {
  Stage s;
  s.name = name;
  s.kind = kind;
  s.goal = goal;
  return s;
}

Stage queue_stage(QueueIndex queue) {
  Stage s;
  s.name = "queue";
  s.kind = Stage::Kind::queue;
  s.queue = queue;
  return s;
}

GoalIndex square(World& world, double x, double y, double half = 0.5) {
  return world.add_goal_polygon(box(x - half, y - half, x + half, y + half));
}

AgentDescription on_journey(Vec2d position, JourneyIndex journey, ProfileIndex profile) {
  AgentDescription agent = agent_at(position, profile);
  agent.journey = journey;
  return agent;
}

/// Who sees nobody.
ProfileIndex alone_profile(World& world) {
  Profile p;
  p.neighbor_distance = 0.0;
  return world.add_profile(p);
}

/// From `start` by least time to one of two ways out, stages 1 and 2.
Journey two_exits(GoalIndex start, GoalIndex near, GoalIndex far) {
  Journey j{"exits",
            {stage("start", Stage::Kind::pass, start), stage("near", Stage::Kind::leave, near),
             stage("far", Stage::Kind::leave, far)}};
  j.stages[0].next = {{"near"}, {"far"}};
  j.stages[0].choice = Stage::Choice::least_time;
  return j;
}

TEST_P(Journeys, StagesFollowEachOtherAndTheLastOneIsAWayOut) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  Journey j{
      "tour",
      {stage("a", Stage::Kind::pass, square(world, 5.0, 0.0)), stage("b", Stage::Kind::wait, square(world, 5.0, 5.0)),
       stage("c", Stage::Kind::leave, square(world, 0.0, 5.0))}};
  j.stages[1].wait_time = Distribution::fixed(2.0);
  const JourneyIndex tour = world.add_journey(j);
  const AgentHandle agent = world.add_agent(on_journey({0.0, 0.0}, tour, profile));
  std::vector<std::uint32_t> stages;
  std::uint64_t waited = 0, steps = 0;
  for (; steps < 300 && world.contains(agent); ++steps) {
    const auto state = world.journey_state(agent);
    ASSERT_TRUE(state);
    if (stages.empty() || stages.back() != state->stage) stages.push_back(state->stage);
    if (state->activity == JourneyState::Activity::waits) ++waited;
    world.step();
  }
  EXPECT_EQ(stages, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(waited, 20u);
  EXPECT_FALSE(world.contains(agent));
  EXPECT_EQ(world.journey_statistics().left, 1u);
  for (std::uint32_t s = 0; s < 3; ++s) {
    EXPECT_EQ(world.stage_state(tour, s).passed, 1u);
    EXPECT_EQ(world.stage_state(tour, s).heading + world.stage_state(tour, s).there, 0u);
  }
}

TEST_P(Journeys, AQueueServesInOrderOfArrivalOneByOne) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  const QueueIndex queue = world.add_queue({"desk", std::vector<Vec2d>{{0.0, 0.0}, {6.0, 0.0}}, 0.6, 1,
                                            Distribution::fixed(3.0), square(world, 9.0, 0.0, 1.0)});
  const Stage first = queue_stage(queue);
  const JourneyIndex journey =
      world.add_journey({"ticket", {first, stage("out", Stage::Kind::leave, square(world, 0.0, 8.0))}});
  // The farther, the higher its id.
  for (int k = 0; k < 6; ++k) {
    AgentDescription agent = on_journey({12.0 + 2.0 * k, 0.0}, journey, profile);
    agent.id = 10 + k;
    world.add_agent(agent);
  }
  std::vector<AgentId> left;
  std::vector<double> when;
  for (int s = 0; s < 900 && world.agent_count() > 0; ++s) {
    const std::vector<AgentId> before = world.ids();
    world.step();
    for (const AgentId id : before) {
      if (world.find(id)) continue;
      left.push_back(id);
      when.push_back(world.time());
    }
  }
  EXPECT_EQ(left, (std::vector<AgentId>{10, 11, 12, 13, 14, 15}));
  for (std::size_t k = 1; k < when.size(); ++k) EXPECT_GE(when[k] - when[k - 1], 2.9);
  EXPECT_EQ(world.queue_state(queue).served, 6u);
  EXPECT_EQ(world.queue_state(queue).length, 0u);
}

TEST_P(Journeys, WhoIsTakenOutOfAQueueLeavesNoGap) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  const QueueIndex queue = world.add_queue({"desk", std::vector<Vec2d>{{0.0, 0.0}, {6.0, 0.0}}, 1.0, 1,
                                            Distribution::fixed(1000.0), square(world, 9.0, 0.0, 1.0)});
  const Stage first = queue_stage(queue);
  const JourneyIndex journey = world.add_journey({"ticket", {first}});
  std::vector<AgentHandle> agents;
  for (int k = 0; k < 4; ++k) agents.push_back(world.add_agent(on_journey({12.0 + 2.0 * k, 0.0}, journey, profile)));
  world.step(300);
  for (int k = 0; k < 4; ++k) {
    EXPECT_LE(distance(world.state(agents[static_cast<std::size_t>(k)]).position, {1.0 * k, 0.0}), 0.25) << k;
  }
  EXPECT_EQ(world.journey_state(agents[0])->activity, JourneyState::Activity::is_served);
  world.remove_agent(agents[1]);
  world.set_goal(agents[2], Vec2d{6.0, 6.0});
  EXPECT_FALSE(world.journey_state(agents[2]));
  world.step(100);
  EXPECT_LE(distance(world.state(agents[3]).position, {1.0, 0.0}), 0.25);
  EXPECT_EQ(world.queue_state(queue).length, 2u);
}

TEST_P(Journeys, MoreThanAQueueHasPlacesForWaitWhereTheyJoined) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  const QueueIndex queue = world.add_queue({"desk", std::vector<Vec2d>{{0.0, 0.0}, {1.0, 0.0}}, 0.5, 1,
                                            Distribution::fixed(2.0), square(world, 6.0, 0.0, 2.0)});
  const Stage first = queue_stage(queue);
  const JourneyIndex journey =
      world.add_journey({"ticket", {first, stage("out", Stage::Kind::leave, square(world, 0.0, 8.0))}});
  for (int k = 0; k < 9; ++k) world.add_agent(on_journey({10.0 + k % 3, 1.0 * (k / 3) - 1.0}, journey, profile));
  world.step(80);
  EXPECT_GT(world.queue_state(queue).length, 4u);
  for (int s = 0; s < 900 && world.agent_count() > 0; ++s) world.step();
  EXPECT_EQ(world.agent_count(), 0u);
  EXPECT_EQ(world.journey_statistics().left, 9u);
}

TEST_P(Journeys, EverybodyHasAPlaceOfItsOwnInAWaitingArea) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  const WaitingAreaIndex area = world.add_waiting_area({"hall", box(0.0, 0.0, 8.0, 8.0), 0.8});
  Stage waits;
  waits.name = "wait";
  waits.kind = Stage::Kind::wait;
  waits.area = area;
  waits.wait_until = 60.0;
  const JourneyIndex journey =
      world.add_journey({"wait", {waits, stage("out", Stage::Kind::leave, square(world, 20.0, 4.0))}});
  for (int k = 0; k < 20; ++k) world.add_agent(on_journey({-2.0 - k / 5, 1.0 * (k % 5) + 2.0}, journey, profile));
  world.step(590);
  const std::vector<Vec2d> at = world.positions();
  ASSERT_EQ(at.size(), 20u);
  int deep = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    EXPECT_TRUE(at[i].x > -0.3 && at[i].x < 8.3 && at[i].y > -0.3 && at[i].y < 8.3);
    deep += at[i].x > 2.0 ? 1 : 0;
    for (std::size_t j = i + 1; j < at.size(); ++j) EXPECT_GE(distance(at[i], at[j]), 0.39);
  }
  EXPECT_GE(deep, 8);  // not all at the side they came from
  EXPECT_EQ(world.stage_state(journey, 0).there, 20u);
  world.step(250);
  EXPECT_EQ(world.agent_count(), 0u);
}

TEST_P(Journeys, BranchesByProbability) {
  if (is_reference()) GTEST_SKIP() << "the host decides: one executor more says nothing";
  World world(options());
  const ProfileIndex profile = alone_profile(world);
  Journey j{"fork",
            {stage("start", Stage::Kind::pass, square(world, 0.0, 0.0, 50.0)),
             stage("left", Stage::Kind::leave, square(world, -60.0, 0.0)),
             stage("right", Stage::Kind::leave, square(world, 60.0, 0.0))}};
  j.stages[0].next = {{"left", 0.3}, {"right", 0.7}};
  const JourneyIndex fork = world.add_journey(j);
  constexpr int agents = 2000;
  for (int k = 0; k < agents; ++k) world.add_agent(on_journey({0.01 * k - 10.0, 0.0}, fork, profile));
  world.step(3);
  const double share = static_cast<double>(world.stage_state(fork, 1).heading) / agents;
  EXPECT_NEAR(share, 0.3, 4.0 * std::sqrt(0.3 * 0.7 / agents));
  EXPECT_EQ(world.stage_state(fork, 1).heading + world.stage_state(fork, 2).heading, std::uint64_t{agents});
}

TEST_P(Journeys, LeastTimeTakesTheEmptierExitAndNobodySwings) {
  World world(options());
  const ProfileIndex profile = alone_profile(world);
  Journey j = two_exits(square(world, 0.0, 0.0, 3.0), square(world, 10.0, 0.0), square(world, -14.0, 0.0));
  j.stages[0].reconsider = 1.0;
  j.stages[1].flow = j.stages[2].flow = 1.0;
  const JourneyIndex exits = world.add_journey(j);
  for (int k = 0; k < 40; ++k) world.add_agent(on_journey({0.01 * k, 0.0}, exits, profile));
  world.step(2);
  const StageState near = world.stage_state(exits, 1), far = world.stage_state(exits, 2);
  // By way alone all would take the near one; by flow the two fill evenly.
  EXPECT_EQ(near.heading + far.heading, 40u);
  EXPECT_NEAR(static_cast<double>(near.heading), 20.0, 2.0);
  std::map<AgentId, std::uint32_t> chosen;
  int changes = 0;
  for (int s = 0; s < 60; ++s) {
    world.step();
    for (const AgentHandle agent : world.handles()) {
      const std::uint32_t now = world.journey_state(agent)->stage;
      const auto [known, is_new] = chosen.try_emplace(world.state(agent).id, now);
      if (known->second != now) ++changes;
      known->second = now;
    }
  }
  EXPECT_LE(changes, 2);
}

TEST_P(Journeys, WhoIsInFrontDoesNotMakeWayForThoseBehind) {
  World world(options());
  const ProfileIndex profile = alone_profile(world);
  Journey j = two_exits(square(world, 0.0, 0.0, 60.0), square(world, 50.0, 0.0), square(world, -60.0, 0.0));
  j.stages[0].reconsider = 0.5;
  j.stages[1].flow = j.stages[2].flow = 0.5;
  const JourneyIndex exits = world.add_journey(j);
  // A row of 40, who choose for the first time from its left end on: then each takes the others for those ahead.
  for (int k = 0; k < 40; ++k) world.add_agent(on_journey({-20.0 + k, 0.0}, exits, profile));
  world.step(30);
  for (int k = 0; k < 40; ++k) {
    if (k >= 12 && k < 28) continue;  // by hysteresis some of the middle stay with either
    EXPECT_EQ(world.journey_state(*world.find(k))->stage, k < 20 ? 2u : 1u) << k;
  }
  // All are through in the time that the exits' flow takes.
  world.step(470);
  EXPECT_EQ(world.agent_count(), 0u);
}

TEST_P(Journeys, WhoComesAbreastSharesTheExits) {
  World world(options());
  Profile p;
  p.neighbor_distance = 0.0;
  p.preferred_speed = 1.3;
  const ProfileIndex profile = world.add_profile(p);
  const auto line = [&](double x) { return world.add_goal_line(std::vector<Vec2d>{{x, -5.0}, {x, 45.0}}); };
  Journey j = two_exits(square(world, 0.0, 20.0, 30.0), line(40.0), line(47.0));
  j.stages[0].reconsider = 2.0;
  j.stages[1].flow = j.stages[2].flow = 0.5;
  const JourneyIndex exits = world.add_journey(j);
  for (int k = 0; k < 60; ++k) world.add_agent(on_journey({0.0, 0.6 * k}, exits, profile));
  for (int s = 0; s < 100; ++s) {
    world.step();
    ASSERT_NEAR(static_cast<double>(world.stage_state(exits, 1).heading), 30.0, 12.0) << s;
  }
}

TEST_P(Journeys, AFlowIsOfTheTimeThatHasPassed) {
  World world(options());
  const ProfileIndex profile = alone_profile(world);
  const GoalIndex near = square(world, 10.0, 0.0), far = square(world, -20.0, 0.0);
  Stage start = stage("start", Stage::Kind::wait, square(world, 0.0, 0.0, 3.0));
  start.wait_until = 30.0;
  Journey j{"exits", {start, stage("near", Stage::Kind::leave, near), stage("far", Stage::Kind::leave, far)}};
  j.stages[0].next = {{"near"}, {"far"}};
  j.stages[0].choice = Stage::Choice::least_time;
  j.stages[2].flow = 5.0;
  const JourneyIndex exits = world.add_journey(j);
  const JourneyIndex alone = world.add_journey({"alone", {stage("out", Stage::Kind::leave, near)}});
  world.add_agent(on_journey({9.0, 0.0}, alone, profile));
  for (int k = 0; k < 10; ++k) world.add_agent(on_journey({0.01 * k, 0.0}, exits, profile));
  world.step(302);
  // One in ten seconds: each of those before takes ten. The way to the far one takes fifteen.
  EXPECT_EQ(world.stage_state(exits, 1).heading, 2u);
  EXPECT_EQ(world.stage_state(exits, 2).heading, 8u);
}

TEST_P(Journeys, AnUntriedExitIsTakenForAsGoodAsTheOthers) {
  World world(options());
  const ProfileIndex profile = alone_profile(world);
  Journey j = two_exits(square(world, 0.0, 0.0, 3.0), square(world, 10.0, 0.0), square(world, -14.0, 0.0));
  j.stages[1].flow = 1.0;  // of the far one nothing is known
  const JourneyIndex exits = world.add_journey(j);
  for (int k = 0; k < 40; ++k) world.add_agent(on_journey({0.01 * k, 0.0}, exits, profile));
  world.step(2);
  EXPECT_NEAR(static_cast<double>(world.stage_state(exits, 2).heading), 20.0, 2.0);
}

TEST_P(Journeys, TheFirstOneThroughADoorDoesNotMakeItSlow) {
  World world(options());
  const ProfileIndex profile = alone_profile(world);
  Journey j = two_exits(square(world, 0.0, 0.0, 40.0), square(world, 10.0, 0.0), square(world, 10.0, 80.0));
  j.stages[0].reconsider = 0.5;
  const JourneyIndex exits = world.add_journey(j);
  // In a row, 1.3 a second: one in the first second, a tenth of that flow if it were of ten.
  for (int k = 0; k < 30; ++k) world.add_agent(on_journey({-1.0 * k, 0.0}, exits, profile));
  for (int s = 0; s < 400; ++s) {
    world.step();
    ASSERT_EQ(world.stage_state(exits, 2).heading, 0u) << "step " << s;
  }
  EXPECT_EQ(world.agent_count(), 0u);
  EXPECT_EQ(world.stage_state(exits, 1).passed, 30u);
}

TEST_P(Journeys, ADoorHoldsThemBackUntilItOpens) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  world.add_polyline(std::vector<Vec2d>{{5.0, -20.0}, {5.0, -1.0}});
  world.add_polyline(std::vector<Vec2d>{{5.0, 1.0}, {5.0, 20.0}});
  const DoorIndex door = world.add_door({"gate", {{5.0, -1.0}, {5.0, 1.0}}, true, {15.0, 40.0}, {}});
  Stage before = stage("before", Stage::Kind::wait, square(world, 3.0, 0.0, 1.0));
  before.wait_for = door;
  const JourneyIndex journey =
      world.add_journey({"through", {before, stage("out", Stage::Kind::leave, square(world, 10.0, 0.0))}});
  for (int k = 0; k < 6; ++k) world.add_agent(on_journey({-1.0 - k, 0.3 * (k % 2)}, journey, profile));
  EXPECT_FALSE(world.is_open(door));
  world.step(149);
  EXPECT_FALSE(world.is_open(door));
  for (const Vec2d p : world.positions()) EXPECT_LT(p.x, 5.0);
  world.step();
  EXPECT_TRUE(world.is_open(door));
  world.step(245);
  EXPECT_EQ(world.agent_count(), 0u);
  EXPECT_EQ(world.statistics().wall_crossings, 0u);
  world.step(10);
  EXPECT_FALSE(world.is_open(door));
}

TEST_P(Journeys, ADoorStaysOpenWhileSomebodyStandsInIt) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  const DoorIndex door = world.add_door({"gate", {{5.0, -1.0}, {5.0, 1.0}}, false, {1.0}, {}});
  const AgentHandle agent = world.add_agent(agent_to({5.05, 0.0}, {5.05, 0.0}, profile));
  world.step(50);
  EXPECT_TRUE(world.is_open(door));
  world.set_goal(agent, Vec2d{8.0, 0.0});
  world.step(10);
  EXPECT_FALSE(world.is_open(door));
  EXPECT_EQ(world.statistics().wall_crossings, 0u);
}

Source source(const std::string& name, std::vector<Vec2d> region, ProfileIndex profile, GoalIndex goal) {
  Source s;
  s.name = name;
  s.region = std::move(region);
  s.kinds = {{profile, 1.0, {}, {}, {}}};
  s.goal_region = goal;
  return s;
}

TEST_P(Journeys, ASourceLetsInAtItsRateWhereThereIsRoom) {
  World world(options());
  Profile p;
  p.on_arrival = OnArrival::remove;
  const ProfileIndex profile = world.add_profile(p);
  Source s = source("door", box(0.0, 0.0, 2.0, 2.0), profile, square(world, 30.0, 1.0));
  s.rates = {{0.0, 2.0}, {20.0, 0.0}, {30.0, 1.0}};
  s.regular = true;
  s.until = 40.0;
  const SourceIndex index = world.add_source(s);
  world.step(1);
  EXPECT_EQ(world.source_state(index).due, 1u);  // the first one comes at once
  std::uint64_t entered = 0;
  for (int k = 0; k < 500; ++k) {
    world.step();
    const SourceState now = world.source_state(index);
    EXPECT_EQ(now.due, now.entered + now.waiting);
    EXPECT_GE(now.entered, entered);
    entered = now.entered;
    EXPECT_EQ(world.measure().contacts, 0u);
  }
  EXPECT_EQ(world.source_state(index).entered, 50u);
  EXPECT_TRUE(world.source_state(index).ended);
  EXPECT_FALSE(world.expects_agents());
  EXPECT_EQ(world.statistics().arrived + world.agent_count(), 50u);
}

TEST_P(Journeys, WhoFindsNoRoomWaitsOutsideAndComesLater) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  Source s = source("hole", box(0.0, 0.0, 0.5, 0.5), profile, square(world, 10.0, 0.0, 3.0));
  s.times = std::vector<double>(12, 0.5);
  const SourceIndex index = world.add_source(s);
  world.step(6);
  EXPECT_EQ(world.source_state(index).due, 12u);
  EXPECT_GT(world.source_state(index).waiting, 6u);
  EXPECT_EQ(world.journey_statistics().waiting_to_enter, world.source_state(index).waiting);
  world.step(400);
  EXPECT_EQ(world.source_state(index).waiting, 0u);
  EXPECT_EQ(world.agent_count(), 12u);
}

TEST_P(Journeys, PoissonCountsHaveTheirMeanAndSpread) {
  if (is_reference()) GTEST_SKIP() << "the host draws: one executor more says nothing";
  WorldOptions o = options(1.0);
  Profile p;
  p.radius = 0.0;
  p.on_arrival = OnArrival::remove;
  std::vector<double> counts;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    o.seed = seed;
    World world(o);
    const ProfileIndex profile = world.add_profile(p);
    Source s = source("door", box(0.0, 0.0, 2.0, 2.0), profile, square(world, 1.0, 1.0, 2.0));
    s.rates = {{0.0, 4.0}};
    s.until = 10.0;
    const SourceIndex index = world.add_source(s);
    world.step(11);
    counts.push_back(static_cast<double>(world.source_state(index).entered));
  }
  double mean = 0.0, spread = 0.0;
  for (const double c : counts) mean += c / 200.0;
  for (const double c : counts) spread += (c - mean) * (c - mean) / 199.0;
  EXPECT_NEAR(mean, 40.0, 4.0 * std::sqrt(40.0 / 200.0));
  EXPECT_NEAR(spread, 40.0, 4.0 * 40.0 * std::sqrt(2.0 / 199.0));
}

TEST_P(Journeys, RecordedEntriesComeAtTheirTimesPlacesAndIds) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  Source s;
  s.name = "recorded";
  s.kinds = {{profile, 1.0, {}, {}, {}}};
  s.goal = Vec2d{20.0, 0.0};
  s.entries = {{0.5, {0.0, 0.0}, {1.0, 0.0}, 77, 0},
               {0.5, {0.0, 2.0}, {1.0, 0.0}, std::nullopt, 0},
               {1.0, {0.0, -2.0}, {1.0, 0.0}, 5, 0}};
  world.add_source(s);
  EXPECT_THROW(world.add_agent([&] {
    AgentDescription agent = agent_at({9.0, 9.0}, profile);
    agent.id = 77;
    return agent;
  }()),
               Error);
  world.step(5);
  EXPECT_EQ(world.ids(), (std::vector<AgentId>{77, 78}));
  EXPECT_EQ(world.positions()[0], (Vec2d{0.0, 0.0}));
  EXPECT_EQ(world.velocities()[1], (Vec2d{1.0, 0.0}));
  world.step(5);
  EXPECT_EQ(world.ids(), (std::vector<AgentId>{5, 77, 78}));
}

/// A hall with everything, and who is in it; shifted, agents in another order.
struct Hall {
  World world;
  DoorIndex door;
  QueueIndex queue;
  JourneyIndex journey;

  explicit Hall(const WorldOptions& options, Vec2d shift = {}, bool backwards = false, bool navigates = false)
      : world(options) {
    const auto at = [&](std::vector<Vec2d> points) {
      for (Vec2d& p : points) p = {p.x + shift.x, p.y + shift.y};
      return points;
    };
    Profile p;
    p.preferred_speed = 1.25;
    const ProfileIndex walker = world.add_profile(p);
    p.preferred_speed = 1.0;
    p.radius = 0.25;
    const ProfileIndex slow = world.add_profile(p);
    world.add_polygon(at(reversed(box(0.0, 0.0, 32.0, 16.0))));
    world.add_polyline(at({{20.0, 0.0}, {20.0, 7.0}}));
    world.add_polyline(at({{20.0, 9.0}, {20.0, 16.0}}));
    door = world.add_door({"platform", at({{20.0, 7.0}, {20.0, 9.0}}), true, {8.0, 20.0}, 24.0});
    queue = world.add_queue({"tickets", at({{8.0, 14.0}, {8.0, 8.0}}), 0.75, 2, Distribution::uniform(1.0, 3.0),
                             world.add_goal_polygon(at(box(5.0, 6.0, 9.0, 9.0)))});
    const WaitingAreaIndex area = world.add_waiting_area({"hall", at(box(13.0, 5.0, 19.0, 11.0)), 0.75});
    const auto region = [&](double x0, double y0, double x1, double y1) {
      return world.add_goal_polygon(at(box(x0, y0, x1, y1)));
    };
    Stage tickets;
    tickets.name = "tickets";
    tickets.kind = Stage::Kind::queue;
    tickets.queue = queue;
    tickets.next = {{"wait", 0.75}, {"kiosk", 0.25}};
    Stage wait;
    wait.name = "wait";
    wait.kind = Stage::Kind::wait;
    wait.area = area;
    wait.wait_for = door;
    Stage kiosk = stage("kiosk", Stage::Kind::wait, region(12.0, 1.0, 14.0, 2.0));
    kiosk.wait_time = Distribution::normal(3.0, 1.0);
    kiosk.next = {{"wait"}};
    Stage gate = stage("gate", Stage::Kind::pass, region(21.0, 7.0, 22.0, 9.0));
    gate.choice = Stage::Choice::least_time;
    gate.next = {{"north"}, {"south"}};
    gate.reconsider = 2.0;
    journey = world.add_journey(
        {"travel",
         {tickets, kiosk, wait, gate, stage("north", Stage::Kind::leave, region(30.0, 14.0, 31.0, 15.0)),
          stage("south", Stage::Kind::leave, region(30.0, 1.0, 31.0, 2.0))}});
    // The last of the waiting goes to the gate, not to what comes after it in the list.
    Source west;
    west.name = "west";
    west.region = at(box(1.0, 6.0, 2.0, 10.0));
    west.kinds = {{walker, 3.0, {}, {}, Distribution::uniform(1.0, 1.5)}, {slow, 1.0, {}, {}, {}}};
    west.journey = journey;
    west.rates = {{0.0, 1.0}, {10.0, 0.25}};
    world.add_source(west);
    Source south = west;
    south.name = "south";
    south.region = at({{3.0, 1.0}, {6.0, 1.0}});
    south.rates = {{0.0, 0.5}};
    south.total = 8;
    world.add_source(south);
    std::vector<AgentDescription> agents;
    for (int k = 0; k < 12; ++k) {
      AgentDescription agent = on_journey(at({{2.0 + 1.0 * (k % 4), 3.0 + 1.0 * (k / 4)}})[0], journey, walker);
      agent.id = k;
      agents.push_back(agent);
    }
    for (std::uint32_t goal = 0; navigates && goal < world.goal_count(); ++goal) world.find_way({goal});
    if (backwards) std::reverse(agents.begin(), agents.end());
    world.add_agents(agents);
  }
  [[nodiscard]] std::vector<std::uint64_t> counts() const {
    std::vector<std::uint64_t> all;
    for (std::uint32_t s = 0; s < 6; ++s) {
      const StageState state = world.stage_state(journey, s);
      all.insert(all.end(), {state.heading, state.there, state.passed});
    }
    const JourneyStatistics sum = world.journey_statistics();
    all.insert(all.end(), {sum.entered, sum.left, sum.waiting_to_enter, world.queue_state(queue).served});
    return all;
  }
};

WorldOptions seeded(WorldOptions options) {
  options.seed = 7;
  return options;
}

void expect_nobody_is_lost(Hall& hall) {
  std::set<AgentId> seen;
  for (int s = 0; s < 700; ++s) {
    hall.world.step();
    for (const AgentId id : hall.world.ids()) seen.insert(id);
    const JourneyStatistics sum = hall.world.journey_statistics();
    ASSERT_EQ(12 + sum.entered, hall.world.agent_count() + sum.left);
    std::uint64_t on_journeys = 0;
    for (std::uint32_t k = 0; k < 6; ++k) {
      on_journeys += hall.world.stage_state(hall.journey, k).heading + hall.world.stage_state(hall.journey, k).there;
    }
    ASSERT_EQ(on_journeys, hall.world.agent_count());
  }
  const JourneyStatistics sum = hall.world.journey_statistics();
  EXPECT_EQ(seen.size(), 12 + sum.entered);  // as many ids as agents: none was used twice
  EXPECT_GT(sum.left, 8u);
  EXPECT_EQ(hall.world.statistics().wall_crossings, 0u);
  for (std::uint32_t k = 0; k < 6; ++k) EXPECT_GT(hall.world.stage_state(hall.journey, k).passed, 0u) << k;
}

TEST_P(Journeys, NobodyIsLost) {
  Hall hall(seeded(options()));
  expect_nobody_is_lost(hall);
}

TEST_P(Journeys, NobodyIsLostAlongFlowFields) {
  Hall hall(seeded(options()), {}, false, true);
  expect_nobody_is_lost(hall);
}

TEST_P(Journeys, GoOnWithTheSameBitsAfterSaving) {
  const std::string path = testing::TempDir() + "journeys_" + executor_label(GetParam()) + ".h5";
  for (const std::uint64_t steps : {std::uint64_t{0}, std::uint64_t{90}, std::uint64_t{230}}) {
    Hall hall(seeded(options()), {}, false, steps > 0);
    if (steps > 0) hall.world.step(steps);
    hall.world.save(path);
    World loaded = World::load(path, GetParam(), 1);
    hall.world.step(250);
    loaded.step(250);
    EXPECT_EQ(loaded.state_hash(), hall.world.state_hash()) << steps;
    EXPECT_EQ(loaded.ids(), hall.world.ids());
    for (std::uint32_t s = 0; s < 6; ++s) {
      const StageState a = hall.world.stage_state(hall.journey, s), b = loaded.stage_state(hall.journey, s);
      EXPECT_EQ(a.heading, b.heading);
      EXPECT_EQ(a.there, b.there);
      EXPECT_EQ(a.passed, b.passed);
    }
  }
  std::filesystem::remove(path);
}

TEST_P(Journeys, WhoIsTakenOutRightAfterLoadingLeavesNoGap) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  Stage line;
  line.name = "queue";
  line.kind = Stage::Kind::queue;
  line.queue = world.add_queue({"desk", std::vector<Vec2d>{{0.0, 0.0}, {6.0, 0.0}}, 1.0, 1, Distribution::fixed(1000.0),
                                square(world, 9.0, 0.0, 1.0)});
  Stage rest;
  rest.name = "rest";
  rest.kind = Stage::Kind::wait;
  rest.area = world.add_waiting_area({"hall", box(10.0, 10.0, 14.0, 14.0), 1.0});
  rest.wait_time = Distribution::fixed(1000.0);
  const JourneyIndex queues = world.add_journey({"ticket", {line}}), waits = world.add_journey({"rest", {rest}});
  for (int k = 0; k < 4; ++k) {
    world.add_agent(on_journey({12.0 + 2.0 * k, 0.0}, queues, profile));
    world.add_agent(on_journey({9.0 - 1.0 * k, 12.0}, waits, profile));
  }
  world.step(300);
  ASSERT_EQ(world.queue_state(*line.queue).length, 4u);
  ASSERT_EQ(world.stage_state(waits, 0).there, 4u);
  const std::string path = testing::TempDir() + "journeys_gap_" + executor_label(GetParam()) + ".h5";
  world.save(path);
  World loaded = World::load(path, GetParam(), 2);
  std::filesystem::remove(path);
  for (World* w : {&world, &loaded}) {
    const std::vector<AgentHandle> agents = w->handles();
    for (const AgentHandle agent : agents) {
      const JourneyState state = *w->journey_state(agent);
      if (state.activity == JourneyState::Activity::is_served) w->remove_agent(agent);
      if (state.activity == JourneyState::Activity::waits) w->set_goal(agent, Vec2d{20.0, 20.0});
    }
    w->step(100);
    EXPECT_EQ(w->queue_state(*line.queue).length, 3u);
    int served = 0;
    for (const AgentHandle agent : w->handles()) {
      const auto state = w->journey_state(agent);
      served += state && state->activity == JourneyState::Activity::is_served ? 1 : 0;
    }
    EXPECT_EQ(served, 1);
  }
  EXPECT_EQ(loaded.state_hash(), world.state_hash());
}

/// Of two ways out the near one is walled in.
TEST_P(Journeys, LeastTimeTakesNoWayThatLeadsNowhere) {
  for (const bool both : {false, true}) {
    World world(options());
    Journey j{"exits",
              {stage("start", Stage::Kind::pass, square(world, 0.0, 0.0, 2.0)),
               stage("near", Stage::Kind::leave, square(world, 6.0, 0.0)),
               stage("far", Stage::Kind::leave, square(world, -14.0, 0.0))}};
    j.stages[0].next = {{"near"}, {"far"}};
    j.stages[0].choice = Stage::Choice::least_time;
    for (const std::uint32_t s : {1u, 2u}) world.find_way(*j.stages[s].goal);
    world.add_polygon(reversed(box(-20.0, -5.0, 20.0, 5.0)));
    for (const double x : {6.0, -14.0}) {
      std::vector<Vec2d> ring = box(x - 1.5, -1.5, x + 1.5, 1.5);
      ring.push_back(ring.front());
      if (x > 0.0 || both) world.add_polyline(ring);
    }
    const JourneyIndex exits = world.add_journey(j);
    world.add_agent(on_journey({0.5, 0.5}, exits, world.add_profile({})));
    world.step(2);
    EXPECT_EQ(world.stage_state(exits, both ? 1 : 2).heading, 1u);
  }
}

TEST_P(Journeys, AProfileThatRemovesIsRefusedOnAJourney) {
  World world(options());
  Profile removes;
  removes.on_arrival = OnArrival::remove;
  const ProfileIndex stays = world.add_profile({}), leaves = world.add_profile(removes);
  const JourneyIndex journey = world.add_journey({"tour", {stage("a", Stage::Kind::pass, square(world, 5.0, 0.0))}});
  const AgentHandle agent = world.add_agent(on_journey({0.0, 0.0}, journey, stays));
  EXPECT_THROW(world.set_profile(agent, leaves), Error);
  EXPECT_TRUE(world.journey_state(agent));
  world.set_goal(agent, Vec2d{3.0, 0.0});
  world.set_profile(agent, leaves);
  world.step(60);
  EXPECT_EQ(world.agent_count(), 0u);
}

TEST_P(Journeys, HaveTheSameBitsInAnyOrderAndPlace) {
  Hall hall(seeded(options()), {}, false, true), backwards(seeded(options()), {}, true, true),
      shifted(seeded(options()), {524288.0, 4194304.0}, false, true);
  for (Hall* h : {&hall, &backwards, &shifted}) h->world.step(450);
  EXPECT_EQ(backwards.counts(), hall.counts());
  EXPECT_EQ(shifted.counts(), hall.counts());
  EXPECT_EQ(backwards.world.state_hash(), hall.world.state_hash());
  EXPECT_EQ(shifted.world.state_hash(), hall.world.state_hash());
  EXPECT_GT(hall.world.journey_statistics().left, 0u);
}

TEST(CudaJourneys, HaveTheBitsOfTheCpu) {
  if (!why_missing(ExecutorKind::cuda).empty()) GTEST_SKIP() << why_missing(ExecutorKind::cuda);
  WorldOptions options;
  options.seed = 7;
  options.executor = ExecutorKind::cpu;
  options.threads = 1;
  WorldOptions device = options;
  device.executor = ExecutorKind::cuda;
  for (const bool navigates : {false, true}) {
    Hall cpu(options, {}, false, navigates), cuda(device, {}, false, navigates);
    for (int s = 0; s < 12; ++s) {
      cpu.world.step(30);
      cuda.world.step(30);
      ASSERT_EQ(cuda.counts(), cpu.counts()) << cpu.world.statistics().steps;
      ASSERT_EQ(cuda.world.state_hash(), cpu.world.state_hash()) << cpu.world.statistics().steps;
    }
  }
}

TEST(JourneysThreads, AndCellSizeChangeNothing) {
  WorldOptions options;
  options.seed = 7;
  options.executor = ExecutorKind::cpu;
  options.threads = 1;
  WorldOptions other = options;
  other.threads = 3;
  other.cell_size = 0.7;
  for (const bool navigates : {false, true}) {
    Hall one(options, {}, false, navigates), three(other, {}, false, navigates);
    one.world.step(450);
    three.world.step(450);
    EXPECT_EQ(one.counts(), three.counts());
    EXPECT_EQ(one.world.state_hash(), three.world.state_hash());
  }
}

}  // namespace
}  // namespace throng::test::journeys_tests
