// Queues, waiting areas and doors of throng/c/journeys.h.
#include "host/c_api/distribution.hpp"
#include "host/c_api/world_object.hpp"

using namespace throng;
using namespace throng::c_api;

namespace {

Queue queue_of(const throng_queue_desc& desc) {
  Queue queue;
  queue.name = text_or_empty(desc.name);
  queue.line = read_column<Vec2d>(desc.line, "desc.line");
  queue.spacing = desc.spacing;
  queue.servers = desc.servers;
  const auto service_time = optional_distribution(desc.service_time, "desc.service_time");
  if (!service_time) refuse("desc.service_time is not given (kind 0)");
  queue.service_time = *service_time;
  queue.goal = optional_row<GoalIndex>(desc.goal);
  return queue;
}
throng_queue_desc desc_of(const Queue& queue, Lent& lent) {
  throng_queue_desc desc = blank<throng_queue_desc>();
  desc.servers = queue.servers;
  desc.name = lent.text(queue.name);
  desc.line = lent.list(queue.line);
  desc.spacing = queue.spacing;
  desc.service_time = c_distribution(queue.service_time);
  desc.goal = row_or_none(queue.goal);
  return desc;
}

WaitingArea area_of(const throng_waiting_area_desc& desc) {
  return {text_or_empty(desc.name), read_column<Vec2d>(desc.polygon, "desc.polygon"), desc.spacing};
}
throng_waiting_area_desc desc_of(const WaitingArea& area, Lent& lent) {
  throng_waiting_area_desc desc = blank<throng_waiting_area_desc>();
  desc.name = lent.text(area.name);
  desc.polygon = lent.list(area.polygon);
  desc.spacing = area.spacing;
  return desc;
}

Door door_of(const throng_door_desc& desc) {
  return {text_or_empty(desc.name), read_column<Vec2d>(desc.line, "desc.line"),
          truth(desc.closed_at_start, "desc.closed_at_start"), read_column<double>(desc.changes, "desc.changes"),
          optional_number(desc.period)};
}
throng_door_desc desc_of(const Door& door, Lent& lent) {
  throng_door_desc desc = blank<throng_door_desc>();
  desc.closed_at_start = door.closed_at_start ? 1 : 0;
  desc.name = lent.text(door.name);
  desc.line = lent.list(door.line);
  desc.changes = lent.list(door.changes);
  desc.period = number_or_nan(door.period);
  return desc;
}

}  // namespace

void throng_queue_desc_init(throng_queue_desc* desc, std::size_t struct_size) {
  const Queue queue;
  throng_queue_desc defaults = blank<throng_queue_desc>();
  defaults.servers = queue.servers;
  defaults.spacing = queue.spacing;
  defaults.service_time = c_distribution(queue.service_time);
  defaults.goal = THRONG_NONE;
  init_descriptor(desc, struct_size, defaults);
}
throng_status throng_world_add_queue(throng_world* world, const throng_queue_desc* desc, std::uint32_t* row) {
  return on_world(world, [&](World& w) {
    give(row, "row", [&] { return w.add_queue(queue_of(read_descriptor(desc, "desc", throng_queue_desc_init))).row; });
  });
}
throng_status throng_world_get_queue(throng_world* world, std::uint32_t row, throng_queue_desc* desc) {
  return lend_from_world(world, desc, [&](World& w, Lent& lent) { return desc_of(w.queue({row}), lent); });
}
throng_status throng_world_get_queue_count(throng_world* world, std::uint64_t* count) {
  return on_world(world, [&](World& w) { give(count, "count", [&] { return w.queue_count(); }); });
}

void throng_waiting_area_desc_init(throng_waiting_area_desc* desc, std::size_t struct_size) {
  throng_waiting_area_desc defaults = blank<throng_waiting_area_desc>();
  defaults.spacing = WaitingArea{}.spacing;
  init_descriptor(desc, struct_size, defaults);
}
throng_status throng_world_add_waiting_area(throng_world* world, const throng_waiting_area_desc* desc,
                                            std::uint32_t* row) {
  return on_world(world, [&](World& w) {
    give(row, "row",
         [&] { return w.add_waiting_area(area_of(read_descriptor(desc, "desc", throng_waiting_area_desc_init))).row; });
  });
}
throng_status throng_world_get_waiting_area(throng_world* world, std::uint32_t row, throng_waiting_area_desc* desc) {
  return lend_from_world(world, desc, [&](World& w, Lent& lent) { return desc_of(w.waiting_area({row}), lent); });
}
throng_status throng_world_get_waiting_area_count(throng_world* world, std::uint64_t* count) {
  return on_world(world, [&](World& w) { give(count, "count", [&] { return w.waiting_area_count(); }); });
}

void throng_door_desc_init(throng_door_desc* desc, std::size_t struct_size) {
  throng_door_desc defaults = blank<throng_door_desc>();
  defaults.period = number_or_nan(std::nullopt);
  init_descriptor(desc, struct_size, defaults);
}
throng_status throng_world_add_door(throng_world* world, const throng_door_desc* desc, std::uint32_t* row) {
  return on_world(world, [&](World& w) {
    give(row, "row", [&] { return w.add_door(door_of(read_descriptor(desc, "desc", throng_door_desc_init))).row; });
  });
}
throng_status throng_world_get_door(throng_world* world, std::uint32_t row, throng_door_desc* desc) {
  return lend_from_world(world, desc, [&](World& w, Lent& lent) { return desc_of(w.door({row}), lent); });
}
throng_status throng_world_get_door_count(throng_world* world, std::uint64_t* count) {
  return on_world(world, [&](World& w) { give(count, "count", [&] { return w.door_count(); }); });
}
throng_status throng_world_is_door_open(throng_world* world, std::uint32_t row, std::int32_t* open) {
  return on_world(world, [&](World& w) { give(open, "open", [&] { return w.is_open({row}) ? 1 : 0; }); });
}
