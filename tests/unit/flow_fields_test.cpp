// Flow fields behind the seam: every executor follows them, and reads the same from them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "host/world_impl.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/flow_fields.hpp"
#include "tests/support/vectors.hpp"

namespace throng::flow_fields_tests {
namespace {

using test::Segment;
using test::SmallField;

using Fields = std::vector<std::shared_ptr<const FlowField>>;

AgentRecord walker(std::uint32_t slot, Vec2d position, std::int32_t goal) {
  AgentRecord record;
  record.id = slot;
  record.slot = slot;
  record.position_x = position.x;
  record.position_y = position.y;
  record.heading_x = 1.0;
  record.radius = 0.2;
  record.max_speed = 1.8;
  record.preferred_speed = 1.3;
  record.goal = goal;
  record.flags = agent_flag::avoids;
  record.priority = 1.0;
  record.layer = 1;
  record.mask = ~0u;
  return record;
}

/// An executor without a world.
class Scene {
 public:
  explicit Scene(const WorldOptions& options) : executor_(make_executor(resolve_executor(options))) {
    Profile profile;
    profile.radius = 0.2;
    executor_->set_footprints({});
    executor_->set_profiles({&profile, 1});
    executor_->set_obstacles({});
  }
  void set_fields(const Fields& fields, const std::vector<GoalShape>& goals) {
    executor_->set_flow_fields(fields);
    executor_->set_goals(goals);
  }
  void set_walls(const std::vector<Segment>& walls) {
    std::vector<ObstacleShape> shapes;
    for (const Segment& w : walls) shapes.push_back({shapes.size(), false, {w.from, w.to}});
    executor_->set_obstacles(shapes);
  }
  void add(const std::vector<AgentRecord>& agents) {
    executor_->add(agents);
    slots_ += static_cast<std::uint32_t>(agents.size());
  }
  void step(int count = 1) {
    for (int k = 0; k < count; ++k) {
      executor_->begin_step(step_++);
      executor_->navigate();
      executor_->bin();
      executor_->steer();
      executor_->solve();
      executor_->move();
      executor_->resolve();
      executor_->end_step();
    }
    StepResults results;
    executor_->take_results(results);
    arrived_ += results.arrived;
    crossings_ += results.wall_crossings;
  }
  [[nodiscard]] std::vector<AgentRecord> read() const {
    std::vector<std::uint32_t> slots(slots_);
    for (std::uint32_t s = 0; s < slots_; ++s) slots[s] = s;
    std::vector<AgentRecord> records(slots_);
    executor_->read(slots, records);
    return records;
  }
  [[nodiscard]] std::uint64_t arrived() const { return arrived_; }
  [[nodiscard]] std::uint64_t crossings() const { return crossings_; }
  [[nodiscard]] Executor& executor() { return *executor_; }

 private:
  std::unique_ptr<Executor> executor_;
  std::uint32_t slots_ = 0;
  std::uint64_t step_ = 0, arrived_ = 0, crossings_ = 0;
};

GoalShape point_goal(Vec2d at, std::int32_t field) { return {false, {at, {at.x + 1e-3, at.y}}, field}; }

Vec2d preferred(const AgentRecord& record) { return {record.preferred_velocity_x, record.preferred_velocity_y}; }

class FlowFields : public test::OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(FlowFields);

// A U that opens away from the goal: who goes straight ends in it.
const std::vector<Segment> u_walls{{{2.0, -3.0}, {2.0, 3.0}}, {{-2.0, 3.0}, {2.0, 3.0}}, {{-2.0, -3.0}, {2.0, -3.0}}};
constexpr Vec2d behind_u{6.0, 0.13};

TEST_P(FlowFields, LeadOutOfAConcaveWall) {
  const SmallField field({-8.0, -8.0}, 0.25, 4, u_walls, behind_u);
  for (const bool with_field : {true, false}) {
    Scene scene(options());
    scene.set_fields({field.make()}, {point_goal(behind_u, with_field ? 0 : -1)});
    scene.set_walls(u_walls);
    std::vector<AgentRecord> agents;
    for (std::uint32_t k = 0; k < 20; ++k) {
      agents.push_back(walker(k, {-1.0 + 0.5 * (k % 5), -1.1 + 0.6 * (k / 5)}, 0));
    }
    scene.add(agents);
    scene.step(300);
    EXPECT_EQ(scene.crossings(), 0u);
    for (const AgentRecord& a : scene.read()) {
      if (with_field) {
        EXPECT_LT(std::hypot(a.position_x - 6.0, a.position_y), 2.0) << a.id;
      } else {
        EXPECT_LT(a.position_x, 2.0) << a.id;
      }
    }
  }
}

TEST_P(FlowFields, AGoalWithoutOneIsGoneToStraight) {
  const SmallField field({-8.0, -8.0}, 0.25, 4, u_walls, behind_u);
  Scene scene(options());
  scene.set_fields({field.make()}, {point_goal(behind_u, -1), point_goal(behind_u, 0), point_goal({-6.0, 1.0}, -1)});
  scene.add({walker(0, {0.0, 0.13}, 0), walker(1, {0.0, 1.0}, 1), walker(2, {0.0, 2.0}, 2)});
  scene.step();
  const std::vector<AgentRecord> agents = scene.read();
  EXPECT_NEAR(preferred(agents[0]).x, 1.3, 1e-5);
  EXPECT_LT(preferred(agents[1]).x, 0.0);  // out of the U first
  EXPECT_NEAR(preferred(agents[2]).y / preferred(agents[2]).x, 1.0 / 6.0, 1e-4);
}

TEST_P(FlowFields, WhereTheFieldKnowsNothingTheWayIsStraight) {
  const SmallField field({-8.0, -8.0}, 0.25, 4, u_walls, behind_u);
  Scene scene(options());
  scene.set_fields({field.make()}, {point_goal(behind_u, 0)});
  const std::vector<Vec2d> outside{{-8.1, 0.13}, {0.13, 8.0}, {0.13, -8.01}, {1.0e6, 5.0e6}, {-9.9e6, -9.9e6}};
  std::vector<AgentRecord> agents;
  for (const Vec2d& p : outside) agents.push_back(walker(static_cast<std::uint32_t>(agents.size()), p, 0));
  scene.add(agents);
  scene.step();
  const std::vector<AgentRecord> after = scene.read();
  for (std::size_t k = 0; k < outside.size(); ++k) {
    const double x = behind_u.x - outside[k].x, y = behind_u.y - outside[k].y, d = std::hypot(x, y);
    EXPECT_NEAR(preferred(after[k]).x, 1.3 * x / d, 1e-3) << k;
    EXPECT_NEAR(preferred(after[k]).y, 1.3 * y / d, 1e-3) << k;
  }
}

TEST_P(FlowFields, ChangedFieldsAreFollowedFromTheNextStepOn) {
  const Fields fields{SmallField({-8.0, -8.0}, 0.25, 4, u_walls, behind_u).make(),
                      SmallField({-8.0, -8.0}, 0.25, 4, u_walls, {-6.0, 0.13}).make()};
  Scene scene(options());
  scene.set_fields({fields[0]}, {point_goal({20.0, 0.0}, 0)});
  scene.add({walker(0, {3.0, 0.0}, 0)});
  scene.step();
  EXPECT_GT(preferred(scene.read()[0]).x, 1.0);
  scene.set_fields(fields, {point_goal({20.0, 0.0}, 1)});
  scene.step();
  EXPECT_GT(std::abs(preferred(scene.read()[0]).y), 1.0);  // around the U, back
  scene.set_fields({fields[1], fields[0]}, {point_goal({20.0, 0.0}, 1)});
  scene.step();
  EXPECT_GT(preferred(scene.read()[0]).x, 1.0);
  scene.set_fields({}, {point_goal({-20.0, 0.0}, -1)});
  scene.step();
  EXPECT_LT(preferred(scene.read()[0]).x, -1.0);
}

/// Agents anywhere: outside, on nodes, on walls, at the edges of tiles, far away.
std::vector<AgentRecord> scattered(std::uint64_t seed, std::uint32_t count, const FlowField& field) {
  std::mt19937_64 engine(seed);
  const auto real = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(engine() >> 11) * 0x1p-53;
  };
  const double width = field.columns * flow_tile_quads * static_cast<double>(field.cell);
  const double height = field.rows * flow_tile_quads * static_cast<double>(field.cell);
  std::vector<AgentRecord> agents;
  for (std::uint32_t k = 0; k < count; ++k) {
    Vec2d at{field.origin_x + real(-0.1, 1.1) * width, field.origin_y + real(-0.1, 1.1) * height};
    if (k % 4 == 1) {
      at.x = field.origin_x + std::floor((at.x - field.origin_x) / field.cell) * field.cell;
      if (k % 8 == 1) at.y = field.origin_y + std::floor((at.y - field.origin_y) / field.cell) * field.cell;
    }
    if (k % 16 == 2 && !field.walls.empty()) {
      const FlowWall& wall = field.walls[engine() % field.walls.size()];
      const double s = k % 32 == 2 ? 0.0 : real(0.0, 1.0);
      at = {wall.from_x + s * (wall.to_x - wall.from_x), wall.from_y + s * (wall.to_y - wall.from_y)};
    }
    if (k % 64 == 3) at = {1.0e6 * real(-9.0, 9.0), 1.0e6 * real(-9.0, 9.0)};
    agents.push_back(walker(k, at, static_cast<std::int32_t>(k % 2)));
    agents.back().flags = 0;  // each for itself
  }
  return agents;
}

struct Random {
  Fields fields;
  std::vector<GoalShape> goals;
  std::vector<AgentRecord> agents;
};
Random random_scene(std::uint64_t seed, double cell) {
  Random scene;
  scene.fields = {test::random_field(seed, {-7.0, -4.0}, cell, 3, 2),
                  test::random_field(seed + 50, {2.0, 1.0}, cell, 1, 4)};
  scene.goals = {{false, {{30.0, 1.0}, {31.0, 2.0}}, 0}, {true, {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}}, 1}};
  scene.agents = scattered(seed, 700, *scene.fields[0]);
  return scene;
}

std::vector<AgentRecord> after_one_step(WorldOptions options, const Random& random) {
  options.threads = 1;
  Scene scene(options);
  scene.set_fields(random.fields, random.goals);
  scene.add(random.agents);
  scene.step();
  return scene.read();
}

TEST_P(FlowFields, AnyArraysLeadAsTheyDoOnTheCpu) {
  int led = 0, compared = 0, far = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Random random = random_scene(seed, seed % 2 == 0 ? 0.25 : 0.1);
    WorldOptions on_cpu = options();
    on_cpu.executor = ExecutorKind::cpu;
    const std::vector<AgentRecord> here = after_one_step(on_cpu, random), there = after_one_step(options(), random);
    for (std::size_t k = 0; k < here.size(); ++k) {
      const Vec2d a = preferred(here[k]), b = preferred(there[k]);
      if (!is_reference()) {
        ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0) << "agent " << k << ", seed " << seed;
      } else {
        ++compared;
        far += std::hypot(a.x - b.x, a.y - b.y) > 2e-3 ? 1 : 0;
      }
      const Vec2d straight{30.0 - here[k].position_x, 1.0 - here[k].position_y};
      led += k % 2 == 0 && std::abs(a.x * straight.y - a.y * straight.x) > 1.0 ? 1 : 0;
    }
  }
  EXPECT_GT(led, 500);
  // Where a corner comes into sight, and where ways part, a field leads elsewhere within a hair's breadth: those who
  // stand exactly there may differ.
  EXPECT_LE(far, compared / 25);
}

}  // namespace
}  // namespace throng::flow_fields_tests
