// What a Solver refuses, and that it goes on afterwards; empty calls, and far from zero.
#include "tests/unit/api_testing.hpp"
#include "throng/solver.hpp"

namespace throng::solver_api_tests {
namespace {

using namespace test;

struct Crowd {
  std::vector<Vec2d> positions{{0, 0}, {1, 0}, {0, 1}, {1, 1}}, velocities{4}, preferred{4, {0.5, 0.25}},
      headings{4, {0, 2}}, out{4, {7, 7}}, headings_out{4};
  std::vector<double> radii{0.2, 0.2, 0.2, 0.2}, speeds{1, 1, 1, 1}, priorities{1, 1, 1, infinite};
  std::vector<std::uint32_t> profiles{0, 1, 0, 1}, layers{1, 1, 1, 1}, masks{1, 1, 1, 1};
  std::vector<AgentId> ids{4, 3, 2, 1};
  std::vector<std::uint8_t> avoids{1, 1, 1, 1}, infeasible{7, 7, 7, 7};

  SolverBatch batch() {
    SolverBatch b;
    b.positions = positions;
    b.velocities = velocities;
    b.preferred_velocities = preferred;
    b.headings = headings;
    b.radii = radii;
    b.max_speeds = speeds;
    b.priorities = priorities;
    b.profiles = profiles;
    b.layers = layers;
    b.masks = masks;
    b.ids = ids;
    b.avoids = avoids;
    b.new_velocities = out;
    b.new_headings = headings_out;
    b.infeasible = infeasible;
    return b;
  }
};

class SolverArguments : public testing::Test {
 protected:
  SolverArguments() { solver.set_profiles(std::vector<Profile>{{}, Profile::rvo2()}); }

  void refuses(const Words& words, const std::function<void(SolverBatch&, Crowd&)>& spoil) {
    Crowd crowd;
    SolverBatch batch = crowd.batch();
    spoil(batch, crowd);
    expect_throws(ErrorCode::invalid_argument, words, [&] { solver.solve(batch); });
    EXPECT_EQ(crowd.out, Crowd().out);
    EXPECT_EQ(crowd.infeasible, Crowd().infeasible);
    // It takes good ones all the same, with the result of a solver that has seen nothing else.
    Crowd good;
    solver.solve(good.batch());
    Solver fresh({.executor = ExecutorKind::cpu, .threads = 1, .origin = solver.origin()});
    fresh.set_profiles(std::vector<Profile>{{}, Profile::rvo2()});
    Crowd same;
    fresh.solve(same.batch());
    EXPECT_EQ(good.out, same.out);
  }

  Solver solver{{.executor = ExecutorKind::cpu, .threads = 1}};
};

TEST_F(SolverArguments, ElementsAreNamed) {
  refuses({"positions[2]", "nan"}, [](auto&, Crowd& c) { c.positions[2].y = not_a_number; });
  refuses({"positions[0]", "inf"}, [](auto&, Crowd& c) { c.positions[0].x = -infinite; });
  refuses({"positions[3]", "2000000000"}, [](auto&, Crowd& c) { c.positions[3].x = 2.0e9; });
  refuses({"positions[1]", "local origin"}, [](auto&, Crowd& c) { c.positions[1].x = 5.0e8; });
  refuses({"velocities[1]", "nan"}, [](auto&, Crowd& c) { c.velocities[1].x = not_a_number; });
  refuses({"preferred_velocities[1]", "200000"}, [](auto&, Crowd& c) { c.preferred[1].x = 200000.0; });
  refuses({"headings[1]", "(0, 0)"}, [](auto&, Crowd& c) { c.headings[1] = {}; });
  refuses({"radii[1]", "-1"}, [](auto&, Crowd& c) { c.radii[1] = -1.0; });
  refuses({"max_speeds[3]", "nan"}, [](auto&, Crowd& c) { c.speeds[3] = not_a_number; });
  refuses({"priorities[0]", "-inf"}, [](auto&, Crowd& c) { c.priorities[0] = -infinite; });
  refuses({"profiles[2]", "is 2", "2 profiles"}, [](auto&, Crowd& c) { c.profiles[2] = 2; });
  refuses({"ids[0]", "-7"}, [](auto&, Crowd& c) { c.ids[0] = -7; });
  refuses({"ids[3]", "is 3", "ids[1]"}, [](auto&, Crowd& c) { c.ids[3] = 3; });
  refuses({"ids[3]", "is 3", "ids[1]"}, [](auto&, Crowd& c) { c.ids[3] = 3; });  // as it was left: noticed again
}

TEST_F(SolverArguments, ArraysAreNamed) {
  refuses({"velocities", "3 elements", "4"}, [](SolverBatch& b, auto&) { b.velocities.count = 3; });
  refuses({"ids", "5 elements"}, [](SolverBatch& b, auto&) { b.ids.count = 5; });
  refuses({"masks", "null"}, [](SolverBatch& b, auto&) { b.masks.data = nullptr; });
  refuses({"new_velocities", "not given"}, [](SolverBatch& b, auto&) { b.new_velocities = {}; });
  refuses({"radii", "f64x2", "f32 or f64"}, [](SolverBatch& b, auto&) { b.radii.type = ElementType::f64x2; });
  refuses({"positions", "u8", "f32x2 or f64x2"}, [](SolverBatch& b, auto&) { b.positions.type = ElementType::u8; });
  refuses({"ids", "u32", "i64"}, [](SolverBatch& b, auto&) { b.ids.type = ElementType::u32; });
  refuses({"layers", "element type 7"}, [](SolverBatch& b, auto&) { b.layers.type = static_cast<ElementType>(7); });
  refuses({"positions", "stride of 8"}, [](SolverBatch& b, auto&) { b.positions.stride = 8; });
  refuses({"new_velocities", "stride of -8"}, [](SolverBatch& b, auto&) { b.new_velocities.stride = -8; });
  refuses({"positions", "stride of 18"}, [](SolverBatch& b, auto&) { b.positions.stride = 18; });
  refuses({"new_headings", "aligned to 8"},
          [](SolverBatch& b, auto&) { b.new_headings.data = static_cast<std::byte*>(b.new_headings.data) + 4; });
}

TEST(SolverApi, SettingsAreChecked) {
  const auto refuses = [](const Words& words, const SolverOptions& options) {
    expect_throws(ErrorCode::invalid_argument, words, [&] { Solver solver(options); });
  };
  refuses({"time_step", "-1"}, {.time_step = -1.0});
  refuses({"threads", "-2"}, {.threads = -2});
  refuses({"origin", "nan"}, {.origin = Vec2d{not_a_number, 0.0}});
  Solver solver({.executor = ExecutorKind::cpu});
  EXPECT_EQ(solver.options().executor, ExecutorKind::cpu);
  expect_throws(ErrorCode::invalid_argument, {"profiles are empty"}, [&] { solver.set_profiles({}); });
  std::vector<Profile> profiles(2);
  profiles[1].max_neighbors = -1;
  expect_throws(ErrorCode::invalid_argument, {"profile 1", "max_neighbors"}, [&] { solver.set_profiles(profiles); });
  profiles[1] = {};
  profiles[1].footprint = FootprintIndex{0};
  expect_throws(ErrorCode::invalid_argument, {"profile 1", "footprint"}, [&] { solver.set_profiles(profiles); });
  const std::vector<Vec2d> flat{{0, 0}, {1, 0}};
  const ObstacleOutline outline{true, flat};
  expect_throws(ErrorCode::invalid_argument, {"obstacle 0"}, [&] { solver.set_obstacles({&outline, 1}); });
}

TEST(SolverApi, EmptyCallsSettleNothing) {
  Solver solver({.executor = ExecutorKind::cpu});
  EXPECT_EQ(solver.solve({}).infeasible, 0u);
  EXPECT_FALSE(solver.origin());
  const std::vector<Vec2d> none;
  std::vector<Vec2d> out;
  SolverBatch batch;
  batch.positions = none;
  batch.new_velocities = out;
  solver.solve(batch);
  EXPECT_FALSE(solver.origin());
  Crowd crowd;
  batch.positions = crowd.positions;
  batch.new_velocities = crowd.out;
  solver.solve(batch);
  EXPECT_EQ(solver.origin(), (Vec2d{0.5, 0.5}));
  EXPECT_EQ(crowd.out, std::vector<Vec2d>(4));  // apart, and no wish: they stand
  solver.solve({});
}

TEST(SolverApi, FarFromZeroNothingIsLost) {
  const Vec2d far{5.0e8, -9.0e8};
  Crowd near_zero, moved;
  for (Vec2d& p : moved.positions) p = plus(p, far);
  for (Crowd* crowd : {&near_zero, &moved}) {
    Solver solver({.executor = ExecutorKind::cpu});
    SolverBatch batch = crowd->batch();
    batch.profiles = {};
    solver.solve(batch);
  }
  EXPECT_EQ(moved.out, near_zero.out);
  EXPECT_NE(moved.out, Crowd().out);
}

TEST(SolverApi, ObstaclesAndProfilesChangeBetweenCalls) {
  Solver solver({.executor = ExecutorKind::cpu, .origin = Vec2d{}});
  const std::vector<Vec2d> position{{0.0, 0.0}}, wish{{1.0, 0.0}};
  std::vector<Vec2d> out(1);
  SolverBatch batch;
  batch.positions = position;
  batch.preferred_velocities = wish;
  batch.new_velocities = out;
  solver.solve(batch);
  EXPECT_EQ(out[0], wish[0]);
  const std::vector<Vec2d> wall{{0.4, -5.0}, {0.4, 5.0}};
  const ObstacleOutline outline{false, wall};
  solver.set_obstacles({&outline, 1});
  solver.solve(batch);
  EXPECT_LT(out[0].x, 0.5);
  solver.set_obstacles({});
  Profile slow;
  slow.max_speed = 0.25;
  solver.set_profiles({&slow, 1});
  solver.solve(batch);
  EXPECT_EQ(out[0], (Vec2d{0.25, 0.0}));
  // Inside of a solid polygon the way is out.
  const std::vector<Vec2d> square = box(-0.5, -3.0, 3.0, 3.0);
  const ObstacleOutline solid{true, square};
  solver.set_obstacles({&solid, 1});
  solver.solve(batch);
  EXPECT_EQ(out[0], (Vec2d{-0.25, 0.0}));
  const std::vector<Vec2d> far = box(3.0e7, 0.0, 3.1e7, 1.0);
  const ObstacleOutline out_of_reach{true, far};
  expect_throws(ErrorCode::invalid_argument, {"obstacle 0", "local origin"}, [&] {
    solver.set_obstacles({&out_of_reach, 1});
  });
  out[0] = {};
  solver.solve(batch);
  EXPECT_EQ(out[0], (Vec2d{-0.25, 0.0}));
}

}  // namespace
}  // namespace throng::solver_api_tests
