// The goal of a field: a point, a polyline or a polygon.
#pragma once
#include <span>
#include <vector>

#include "host/navigation/plane.hpp"

namespace throng::flow {

class GoalRegion {
 public:
  /// m, relative; rounded to float first, as the executors have them. One vertex is a point.
  GoalRegion(bool closed, std::span<const Vec2d> vertices);

  struct Nearest {
    Vec2d point;
    double distance = 0.0;  ///< m
    bool inside = false;    ///< of a polygon: then the point is the place itself
  };
  [[nodiscard]] Nearest nearest(Vec2d place) const;
  [[nodiscard]] bool closed() const { return closed_; }
  /// Of a point one without length.
  [[nodiscard]] const std::vector<Segment>& edges() const { return edges_; }
  [[nodiscard]] const Box& box() const { return box_; }

 private:
  [[nodiscard]] bool contains(Vec2d place) const;

  bool closed_;
  std::vector<Segment> edges_;
  Box box_;
};

}  // namespace throng::flow
