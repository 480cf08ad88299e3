#include "throng/c/heights.h"

#include "host/c_api/world_object.hpp"
#include "host/heights.hpp"

using namespace throng;
using namespace throng::c_api;

namespace {

std::optional<HeightMap> map_of(const throng_heights_desc& desc) {
  if (!is_given(desc.map) && desc.map_columns == 0 && desc.map_rows == 0) return std::nullopt;
  return HeightMap{vector_of(desc.map_origin), desc.map_spacing, desc.map_columns, desc.map_rows,
                   read_column<double>(desc.map, "desc.map")};
}

std::vector<SlopeSpeed> slope_speed_of(const throng_heights_desc& desc) {
  const auto given = borrowed(desc.slope_speed, desc.slope_speed_count, "desc.slope_speed", limits::max_slope_speeds);
  if (!truth(desc.slopes_change_speed, "desc.slopes_change_speed")) {
    if (!given.empty()) refuse("desc.slope_speed is given, and desc.slopes_change_speed is 0");
    return {};
  }
  if (given.empty()) return standard_slope_speed();
  std::vector<SlopeSpeed> table;
  for (const throng_slope_speed& entry : given) table.push_back({entry.slope, entry.factor});
  return table;
}

Heights heights_of(const throng_heights_desc* given) {
  const throng_heights_desc desc = read_descriptor(given, "desc", throng_heights_desc_init);
  Heights heights;
  heights.map = map_of(desc);
  for (const throng_floor& floor : borrowed(desc.floors, desc.floor_count, "desc.floors")) {
    const std::string name = "desc.floors[" + std::to_string(heights.floors.size()) + "].polygon";
    heights.floors.push_back(
        {read_column<Vec2d>(floor.polygon, name.c_str()), vector_of(floor.at), floor.z, vector_of(floor.gradient)});
  }
  heights.outside = desc.outside;
  heights.slope_speed = slope_speed_of(desc);
  return heights;
}

throng_heights_desc c_heights(const Heights& heights, Lent& lent) {
  throng_heights_desc desc = blank<throng_heights_desc>();
  const HeightMap none;
  const HeightMap& map = heights.map ? *heights.map : none;
  desc.map = lent.list(map.z);
  desc.map_origin = c_vector(map.origin);
  desc.map_spacing = map.spacing;
  desc.map_columns = map.columns;
  desc.map_rows = map.rows;
  throng_floor* const floors = lent.structs<throng_floor>(heights.floors.size());
  for (std::size_t i = 0; i < heights.floors.size(); ++i) {
    const Floor& floor = heights.floors[i];
    floors[i] = {lent.list(floor.polygon), c_vector(floor.at), floor.z, c_vector(floor.gradient)};
  }
  desc.floors = floors;
  desc.floor_count = heights.floors.size();
  desc.outside = heights.outside;
  throng_slope_speed* const slopes = lent.structs<throng_slope_speed>(heights.slope_speed.size());
  for (std::size_t i = 0; i < heights.slope_speed.size(); ++i) {
    slopes[i] = {heights.slope_speed[i].slope, heights.slope_speed[i].factor};
  }
  desc.slope_speed = slopes;
  desc.slope_speed_count = heights.slope_speed.size();
  desc.slopes_change_speed = heights.slope_speed.empty() ? 0 : 1;
  return desc;
}

}  // namespace

void throng_heights_desc_init(throng_heights_desc* desc, std::size_t struct_size) {
  throng_heights_desc defaults = blank<throng_heights_desc>();
  defaults.slopes_change_speed = 1;
  defaults.map_spacing = HeightMap{}.spacing;
  init_descriptor(desc, struct_size, defaults);
}

throng_status throng_get_standard_slope_speed(throng_instance* instance, throng_slope_speed* table,
                                              std::uint64_t capacity, std::uint64_t* count) {
  return guarded(instance, [&](Object&) {
    give(count, "count", [&] {
      if (capacity > 0) wanted(table, "table");
      const std::vector<SlopeSpeed> standard = standard_slope_speed();
      for (std::uint64_t i = 0; i < std::min<std::uint64_t>(capacity, standard.size()); ++i) {
        table[i] = {standard[i].slope, standard[i].factor};
      }
      return standard.size();
    });
  });
}

throng_status throng_world_set_heights(throng_world* world, const throng_heights_desc* desc) {
  return on_world(world, [&](World& w) { w.set_heights(heights_of(desc)); });
}
throng_status throng_world_clear_heights(throng_world* world) {
  return on_world(world, [&](World& w) { w.clear_heights(); });
}
throng_status throng_world_get_heights(throng_world* world, throng_heights_desc* desc, std::int32_t* found) {
  return lend_from_world(world, desc, [&](World& w, Lent& lent) {
    throng_heights_desc read;
    throng_heights_desc_init(&read, sizeof(read));
    give_optional(found, "found", [&] {
      if (w.heights()) read = c_heights(*w.heights(), lent);
      return w.heights() ? 1 : 0;
    });
    return read;
  });
}

throng_status throng_height_at(throng_instance* instance, const throng_heights_desc* desc, const throng_array* places,
                               const throng_array* z) {
  return guarded(instance, [&](Object&) {
    const Heights heights = heights_of(desc);
    check_heights(heights);
    const InArray<Vec2d> where(wanted(places, "places"), "places");
    OutArray<double> out(wanted(z, "z"), "z");
    check_count(out.count(), where.count(), "z");
    for (std::uint64_t i = 0; i < where.count(); ++i) out.set(i, height_at(heights, where[i]));
    out.finish();
  });
}
