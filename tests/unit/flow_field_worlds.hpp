// Random worlds with a goal, for tests of flow fields.
#pragma once
#include <cmath>
#include <random>
#include <vector>

#include "host/navigation/goal_region.hpp"
#include "host/navigation/make_flow_field.hpp"
#include "host/navigation/solid_rings.hpp"

namespace throng::flow_testing {

struct FlowScene {
  std::vector<flow::WallShape> walls;
  FlowGoal goal;
};

/// Draws with one generator, the same numbers with every standard library.
class Draw {
 public:
  explicit Draw(unsigned seed) : bits_(seed) {}
  double from(double low, double high) { return low + (high - low) * (static_cast<double>(bits_()) / 4294967296.0); }
  int below(int count) { return static_cast<int>(bits_() % static_cast<unsigned>(count)); }

 private:
  std::mt19937 bits_;
};

/// A square room at any angle with one kind of things in it: thin or thick partitions with doors 1.5 to 4.5 cells wide,
/// pillars, loose thin walls, or a spiral. The goal is a point, a polyline or a polygon, more than a cell off walls.
inline FlowScene random_scene(unsigned seed) {
  Draw draw(seed);
  FlowScene scene;
  const double h = draw.from(0.1, 0.5);
  const double clearance = draw.below(3) == 0 ? 0.0 : draw.from(0.0, 4.0 * h);
  const double wall_cost = draw.below(3) == 0 ? 0.0 : draw.from(0.0, 4.0);
  scene.goal.options = {h, clearance, wall_cost};
  const double half = draw.from(20.0, 80.0) * h, angle = draw.from(0.0, 6.283);
  const Vec2d center{draw.from(-25.0, 25.0), draw.from(-25.0, 25.0)};
  const double c = std::cos(angle), s = std::sin(angle);
  const auto at = [&](double x, double y) { return Vec2d{center.x + x * c - y * s, center.y + x * s + y * c}; };
  const auto within = [&](double share) { return draw.from(-share * half, share * half); };
  scene.walls.push_back({true, {at(-half, -half), at(-half, half), at(half, half), at(half, -half)}});
  switch (seed % 5) {
    case 0:
    case 1: {
      const double thickness = seed % 5 == 0 ? 0.0 : draw.from(0.3, 4.0) * h;
      const int rooms = 2 + draw.below(3);
      for (int k = 1; k < rooms; ++k) {
        const double x = -half + 2.0 * half * k / rooms, door = 1.5 * h * draw.from(1.0, 3.0);
        const double y = draw.from(-0.9 * half, 0.9 * half - door);
        for (const auto& [low, high] : {std::pair(-half - h, y), std::pair(y + door, half + h)}) {
          if (thickness == 0.0) {
            scene.walls.push_back({false, {at(x, low), at(x, high)}});
          } else {
            scene.walls.push_back({true, {at(x, low), at(x + thickness, low), at(x + thickness, high), at(x, high)}});
          }
        }
      }
      break;
    }
    case 2:
      for (int k = 0; k < 30; ++k) {
        const double x = within(0.9), y = within(0.9), r = h * draw.from(0.2, 3.2), turn = draw.from(0.0, 6.28);
        const int corners = 3 + draw.below(6);
        flow::WallShape pillar{true, {}};
        for (int n = 0; n < corners; ++n) {
          const double a = turn + 6.283185307 * n / corners;
          pillar.vertices.push_back(at(x + r * std::cos(a), y + r * std::sin(a)));
        }
        scene.walls.push_back(pillar);
      }
      break;
    case 3:
      for (int k = 0; k < 25; ++k) {
        const double x = within(0.9), y = within(0.9), a = draw.from(0.0, 6.28), l = draw.from(0.0, half);
        scene.walls.push_back({false, {at(x, y), at(x + l * std::cos(a), y + l * std::sin(a))}});
      }
      break;
    default: {
      const double gap = draw.from(2.5, 8.0) * h;
      flow::WallShape spiral{false, {at(0.0, 0.0)}};
      double x = 0.0, y = 0.0, length = gap;
      for (int d = 0; length < 1.8 * half; ++d) {
        x += (d % 4 == 0 ? length : d % 4 == 2 ? -length : 0.0);
        y += (d % 4 == 1 ? length : d % 4 == 3 ? -length : 0.0);
        if (std::abs(x) > 0.95 * half || std::abs(y) > 0.95 * half) break;
        spiral.vertices.push_back(at(x, y));
        if (d % 2 == 1) length += gap;
      }
      if (spiral.vertices.size() > 1) scene.walls.push_back(spiral);
    }
  }
  const RingIndex solids = flow::solid_rings(scene.walls);
  const std::vector<flow::Segment> segments = flow::segments_of(scene.walls);
  const auto is_off_walls = [&](Vec2d p) {
    for (const flow::Segment& wall : segments) {
      if (flow::distance_sq(wall, p) < 1.44 * h * h) return false;
    }
    return !solids.contains(p);
  };
  Vec2d goal;
  do {
    goal = at(within(0.95), within(0.95));
  } while (!is_off_walls(goal));
  scene.goal.vertices = {goal};
  const int kind = draw.below(3);
  const double turn = draw.from(0.0, 6.28), size = h * draw.from(1.0, 8.0);
  const auto around = [&](double a) { return Vec2d{goal.x + size * std::cos(a), goal.y + size * std::sin(a)}; };
  if (kind == 1) scene.goal.vertices = {goal, around(turn), around(turn + 1.0)};
  if (kind == 2) {
    scene.goal.closed = true;
    scene.goal.vertices = {around(turn), around(turn + 1.57), around(turn + 3.14), around(turn + 4.71)};
  }
  return scene;
}

}  // namespace throng::flow_testing
