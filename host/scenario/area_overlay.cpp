#include "host/scenario/area_overlay.hpp"

#include <fmt/format.h>
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

#include <memory>
#include <utility>

#include "throng/error.hpp"

namespace throng::scenario {
namespace {

/// GEOS without its state for a whole process.
class AreaGeos {
 public:
  struct Delete {
    GEOSContextHandle_t context;
    void operator()(GEOSGeometry* geometry) const { GEOSGeom_destroy_r(context, geometry); }
  };
  using Geometry = std::unique_ptr<GEOSGeometry, Delete>;

  AreaGeos() : context_(GEOS_init_r()) {
    GEOSContext_setErrorMessageHandler_r(
        context_, [](const char* message, void* self) { static_cast<AreaGeos*>(self)->error_ = message; }, this);
  }
  ~AreaGeos() { GEOS_finish_r(context_); }
  AreaGeos(const AreaGeos&) = delete;
  AreaGeos& operator=(const AreaGeos&) = delete;

  [[nodiscard]] GEOSContextHandle_t context() const { return context_; }

  Geometry take(GEOSGeometry* geometry) const {
    if (geometry == nullptr) fail();
    return {geometry, Delete{context_}};
  }

  [[nodiscard]] Geometry polygon(const PolygonRings& rings) const {
    std::vector<GEOSGeometry*> holes;
    for (std::size_t i = 1; i < rings.size(); ++i) holes.push_back(ring(rings[i]));
    // Owns its rings.
    return take(GEOSGeom_createPolygon_r(context_, ring(rings[0]), holes.data(), static_cast<unsigned>(holes.size())));
  }

  [[nodiscard]] Geometry collection(std::span<const PolygonRings> polygons) const {
    std::vector<GEOSGeometry*> parts;
    for (const PolygonRings& rings : polygons) parts.push_back(polygon(rings).release());
    return take(GEOSGeom_createCollection_r(context_, GEOS_GEOMETRYCOLLECTION, parts.data(),
                                            static_cast<unsigned>(parts.size())));
  }

  [[nodiscard]] Geometry united(std::span<const PolygonRings> polygons) const {
    return take(GEOSUnaryUnion_r(context_, collection(polygons).get()));
  }

  /// What of it has an area.
  void read(const GEOSGeometry* geometry, std::vector<PolygonRings>& out) const {
    const int type = GEOSGeomTypeId_r(context_, geometry);
    if (type == GEOS_POLYGON) {
      if (GEOSisEmpty_r(context_, geometry) != 0) return;
      PolygonRings& rings = out.emplace_back();
      rings.push_back(points(GEOSGetExteriorRing_r(context_, geometry)));
      for (int i = 0; i < GEOSGetNumInteriorRings_r(context_, geometry); ++i) {
        rings.push_back(points(GEOSGetInteriorRingN_r(context_, geometry, i)));
      }
    } else if (type == GEOS_MULTIPOLYGON || type == GEOS_GEOMETRYCOLLECTION) {
      for (int i = 0; i < GEOSGetNumGeometries_r(context_, geometry); ++i) {
        read(GEOSGetGeometryN_r(context_, geometry, i), out);
      }
    }
  }

  std::vector<Vec2d> points(const GEOSGeometry* line) const {
    const GEOSCoordSequence* sequence = GEOSGeom_getCoordSeq_r(context_, line);
    unsigned count = 0;
    GEOSCoordSeq_getSize_r(context_, sequence, &count);
    std::vector<Vec2d> points(count);
    for (unsigned i = 0; i < count; ++i) GEOSCoordSeq_getXY_r(context_, sequence, i, &points[i].x, &points[i].y);
    if (points.size() > 1 && points.front() == points.back()) points.pop_back();
    return points;
  }

  [[nodiscard]] Vec2d point(const GEOSGeometry* geometry) const {
    Vec2d at;
    GEOSGeomGetX_r(context_, geometry, &at.x);
    GEOSGeomGetY_r(context_, geometry, &at.y);
    return at;
  }

 private:
  [[nodiscard]] GEOSGeometry* ring(const std::vector<Vec2d>& vertices) const {
    std::vector<Vec2d> closed = vertices;
    closed.push_back(vertices.front());
    GEOSCoordSequence* sequence = GEOSCoordSeq_copyFromBuffer_r(
        context_, &closed.front().x, static_cast<unsigned>(closed.size()), /*hasZ=*/0, /*hasM=*/0);
    if (sequence == nullptr) fail();
    GEOSGeometry* result = GEOSGeom_createLinearRing_r(context_, sequence);  // owns the sequence
    if (result == nullptr) fail();
    return result;
  }
  [[noreturn]] void fail() const { throw Error(ErrorCode::bad_scene, "the polygons can't be put together: " + error_); }

  GEOSContextHandle_t context_;
  std::string error_;
};

}  // namespace

std::vector<PolygonRings> overlay(Overlay operation, std::span<const PolygonRings> first,
                                  std::span<const PolygonRings> second) {
  const AreaGeos geos;
  const AreaGeos::Geometry a = geos.united(first), b = geos.united(second);
  const auto call = operation == Overlay::intersect ? GEOSIntersection_r : GEOSDifference_r;
  std::vector<PolygonRings> result;
  geos.read(geos.take(call(geos.context(), a.get(), b.get())).get(), result);
  return result;
}

std::vector<PolygonRings> unite(std::span<const PolygonRings> polygons) {
  const AreaGeos geos;
  std::vector<PolygonRings> result;
  geos.read(geos.united(polygons).get(), result);
  return result;
}

std::optional<AreaFault> find_area_fault(const PolygonRings& rings) {
  const AreaGeos geos;
  const AreaGeos::Geometry polygon = geos.polygon(rings);
  char* reason = nullptr;
  GEOSGeometry* place = nullptr;
  if (GEOSisValidDetail_r(geos.context(), polygon.get(), 0, &reason, &place) == 1) return std::nullopt;
  const AreaGeos::Geometry at = geos.take(place);
  AreaFault fault{reason == nullptr ? "" : reason, geos.point(at.get())};
  GEOSFree_r(geos.context(), reason);
  return fault;
}

}  // namespace throng::scenario
