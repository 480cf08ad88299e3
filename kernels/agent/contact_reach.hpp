// How far an agent has to look for contacts: as far as the largest agent near it reaches, not the largest of all.
//
// Radii are sorted into a few levels. Those above the lowest note their radius, each level in a table of tiles of its
// own, in all tiles where someone of a lower level may touch them. Who is the only one in a tile is known by name, so
// that few large agents cost next to nothing. All that decides is where is looked, never what is found. Tables are
// tori: numbers of tiles wrap around, so that crowds of any extent, and far from each other, share them, and memory is
// proportional to the number of agents.
#pragma once
#include "kernels/agent/contact_limits.hpp"
#include "kernels/agent/grid.hpp"
#include "kernels/agent/step_data.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// The lowest level that has no radius below this one.
THRONG_HD inline std::int32_t reach_level(const ReachView& reach, float radius) {
  std::int32_t level = 0;
  while (level + 1 < reach.levels && reach.level[level].top < radius) ++level;
  return level;
}

/// Tiles per meter: half a radius wide, and no narrower than the room that an agent has, which is about a third of a
/// cell.
THRONG_HD inline float reach_tile_density(const StepData& step, std::int32_t level) {
  return smaller(step.contact.reach.level[level].inverse_width, 1.6f * step.crowd.grid.inverse_height);
}

/// Number of a coordinate's tile before it wraps around: a monotone function, as that of cells.
THRONG_HD inline std::int32_t reach_tile(float coordinate, float origin, float density) {
  return truncate(smaller(1.0e9f, larger(0.0f, (coordinate - origin) * density)));
}

THRONG_HD inline std::size_t reach_entry(const ReachView& reach, std::int32_t level, std::int32_t column,
                                         std::int32_t row) {
  const std::int32_t last = reach.tiles - 1;
  return (static_cast<std::size_t>(level - 1) * static_cast<std::size_t>(reach.tiles) +
          static_cast<std::size_t>(row & last)) *
             static_cast<std::size_t>(reach.tiles) +
         static_cast<std::size_t>(column & last);
}

/// Who may touch a disc: agents whose radius is at most `largest` (m), and one more.
struct ReachHere {
  float largest;
  std::uint32_t sole;  ///< place in cell order, or no_sole
};
inline constexpr std::uint32_t no_sole = 0xffffffffu;

/// Nobody else is nearer to (x, y) than (1 + contact_margin) (radius + its own radius).
THRONG_HD inline ReachHere reach_here(const StepData& step, float x, float y, float radius) {
  const ReachView& reach = step.contact.reach;
  if (reach.levels == 1) return {step.contact.largest_radius, no_sole};
  const std::int32_t own = reach_level(reach, radius);
  ReachHere here{reach.level[own].top, no_sole};
  for (std::int32_t level = reach.levels - 1; level > own; --level) {
    const float density = reach_tile_density(step, level);
    const std::size_t entry = reach_entry(reach, level, reach_tile(x, step.crowd.grid.origin_x, density),
                                          reach_tile(y, step.crowd.grid.origin_y, density));
    const float noted = reach.table[entry];
    if (!(noted > 0.0f)) continue;
    if (here.sole != no_sole || reach.sole[entry] == several_noted) {
      here.largest = noted;
      break;
    }
    here.sole = reach.sole[entry] - 1;
  }
  return here;
}

/// A box of tiles of a level.
struct ReachTiles {
  std::int32_t level, first_column, first_row, columns, rows;
};
/// All those within `reach` of (x, y) along each axis.
THRONG_HD inline ReachTiles reach_tiles(const StepData& step, std::int32_t level, float x, float y, float reach) {
  const GridView& grid = step.crowd.grid;
  const float reach_x = padded_reach(x, reach), reach_y = padded_reach(y, reach);
  const float density = reach_tile_density(step, level);
  const std::int32_t column = reach_tile(x - reach_x, grid.origin_x, density);
  const std::int32_t row = reach_tile(y - reach_y, grid.origin_y, density);
  const std::int32_t columns = reach_tile(x + reach_x, grid.origin_x, density) - column + 1;
  const std::int32_t rows = reach_tile(y + reach_y, grid.origin_y, density) - row + 1;
  const std::int32_t all = step.contact.reach.tiles;
  return {level, column, row, columns < all ? columns : all, rows < all ? rows : all};
}
template <class Visit>
THRONG_HD void for_reach_entries(const ReachView& reach, const ReachTiles& tiles, Visit&& visit) {
  for (std::int32_t row = 0; row < tiles.rows; ++row) {
    for (std::int32_t column = 0; column < tiles.columns; ++column) {
      visit(reach_entry(reach, tiles.level, tiles.first_column + column, tiles.first_row + row));
    }
  }
}

/// Calls note(entry, radius) for the entries of the table that are to hold no less than the radius of agent `self`
/// (cell order).
template <class Note>
THRONG_HD void note_reach(const StepData& step, std::uint32_t self, Note&& note) {
  const ReachView& reach = step.contact.reach;
  const float radius = step.crowd.radius[self];
  const std::int32_t level = reach_level(reach, radius);
  if (level == 0) return;
  const float widest = (1.0f + contact_margin) * (radius + reach.level[level - 1].top);
  const ReachTiles tiles = reach_tiles(step, level, step.crowd.motion[self].x, step.crowd.motion[self].y, widest);
  for_reach_entries(reach, tiles, [&](std::size_t entry) { note(entry, radius); });
}

/// m: nobody whose radius is larger than this is nearer to (x, y) than (1 + contact_margin) (radius + its own radius).
/// For a body much larger than discs that may touch it: it looks at more tiles than its own, up to a limit.
THRONG_HD inline float largest_around(const StepData& step, float x, float y, float radius) {
  const ReachView& reach = step.contact.reach;
  constexpr std::int32_t most_tiles = 256;
  for (std::int32_t level = reach.levels - 1; level > 0; --level) {
    const float beyond = radius - reach.level[level - 1].top;  // further than the discs of this level have noted
    const ReachTiles tiles = reach_tiles(step, level, x, y, (1.0f + contact_margin) * (beyond > 0.0f ? beyond : 0.0f));
    if (tiles.columns > most_tiles / tiles.rows) return reach.level[level].top;
    float largest = 0.0f;
    for_reach_entries(reach, tiles, [&](std::size_t entry) { largest = larger(largest, reach.table[entry]); });
    if (largest > 0.0f) return largest;
  }
  return reach.level[0].top;
}

}  // namespace THRONG_ISA
}  // namespace throng
