#include "host/height_table.hpp"

#include <algorithm>

namespace throng {

void HeightTable::set(const Heights& heights) {
  *this = {};
  const std::vector<SlopeSpeed>& table = heights.slope_speed;
  if (table.empty() || (!heights.map && heights.floors.empty())) return;
  for (std::size_t k = 0; k + 1 < table.size(); ++k) {
    const bool down = table[k + 1].slope <= 0.0;
    const SlopeSpeed &from = table[down ? k + 1 : k], &to = table[down ? k : k + 1];
    const auto start = static_cast<float>(from.slope), end = static_cast<float>(to.slope);
    pieces_.push_back({start, 1.0f / (end - start), static_cast<float>(to.factor - from.factor)});
  }
  if (heights.map) {
    const HeightMap& map = *heights.map;
    placed_.columns = static_cast<std::int32_t>(map.columns);
    placed_.rows = static_cast<std::int32_t>(map.rows);
    placed_.origin_x = static_cast<float>(map.origin.x);
    placed_.origin_y = static_cast<float>(map.origin.y);
    placed_.inverse_spacing = 1.0f / static_cast<float>(map.spacing);
    // High in the mountains a float has fewer digits left for slopes.
    const auto [low, high] = std::minmax_element(map.z.begin(), map.z.end());
    const double middle = 0.5 * (*low + *high);
    for (const double z : map.z) z_.push_back(static_cast<float>(z - middle));
    return;
  }
  for (const Floor& floor : heights.floors) {
    const auto first = static_cast<std::uint32_t>(floor_x_.size());
    for (const Vec2d p : floor.polygon) {
      floor_x_.push_back(static_cast<float>(p.x));
      floor_y_.push_back(static_cast<float>(p.y));
    }
    const auto [min_x, max_x] = std::minmax_element(floor_x_.begin() + first, floor_x_.end());
    const auto [min_y, max_y] = std::minmax_element(floor_y_.begin() + first, floor_y_.end());
    floors_.push_back({*min_x, *min_y, *max_x, *max_y, static_cast<float>(floor.gradient.x),
                       static_cast<float>(floor.gradient.y), first, static_cast<std::uint32_t>(floor.polygon.size())});
  }
}

HeightView HeightTable::view() const {
  HeightView view = placed_;
  view.piece_count = static_cast<std::uint32_t>(pieces_.size());
  view.pieces = pieces_.data();
  view.z = z_.data();
  view.floor_count = static_cast<std::uint32_t>(floors_.size());
  view.floors = floors_.data();
  view.floor_x = floor_x_.data();
  view.floor_y = floor_y_.data();
  return view;
}

}  // namespace throng
