#include "host/measures/geos.hpp"

#include <fmt/format.h>
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

#include <utility>

#include "throng/error.hpp"

namespace throng::measures {

struct GeosArea::Impl {
  /// GEOS without its state for a whole process.
  class Context {
   public:
    explicit Context(std::string place) : handle_(GEOS_init_r()), place_(std::move(place)) {
      GEOSContext_setErrorMessageHandler_r(
          handle_, [](const char* message, void* self) { static_cast<Context*>(self)->error_ = message; }, this);
    }
    ~Context() { GEOS_finish_r(handle_); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    [[nodiscard]] GEOSContextHandle_t get() const { return handle_; }
    [[noreturn]] void fail(const std::string& what) const {
      throw Error(ErrorCode::bad_scene, fmt::format("{}: {}: {}", place_, what, error_));
    }

   private:
    GEOSContextHandle_t handle_;
    std::string place_;
    std::string error_;
  };

  struct Delete {
    GEOSContextHandle_t context = nullptr;
    void operator()(GEOSGeometry* geometry) const { GEOSGeom_destroy_r(context, geometry); }
  };
  using Geometry = std::unique_ptr<GEOSGeometry, Delete>;

  explicit Impl(const std::string& place) : context(place), area(nullptr, Delete{context.get()}) {}

  [[nodiscard]] GEOSContextHandle_t c() const { return context.get(); }
  Geometry take(GEOSGeometry* geometry, const char* what) const {
    if (geometry == nullptr) context.fail(what);
    return {geometry, Delete{c()}};
  }

  [[nodiscard]] GEOSCoordSequence* sequence(std::span<const Vec2d> points, bool close) const {
    std::vector<Vec2d> all(points.begin(), points.end());
    if (close) all.push_back(points.front());
    GEOSCoordSequence* result =
        GEOSCoordSeq_copyFromBuffer_r(c(), &all.front().x, static_cast<unsigned>(all.size()), /*hasZ=*/0, /*hasM=*/0);
    if (result == nullptr) context.fail("points");
    return result;
  }
  [[nodiscard]] GEOSGeometry* ring(std::span<const Vec2d> points) const {
    GEOSGeometry* result = GEOSGeom_createLinearRing_r(c(), sequence(points, true));
    if (result == nullptr) context.fail("a ring");
    return result;
  }
  [[nodiscard]] Geometry polygon(std::span<const Vec2d> outer) const {
    return take(GEOSGeom_createPolygon_r(c(), ring(outer), nullptr, 0), "a polygon");
  }
  [[nodiscard]] GEOSGeometry* polygon(const PolygonRings& rings) const {
    std::vector<GEOSGeometry*> holes;
    for (std::size_t i = 1; i < rings.size(); ++i) holes.push_back(ring(rings[i]));
    GEOSGeometry* result =
        GEOSGeom_createPolygon_r(c(), ring(rings.front()), holes.data(), static_cast<unsigned>(holes.size()));
    if (result == nullptr) context.fail("a polygon");
    return result;
  }

  [[nodiscard]] std::vector<Vec2d> points_of(const GEOSGeometry* ring) const {
    const GEOSCoordSequence* sequence = GEOSGeom_getCoordSeq_r(c(), ring);
    unsigned count = 0;
    if (sequence == nullptr || GEOSCoordSeq_getSize_r(c(), sequence, &count) == 0) context.fail("points");
    std::vector<Vec2d> points(count > 0 ? count - 1 : 0);
    for (unsigned i = 0; i + 1 < count; ++i) GEOSCoordSeq_getXY_r(c(), sequence, i, &points[i].x, &points[i].y);
    return points;
  }
  [[nodiscard]] PolygonRings rings_of(const GEOSGeometry* polygon) const {
    PolygonRings rings{points_of(GEOSGetExteriorRing_r(c(), polygon))};
    const int holes = GEOSGetNumInteriorRings_r(c(), polygon);
    for (int i = 0; i < holes; ++i) rings.push_back(points_of(GEOSGetInteriorRingN_r(c(), polygon, i)));
    return rings;
  }
  /// Calls visit(polygon) for each one in a geometry, until it returns false.
  template <class Visit>
  void for_each_polygon(const GEOSGeometry* geometry, Visit&& visit) const {
    const int count = GEOSGetNumGeometries_r(c(), geometry);
    for (int i = 0; i < count; ++i) {
      const GEOSGeometry* one = GEOSGetGeometryN_r(c(), geometry, i);
      if (GEOSGeomTypeId_r(c(), one) != GEOS_POLYGON || GEOSisEmpty_r(c(), one) != 0) continue;
      if (!visit(one)) return;
    }
  }

  Context context;
  Geometry area;
};

GeosArea::GeosArea(std::span<const PolygonRings> polygons, const std::string& place)
    : impl_(std::make_unique<Impl>(place)) {
  std::vector<GEOSGeometry*> parts;
  for (const PolygonRings& rings : polygons) parts.push_back(impl_->polygon(rings));
  const Impl::Geometry all = impl_->take(
      GEOSGeom_createCollection_r(impl_->c(), GEOS_MULTIPOLYGON, parts.data(), static_cast<unsigned>(parts.size())),
      "the area");
  impl_->area = impl_->take(GEOSUnaryUnion_r(impl_->c(), all.get()), "the area's parts can't be united");
}

GeosArea::~GeosArea() = default;
GeosArea::GeosArea(GeosArea&&) noexcept = default;
GeosArea& GeosArea::operator=(GeosArea&&) noexcept = default;

PolygonRings GeosArea::piece_at(std::span<const Vec2d> ring, Vec2d point) const {
  const Impl::Geometry cell = impl_->polygon(ring);
  const Impl::Geometry cut =
      impl_->take(GEOSIntersection_r(impl_->c(), cell.get(), impl_->area.get()), "a cell can't be cut");
  const Impl::Geometry place = impl_->take(GEOSGeom_createPointFromXY_r(impl_->c(), point.x, point.y), "a point");
  PolygonRings result;
  impl_->for_each_polygon(cut.get(), [&](const GEOSGeometry* polygon) {
    if (GEOSIntersects_r(impl_->c(), polygon, place.get()) != 1) return true;
    result = impl_->rings_of(polygon);
    return false;
  });
  return result;
}

double GeosArea::area_inside(std::span<const Vec2d> ring) const {
  const Impl::Geometry cell = impl_->polygon(ring);
  const Impl::Geometry cut =
      impl_->take(GEOSIntersection_r(impl_->c(), cell.get(), impl_->area.get()), "an area can't be cut");
  double area = 0.0;
  GEOSArea_r(impl_->c(), cut.get(), &area);
  return area;
}

double GeosArea::length_inside(Vec2d a, Vec2d b) const {
  const Vec2d ends[2] = {a, b};
  const Impl::Geometry line =
      impl_->take(GEOSGeom_createLineString_r(impl_->c(), impl_->sequence(ends, false)), "a line");
  const Impl::Geometry cut =
      impl_->take(GEOSIntersection_r(impl_->c(), line.get(), impl_->area.get()), "a line can't be cut");
  double length = 0.0;
  GEOSLength_r(impl_->c(), cut.get(), &length);
  return length;
}

}  // namespace throng::measures
