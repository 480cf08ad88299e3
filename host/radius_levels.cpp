#include "host/radius_levels.hpp"

namespace throng {
namespace {

constexpr float tiles_per_radius = 2.0f;
constexpr std::int32_t least_tiles = 16, most_tiles = 1024;  // along each side

}  // namespace

std::int32_t RadiusLevels::levels(std::array<ReachLevel, max_reach_levels>& levels) const {
  levels.fill({0.0f, 0.0f});
  for (float span = 2.0f;; span *= 2.0f) {
    std::size_t count = 0;
    float lowest = 0.0f;
    bool fit = true;
    for (const float top : tops_) {
      if (top < 0.0f) continue;
      if (count == 0 || top > span * lowest) {
        fit = count < levels.size();
        if (!fit) break;
        lowest = top;
        ++count;
      }
      levels[count - 1] = {top, top > 0.0f ? tiles_per_radius / top : 0.0f};
    }
    if (fit) return count == 0 ? 1 : static_cast<std::int32_t>(count);
  }
}

std::int32_t RadiusLevels::tiles(std::size_t agents) {
  std::int32_t tiles = least_tiles;
  while (tiles < most_tiles && std::size_t{4} * static_cast<std::size_t>(tiles * tiles) <= agents) tiles *= 2;
  return tiles;
}

}  // namespace throng
