// Where people can walk: what the parts of a file come to together, and the walls around it.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/scenario/area_polygon.hpp"
#include "throng/scenario.hpp"

namespace throng::scenario {

/// Parts that nowhere overlap, nor meet along a line; they may touch at points. All rings are simple.
class WalkableArea {
 public:
  struct Part {
    std::vector<Vec2d> outer;               ///< clockwise
    std::vector<std::vector<Vec2d>> holes;  ///< counter-clockwise
  };

  /// Unites polygons, across gaps of no more than joined_gap. Holes thinner than rounding are left out. Throws
  /// bad_scene for a polygon that is none, for none at all, and for an area that can't be told from one that crosses
  /// itself; `place` leads the message then.
  static WalkableArea of(std::span<const AreaPolygon> polygons, const std::string& place);

  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  [[nodiscard]] std::size_t hole_count() const;
  [[nodiscard]] std::size_t vertex_count() const;
  [[nodiscard]] double area() const;  ///< m^2
  [[nodiscard]] bool contains(Vec2d point) const;
  struct Box {
    Vec2d low, high;
  };
  [[nodiscard]] Box box() const;

  /// Outer rings, then holes: outer rings as walls around free space, holes as solids; a hole with another part of the
  /// area inside comes out as a thin wall, as it is not solid all through.
  [[nodiscard]] std::vector<Scenario::Obstacle> obstacles() const;
  /// POLYGON, or MULTIPOLYGON when there are several parts; every digit of the coordinates.
  [[nodiscard]] std::string wkt() const;
  /// What works, but is hardly meant: coordinates that look like degrees, parts and holes with gaps that nobody sees.
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  std::vector<Part> parts_;
};

/// Whether a text is well-known text itself, by its first word, rather than a path.
bool is_wkt(std::string_view text);
/// POLYGON, MULTIPOLYGON and GEOMETRYCOLLECTION (nested), rings in any direction. `place` leads the messages.
WalkableArea walkable_area_of_wkt(std::string_view wkt, const std::string& place);

}  // namespace throng::scenario
