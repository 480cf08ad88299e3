// Ways of flow fields against the shortest ones, which go from corner to corner: those of a visibility graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "flow_field_worlds.hpp"
#include "kernels/agent/sample_flow.hpp"

namespace throng::flow_field_geodesic_tests {
namespace {

double side_of(Vec2d a, Vec2d b, Vec2d p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }
bool are_apart(double a, double b) { return (a > 1e-9 && b < -1e-9) || (a < -1e-9 && b > 1e-9); }
double apart(Vec2d a, Vec2d b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Brute force. For goals that are points.
class VisibilityGraph {
 public:
  explicit VisibilityGraph(const flow_testing::FlowScene& scene)
      : walls_(flow::segments_of(scene.walls)), goal_(scene.goal.vertices[0]) {
    // The first wall is the room's: nobody turns around its corners.
    for (std::size_t w = 1; w < scene.walls.size(); ++w) add_corners(scene.walls[w]);
    left_.assign(corners_.size(), std::numeric_limits<double>::infinity());
    turns_.assign(corners_.size(), 0);
    std::vector<bool> done(corners_.size());
    for (std::size_t k = 0; k < corners_.size(); ++k) {
      if (sees(corners_[k], goal_)) left_[k] = apart(corners_[k], goal_);
    }
    for (std::size_t round = 0; round < corners_.size(); ++round) {
      std::size_t next = corners_.size();
      for (std::size_t k = 0; k < corners_.size(); ++k) {
        if (!done[k] && (next == corners_.size() || left_[k] < left_[next])) next = k;
      }
      done[next] = true;
      for (std::size_t k = 0; k < corners_.size(); ++k) {
        const double way = left_[next] + apart(corners_[k], corners_[next]);
        if (done[k] || !(way < left_[k]) || !sees(corners_[k], corners_[next])) continue;
        left_[k] = way;
        turns_[k] = turns_[next] + 1;
      }
    }
  }
  struct Way {
    double length = std::numeric_limits<double>::infinity();
    int turns = 0;
  };
  [[nodiscard]] Way from(Vec2d p) const {
    if (sees(p, goal_)) return {apart(p, goal_), 0};
    Way best;
    for (std::size_t k = 0; k < corners_.size(); ++k) {
      const double way = left_[k] + apart(p, corners_[k]);
      if (way < best.length && sees(p, corners_[k])) best = {way, turns_[k] + 1};
    }
    return best;
  }

 private:
  /// A millimeter off each corner, outside of the angle there: so that no way slips through it.
  void add_corners(const flow::WallShape& wall) {
    const std::vector<Vec2d>& v = wall.vertices;
    for (std::size_t k = 0; k < v.size(); ++k) {
      Vec2d away;
      for (const bool onward : {false, true}) {
        if (!wall.closed && k == (onward ? v.size() - 1 : 0)) continue;  // it ends here
        const Vec2d to = v[(k + (onward ? 1 : v.size() - 1)) % v.size()];
        away = {away.x - (to.x - v[k].x) / apart(to, v[k]), away.y - (to.y - v[k].y) / apart(to, v[k])};
      }
      const double length = std::hypot(away.x, away.y);
      if (length < 1e-6) continue;
      const Vec2d ahead{1e-3 / length * away.x, 1e-3 / length * away.y};
      const bool is_end = !wall.closed && (k == 0 || k == v.size() - 1);
      for (const double aside : {-1.0, 1.0}) {  // of an end on both sides
        const double turn = is_end ? aside : 0.0;
        if (is_end || aside > 0.0) {
          corners_.push_back({v[k].x + ahead.x - turn * ahead.y, v[k].y + ahead.y + turn * ahead.x});
        }
      }
    }
  }
  [[nodiscard]] bool sees(Vec2d a, Vec2d b) const {
    return std::none_of(walls_.begin(), walls_.end(), [&](const flow::Segment& wall) {
      return are_apart(side_of(a, b, wall.from), side_of(a, b, wall.to)) &&
             are_apart(side_of(wall.from, wall.to, a), side_of(wall.from, wall.to, b));
    });
  }

  std::vector<flow::Segment> walls_;
  Vec2d goal_;
  std::vector<Vec2d> corners_;
  std::vector<double> left_;
  std::vector<int> turns_;
};

TEST(FlowFieldGeodesic, WaysAreAsLongAsTheShortestOnes) {
  int ways = 0, turned = 0;
  double sum = 0.0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    if (seed % 5 == 2 || seed % 5 == 3) continue;  // gaps of any width: a field may miss some
    flow_testing::FlowScene scene = flow_testing::random_scene(seed);
    scene.goal.closed = false;
    scene.goal.vertices.resize(1);
    scene.goal.options.wall_cost = 0.0;
    const auto field = make_flow_fields(scene.walls, {&scene.goal, 1}, {.threads = 1, .progress = {}}).front();
    const VisibilityGraph graph(scene);
    flow_testing::Draw draw(seed + 3000);
    for (int k = 0; k < 40; ++k) {
      const Vec2<float> at{static_cast<float>(field->origin_x + draw.from(0.0, field->columns * 16.0 * field->cell)),
                           static_cast<float>(field->origin_y + draw.from(0.0, field->rows * 16.0 * field->cell))};
      const FlowSample sample = sample_flow(field->view(), at);
      const VisibilityGraph::Way way = graph.from({at.x, at.y});
      if (!(sample.way < flow_unreached)) continue;
      const double cell = field->cell;
      // About two cells for each corner, as docs/navigation.md has it.
      EXPECT_NEAR(sample.way, way.length, 0.005 * way.length + (0.3 + 1.9 * way.turns) * cell)
          << "seed " << seed << " at " << at.x << ", " << at.y << ", " << way.turns << " turns";
      sum += sample.way / std::max(way.length, cell);
      ++ways;
      turned += way.turns > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(ways, 800);
  EXPECT_GT(turned, 300);
  EXPECT_NEAR(sum / ways, 1.0, 0.04);
  std::printf("%d ways, %d around corners, %.4f times the shortest on average\n", ways, turned, sum / ways);
}

}  // namespace
}  // namespace throng::flow_field_geodesic_tests
