// How fast agents walk on slopes, and where they are in height.
#include <unistd.h>

#include <cstdio>

#include "tests/support/executors.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::slopes_tests {
namespace {

class Slopes : public OnEveryExecutor {
 protected:
  /// m/s, of an agent that walks from (0, 0) toward `goal` on this ground.
  double speed_on(const Heights& heights, Vec2d goal) const {
    World world(options());
    world.set_heights(heights);
    const AgentHandle agent = world.add_agent(agent_to({0.0, 0.0}, goal, world.add_profile({})));
    world.step(5);
    return norm(world.state(agent).velocity);
  }
};
THRONG_ON_EVERY_EXECUTOR(Slopes);

Heights ramp(Vec2d gradient) {
  Heights heights;
  heights.floors = {{box(-50.0, -50.0, 50.0, 50.0), {0.0, 0.0}, 10.0, gradient}};
  return heights;
}

Heights hill(double slope_x, double slope_y) {
  HeightMap map{.origin = {-50.0, -50.0}, .spacing = 2.5, .columns = 41, .rows = 41, .z = {}};
  for (std::size_t j = 0; j < map.rows; ++j) {
    for (std::size_t i = 0; i < map.columns; ++i) {
      map.z.push_back(2000.0 + 2.5 * (slope_x * static_cast<double>(i) + slope_y * static_cast<double>(j)));
    }
  }
  Heights heights;
  heights.map = map;
  return heights;
}

constexpr double walk = 1.34;

TEST_P(Slopes, SlowPeopleByTheTable) {
  const struct {
    double slope, speed;
  } cases[] = {{0.0, 1.34},  {-0.05, 1.34},        {0.05, 1.29},          {0.1, 1.24},
               {-0.1, 1.34}, {17.0 / 29.0, 0.610}, {-17.0 / 29.0, 0.694}, {3.0, 0.610}};
  for (const auto& c : cases) {
    EXPECT_NEAR(speed_on(ramp({c.slope, 0.0}), {40.0, 0.0}), c.speed, 1.0e-4) << c.slope;
    EXPECT_NEAR(speed_on(ramp({-c.slope, 0.0}), {-40.0, 0.0}), c.speed, 1.0e-4) << c.slope;
    EXPECT_NEAR(speed_on(hill(0.0, c.slope), {0.0, 40.0}), c.speed, 1.0e-3) << c.slope;
  }
}

TEST_P(Slopes, CountAlongTheWay) {
  // Along the contour line the ground is flat; at 45 degrees to it, less steep.
  EXPECT_EQ(speed_on(ramp({0.5, 0.0}), {0.0, 40.0}), speed_on(Heights(), {0.0, 40.0}));
  const double s = 0.1 / std::sqrt(2.0);
  EXPECT_NEAR(speed_on(ramp({0.1, 0.0}), {30.0, 30.0}), walk * (1.0 - s / 0.1 * (1.0 - 1.24 / walk)), 1.0e-4);
}

TEST_P(Slopes, ATableOfOnesOwn) {
  Heights heights = ramp({0.2, 0.0});
  heights.slope_speed = {{-0.4, 0.5}, {0.0, 1.0}, {0.1, 0.8}, {0.3, 0.4}};
  EXPECT_NEAR(speed_on(heights, {40.0, 0.0}), 0.6 * walk, 1.0e-4);
  EXPECT_NEAR(speed_on(heights, {-40.0, 0.0}), 0.75 * walk, 1.0e-4);
  heights.slope_speed.clear();
  EXPECT_NEAR(speed_on(heights, {40.0, 0.0}), walk, 1.0e-4);
}

TEST_P(Slopes, OffTheMapTheGroundIsFlat) {
  Heights heights = hill(0.5, 0.0);
  heights.map->origin = {1.0, -50.0};  // the agent stands 1 m before it
  EXPECT_NEAR(speed_on(heights, {-40.0, 0.0}), walk, 1.0e-4);
  heights = ramp({0.5, 0.0});
  heights.floors[0].polygon = box(1.0, -5.0, 20.0, 5.0);
  EXPECT_NEAR(speed_on(heights, {-40.0, 0.0}), walk, 1.0e-4);
  heights.floors.insert(heights.floors.begin(), {box(-60.0, -60.0, 60.0, 60.0), {}, 3.0, {}});  // the first counts
  EXPECT_NEAR(speed_on(heights, {40.0, 0.0}), walk, 1.0e-4);
}

TEST_P(Slopes, SlowBehaviorsButNoVelocityThatWasSet) {
  World world(options());
  world.set_heights(ramp({17.0 / 29.0, 0.0}));
  const ProfileIndex profile = world.add_profile({});
  const AgentHandle held = world.add_agent(agent_moving({0.0, 0.0}, {1.0, 0.0}, profile));
  const AgentHandle seeks = world.add_agent(agent_at({0.0, 10.0}, profile));
  const AgentHandle heads = world.add_agent(agent_to({0.0, 20.0}, {40.0, 20.0}, profile));
  world.set_steering(seeks, {world.add_behavior(Seek{.speed = 1.0}), {Vec2d{40.0, 10.0}}});
  world.set_steering(heads, {world.add_behavior(HeadForGoal{}), {}});
  world.step(5);
  EXPECT_NEAR(norm(world.state(held).velocity), 1.0, 1.0e-5);
  EXPECT_NEAR(norm(world.state(seeks).velocity), 0.610 / 1.34, 1.0e-4);
  EXPECT_NEAR(norm(world.state(heads).velocity), 0.610, 1.0e-4);
}

TEST_P(Slopes, ArriveWithoutOvershooting) {
  World world(options());
  world.set_heights(ramp({-0.3, 0.0}));
  const AgentHandle agent = world.add_agent(agent_to({0.0, 0.0}, {4.0, 0.0}, world.add_profile({})));
  world.step(120);
  EXPECT_NEAR(world.state(agent).position.x, 4.0, 0.21);
  EXPECT_LE(world.state(agent).position.x, 4.0 + 1.0e-5);
  EXPECT_EQ(world.statistics().arrived, 1u);
}

TEST_P(Slopes, CanBeSetAndClearedBetweenSteps) {
  World world(options());
  const AgentHandle agent = world.add_agent(agent_to({0.0, 0.0}, {45.0, 0.0}, world.add_profile({})));
  world.step(3);
  EXPECT_NEAR(norm(world.state(agent).velocity), walk, 1.0e-5);
  world.set_heights(ramp({1.0, 0.0}));
  world.step(3);
  EXPECT_NEAR(norm(world.state(agent).velocity), 0.610, 1.0e-4);
  world.clear_heights();
  world.step(3);
  EXPECT_NEAR(norm(world.state(agent).velocity), walk, 1.0e-5);
}

TEST_P(Slopes, HeightsAreReadOut) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  world.add_agent(agent_at({395134.0, 5268349.0}, profile));
  world.add_agent(agent_at({395131.0, 5268347.0}, profile));
  world.add_agent(agent_at({395231.0, 5268347.0}, profile));
  Snapshot snapshot;
  world.snapshot(snapshot);
  EXPECT_TRUE(snapshot.z.empty());
  EXPECT_EQ(world.elevations(), (std::vector<double>{0.0, 0.0, 0.0}));
  Heights heights;
  heights.outside = -1.5;
  heights.floors = {{box(395130.0, 5268340.0, 395140.0, 5268350.0), {395131.0, 5268347.0}, 100.0, {0.5, -0.25}}};
  world.set_heights(heights);
  world.snapshot(snapshot);
  EXPECT_EQ(snapshot.z, (std::vector<double>{101.0, 100.0, -1.5}));
  EXPECT_EQ(world.elevations(), snapshot.z);
  heights.floors.clear();
  heights.map = HeightMap{{395131.0, 5268347.0}, 4.0, 2, 2, {0.0, 4.0, 8.0, 16.0}};
  world.set_heights(heights);
  EXPECT_EQ(world.elevations()[1], 0.0);
  EXPECT_EQ(world.elevations()[0], 0.75 * 0.5 * 4.0 + 0.5 * (0.25 * 8.0 + 0.75 * 16.0) - 0.0);
  EXPECT_EQ(world.elevations()[2], -1.5);
}

TEST_P(Slopes, AreSavedAndLoaded) {
  const std::string path =
      testing::TempDir() + "throng_slopes_" + executor_label(GetParam()) + std::to_string(getpid()) + ".h5";
  for (const Heights& heights : {ramp({0.25, 0.125}), hill(0.125, -0.25)}) {
    World world(options());
    world.set_heights(heights);
    world.add_agent(agent_to({0.0, 0.0}, {30.0, 10.0}, world.add_profile({})));
    world.step(4);
    world.save(path);
    World loaded = World::load(path, GetParam(), 1);
    std::remove(path.c_str());
    ASSERT_TRUE(loaded.heights().has_value());
    EXPECT_EQ(*loaded.heights(), heights);
    world.step(20);
    loaded.step(20);
    EXPECT_EQ(loaded.state_hash(), world.state_hash());
  }
}

TEST(Heights, BadOnesAreRefused) {
  const auto fault = [](auto change) {
    World world(WorldOptions{.executor = ExecutorKind::cpu});
    Heights heights = hill(0.1, 0.0);
    change(heights);
    try {
      world.set_heights(heights);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_FALSE(world.heights().has_value());
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect(fault([](Heights& h) { h.map->z[42] = NAN; }), "the height in column 1, row 1 of the map is nan m");
  expect(fault([](Heights& h) { h.map->z[3] = 2.0e5; }), "column 3, row 0 of the map is 200000 m");
  expect(fault([](Heights& h) { h.map->z.pop_back(); }), "the map has 1680 heights, wanted 41 columns times 41 rows");
  expect(fault([](Heights& h) { h.map->columns = 1; }), "the map has 1 columns");
  expect(fault([](Heights& h) { h.map->spacing = 0.0; }), "spacing of the map is 0 m");
  expect(fault([](Heights& h) { h.map->origin.y = NAN; }), "origin.y of the map is nan m");
  expect(fault([](Heights& h) { h.floors = ramp({}).floors; }), "a map and there are floors");
  expect(fault([](Heights& h) { h.outside = INFINITY; }), "outside is inf m");
  const auto floor_fault = [&](auto change) {
    return fault([&](Heights& h) {
      h = ramp({0.1, 0.0});
      change(h.floors[0]);
    });
  };
  expect(floor_fault([](Floor& f) { f.polygon.resize(2); }), "floor 0");
  expect(floor_fault([](Floor& f) { std::swap(f.polygon[0], f.polygon[1]); }), "floor 0");
  expect(floor_fault([](Floor& f) { f.gradient.y = 1.0e4; }), "floor 0: gradient.y is 10000 m/m");
  expect(floor_fault([](Floor& f) { f.z = NAN; }), "floor 0: z is nan m");
  const auto table_fault = [&](std::vector<SlopeSpeed> table) {
    return fault([&](Heights& h) { h.slope_speed = std::move(table); });
  };
  expect(table_fault({{0.1, 0.9}}), "no entry of slope 0 and factor 1");
  expect(table_fault({{0.0, 0.9}}), "no entry of slope 0 and factor 1");
  expect(table_fault({{0.0, 1.0}, {0.1, 0.0}}), "factor 1 of slope_speed is 0");
  expect(table_fault({{0.0, 1.0}, {0.1, 1.2}}), "factor 1 of slope_speed is 1.2");
  expect(table_fault({{0.0, 1.0}, {0.0, 1.0}}), "slope 1 of slope_speed is 0, wanted more than 0");
  expect(table_fault({{NAN, 1.0}}), "slope 0 of slope_speed is nan");
}

}  // namespace
}  // namespace throng::test::slopes_tests
