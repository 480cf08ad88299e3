// The shapes that a fill places agents in.
#pragma once
#include <optional>
#include <variant>
#include <vector>

#include "host/scenario/json_node.hpp"
#include "host/scenario/walkable_area.hpp"

namespace throng::scenario {

struct RectangleShape {
  Vec2d low, high;
};

/// A disc is a ring whose inner radius is 0.
struct RingShape {
  Vec2d center;
  double radius = 0.0;
  double inner_radius = 0.0;
};

struct PolygonShape {
  std::vector<Vec2d> vertices;
  Vec2d low, high;
};

/// Fixed places, row by row from the origin.
struct GridShape {
  Vec2d origin;
  std::uint64_t columns = 0;
  std::uint64_t rows = 0;
  double spacing = 0.0;

  [[nodiscard]] Vec2d place(std::uint64_t index) const {
    return {origin.x + static_cast<double>(index % columns) * spacing,
            origin.y + static_cast<double>(index / columns) * spacing};
  }
};

/// The walkable area of the scene, as far as it lies in this box around it.
struct WalkableShape {
  Vec2d low, high;
  double area = 0.0;       ///< m^2, of the whole walkable area
  double perimeter = 0.0;  ///< m, of all its rings
};

using FillShape = std::variant<RectangleShape, RingShape, PolygonShape, GridShape, WalkableShape>;

/// Reads {"rectangle"}, {"disc"}, {"ring"}, {"polygon"}, {"grid"} or {"walkable"}; `walkable` is the scene's area, null
/// = it has none.
FillShape read_fill_shape(const JsonNode& fill, const WalkableArea* walkable);

/// Maps a point of the unit square evenly onto the shape; nothing for one that misses it. Not for grids. Of the
/// walkable area it is its box: what else is in there, blocks (ObstacleIndex).
std::optional<Vec2d> place_in_shape(const FillShape& shape, double u, double v);

/// No arrangement of discs of this radius (m), their centres in the shape, has more of them.
double most_discs(const FillShape& shape, double radius);

}  // namespace throng::scenario
