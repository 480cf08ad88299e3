#include "throng/c/surroundings.h"

#include "host/c_api/arrays.hpp"
#include "host/c_api/world_object.hpp"

using namespace throng;
using namespace throng::c_api;

namespace {

/// An obstacle of points, by one of the world's functions.
template <class Add>
throng_status add_obstacle(throng_world* world, const throng_array* vertices, throng_obstacle* obstacle,
                           const Add& add) {
  return on_world(world, [&](World& w) {
    give(obstacle, "obstacle", [&] {
      const ObstacleHandle added = add(w, read_all<Vec2d>(vertices, "vertices"));
      return throng_obstacle{added.slot, added.generation};
    });
  });
}
template <class Add>
throng_status add_goal(throng_world* world, const throng_array* points, std::uint32_t* goal, const Add& add) {
  return on_world(world,
                  [&](World& w) { give(goal, "goal", [&] { return add(w, read_all<Vec2d>(points, "points")).row; }); });
}

ObstacleHandle handle_of(throng_obstacle obstacle) { return {obstacle.slot, obstacle.generation}; }

}  // namespace

throng_status throng_world_add_polygon(throng_world* world, const throng_array* vertices, throng_obstacle* obstacle) {
  return add_obstacle(world, vertices, obstacle, [](World& w, const auto& points) { return w.add_polygon(points); });
}
throng_status throng_world_add_polyline(throng_world* world, const throng_array* vertices, throng_obstacle* obstacle) {
  return add_obstacle(world, vertices, obstacle, [](World& w, const auto& points) { return w.add_polyline(points); });
}
throng_status throng_world_remove_obstacle(throng_world* world, throng_obstacle obstacle) {
  return on_world(world, [&](World& w) { w.remove_obstacle(handle_of(obstacle)); });
}
throng_status throng_world_contains_obstacle(throng_world* world, throng_obstacle obstacle, std::int32_t* contains) {
  return on_world(
      world, [&](World& w) { give(contains, "contains", [&] { return w.contains(handle_of(obstacle)) ? 1 : 0; }); });
}
throng_status throng_world_get_obstacle_count(throng_world* world, std::uint64_t* count) {
  return on_world(world, [&](World& w) { give(count, "count", [&] { return w.obstacle_count(); }); });
}

throng_status throng_world_add_goal_line(throng_world* world, const throng_array* points, std::uint32_t* goal) {
  return add_goal(world, points, goal, [](World& w, const auto& line) { return w.add_goal_line(line); });
}
throng_status throng_world_add_goal_polygon(throng_world* world, const throng_array* points, std::uint32_t* goal) {
  return add_goal(world, points, goal, [](World& w, const auto& polygon) { return w.add_goal_polygon(polygon); });
}
throng_status throng_world_add_goal_point(throng_world* world, throng_vec2d point, std::uint32_t* goal) {
  return on_world(world, [&](World& w) { give(goal, "goal", [&] { return w.add_goal_point(vector_of(point)).row; }); });
}
throng_status throng_world_get_goal_count(throng_world* world, std::uint64_t* count) {
  return on_world(world, [&](World& w) { give(count, "count", [&] { return w.goal_count(); }); });
}
