#include "host/geos.hpp"

#include <fmt/format.h>

#include <utility>

namespace throng {
namespace {

/// GEOS's calls that take many geometries own them from then on.
std::vector<GEOSGeometry*> given_away(std::vector<Geos::Geometry>& geometries) {
  std::vector<GEOSGeometry*> result;
  for (Geos::Geometry& geometry : geometries) result.push_back(geometry.release());
  return result;
}

}  // namespace

Geos::Geos(ErrorCode code, std::string failure)
    : code_(code), failure_(std::move(failure)), reason_("no reason given"), handle_(GEOS_init_r()) {
  GEOSContext_setErrorMessageHandler_r(
      handle_, [](const char* message, void* self) { static_cast<Geos*>(self)->reason_ = message; }, this);
}

Geos::~Geos() { GEOS_finish_r(handle_); }

void Geos::fail(const char* what) const { throw Error(code_, fmt::format("{}: {}: {}", failure_, what, reason_)); }

Geos::Geometry Geos::take(GEOSGeometry* geometry, const char* what) const {
  if (geometry == nullptr) fail(what);
  return {geometry, Destroy{handle_}};
}

GEOSCoordSequence* Geos::sequence(std::span<const Vec2d> points) const {
  GEOSCoordSequence* result = GEOSCoordSeq_copyFromBuffer_r(
      handle_, &points.front().x, static_cast<unsigned>(points.size()), /*hasZ=*/0, /*hasM=*/0);
  if (result == nullptr) fail("points");
  return result;
}

Geos::Geometry Geos::ring(std::span<const Vec2d> points) const {
  Ring closed(points.begin(), points.end());
  closed.push_back(points.front());
  return take(GEOSGeom_createLinearRing_r(handle_, sequence(closed)), "a ring");  // owns the sequence
}

Geos::Geometry Geos::line(Vec2d a, Vec2d b) const {
  const Vec2d ends[] = {a, b};
  return take(GEOSGeom_createLineString_r(handle_, sequence(ends)), "a line");
}

Geos::Geometry Geos::polygon(std::span<const Vec2d> ring_points) const {
  return take(GEOSGeom_createPolygon_r(handle_, ring(ring_points).release(), nullptr, 0), "a polygon");
}

Geos::Geometry Geos::polygon(std::span<const Ring> rings) const {
  Geometry outer = ring(rings.front());
  std::vector<Geometry> inner;
  for (const Ring& points : rings.subspan(1)) inner.push_back(ring(points));
  std::vector<GEOSGeometry*> holes = given_away(inner);
  return take(GEOSGeom_createPolygon_r(handle_, outer.release(), holes.data(), static_cast<unsigned>(holes.size())),
              "a polygon");
}

Geos::Geometry Geos::united(std::span<const std::vector<Ring>> polygons) const {
  std::vector<Geometry> all;
  for (const std::vector<Ring>& rings : polygons) all.push_back(polygon(rings));
  std::vector<GEOSGeometry*> parts = given_away(all);
  const Geometry collection = take(
      GEOSGeom_createCollection_r(handle_, GEOS_GEOMETRYCOLLECTION, parts.data(), static_cast<unsigned>(parts.size())),
      "a collection of polygons");
  return take(GEOSUnaryUnion_r(handle_, collection.get()), "the union of polygons");
}

std::vector<const GEOSGeometry*> Geos::polygons_of(const GEOSGeometry* geometry) const {
  const int type = GEOSGeomTypeId_r(handle_, geometry);
  if (type == GEOS_POLYGON) {
    if (GEOSisEmpty_r(handle_, geometry) != 0) return {};
    return {geometry};
  }
  std::vector<const GEOSGeometry*> result;
  if (type != GEOS_MULTIPOLYGON && type != GEOS_GEOMETRYCOLLECTION) return result;
  for (int i = 0; i < GEOSGetNumGeometries_r(handle_, geometry); ++i) {
    const auto part = polygons_of(GEOSGetGeometryN_r(handle_, geometry, i));
    result.insert(result.end(), part.begin(), part.end());
  }
  return result;
}

std::vector<Geos::Ring> Geos::rings_of(const GEOSGeometry* polygon) const {
  std::vector<Ring> rings{points_of(GEOSGetExteriorRing_r(handle_, polygon))};
  for (int i = 0; i < GEOSGetNumInteriorRings_r(handle_, polygon); ++i) {
    rings.push_back(points_of(GEOSGetInteriorRingN_r(handle_, polygon, i)));
  }
  return rings;
}

Geos::Ring Geos::points_of(const GEOSGeometry* ring) const {
  const GEOSCoordSequence* sequence = GEOSGeom_getCoordSeq_r(handle_, ring);
  unsigned count = 0;
  if (sequence == nullptr || GEOSCoordSeq_getSize_r(handle_, sequence, &count) == 0) fail("points of a ring");
  Ring points(count > 0 ? count - 1 : 0);
  for (unsigned i = 0; i + 1 < count; ++i) {
    if (GEOSCoordSeq_getXY_r(handle_, sequence, i, &points[i].x, &points[i].y) == 0) fail("points of a ring");
  }
  return points;
}

Vec2d Geos::place_of(const GEOSGeometry* point) const {
  Vec2d place;
  const bool known = GEOSGeomGetX_r(handle_, point, &place.x) == 1 && GEOSGeomGetY_r(handle_, point, &place.y) == 1;
  if (!known) fail("the place of a point");
  return place;
}

}  // namespace throng
