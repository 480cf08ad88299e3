#include "host/io/profile_footprints.hpp"

namespace throng {

std::vector<std::vector<Vec2d>> profile_footprints(const World& world) {
  std::vector<std::vector<Vec2d>> rows(world.profile_count());
  bool any = false;
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    const std::optional<FootprintIndex> footprint = world.profile({row}).footprint;
    if (!footprint) continue;
    const std::span<const Vec2d> vertices = world.footprint(*footprint);
    rows[row].assign(vertices.begin(), vertices.end());
    any = true;
  }
  if (!any) rows.clear();
  return rows;
}

}  // namespace throng
