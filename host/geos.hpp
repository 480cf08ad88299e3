// GEOS, which puts polygons together, cuts them and makes triangles of them: what all that call it share.
#pragma once
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "throng/error.hpp"
#include "throng/types.hpp"

namespace throng {

/// Without GEOS's state for a whole process. Not thread-safe: each thread has its own.
class Geos {
 public:
  struct Destroy {
    GEOSContextHandle_t context = nullptr;
    void operator()(GEOSGeometry* geometry) const { GEOSGeom_destroy_r(context, geometry); }
  };
  using Geometry = std::unique_ptr<GEOSGeometry, Destroy>;
  using Ring = std::vector<Vec2d>;  ///< the closing point left out

  /// What fails throws `code`: "FAILURE: what it was: GEOS's reason".
  Geos(ErrorCode code, std::string failure);
  ~Geos();
  Geos(const Geos&) = delete;
  Geos& operator=(const Geos&) = delete;

  [[nodiscard]] GEOSContextHandle_t handle() const { return handle_; }
  [[nodiscard]] ErrorCode code() const { return code_; }
  [[nodiscard]] const std::string& failure() const { return failure_; }
  [[noreturn]] void fail(const char* what) const;
  /// What a call of GEOS has made; fails when that is nothing.
  Geometry take(GEOSGeometry* geometry, const char* what) const;

  [[nodiscard]] Geometry line(Vec2d a, Vec2d b) const;
  [[nodiscard]] Geometry polygon(std::span<const Vec2d> ring) const;
  /// The outer ring first, then the holes.
  [[nodiscard]] Geometry polygon(std::span<const Ring> rings) const;
  /// All polygons together: which are given by their rings.
  [[nodiscard]] Geometry united(std::span<const std::vector<Ring>> polygons) const;

  /// What of a geometry has an area, as long as that lives.
  [[nodiscard]] std::vector<const GEOSGeometry*> polygons_of(const GEOSGeometry* geometry) const;
  [[nodiscard]] std::vector<Ring> rings_of(const GEOSGeometry* polygon) const;
  [[nodiscard]] Vec2d place_of(const GEOSGeometry* point) const;

 private:
  [[nodiscard]] GEOSCoordSequence* sequence(std::span<const Vec2d> points) const;
  [[nodiscard]] Geometry ring(std::span<const Vec2d> points) const;
  [[nodiscard]] Ring points_of(const GEOSGeometry* ring) const;

  ErrorCode code_;
  std::string failure_;
  std::string reason_;  ///< GEOS's, of what failed last
  GEOSContextHandle_t handle_;
};

}  // namespace throng
