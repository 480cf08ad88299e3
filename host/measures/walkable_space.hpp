// The walkable area of a place, for questions about many points and short ways.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/measures/geos_area.hpp"
#include "throng/types.hpp"

namespace throng::measures {

struct Wall {
  Vec2d a, b;
};

/// Safe to use from several threads at once.
class WalkableSpace {
 public:
  /// From well-known text: polygons, nested or not, which are united. Throws bad_scene; `place` leads the message.
  WalkableSpace(std::string_view wkt, const std::string& place);
  ~WalkableSpace();
  WalkableSpace(WalkableSpace&&) noexcept;
  WalkableSpace& operator=(WalkableSpace&&) noexcept;

  [[nodiscard]] const std::vector<PolygonRings>& polygons() const;
  /// For one thread to cut by.
  [[nodiscard]] GeosArea copy_to_cut() const;
  [[nodiscard]] std::span<const Wall> walls() const;
  [[nodiscard]] Vec2d low() const;    ///< m, corner of the box around it
  [[nodiscard]] Vec2d high() const;   ///< m
  [[nodiscard]] double area() const;  ///< m^2

  /// Inside, or on the boundary within rounding.
  [[nodiscard]] bool contains(Vec2d point) const;
  /// m, to the nearest wall.
  [[nodiscard]] double distance_to_wall(Vec2d point) const;
  /// Whether the way from `from` to `to` goes through a wall: touching one from its side does not count.
  [[nodiscard]] bool crosses_wall(Vec2d from, Vec2d to) const;
  /// Whether any wall meets the box.
  [[nodiscard]] bool has_wall_in(Vec2d low, Vec2d high) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace throng::measures
