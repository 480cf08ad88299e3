#include "host/measures/geos_area.hpp"

#include "host/geos.hpp"

namespace throng::measures {

struct GeosArea::Impl {
  explicit Impl(std::span<const PolygonRings> polygons, const std::string& place)
      : geos(ErrorCode::bad_scene, place), area(geos.united(polygons)) {}
  Impl(const Impl& other)
      : geos(other.geos.code(), other.geos.failure()),
        area(geos.take(GEOSGeom_clone_r(geos.handle(), other.area.get()), "a copy of the area")) {}

  [[nodiscard]] Geos::Geometry cut(const Geos::Geometry& geometry, const char* what) const {
    return geos.take(GEOSIntersection_r(geos.handle(), geometry.get(), area.get()), what);
  }

  Geos geos;
  Geos::Geometry area;
};

GeosArea::GeosArea(std::span<const PolygonRings> polygons, const std::string& place)
    : impl_(std::make_unique<Impl>(polygons, place)) {}
GeosArea::GeosArea(const GeosArea& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
GeosArea::~GeosArea() = default;
GeosArea::GeosArea(GeosArea&&) noexcept = default;
GeosArea& GeosArea::operator=(GeosArea&&) noexcept = default;

PolygonRings GeosArea::piece_at(std::span<const Vec2d> ring, Vec2d point) const {
  const Geos& geos = impl_->geos;
  const Geos::Geometry cut = impl_->cut(geos.polygon(ring), "a cell that is cut");
  const Geos::Geometry place = geos.take(GEOSGeom_createPointFromXY_r(geos.handle(), point.x, point.y), "a point");
  for (const GEOSGeometry* polygon : geos.polygons_of(cut.get())) {
    if (GEOSIntersects_r(geos.handle(), polygon, place.get()) == 1) return geos.rings_of(polygon);
  }
  return {};
}

double GeosArea::area_inside(std::span<const Vec2d> ring) const {
  double area = 0.0;
  GEOSArea_r(impl_->geos.handle(), impl_->cut(impl_->geos.polygon(ring), "an area that is cut").get(), &area);
  return area;
}

double GeosArea::length_inside(Vec2d a, Vec2d b) const {
  double length = 0.0;
  GEOSLength_r(impl_->geos.handle(), impl_->cut(impl_->geos.line(a, b), "a line that is cut").get(), &length);
  return length;
}

}  // namespace throng::measures
