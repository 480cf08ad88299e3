// Journeys and what has come of them, of throng/c/journeys.h.
#include <fmt/format.h>

#include "host/c_api/distribution.hpp"
#include "host/c_api/world_object.hpp"

using namespace throng;
using namespace throng::c_api;

namespace {

static_assert(static_cast<int>(Stage::Kind::leave) == THRONG_LEAVE);
static_assert(static_cast<int>(Stage::Choice::least_time) == THRONG_BY_LEAST_TIME);
static_assert(static_cast<int>(JourneyState::Activity::is_served) == THRONG_IS_SERVED);

Stage stage_of(const throng_stage_desc* given, const std::string& name) {
  const throng_stage_desc desc = read_descriptor(given, name.c_str(), throng_stage_desc_init);
  Stage stage;
  stage.name = text_or_empty(desc.name);
  stage.kind = choice(desc.kind, Stage::Kind::leave, (name + ".kind").c_str());
  stage.goal = optional_row<GoalIndex>(desc.goal);
  stage.area = optional_row<WaitingAreaIndex>(desc.area);
  stage.queue = optional_row<QueueIndex>(desc.queue);
  stage.wait_time = optional_distribution(desc.wait_time, (name + ".wait_time").c_str());
  stage.wait_until = optional_number(desc.wait_until);
  stage.wait_for = optional_row<DoorIndex>(desc.wait_for);
  for (const throng_next_stage& next :
       borrowed(desc.next, desc.next_count, (name + ".next").c_str(), limits::max_stages)) {
    stage.next.push_back({text_or_empty(next.stage), next.probability});
  }
  stage.choice = choice(desc.choice, Stage::Choice::least_time, (name + ".choice").c_str());
  stage.reconsider = optional_number(desc.reconsider);
  stage.hysteresis = desc.hysteresis;
  stage.flow = optional_number(desc.flow);
  return stage;
}

throng_stage_desc desc_of(const Stage& stage) {
  throng_stage_desc desc = blank<throng_stage_desc>();
  desc.kind = static_cast<throng_stage_kind>(stage.kind);
  desc.goal = row_or_none(stage.goal);
  desc.area = row_or_none(stage.area);
  desc.queue = row_or_none(stage.queue);
  desc.wait_for = row_or_none(stage.wait_for);
  desc.wait_time = c_distribution(stage.wait_time);
  desc.wait_until = number_or_nan(stage.wait_until);
  desc.choice = static_cast<throng_next_choice>(stage.choice);
  desc.reconsider = number_or_nan(stage.reconsider);
  desc.hysteresis = stage.hysteresis;
  desc.flow = number_or_nan(stage.flow);
  return desc;
}
throng_stage_desc desc_of(const Stage& stage, Lent& lent) {
  throng_stage_desc desc = desc_of(stage);
  desc.name = lent.text(stage.name);
  throng_next_stage* const next = lent.structs<throng_next_stage>(stage.next.size());
  for (std::size_t i = 0; i < stage.next.size(); ++i) {
    next[i] = {lent.text(stage.next[i].stage), stage.next[i].probability};
  }
  desc.next = next;
  desc.next_count = stage.next.size();
  return desc;
}

/// Throws invalid_argument for a size that no version of a stage has had.
void check_stage_size(std::uint32_t size) {
  constexpr std::uint32_t most = 1u << 16;  // of any later version; what is beyond was never filled in
  if (size >= first_size<throng_stage_desc> && size <= most && size % alignof(throng_stage_desc) == 0) return;
  refuse(fmt::format("desc.stage_size is {}, wanted {} (throng_journey_desc_init fills it in)", size,
                     sizeof(throng_stage_desc)));
}

Journey journey_of(const throng_journey_desc& desc) {
  check_stage_size(desc.stage_size);
  Journey journey{text_or_empty(desc.name), {}};
  const auto first = borrowed(desc.stages, desc.stage_count, "desc.stages", limits::max_stages);
  for (std::uint64_t i = 0; i < desc.stage_count; ++i) {
    const std::string name = fmt::format("desc.stages[{}]", i);
    const auto* const bytes = reinterpret_cast<const unsigned char*>(first.data()) + i * desc.stage_size;
    const auto* const stage = reinterpret_cast<const throng_stage_desc*>(bytes);
    if (stage->struct_size != desc.stage_size) {
      refuse(fmt::format("{}.struct_size is {}, wanted {}, as desc.stage_size", name, stage->struct_size,
                         desc.stage_size));
    }
    journey.stages.push_back(stage_of(stage, name));
  }
  return journey;
}

/// With stages of the size that the caller knows.
throng_journey_desc desc_of(const Journey& journey, std::uint32_t stage_size, Lent& lent) {
  throng_journey_desc desc = blank<throng_journey_desc>();
  desc.stage_size = stage_size;
  desc.name = lent.text(journey.name);
  unsigned char* const stages = lent.bytes(journey.stages.size() * stage_size);
  for (std::size_t i = 0; i < journey.stages.size(); ++i) {
    auto* const stage = reinterpret_cast<throng_stage_desc*>(stages + i * stage_size);
    stage->struct_size = stage_size;
    write_descriptor(stage, "stage", desc_of(journey.stages[i], lent));
  }
  desc.stages = reinterpret_cast<const throng_stage_desc*>(stages);
  desc.stage_count = journey.stages.size();
  return desc;
}

/// Of this library's stages: a descriptor that says nothing of them is not read as one of another version.
void own_journey_desc(throng_journey_desc* desc, std::size_t struct_size) {
  throng_journey_desc_init(desc, struct_size, sizeof(throng_stage_desc));
}

}  // namespace

void throng_stage_desc_init(throng_stage_desc* desc, std::size_t struct_size) {
  init_descriptor(desc, struct_size, desc_of(Stage{}));
}
void throng_journey_desc_init(throng_journey_desc* desc, std::size_t struct_size, std::size_t stage_size) {
  throng_journey_desc defaults = blank<throng_journey_desc>();
  defaults.stage_size = static_cast<std::uint32_t>(stage_size);
  init_descriptor(desc, struct_size, defaults);
}
throng_status throng_world_add_journey(throng_world* world, const throng_journey_desc* desc, std::uint32_t* row) {
  return on_world(world, [&](World& w) {
    give(row, "row", [&] { return w.add_journey(journey_of(read_descriptor(desc, "desc", own_journey_desc))).row; });
  });
}
throng_status throng_world_get_journey(throng_world* world, std::uint32_t row, throng_journey_desc* desc) {
  return lend_from_world(world, desc, [&](World& w, Lent& lent) {
    check_stage_size(desc->stage_size);
    return desc_of(w.journey({row}), desc->stage_size, lent);
  });
}
throng_status throng_world_get_journey_count(throng_world* world, std::uint64_t* count) {
  return on_world(world, [&](World& w) { give(count, "count", [&] { return w.journey_count(); }); });
}

throng_status throng_world_set_journey(throng_world* world, throng_agent agent, std::uint32_t journey) {
  return on_world(world, [&](World& w) { w.set_journey(handle_of(agent), {journey}); });
}

void throng_journey_state_init(throng_journey_state* state, std::size_t struct_size) {
  throng_journey_state defaults = blank<throng_journey_state>();
  defaults.journey = THRONG_NONE;
  init_descriptor(state, struct_size, defaults);
}
throng_status throng_world_get_journey_state(throng_world* world, throng_agent agent, throng_journey_state* state) {
  return on_world(world, [&](World& w) {
    check_target(state, "state");
    throng_journey_state out;
    throng_journey_state_init(&out, sizeof(out));
    if (const std::optional<JourneyState> s = w.journey_state(handle_of(agent))) {
      out = {0, s->journey.row, s->stage, static_cast<throng_activity>(s->activity), s->visits, s->since};
    }
    write_descriptor(state, "state", out);
  });
}

void throng_journey_statistics_init(throng_journey_statistics* statistics, std::size_t struct_size) {
  init_descriptor(statistics, struct_size, blank<throng_journey_statistics>());
}
throng_status throng_world_get_journey_statistics(throng_world* world, throng_journey_statistics* statistics) {
  return on_world(world, [&](World& w) {
    check_target(statistics, "statistics");
    const JourneyStatistics s = w.journey_statistics();
    write_descriptor(statistics, "statistics", throng_journey_statistics{0, 0, s.entered, s.left, s.waiting_to_enter});
  });
}
void throng_stage_state_init(throng_stage_state* state, std::size_t struct_size) {
  init_descriptor(state, struct_size, blank<throng_stage_state>());
}
throng_status throng_world_get_stage_state(throng_world* world, std::uint32_t journey, std::uint32_t stage,
                                           throng_stage_state* state) {
  return on_world(world, [&](World& w) {
    check_target(state, "state");
    const StageState s = w.stage_state({journey}, stage);
    write_descriptor(state, "state", throng_stage_state{0, 0, s.heading, s.there, s.passed});
  });
}
void throng_queue_state_init(throng_queue_state* state, std::size_t struct_size) {
  init_descriptor(state, struct_size, blank<throng_queue_state>());
}
throng_status throng_world_get_queue_state(throng_world* world, std::uint32_t queue, throng_queue_state* state) {
  return on_world(world, [&](World& w) {
    check_target(state, "state");
    const QueueState s = w.queue_state({queue});
    write_descriptor(state, "state", throng_queue_state{0, 0, s.heading, s.length, s.served});
  });
}
