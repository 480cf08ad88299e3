// An area cut by polygons and lines, by GEOS.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "host/scenario/area_polygon.hpp"
#include "throng/types.hpp"

namespace throng::measures {

using scenario::PolygonRings;

/// Not thread-safe: each thread has its own copy.
class GeosArea {
 public:
  /// The union of the polygons, which must be valid. Throws bad_scene with GEOS's reason, `place` in front.
  GeosArea(std::span<const PolygonRings> polygons, const std::string& place);
  GeosArea(const GeosArea& other);
  ~GeosArea();
  GeosArea(GeosArea&&) noexcept;
  GeosArea& operator=(GeosArea&&) noexcept;

  /// Of the area's part inside a ring the piece with `point` in it (or on its boundary), empty when there is none.
  [[nodiscard]] PolygonRings piece_at(std::span<const Vec2d> ring, Vec2d point) const;
  /// m^2, of the area's part inside a ring.
  [[nodiscard]] double area_inside(std::span<const Vec2d> ring) const;
  /// m, of the area's part of a segment.
  [[nodiscard]] double length_inside(Vec2d a, Vec2d b) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace throng::measures
