// Obstacles for calls without a world.
#pragma once
#include <memory>
#include <optional>
#include <span>

#include "throng/export.hpp"
#include "throng/types.hpp"

namespace throng {

/// A polygon, as World::add_polygon takes it, or with `closed` false a thin wall, as World::add_polyline does. Borrowed
/// for the call that takes it.
struct ObstacleOutline {
  bool closed = true;
  std::span<const Vec2d> vertices{};  ///< m
};

/// Obstacles made ready once, for any number of calls of solve_velocity(), on any number of threads: it never changes.
/// It is to throng what a world's obstacles are: in order of `outlines`, in float relative to an origin.
class THRONG_API ObstacleSet {
 public:
  struct Options {
    /// World coordinates, m, of the origin that calls with this set use; none = the center of the vertices' bounding
    /// box. Float keeps 1 mm out to 16 km from it.
    std::optional<Vec2d> origin = std::nullopt;
    /// m, above 0 to limits::max_length: how far most agents look for obstacles (time_horizon_obstacle * max_speed +
    /// radius). Decides cost, never a result.
    double reach = 2.0;
  };

  /// Throws invalid_argument, naming the obstacle by its number, as World::add_polygon and World::add_polyline do, and
  /// for a vertex more than limits::max_extent from the origin.
  explicit ObstacleSet(std::span<const ObstacleOutline> outlines, const Options& options);
  explicit ObstacleSet(std::span<const ObstacleOutline> outlines);
  ~ObstacleSet();
  ObstacleSet(ObstacleSet&&) noexcept;
  ObstacleSet& operator=(ObstacleSet&&) noexcept;

  [[nodiscard]] Vec2d origin() const;
  [[nodiscard]] std::size_t edge_count() const;  ///< a thin wall has two for each of its segments

  struct Impl;
  [[nodiscard]] const Impl& impl() const { return *impl_; }  ///< for the library itself

 private:
  std::unique_ptr<const Impl> impl_;
};

}  // namespace throng
