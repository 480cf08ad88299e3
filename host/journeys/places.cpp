#include "host/journeys/places.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "host/draw.hpp"
#include "host/navigation/plane.hpp"
#include "host/rings.hpp"
#include "kernels/agent/counter_random.hpp"

namespace throng {

std::vector<Vec2d> places_along(std::span<const Vec2d> line, double spacing, std::size_t most) {
  std::vector<Vec2d> places;
  double before = 0.0;  // length up to the segment
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const double dx = line[k + 1].x - line[k].x, dy = line[k + 1].y - line[k].y;
    const double length = std::sqrt(dx * dx + dy * dy);
    while (places.size() < most) {
      const double along = static_cast<double>(places.size()) * spacing - before;
      if (!(along <= length)) break;
      const double share = length > 0.0 ? along / length : 0.0;
      places.push_back({line[k].x + share * dx, line[k].y + share * dy});
    }
    before += length;
  }
  return places;
}

std::vector<Vec2d> places_within(std::span<const Vec2d> polygon, double spacing, std::size_t most, std::uint64_t seed,
                                 std::uint32_t stream_word) {
  const flow::Box box = flow::box_of(polygon);
  const Vec2d low = box.low, high = box.high;
  // A place for each square of this side is more than fit; twenty throws at each leave few gaps.
  const double throws = 20.0 * (1.0 + (high.x - low.x) / spacing) * (1.0 + (high.y - low.y) / spacing);
  const auto attempts = static_cast<std::uint32_t>(std::min(throws, 2.0e6));
  // Squares of the side `spacing`, or if that is next to nothing of one that leaves their numbers in 32 bits.
  const double side = std::max(spacing, std::ldexp(std::max(high.x - low.x, high.y - low.y), -30));
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells;
  const auto cell_of = [&](Vec2d p, int dx, int dy) {
    const auto column = static_cast<std::int64_t>((p.x - low.x) / side) + dx;
    const auto row = static_cast<std::int64_t>((p.y - low.y) / side) + dy;
    return static_cast<std::uint64_t>(column) << 32 ^ (static_cast<std::uint64_t>(row) & 0xffffffffu);
  };
  std::vector<Vec2d> places;
  const auto is_free = [&](Vec2d p) {
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        const auto cell = cells.find(cell_of(p, dx, dy));
        if (cell == cells.end()) continue;
        for (const std::uint32_t other : cell->second) {
          const double x = places[other].x - p.x, y = places[other].y - p.y;
          if (x * x + y * y < spacing * spacing) return false;
        }
      }
    }
    return true;
  };
  for (std::uint32_t attempt = 0; attempt < attempts && places.size() < most; ++attempt) {
    const std::uint64_t counter = std::uint64_t{stream_word} << 32 | attempt;
    const Vec2d p{low.x + draw_unit(seed, counter, 0, random_stream::waiting_place) * (high.x - low.x),
                  low.y + draw_unit(seed, counter, 1, random_stream::waiting_place) * (high.y - low.y)};
    if (!ring_contains(polygon, p) || !is_free(p)) continue;
    cells[cell_of(p, 0, 0)].push_back(static_cast<std::uint32_t>(places.size()));
    places.push_back(p);
  }
  return places;
}

std::size_t PlaceTable::take(std::size_t start) {
  std::size_t place = start;
  if (free_places_ > 0) {
    while (taken_[place] != 0) place = place + 1 == taken_.size() ? 0 : place + 1;
  }
  take_again(place);
  return place;
}

void PlaceTable::give_back(std::size_t place) {
  if (--taken_[place] == 0) ++free_places_;
}

void PlaceTable::take_again(std::size_t place) {
  if (taken_[place]++ == 0) --free_places_;
}

}  // namespace throng
