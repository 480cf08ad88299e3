// Heights in a saved state, for both directions.
#pragma once
#include <type_traits>

#include "host/world_state.hpp"

namespace throng::world_state_schema {

/// A floor as a row of numbers.
struct SavedFloor {
  std::vector<Vec2d> polygon;
  double at_x = 0.0, at_y = 0.0, z = 0.0, gradient_x = 0.0, gradient_y = 0.0;
};

template <typename Archive, typename State>
void describe_heights(Archive& archive, State& state) {
  constexpr bool loads = !std::is_const_v<State>;
  archive.group("heights");
  bool given = state.heights.has_value();
  archive.flag("given", given);
  if (!given) return;
  Heights heights = state.heights.value_or(Heights());
  HeightMap map = heights.map.value_or(HeightMap());
  bool has_map = heights.map.has_value();
  archive.value("outside", heights.outside);
  archive.flag("has_map", has_map);
  archive.value("origin_x", map.origin.x);
  archive.value("origin_y", map.origin.y);
  archive.value("spacing", map.spacing);
  archive.value("columns", map.columns);
  archive.value("rows", map.rows);
  archive.array("z", map.z);

  archive.group("slope_speed");
  archive.column("slope", heights.slope_speed, &SlopeSpeed::slope);
  archive.column("factor", heights.slope_speed, &SlopeSpeed::factor);

  std::vector<SavedFloor> floors;
  for (const Floor& f : heights.floors) {
    floors.push_back({f.polygon, f.at.x, f.at.y, f.z, f.gradient.x, f.gradient.y});
  }
  archive.group("floors");
  archive.column("at_x", floors, &SavedFloor::at_x);
  archive.column("at_y", floors, &SavedFloor::at_y);
  archive.column("z", floors, &SavedFloor::z);
  archive.column("gradient_x", floors, &SavedFloor::gradient_x);
  archive.column("gradient_y", floors, &SavedFloor::gradient_y);
  archive.vertices("polygon", floors, &SavedFloor::polygon);
  if constexpr (loads) {
    if (has_map) heights.map = map;
    heights.floors.clear();
    for (SavedFloor& f : floors) {
      heights.floors.push_back({std::move(f.polygon), {f.at_x, f.at_y}, f.z, {f.gradient_x, f.gradient_y}});
    }
    state.heights = std::move(heights);
  }
}

}  // namespace throng::world_state_schema
