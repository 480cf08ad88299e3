#include "throng/c/navigation.h"

#include "host/c_api/world_object.hpp"

using namespace throng;
using namespace throng::c_api;

namespace {

throng_way_options c_options(const FlowFieldOptions& options) {
  return {sizeof(throng_way_options), 0, options.cell_size, options.clearance, options.wall_cost};
}

}  // namespace

void throng_way_options_init(throng_way_options* options, std::size_t struct_size) {
  init_descriptor(options, struct_size, c_options(FlowFieldOptions{}));
}

throng_status throng_world_find_way(throng_world* world, std::uint32_t goal, const throng_way_options* options) {
  return on_world(world, [&](World& w) {
    const throng_way_options read = read_optional_descriptor(options, "options", throng_way_options_init);
    w.find_way({goal}, {read.cell_size, read.clearance, read.wall_cost});
  });
}
throng_status throng_world_get_way_options(throng_world* world, std::uint32_t goal, throng_way_options* options,
                                           std::int32_t* found) {
  return on_world(world, [&](World& w) {
    check_target(options, "options");
    give_optional(found, "found", [&] {
      const std::optional<FlowFieldOptions> way = w.way_options({goal});
      write_descriptor(options, "options", c_options(way.value_or(FlowFieldOptions{})));
      return way ? 1 : 0;
    });
  });
}
throng_status throng_world_prepare_navigation(throng_world* world) {
  return guarded(world, [&](throng_world& object) {
    object.world.prepare_navigation(object.callbacks().progress_of("navigation"));
  });
}

void throng_way_init(throng_way* way, std::size_t struct_size) {
  init_descriptor(way, struct_size, blank<throng_way>());
}
throng_status throng_world_get_way(throng_world* world, std::uint32_t goal, throng_vec2d place, throng_way* way) {
  return on_world(world, [&](World& w) {
    check_target(way, "way");
    const WaySample sample = w.way({goal}, vector_of(place));
    write_descriptor(
        way, "way",
        throng_way{0, 0, c_vector(sample.direction), sample.way, sample.sees_goal ? 1 : 0, sample.reached ? 1 : 0});
  });
}

throng_status throng_world_get_blocked_ways(throng_world* world, const char* const** texts, std::uint64_t* count) {
  return guarded(world, [&](throng_world& object) {
    wanted(texts, "texts");
    wanted(count, "count");
    Lent lent(object.callbacks());
    give_span(texts, "texts", count, lent.texts(object.world.blocked_ways()));
    object.lent.swap(lent);
  });
}
