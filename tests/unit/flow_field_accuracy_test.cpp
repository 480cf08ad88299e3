// Ways of flow fields against those known in closed form: their errors fall with the cell size (docs/navigation.md has
// the table).
#include <gtest/gtest.h>

#include <functional>

#include "flow_field_worlds.hpp"
#include "kernels/agent/sample_flow.hpp"

namespace throng::flow_field_accuracy_tests {
namespace {

constexpr double pi = 3.14159265358979323846;

struct Errors {
  double mean = 0.0, worst = 0.0;  ///< m
};

/// At 4,000 places of a hall of 20 m, of which `exact` says the way; those with a way < 0 are left out.
Errors errors_of(std::vector<flow::WallShape> walls, const FlowGoal& goal, const std::function<double(Vec2d)>& exact) {
  walls.push_back({true, {{-10.0, -10.0}, {-10.0, 10.0}, {10.0, 10.0}, {10.0, -10.0}}});
  const auto field = make_flow_fields(walls, {&goal, 1}, {.threads = 1, .progress = {}}).front();
  flow_testing::Draw draw(3);
  Errors errors;
  int count = 0;
  for (int k = 0; k < 4000; ++k) {
    const Vec2d p{draw.from(-9.5, 9.5), draw.from(-9.5, 9.5)};
    const double way = exact(p);
    if (way < 0.0) continue;
    const double error =
        std::abs(sample_flow(field->view(), {static_cast<float>(p.x), static_cast<float>(p.y)}).way - way);
    errors.mean += error;
    errors.worst = std::max(errors.worst, error);
    ++count;
  }
  errors.mean /= count;
  return errors;
}

/// The order of convergence of the mean error from each cell size to half of it.
void expect_order(const char* name, double least, const std::function<Errors(double cell)>& errors) {
  double last = 0.0;
  for (const double cell : {0.5, 0.25, 0.125, 0.0625}) {
    const Errors e = errors(cell);
    const double order = last > 0.0 ? std::log2(last / e.mean) : 0.0;
    std::printf("%s: cell %.4f m, mean %.5f m, worst %.5f m, order %.2f\n", name, cell, e.mean, e.worst, order);
    if (last > 0.0) {
      EXPECT_GT(order, least) << name << ", cell " << cell;
    }
    EXPECT_LT(e.worst, 2.0 * cell + 0.02) << name << ", cell " << cell;
    last = e.mean;
  }
}

TEST(FlowFieldAccuracy, Straight) {
  const Vec2d goal{-5.03, -5.01};
  expect_order("straight", 1.7, [&](double cell) {
    return errors_of({}, {false, {goal}, {cell, 0.0, 0.0}},
                     [&](Vec2d p) { return std::hypot(p.x - goal.x, p.y - goal.y); });
  });
}

TEST(FlowFieldAccuracy, AroundOneCorner) {
  const Vec2d goal{-5.03, -5.01};
  expect_order("corner", 0.9, [&](double cell) {
    return errors_of({{false, {{-10.0, 0.0}, {0.0, 0.0}}}}, {false, {goal}, {cell, 0.0, 0.0}}, [&](Vec2d p) {
      const bool is_behind = p.y > 0.0 && p.x + (goal.x - p.x) * (p.y / (p.y - goal.y)) <= 0.0;
      return is_behind ? std::hypot(p.x, p.y) + std::hypot(goal.x, goal.y) : std::hypot(p.x - goal.x, p.y - goal.y);
    });
  });
}

TEST(FlowFieldAccuracy, AroundADisc) {
  const double radius = 3.0;
  flow::WallShape disc{true, {}};
  for (int k = 0; k < 720; ++k) {
    disc.vertices.push_back({radius * std::cos(k * pi / 360.0), radius * std::sin(k * pi / 360.0)});
  }
  expect_order("disc", 0.5, [&](double cell) {
    return errors_of({disc}, {false, {{-6.0, 0.0}}, {cell, 0.0, 0.0}}, [&](Vec2d p) {
      const double away = std::hypot(p.x, p.y);
      if (away < radius + 0.05) return -1.0;
      const double turn = pi - std::abs(std::atan2(p.y, p.x));
      const double free = std::acos(radius / away) + std::acos(radius / 6.0);
      if (turn < free) return std::hypot(p.x + 6.0, p.y);
      return std::sqrt(away * away - radius * radius) + std::sqrt(36.0 - radius * radius) + radius * (turn - free);
    });
  });
}

/// In a long corridor the dear strips by its walls must not carry the front along its middle ahead, however many nodes.
TEST(FlowFieldAccuracy, ALongCorridorIsAsLongAsItIs) {
  const FlowGoal goal{false, {{0.0, 0.0}}, {0.25, 0.6, 2.0}};
  const std::vector<flow::WallShape> corridor{{true, {{-10.0, -3.0}, {-10.0, 3.0}, {910.0, 3.0}, {910.0, -3.0}}}};
  const auto field = make_flow_fields(corridor, {&goal, 1}, {.threads = 1, .progress = {}});
  EXPECT_NEAR(sample_flow(field[0]->view(), {900.0f, 0.0f}).way, 900.0, 0.02);
}

/// Along a wall, at the distance d from it, a meter costs 1 + wall_cost (1 - d / clearance)^2: a corridor so narrow
/// that its middle is the best place all along.
TEST(FlowFieldAccuracy, WallsMakeAMeterDearer) {
  const FlowGoal goal{false, {{-8.0, -1.0}, {-8.0, 1.0}}, {0.125, 2.0, 3.0}};
  const auto field = make_flow_fields(
      std::vector<flow::WallShape>{{false, {{-10.0, -1.0}, {10.0, -1.0}}}, {false, {{-10.0, 1.0}, {10.0, 1.0}}}},
      {&goal, 1}, {.threads = 1, .progress = {}});
  const double cost = 1.0 + 3.0 * 0.25;
  EXPECT_NEAR(sample_flow(field[0]->view(), {6.0f, 0.0f}).way, cost * 14.0, 0.02 * cost * 14.0);
}

}  // namespace
}  // namespace throng::flow_field_accuracy_tests
