// Sources of throng/c/journeys.h.
#include "host/c_api/distribution.hpp"
#include "host/c_api/world_object.hpp"

using namespace throng;
using namespace throng::c_api;

namespace {

std::vector<Source::Kind> kinds_of(const throng_source_desc& desc) {
  std::vector<Source::Kind> kinds;
  for (const throng_source_kind& given : borrowed(desc.kinds, desc.kind_count, "desc.kinds")) {
    const std::string name = "desc.kinds[" + std::to_string(kinds.size()) + "]";
    kinds.push_back({{given.profile},
                     given.share,
                     optional_distribution(given.radius, (name + ".radius").c_str()),
                     optional_distribution(given.max_speed, (name + ".max_speed").c_str()),
                     optional_distribution(given.preferred_speed, (name + ".preferred_speed").c_str())});
  }
  return kinds;
}

std::vector<Source::Rate> rates_of(const throng_source_desc& desc) {
  const std::vector<double> from = read_column<double>(desc.rate_from, "desc.rate_from");
  const std::vector<double> rate = read_column<double>(desc.rate, "desc.rate");
  check_count(rate.size(), from.size(), "desc.rate");
  std::vector<Source::Rate> rates;
  for (std::size_t i = 0; i < from.size(); ++i) rates.push_back({from[i], rate[i]});
  return rates;
}

std::vector<Source::Entry> entries_of(const throng_source_desc& desc) {
  const std::vector<double> time = read_column<double>(desc.entry_time, "desc.entry_time");
  const Column<Vec2d> position(desc.entry_position, "desc.entry_position", time.size(), {});
  const Column<Vec2d> velocity(desc.entry_velocity, "desc.entry_velocity", time.size(), {});
  const Column<std::int64_t> id(desc.entry_id, "desc.entry_id", time.size(), THRONG_NO_ID);
  const Column<std::uint32_t> kind(desc.entry_kind, "desc.entry_kind", time.size(), 0);
  if (!time.empty() && !position.is_given()) refuse("desc.entry_position is not given, and desc.entry_time is");
  std::vector<Source::Entry> entries;
  for (std::size_t i = 0; i < time.size(); ++i) {
    entries.push_back({time[i], position[i], velocity[i],
                       id[i] == THRONG_NO_ID ? std::nullopt : std::optional<AgentId>(id[i]), kind[i]});
  }
  return entries;
}

Source source_of(const throng_source_desc& desc) {
  Source source;
  source.name = text_or_empty(desc.name);
  source.region = read_column<Vec2d>(desc.region, "desc.region");
  source.kinds = kinds_of(desc);
  source.journey = optional_row<JourneyIndex>(desc.journey);
  source.goal_region = optional_row<GoalIndex>(desc.goal_region);
  source.goal = optional_vector(vector_of(desc.goal));
  source.rates = rates_of(desc);
  source.regular = truth(desc.regular, "desc.regular");
  source.times = read_column<double>(desc.times, "desc.times");
  source.entries = entries_of(desc);
  if (desc.total != THRONG_NO_LIMIT) source.total = desc.total;
  source.from = desc.from;
  source.until = desc.until;
  return source;
}

/// All but what is borrowed.
throng_source_desc desc_of(const Source& source) {
  throng_source_desc desc = blank<throng_source_desc>();
  desc.regular = source.regular ? 1 : 0;
  desc.journey = row_or_none(source.journey);
  desc.goal_region = row_or_none(source.goal_region);
  desc.goal = c_vector(vector_or_nan(source.goal));
  desc.total = source.total.value_or(THRONG_NO_LIMIT);
  desc.from = source.from;
  desc.until = source.until;
  return desc;
}
throng_source_desc desc_of(const Source& source, Lent& lent) {
  throng_source_desc desc = desc_of(source);
  desc.name = lent.text(source.name);
  desc.region = lent.list(source.region);
  throng_source_kind* const kinds = lent.structs<throng_source_kind>(source.kinds.size());
  for (std::size_t i = 0; i < source.kinds.size(); ++i) {
    const Source::Kind& kind = source.kinds[i];
    kinds[i] = {kind.profile.row,
                0,
                kind.share,
                c_distribution(kind.radius),
                c_distribution(kind.max_speed),
                c_distribution(kind.preferred_speed)};
  }
  desc.kinds = kinds;
  desc.kind_count = source.kinds.size();
  const auto& rates = source.rates;
  desc.rate_from = lent.column<double>(rates.size(), [&](std::size_t i) { return rates[i].from; });
  desc.rate = lent.column<double>(rates.size(), [&](std::size_t i) { return rates[i].rate; });
  desc.times = lent.list(source.times);
  const auto& entries = source.entries;
  const auto column = [&]<class T>(T, const auto& get) {
    return lent.column<T>(entries.size(), [&](std::size_t i) { return get(entries[i]); });
  };
  using Entry = Source::Entry;
  desc.entry_time = column(double{}, [](const Entry& e) { return e.time; });
  desc.entry_position = column(Vec2d{}, [](const Entry& e) { return e.position; });
  desc.entry_velocity = column(Vec2d{}, [](const Entry& e) { return e.velocity; });
  desc.entry_id = column(std::int64_t{}, [](const Entry& e) { return e.id.value_or(THRONG_NO_ID); });
  desc.entry_kind = column(std::uint32_t{}, [](const Entry& e) { return e.kind; });
  return desc;
}

}  // namespace

void throng_source_desc_init(throng_source_desc* desc, std::size_t struct_size) {
  init_descriptor(desc, struct_size, desc_of(Source{}));
}
throng_status throng_world_add_source(throng_world* world, const throng_source_desc* desc, std::uint32_t* row) {
  return on_world(world, [&](World& w) {
    give(row, "row",
         [&] { return w.add_source(source_of(read_descriptor(desc, "desc", throng_source_desc_init))).row; });
  });
}
throng_status throng_world_get_source(throng_world* world, std::uint32_t row, throng_source_desc* desc) {
  return lend_from_world(world, desc, [&](World& w, Lent& lent) { return desc_of(w.source({row}), lent); });
}
throng_status throng_world_get_source_count(throng_world* world, std::uint64_t* count) {
  return on_world(world, [&](World& w) { give(count, "count", [&] { return w.source_count(); }); });
}
throng_status throng_world_expects_agents(throng_world* world, std::int32_t* expects) {
  return on_world(world, [&](World& w) { give(expects, "expects", [&] { return w.expects_agents() ? 1 : 0; }); });
}
void throng_source_state_init(throng_source_state* state, std::size_t struct_size) {
  init_descriptor(state, struct_size, blank<throng_source_state>());
}
throng_status throng_world_get_source_state(throng_world* world, std::uint32_t source, throng_source_state* state) {
  return on_world(world, [&](World& w) {
    check_target(state, "state");
    const SourceState s = w.source_state({source});
    write_descriptor(state, "state", throng_source_state{0, s.ended ? 1 : 0, s.due, s.entered, s.waiting});
  });
}
