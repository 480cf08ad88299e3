// Who follows a flow field gets to the goal, on a short way and never through a wall.
#include <gtest/gtest.h>

#include "flow_field_worlds.hpp"
#include "kernels/agent/sample_flow.hpp"

namespace throng::flow_field_follow_tests {
namespace {

struct Walk {
  bool arrived = false, crossed = false;
  double length = 0.0;
};

/// In steps of a fifth of a cell until the goal is within three quarters of a cell.
Walk walk(const FlowField& field, const flow::GoalRegion& goal, const std::vector<flow::Segment>& walls,
          Vec2<float> at) {
  Walk result;
  const FlowFieldView view = field.view();
  const double step = 0.2 * field.cell;
  const double way = sample_flow(view, at).way;
  for (int left = static_cast<int>(3.0 * way / step) + 200; left > 0; --left) {
    const flow::GoalRegion::Nearest nearest = goal.nearest({at.x, at.y});
    result.arrived = nearest.inside || nearest.distance < 0.75 * field.cell;
    if (result.arrived) break;
    const FlowSample sample = sample_flow(view, at);
    Vec2d ahead{sample.direction.x, sample.direction.y};
    if (sample.sees_goal || (ahead.x == 0.0 && ahead.y == 0.0)) {
      ahead = {(nearest.point.x - at.x) / nearest.distance, (nearest.point.y - at.y) / nearest.distance};
    }
    const Vec2<float> next{static_cast<float>(at.x + step * ahead.x), static_cast<float>(at.y + step * ahead.y)};
    for (const flow::Segment& wall : walls) {
      result.crossed = result.crossed || flow::meet({{at.x, at.y}, {next.x, next.y}}, wall);
    }
    if (result.crossed) break;
    at = next;
    result.length += step;
  }
  return result;
}

void expect_walks_end_at_the_goal(unsigned worlds, int least_walks) {
  int walks = 0, lost = 0, crossed = 0, measured = 0;
  double longer = 0.0;
  for (unsigned seed = 0; seed < worlds; ++seed) {
    const flow_testing::FlowScene scene = flow_testing::random_scene(seed);
    const auto field = make_flow_fields(scene.walls, {&scene.goal, 1}, {.threads = 1, .progress = {}}).front();
    ASSERT_FALSE(field->nodes.empty()) << "seed " << seed;
    const flow::GoalRegion goal(scene.goal.closed, scene.goal.vertices);
    const std::vector<flow::Segment> walls = flow::segments_of(scene.walls);
    flow_testing::Draw draw(seed + 1000);
    for (int k = 0; k < 40; ++k) {
      const Vec2<float> start{static_cast<float>(field->origin_x + draw.from(0.0, field->columns * 16.0 * field->cell)),
                              static_cast<float>(field->origin_y + draw.from(0.0, field->rows * 16.0 * field->cell))};
      const FlowSample sample = sample_flow(field->view(), start);
      if (!(sample.way < flow_unreached)) continue;
      const Walk result = walk(*field, goal, walls, start);
      ++walks;
      crossed += result.crossed ? 1 : 0;
      if (!result.arrived) ++lost;
      if (result.crossed || !result.arrived) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " from " << start.x << ", " << start.y);
        EXPECT_FALSE(result.crossed);
      }
      if (!result.arrived || scene.goal.options.wall_cost > 0.0) continue;
      // No clearance: the field's way is a length.
      const double way = std::max(static_cast<double>(sample.way), static_cast<double>(field->cell));
      longer += result.length / way;
      ++measured;
      EXPECT_LT(result.length, 1.15 * way + 2.0 * field->cell) << "seed " << seed;
    }
  }
  EXPECT_GT(walks, least_walks);
  EXPECT_EQ(crossed, 0);
  EXPECT_LE(lost, walks / 2000) << "of " << walks;
  EXPECT_LT(longer / measured, 1.02);
  testing::Test::RecordProperty("walks", walks);
  testing::Test::RecordProperty("lost", lost);
}

TEST(FlowFieldFollow, WalksEndAtTheGoalAndMeetNoWall) { expect_walks_end_at_the_goal(50, 800); }
TEST(FlowFieldFollowLong, WalksEndAtTheGoalAndMeetNoWall) { expect_walks_end_at_the_goal(300, 5000); }

TEST(FlowFieldFollow, TheStraightWayIsFreeWhereTheGoalIsSeen) {
  int seen = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    const flow_testing::FlowScene scene = flow_testing::random_scene(seed);
    const auto field = make_flow_fields(scene.walls, {&scene.goal, 1}, {.threads = 1, .progress = {}}).front();
    const flow::GoalRegion goal(scene.goal.closed, scene.goal.vertices);
    const std::vector<flow::Segment> walls = flow::segments_of(scene.walls);
    flow_testing::Draw draw(seed + 2000);
    for (int k = 0; k < 200; ++k) {
      const Vec2<float> at{static_cast<float>(field->origin_x + draw.from(0.0, field->columns * 16.0 * field->cell)),
                           static_cast<float>(field->origin_y + draw.from(0.0, field->rows * 16.0 * field->cell))};
      const FlowSample sample = sample_flow(field->view(), at);
      if (!(sample.way < flow_unreached) || !sample.sees_goal) continue;
      ++seen;
      const flow::Segment sight{{at.x, at.y}, goal.nearest({at.x, at.y}).point};
      for (const flow::Segment& wall : walls) EXPECT_FALSE(flow::meet(sight, wall)) << "seed " << seed;
    }
  }
  EXPECT_GT(seen, 1000);
}

}  // namespace
}  // namespace throng::flow_field_follow_tests
