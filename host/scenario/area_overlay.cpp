#include "host/scenario/area_overlay.hpp"

#include "host/geos.hpp"

namespace throng::scenario {
namespace {

Geos geos_of_areas() { return {ErrorCode::bad_scene, "the polygons can't be put together"}; }

std::vector<PolygonRings> read(const Geos& geos, const Geos::Geometry& geometry) {
  std::vector<PolygonRings> result;
  for (const GEOSGeometry* polygon : geos.polygons_of(geometry.get())) result.push_back(geos.rings_of(polygon));
  return result;
}

}  // namespace

std::vector<PolygonRings> overlay(Overlay operation, std::span<const PolygonRings> first,
                                  std::span<const PolygonRings> second) {
  const Geos geos = geos_of_areas();
  const Geos::Geometry a = geos.united(first), b = geos.united(second);
  const bool intersect = operation == Overlay::intersect;
  const auto call = intersect ? GEOSIntersection_r : GEOSDifference_r;
  return read(geos, geos.take(call(geos.handle(), a.get(), b.get()), intersect ? "an intersection" : "a difference"));
}

std::vector<PolygonRings> unite(std::span<const PolygonRings> polygons) {
  const Geos geos = geos_of_areas();
  return read(geos, geos.united(polygons));
}

std::optional<AreaFault> find_area_fault(const PolygonRings& rings) {
  const Geos geos = geos_of_areas();
  const Geos::Geometry polygon = geos.polygon(rings);
  char* reason = nullptr;
  GEOSGeometry* place = nullptr;
  if (GEOSisValidDetail_r(geos.handle(), polygon.get(), 0, &reason, &place) == 1) return std::nullopt;
  const Geos::Geometry at = geos.take(place, "whether a polygon is one");
  AreaFault fault{reason == nullptr ? "" : reason, geos.place_of(at.get())};
  GEOSFree_r(geos.handle(), reason);
  return fault;
}

}  // namespace throng::scenario
