#include "host/scenario/journey_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "host/scenario/agents_table.hpp"
#include "host/scenario/file_text.hpp"
#include "host/scenario/ring_checks.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

constexpr Quantity seconds{0.0, limits::max_time, "s"};
constexpr Quantity rate{0.0, limits::max_rate, "1/s"};
constexpr Quantity positive_rate{0.0, limits::max_rate, "1/s", true};
constexpr Quantity unit_share{0.0, 1.0, ""};

std::uint32_t named_at(const JsonNode& node, const std::map<std::string, std::uint32_t>& rows,
                       const std::string& wanted) {
  const auto found = rows.find(node.text(wanted.c_str()));
  if (found != rows.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, row] : rows) names.push_back(name);
  node.fail_unknown_name(wanted, names);
}

/// Calls read(node, name) for each entry of the object `key`, if there is one.
template <class Read>
void for_names(const JsonNode& root, const char* key, const char* what, Read&& read) {
  const auto entries = root.find(key);
  if (!entries) return;
  if (!entries->is_object()) entries->fail_wanted(fmt::format("an object of {}s by name", what));
  for (const std::string& name : entries->keys()) {
    const JsonNode node = entries->at(name.c_str());
    if (name.empty() || has_control_character(name)) {
      node.fail(fmt::format("this name of a {} is empty or has control characters", what));
    }
    read(node, name);
  }
}

std::vector<double> read_times(const JsonNode& node) {
  const std::size_t count = node.require_array("an array of times in s");
  std::vector<double> times;
  for (std::size_t k = 0; k < count; ++k) times.push_back(node.item(k).number(seconds));
  return times;
}

std::vector<Source::Rate> read_rates(const JsonNode& node) {
  if (node.is_number()) return {{0.0, node.number(rate)}};
  constexpr const char* wanted = "a number in 1/s, or an array of [time from which on in s, rate in 1/s]";
  const std::size_t count = node.require_array(wanted);
  std::vector<Source::Rate> rates;
  for (std::size_t k = 0; k < count; ++k) {
    const JsonNode pair = node.item(k);
    if (!pair.is_array() || pair.size() != 2) pair.fail_wanted("[time from which on in s, rate in 1/s]");
    rates.push_back({pair.item(0).number(seconds), pair.item(1).number(rate)});
  }
  return rates;
}

std::vector<Vec2d> read_region(const JsonNode& node) {
  node.require_object({"rectangle", "polygon", "line", "point"});
  if (node.size() != 1) node.fail_wanted("one of `rectangle`, `polygon`, `line` and `point`");
  if (const auto point = node.find("point")) return {point->vector(quantities::coordinate)};
  if (const auto line = node.find("line")) {
    std::vector<Vec2d> points = line->points(2);
    if (points.size() != 2) line->fail_wanted("a line of two points");
    require_polyline(*line, points);
    return points;
  }
  if (const auto polygon = node.find("polygon")) {
    std::vector<Vec2d> points = polygon->points(3);
    require_simple_polygon(*polygon, points);
    return points;
  }
  const JsonNode rectangle = node.at("rectangle");
  if (!rectangle.is_array() || rectangle.size() != 2) rectangle.fail_wanted("two corners [[x0, y0], [x1, y1]] in m");
  const Vec2d low = rectangle.item(0).vector(quantities::coordinate);
  const Vec2d high = rectangle.item(1).vector(quantities::coordinate);
  if (!(low.x < high.x && low.y < high.y)) rectangle.fail_wanted("corners with x0 < x1 and y0 < y1");
  return {low, {high.x, low.y}, high, {low.x, high.y}};
}

}  // namespace

/// The world would refuse it too, but could not say where it stands.
template <class Check>
void JourneyReader::check(const JsonNode& node, Check&& check) const {
  try {
    check();
  } catch (const Error& error) {
    node.fail(error.what());
  }
}

JourneyTables JourneyReader::tables() const {
  return {scenario_.goals.size(), scenario_.queues.size(),   scenario_.waiting_areas.size(),
          scenario_.doors.size(), scenario_.journeys.size(), scenario_.profiles.size()};
}

GoalIndex JourneyReader::region_at(const JsonNode& node) {
  AgentDescription agent;
  goals_.read(node, agent);
  if (!agent.goal_region) node.fail_wanted(R"({"line": [...]}, {"polygon": [...]} or the name of one of `goals`)");
  return *agent.goal_region;
}

void JourneyReader::read(const JsonNode& root) {
  for_names(root, "doors", "door", [&](const JsonNode& node, const std::string& name) { read_door(node, name); });
  for_names(root, "queues", "queue", [&](const JsonNode& node, const std::string& name) { read_queue(node, name); });
  for_names(root, "waiting_areas", "waiting area",
            [&](const JsonNode& node, const std::string& name) { read_waiting_area(node, name); });
  for_names(root, "journeys", "journey",
            [&](const JsonNode& node, const std::string& name) { read_journey(node, name); });
}

void JourneyReader::read_door(const JsonNode& node, const std::string& name) {
  node.require_object({"line", "closed_at_start", "changes", "period"});
  Door door;
  door.name = name;
  door.line = node.at("line").points(2);
  require_polyline(node.at("line"), door.line);
  if (const auto closed = node.find("closed_at_start")) door.closed_at_start = closed->boolean();
  if (const auto changes = node.find("changes")) door.changes = read_times(*changes);
  if (const auto period = node.find("period")) door.period = period->number(quantities::time);
  check(node, [&] { check_door(door); });
  doors_.emplace(name, static_cast<std::uint32_t>(scenario_.doors.size()));
  scenario_.doors.push_back(std::move(door));
}

void JourneyReader::read_queue(const JsonNode& node, const std::string& name) {
  node.require_object({"line", "spacing", "servers", "service_time", "goal"});
  Queue queue;
  queue.name = name;
  queue.line = node.at("line").points(2);
  require_polyline(node.at("line"), queue.line);
  if (const auto spacing = node.find("spacing")) queue.spacing = spacing->number(quantities::positive_length);
  if (const auto servers = node.find("servers")) {
    queue.servers = static_cast<int>(servers->integer(1, static_cast<std::int64_t>(limits::max_places)));
  }
  queue.service_time = read_distribution(node.at("service_time"), seconds);
  if (const auto goal = node.find("goal")) queue.goal = region_at(*goal);
  check(node, [&] { check_queue(queue, tables()); });
  queues_.emplace(name, static_cast<std::uint32_t>(scenario_.queues.size()));
  scenario_.queues.push_back(std::move(queue));
}

void JourneyReader::read_waiting_area(const JsonNode& node, const std::string& name) {
  node.require_object({"polygon", "spacing"});
  WaitingArea area;
  area.name = name;
  area.polygon = node.at("polygon").points(3);
  require_simple_polygon(node.at("polygon"), area.polygon);
  if (const auto spacing = node.find("spacing")) area.spacing = spacing->number(quantities::positive_length);
  check(node, [&] { check_area(area); });
  areas_.emplace(name, static_cast<std::uint32_t>(scenario_.waiting_areas.size()));
  scenario_.waiting_areas.push_back(std::move(area));
}

void JourneyReader::read_wait(const JsonNode& node, Stage& stage) {
  node.require_object({"time", "until", "door"});
  if (node.size() != 1) node.fail_wanted("one of `time`, `until` and `door`");
  if (const auto time = node.find("time")) stage.wait_time = read_distribution(*time, seconds);
  if (const auto until = node.find("until")) stage.wait_until = until->number(seconds);
  if (const auto door = node.find("door")) stage.wait_for = DoorIndex{named_at(*door, doors_, "the name of a door")};
}

void JourneyReader::read_next(const JsonNode& node, Stage& stage) {
  constexpr const char* wanted =
      R"(the name of a stage, an array of {"stage", "probability"}, or {"least_time": [names]})";
  const auto name_at = [&](const JsonNode& name) { return name.text("the name of a stage"); };
  if (node.is_array()) {
    if (node.size() == 0) node.fail_wanted(wanted);
    for (std::size_t k = 0; k < node.size(); ++k) {
      const JsonNode item = node.item(k);
      item.require_object({"stage", "probability"});
      stage.next.push_back({name_at(item.at("stage")), item.at("probability").number(unit_share)});
    }
    return;
  }
  if (!node.is_object()) {
    stage.next.push_back({node.text(wanted)});
    return;
  }
  node.require_object({"least_time", "reconsider", "hysteresis"});
  stage.choice = Stage::Choice::least_time;
  const JsonNode names = node.at("least_time");
  const std::size_t count = names.require_array("an array of names of stages");
  if (count < 2) names.fail_wanted("two names of stages or more");
  for (std::size_t k = 0; k < count; ++k) stage.next.push_back({name_at(names.item(k))});
  if (const auto every = node.find("reconsider")) stage.reconsider = every->number(quantities::time);
  if (const auto hysteresis = node.find("hysteresis")) stage.hysteresis = hysteresis->number(unit_share);
}

void JourneyReader::read_stage(const JsonNode& node, Stage& stage) {
  node.require_object({"name", "goal", "waiting_area", "queue", "wait", "leave", "next", "flow"});
  if (const auto name = node.find("name")) stage.name = name->text();
  const int places = int{node.has("goal")} + int{node.has("waiting_area")} + int{node.has("queue")};
  if (places != 1) {
    node.fail(fmt::format("found {}, wanted one of `goal`, `waiting_area` and `queue`",
                          places == 0 ? "none of the places of a stage" : "more than one place"));
  }
  const bool leaves = node.has("leave") && node.at("leave").boolean();
  if (leaves && (node.has("wait") || node.has("queue"))) node.fail("who leaves neither waits nor queues");
  if (node.has("waiting_area") && !node.has("wait")) node.fail("a `waiting_area` belongs to `wait`");
  if (node.has("queue") && node.has("wait")) node.fail("who queues is served: `wait` belongs to another stage");
  if (const auto goal = node.find("goal")) stage.goal = region_at(*goal);
  if (const auto area = node.find("waiting_area")) {
    stage.area = WaitingAreaIndex{named_at(*area, areas_, "the name of a waiting area")};
  }
  if (const auto queue = node.find("queue")) {
    stage.queue = QueueIndex{named_at(*queue, queues_, "the name of a queue")};
  }
  stage.kind = leaves              ? Stage::Kind::leave
               : node.has("wait")  ? Stage::Kind::wait
               : node.has("queue") ? Stage::Kind::queue
                                   : Stage::Kind::pass;
  if (const auto wait = node.find("wait")) read_wait(*wait, stage);
  if (const auto next = node.find("next")) read_next(*next, stage);
  if (const auto flow = node.find("flow")) stage.flow = flow->number(positive_rate);
}

void JourneyReader::read_journey(const JsonNode& node, const std::string& name) {
  const std::size_t count = node.require_array("an array of stages");
  if (count == 0) node.fail_wanted("at least one stage");
  Journey journey;
  journey.name = name;
  for (std::size_t k = 0; k < count; ++k) {
    Stage& stage = journey.stages.emplace_back();
    stage.name = fmt::format("{}", k);
    read_stage(node.item(k), stage);
  }
  check(node, [&] { check_journey(journey, tables()); });
  journeys_.emplace(name, static_cast<std::uint32_t>(scenario_.journeys.size()));
  scenario_.journeys.push_back(std::move(journey));
}

JourneyIndex JourneyReader::journey_named_at(const JsonNode& node) const {
  return {named_at(node, journeys_, "the name of a journey")};
}

Source::Kind JourneyReader::kind_of(const ProfileSpec& spec, double share) {
  Source::Kind kind;
  kind.profile = profiles_.row(spec);
  kind.share = share;
  const auto drawn = [](const Distribution& distribution) {
    return distribution.kind == Distribution::Kind::fixed ? std::nullopt : std::optional(distribution);
  };
  kind.radius = drawn(spec.radius);
  kind.max_speed = drawn(spec.max_speed);
  kind.preferred_speed = drawn(spec.preferred_speed);
  return kind;
}

void JourneyReader::read_kinds(const JsonNode& node, Source& source) {
  if (node.has("profile") && node.has("profiles")) node.fail("`profile` and `profiles` exclude each other");
  if (const auto profiles = node.find("profiles")) {
    if (!profiles->is_object() || profiles->size() == 0) {
      profiles->fail_wanted("an object of shares by the names of profiles");
    }
    for (const std::string& name : profiles->keys()) {
      if (profiles_.find(name) == nullptr) profiles->fail_unknown_name("names of profiles", scenario_.profile_names);
      const double share = profiles->at(name.c_str()).number({0.0, 1.0e9, "", true});
      source.kinds.push_back(kind_of(*profiles_.find(name), share));
    }
    return;
  }
  if (const auto profile = node.find("profile")) {
    const ProfileSpec* spec = profiles_.find(profile->text("the name of a profile"));
    if (spec == nullptr) profile->fail_unknown_name("the name of a profile", scenario_.profile_names);
    source.kinds.push_back(kind_of(*spec, 1.0));
    return;
  }
  source.kinds.push_back(kind_of(*profiles_.find("walker"), 1.0));
}

void JourneyReader::read_entries(const JsonNode& node, const JsonNode& source, Source& result) {
  const std::string& path = node.path("the path of a CSV or NPY file");
  const std::string resolved = resolve_path(directory_, path);
  scenario_.files.push_back(resolved);
  const std::string file = node.place() + ": " + path;
  const AgentsTable table = read_agents_table(read_file_named_at(node, resolved), file);
  const auto refuse = [&](const std::string& message) {
    throw Error(ErrorCode::bad_scene, fmt::format("{}: {}", file, message));
  };
  static const std::set<ColumnId> known{ColumnId::time, ColumnId::x,  ColumnId::y,      ColumnId::vx,
                                        ColumnId::vy,   ColumnId::id, ColumnId::profile};
  for (const Column& column : table.columns) {
    if (known.count(column.info->id) == 0) {
      refuse(fmt::format("the column `{}` is not one of entries: time, x, y, vx, vy, id, profile", column.info->name));
    }
  }
  const Column* time = table.find(ColumnId::time);
  if (time == nullptr) refuse("the column `time` is missing");
  const Column* profile = table.find(ColumnId::profile);
  if (profile != nullptr && (source.has("profile") || source.has("profiles"))) {
    refuse("the column `profile` and a profile of the source exclude each other");
  }
  std::map<std::string, std::uint32_t> kinds;
  if (profile != nullptr) result.kinds.clear();
  const Column *vx = table.find(ColumnId::vx), *vy = table.find(ColumnId::vy), *id = table.find(ColumnId::id);
  for (std::size_t row = 0; row < table.rows; ++row) {
    Source::Entry entry;
    entry.time = time->reals[row];
    entry.position = {table.find(ColumnId::x)->reals[row], table.find(ColumnId::y)->reals[row]};
    if (vx != nullptr) entry.velocity = {vx->reals[row], vy->reals[row]};
    if (id != nullptr) entry.id = id->integers[row];
    if (profile != nullptr) {
      const std::string& name = profile->texts[row];
      const ProfileSpec* spec = profiles_.find(name);
      if (spec == nullptr) table.fail(row, "profile", fmt::format("no profile is called `{}`", shown(name)));
      const auto [known_kind, is_new] = kinds.try_emplace(name, static_cast<std::uint32_t>(result.kinds.size()));
      if (is_new) result.kinds.push_back(kind_of(*spec, 1.0));
      entry.kind = known_kind->second;
    }
    result.entries.push_back(entry);
  }
  std::stable_sort(result.entries.begin(), result.entries.end(),
                   [](const Source::Entry& a, const Source::Entry& b) { return a.time < b.time; });
  if (table.rows == 0) refuse("the file has no entries");
}

void JourneyReader::read_source(const JsonNode& node, const std::string& name) {
  node.require_object({"region", "entries_file", "profile", "profiles", "journey", "goal", "rate", "regular", "times",
                       "total", "from", "until"});
  Source source;
  source.name = name;
  const int ways = int{node.has("rate")} + int{node.has("times")} + int{node.has("entries_file")};
  if (ways != 1) {
    node.fail(
        fmt::format("found {}, wanted one of `rate`, `times` and `entries_file`",
                    ways == 0 ? "nothing that says when agents come" : "more than one that says when agents come"));
  }
  if (node.has("journey") == node.has("goal")) node.fail("wanted either `journey` or `goal`");
  if (node.has("region") == node.has("entries_file")) node.fail("wanted either `region` or `entries_file`");
  read_kinds(node, source);
  if (const auto region = node.find("region")) source.region = read_region(*region);
  if (const auto journey = node.find("journey")) source.journey = journey_named_at(*journey);
  if (const auto goal = node.find("goal")) {
    AgentDescription agent;
    goals_.read(*goal, agent);
    source.goal = agent.goal;
    source.goal_region = agent.goal_region;
  }
  if (const auto rates = node.find("rate")) source.rates = read_rates(*rates);
  if (const auto regular = node.find("regular")) {
    if (!node.has("rate")) regular->fail("`regular` belongs to `rate`");
    source.regular = regular->boolean();
  }
  if (const auto times = node.find("times")) source.times = read_times(*times);
  if (const auto total = node.find("total")) source.total = total->unsigned_integer(std::uint64_t{1} << 53);
  if (const auto from = node.find("from")) source.from = from->number(seconds);
  if (const auto until = node.find("until")) source.until = until->number(seconds);
  if (const auto entries = node.find("entries_file")) read_entries(*entries, node, source);
  check(node, [&] { check_source(source, tables()); });
  for (const Source::Kind& kind : source.kinds) {
    if (!source.journey || scenario_.profiles[kind.profile.row].on_arrival != OnArrival::remove) continue;
    node.at("journey").fail(
        fmt::format("the profile `{}` removes agents on arrival: they would leave at the first stage",
                    shown(scenario_.profile_names[kind.profile.row])));
  }
  scenario_.sources.push_back(std::move(source));
}

void JourneyReader::read_sources(const JsonNode& root) {
  for_names(root, "sources", "source", [&](const JsonNode& node, const std::string& name) { read_source(node, name); });
}

}  // namespace throng::scenario
