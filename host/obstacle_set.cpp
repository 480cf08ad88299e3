#include "throng/obstacle_set.hpp"

#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/obstacle_outlines.hpp"
#include "host/obstacle_set_impl.hpp"

namespace throng {

ObstacleSet::Impl::Impl(std::span<const ObstacleOutline> outlines, const Options& options) {
  const FloatingPointMode mode;
  check_above("reach", options.reach, 0.0, limits::max_length, "m");
  if (options.origin) check_coordinates("origin", *options.origin);
  const std::vector<ObstacleShape> shapes = check_outlines(outlines);
  origin = options.origin.value_or(box_of(shapes).center());
  table.follow_reach(static_cast<float>(options.reach));
  table.build(relative_shapes(shapes, origin));
  solids.build(solid_rings(shapes));
}

ObstacleSet::ObstacleSet(std::span<const ObstacleOutline> outlines, const Options& options)
    : impl_(std::make_unique<const Impl>(outlines, options)) {}
ObstacleSet::ObstacleSet(std::span<const ObstacleOutline> outlines) : ObstacleSet(outlines, Options{}) {}
ObstacleSet::~ObstacleSet() = default;
ObstacleSet::ObstacleSet(ObstacleSet&&) noexcept = default;
ObstacleSet& ObstacleSet::operator=(ObstacleSet&&) noexcept = default;

Vec2d ObstacleSet::origin() const { return impl_->origin; }
std::size_t ObstacleSet::edge_count() const { return impl_->table.edge_count(); }

}  // namespace throng
