#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>

#include "host/floating_point_mode.hpp"
#include "host/scenario/agent_entry.hpp"
#include "host/scenario/agents_reader.hpp"
#include "host/scenario/file_text.hpp"
#include "host/scenario/geojson.hpp"
#include "host/scenario/heights_reader.hpp"
#include "host/scenario/journey_reader.hpp"
#include "host/scenario/profile_table.hpp"
#include "host/scenario/ring_checks.hpp"
#include "host/scenario/walkable_area.hpp"
#include "host/scenario/wkt_parser.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"
#include "throng/scenario.hpp"

namespace throng {
namespace scenario {
namespace {

constexpr std::int64_t format_version = 1;
constexpr double seconds_per_frame = 0.1;
constexpr double one_millimeter_extent =
    16384.0;  // m; from here on neighboring floats are 2 mm apart, rounding is 1 mm

void require_version(const JsonNode& root) {
  if (!root.is_object()) root.fail_wanted("an object, the scenario");
  if (!root.has("throng")) root.fail("the key `throng` is missing, wanted the version of the format: \"throng\": 1");
  const JsonNode node = root.at("throng");
  const std::int64_t version = node.integer(1, std::numeric_limits<std::int64_t>::max());
  if (version > format_version) {
    node.fail(fmt::format(
        "found version {} of the scenario format; this is Throng {}, which knows versions up to {}: a newer "
        "Throng is needed",
        version, THRONG_VERSION, format_version));
  }
}

std::optional<ContactPass> read_contact(const JsonNode& node) {
  if (node.is_null() || node.is_false()) return std::nullopt;
  ContactPass contact;
  if (!node.is_object()) {
    if (!node.is_true()) node.fail_wanted("true, false, null or an object with `iterations`");
    return contact;
  }
  node.require_object({"iterations"});
  if (const auto iterations = node.find("iterations")) {
    contact.iterations = static_cast<int>(iterations->integer(1, limits::max_contact_iterations));
  }
  return contact;
}

std::optional<StuckAgents> read_stuck(const JsonNode& node, double time_step) {
  if (node.is_null() || node.is_false()) return std::nullopt;
  StuckAgents stuck;
  if (!node.is_object()) {
    if (!node.is_true()) node.fail_wanted("true, false, null or an object with `time`, `progress`, `relief`, `period`");
  } else {
    node.require_object({"time", "progress", "relief", "period"});
    if (const auto time = node.find("time")) stuck.time = time->number(quantities::time);
    if (const auto progress = node.find("progress")) stuck.progress = progress->number(quantities::positive_length);
    if (const auto relief = node.find("relief")) {
      const std::string& name = relief->text(R"("sidestep" or "none")");
      if (name != "sidestep" && name != "none") relief->fail_wanted(R"("sidestep" or "none")");
      stuck.relief = name == "none" ? StuckRelief::none : StuckRelief::sidestep;
    }
    if (const auto period = node.find("period")) stuck.period = period->number(quantities::time);
  }
  if (stuck.time < 2.0 * time_step) {
    node.fail(fmt::format("found a time of {:g} s, wanted at least two time steps of {:g} s", stuck.time, time_step));
  }
  return stuck;
}

void read_options(const JsonNode& root, std::optional<std::uint64_t> seed, WorldOptions& options) {
  if (const auto node = root.find("time_step")) options.time_step = node->number(quantities::time);
  if (const auto node = root.find("seed"))
    options.seed = node->unsigned_integer(std::numeric_limits<std::uint64_t>::max());
  if (seed) options.seed = *seed;
  if (const auto node = root.find("break_symmetry")) options.break_symmetry = node->boolean();
  if (const auto node = root.find("leave_obstacles")) options.leave_obstacles = node->boolean();
  if (const auto node = root.find("responsibility")) options.responsibility = read_responsibility(*node);
  if (const auto node = root.find("preferred_velocity_noise"))
    options.preferred_velocity_noise = node->number(quantities::speed);
  if (const auto node = root.find("neighbor_query")) {
    const std::string& name = node->text(R"("nearest" or "range")");
    if (name != "nearest" && name != "range") node->fail_wanted(R"("nearest" or "range")");
    options.neighbor_query = name == "range" ? NeighborQuery::range : NeighborQuery::nearest;
  }
  if (const auto node = root.find("contact")) options.contact = read_contact(*node);
  if (const auto node = root.find("stuck")) options.stuck = read_stuck(*node, options.time_step);
}

std::optional<FlowFieldOptions> read_navigation(const JsonNode& node) {
  if (node.is_null() || node.is_false()) return std::nullopt;
  FlowFieldOptions options;
  if (!node.is_object()) {
    if (!node.is_true()) node.fail_wanted("true, false, null or an object with `cell_size`, `clearance`, `wall_cost`");
    return options;
  }
  node.require_object({"cell_size", "clearance", "wall_cost"});
  if (const auto cell = node.find("cell_size")) {
    options.cell_size = cell->number({limits::min_flow_cell, limits::max_flow_cell, "m"});
  }
  if (const auto clearance = node.find("clearance"))
    options.clearance = clearance->number({0.0, limits::max_length, "m"});
  if (const auto cost = node.find("wall_cost")) options.wall_cost = cost->number({0.0, limits::max_wall_cost, ""});
  return options;
}

/// With flow fields a point is a row of goals as a line is: equal ones share it.
void make_rows_of_points(const JsonNode& root, Scenario& scenario) {
  std::map<std::pair<double, double>, GoalIndex> rows;
  for (std::size_t g = 0; g < scenario.goals.size(); ++g) {
    const Scenario::Goal& goal = scenario.goals[g];
    if (goal.vertices.size() != 1) continue;
    rows.try_emplace({goal.vertices[0].x, goal.vertices[0].y}, GoalIndex{static_cast<std::uint32_t>(g)});
  }
  const auto make_row = [&](std::optional<Vec2d>& goal, std::optional<GoalIndex>& region) {
    if (!goal) return;
    const auto [row, is_new] =
        rows.try_emplace({goal->x, goal->y}, GoalIndex{static_cast<std::uint32_t>(scenario.goals.size())});
    if (is_new) scenario.goals.push_back({false, {*goal}});
    region = row->second;
    goal.reset();
  };
  for (AgentDescription& agent : scenario.agents) make_row(agent.goal, agent.goal_region);
  for (Source& source : scenario.sources) make_row(source.goal, source.goal_region);
  if (scenario.goals.size() > limits::max_flow_fields) {
    root.at("navigation")
        .fail(fmt::format("the scene has {} different goals, and each would have a flow field; {} are possible",
                          scenario.goals.size(), limits::max_flow_fields));
  }
}

void read_obstacles(const JsonNode& obstacles, Scenario& out) {
  const std::size_t count = obstacles.require_array("an array of obstacles");
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode obstacle = obstacles.item(i);
    obstacle.require_object({"polygon", "polyline"});
    if (obstacle.size() != 1) obstacle.fail_wanted("either `polygon` or `polyline`");
    const bool closed = obstacle.has("polygon");
    const JsonNode node = obstacle.at(closed ? "polygon" : "polyline");
    std::vector<Vec2d> vertices = node.points(closed ? 3 : 2);
    closed ? require_simple_polygon(node, vertices) : require_polyline(node, vertices);
    out.obstacles.push_back({closed, std::move(vertices)});
  }
}

void add_warnings(const JsonNode& node, const std::vector<std::string>& warnings, Scenario& out) {
  for (const std::string& warning : warnings) out.warnings.push_back(fmt::format("{}: {}", node.pointer(), warning));
}

WalkableArea read_wkt(const JsonNode& node, const std::string& directory, Scenario& out) {
  constexpr const char* wanted =
      "a path, or well-known text that begins with POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION";
  const std::string& text = node.text(wanted);
  const bool is_inline = is_wkt(text);
  if (is_inline) {
    out.wkt_geometry = text;
  } else {
    out.files.push_back(resolve_path(directory, node.path(wanted)));
    // Looks like geometry of a kind that doesn't exist, and is no file either.
    std::error_code unknown;
    const bool is_file = std::filesystem::exists(out.files.back(), unknown);
    if (text.find('(') != std::string::npos && !is_file) node.fail_wanted(wanted);
    out.wkt_geometry = read_file_named_at(node, out.files.back());
  }
  if (out.wkt_geometry.starts_with(byte_order_mark)) out.wkt_geometry.erase(0, byte_order_mark.size());
  const std::string place = is_inline ? node.place() : node.place() + ": " + text;
  WalkableArea area = walkable_area_of_wkt(out.wkt_geometry, place);
  add_warnings(node, area.warnings(), out);
  return area;
}

WalkableArea read_geojson(const JsonNode& node, const std::string& directory, Scenario& out) {
  const bool is_inline = node.is_object();
  std::string text;
  if (!is_inline) {
    const std::string& path = node.path("the path of a GeoJSON file, or a GeoJSON object");
    out.files.push_back(resolve_path(directory, path));
    text = read_file_named_at(node, out.files.back());
  }
  GeoJsonArea read =
      is_inline ? walkable_area_of_geojson(node) : walkable_area_of_geojson(text, node.place() + ": " + node.path(""));
  add_warnings(node, read.warnings, out);
  out.wkt_geometry = read.area.wkt();
  return std::move(read.area);
}

WalkableArea read_geometry(const JsonNode& geometry, const std::string& directory, Scenario& out) {
  geometry.require_object({"wkt", "geojson"});
  if (geometry.size() != 1) geometry.fail_wanted("either `wkt` or `geojson`");
  WalkableArea area = geometry.has("wkt") ? read_wkt(geometry.at("wkt"), directory, out)
                                          : read_geojson(geometry.at("geojson"), directory, out);
  std::vector<Scenario::Obstacle> rings = area.obstacles();
  std::move(rings.begin(), rings.end(), std::back_inserter(out.obstacles));
  return area;
}

/// The local origin will be the middle of all agents and obstacles: nothing may be too far from it for the engine's
/// floats.
void check_extent(const JsonNode& root, Scenario& scenario) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec2d low{infinity, infinity};
  Vec2d high{-infinity, -infinity};
  const auto include = [&](Vec2d p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  };
  for (const AgentDescription& agent : scenario.agents) include(agent.position);
  for (const Scenario::Obstacle& obstacle : scenario.obstacles)
    std::for_each(obstacle.vertices.begin(), obstacle.vertices.end(), include);
  for (const Source& source : scenario.sources) {
    std::for_each(source.region.begin(), source.region.end(), include);
    for (const Source::Entry& entry : source.entries) include(entry.position);
  }
  for (const Door& door : scenario.doors) std::for_each(door.line.begin(), door.line.end(), include);
  if (!(low.x <= high.x)) return;
  const Vec2d center{low.x + 0.5 * (high.x - low.x), low.y + 0.5 * (high.y - low.y)};
  const double extent = std::max(high.x - center.x, high.y - center.y);
  if (extent > limits::max_extent) {
    root.fail(fmt::format("agents and obstacles reach {:g} m from their middle, wanted no more than {:g} m", extent,
                          limits::max_extent));
  }
  double goal_extent = 0.0;
  const auto include_goal = [&](Vec2d p) {
    goal_extent = std::max({goal_extent, std::fabs(p.x - center.x), std::fabs(p.y - center.y)});
  };
  for (const AgentDescription& agent : scenario.agents) include_goal(agent.goal.value_or(center));
  for (const Scenario::Goal& goal : scenario.goals)
    std::for_each(goal.vertices.begin(), goal.vertices.end(), include_goal);
  if (goal_extent > limits::max_extent) {
    root.fail(fmt::format("a goal is {:g} m from the middle of agents and obstacles, wanted no more than {:g} m",
                          goal_extent, limits::max_extent));
  }
  const auto check_steering = [&](Vec2d p, auto&& name) {
    const double distance = std::max(std::fabs(p.x - center.x), std::fabs(p.y - center.y));
    if (distance <= limits::max_extent) return;
    root.fail(
        fmt::format("{} ({:g}, {:g}) is {:g} m from the middle of agents and obstacles, wanted no more than {:g} m",
                    name(), p.x, p.y, distance, limits::max_extent));
  };
  for (const Scenario::Path& path : scenario.paths) {
    for (const Vec2d& p : path.points) {
      check_steering(p, [&] { return fmt::format("a point of the path `{}`", path.name); });
    }
  }
  for (const Scenario::AgentSteering& steering : scenario.steering) {
    for (const auto& target : steering.targets) {
      const auto* point = std::get_if<Vec2d>(&target);
      if (point == nullptr) continue;
      check_steering(*point, [&] { return fmt::format("a target of agent {}", *scenario.agents[steering.agent].id); });
    }
  }
  if (extent > one_millimeter_extent) {
    scenario.warnings.push_back(
        fmt::format("agents and obstacles reach {:.0f} m from their middle; beyond {:.0f} m positions are "
                    "kept to no better than {:.1g} mm",
                    extent, one_millimeter_extent, 1000.0 * extent * std::numeric_limits<float>::epsilon()));
  }
}

/// Of sources off the walkable area: the world knows its walls alone, and lets agents in beyond them.
void warn_of_sources_outside(const WalkableArea& area, Scenario& scenario) {
  for (const Source& source : scenario.sources) {
    std::vector<Vec2d> places;
    for (const Source::Entry& entry : source.entries) places.push_back(entry.position);
    Vec2d middle{};
    for (const Vec2d p : source.region) {
      middle.x += p.x / static_cast<double>(source.region.size());
      middle.y += p.y / static_cast<double>(source.region.size());
    }
    constexpr double inward = 1.0e-6;  // a corner on the area's border is no fault
    for (const Vec2d p : source.region) {
      places.push_back({p.x + inward * (middle.x - p.x), p.y + inward * (middle.y - p.y)});
    }
    const auto outside = std::find_if(places.begin(), places.end(), [&](Vec2d p) { return !area.contains(p); });
    if (outside == places.end()) continue;
    scenario.warnings.push_back(fmt::format("/sources/{}: agents may appear off the walkable area, as at ({:g}, {:g})",
                                            source.name, outside->x, outside->y));
  }
}

void warn_of_nothing_to_do(Scenario& scenario) {
  if (scenario.agents.empty() && scenario.sources.empty()) scenario.warnings.push_back("the scene has no agents");
  if (scenario.steps == 0) {
    scenario.warnings.push_back(
        fmt::format("duration is {:g} s and time_step {:g} s: the scene ends before its first step", scenario.duration,
                    scenario.options.time_step));
  }
}

/// Agents look ahead for their horizons: in a longer step they can meet what they have not seen.
void warn_of_long_steps(Scenario& scenario) {
  const double step = scenario.options.time_step;
  const auto too_short = [&](const Profile& p) {
    return p.time_horizon < step || (!scenario.obstacles.empty() && p.time_horizon_obstacle < step);
  };
  if (std::any_of(scenario.profiles.begin(), scenario.profiles.end(), too_short)) {
    scenario.warnings.push_back(fmt::format(
        "time_step is {:g} s, longer than a time horizon: agents can pass through each other or walls", step));
  }
}

}  // namespace
}  // namespace scenario

Scenario parse_scenario(std::string_view text, const std::string& directory, const std::string& display_name,
                        std::optional<std::uint64_t> seed) {
  const FloatingPointMode mode;
  using namespace scenario;
  const JsonDocument document(text, display_name);
  const JsonNode root(document.root(), display_name);
  require_version(root);
  root.require_object({"throng",
                       "name",
                       "time_step",
                       "duration",
                       "seed",
                       "profiles",
                       "agents",
                       "obstacles",
                       "geometry",
                       "heights",
                       "paths",
                       "behaviors",
                       "record",
                       "break_symmetry",
                       "responsibility",
                       "neighbor_query",
                       "leave_obstacles",
                       "preferred_velocity_noise",
                       "contact",
                       "stuck",
                       "navigation",
                       "goals",
                       "doors",
                       "queues",
                       "waiting_areas",
                       "journeys",
                       "sources"});
  Scenario result;
  result.source = text;
  if (const auto node = root.find("name")) {
    result.name = node->text();
    if (has_control_character(result.name)) node->fail_wanted("a text without control characters");
  }
  read_options(root, seed, result.options);
  result.duration = root.at("duration").number({0.0, limits::max_time, "s", true});
  result.steps =
      static_cast<std::uint64_t>(std::max(0.0, std::ceil(result.duration / result.options.time_step - 1e-9)));
  result.record.every =
      static_cast<std::uint64_t>(std::max(1.0, std::round(seconds_per_frame / result.options.time_step)));
  if (const auto record = root.find("record")) {
    record->require_object({"every", "aim_points"});
    if (const auto aims = record->find("aim_points")) result.record.aim_points = aims->boolean();
    if (const auto every = record->find("every"))
      result.record.every = static_cast<std::uint64_t>(every->integer(1, std::int64_t{1} << 53));
  }

  ProfileTable profiles(result);
  if (const auto node = root.find("profiles")) profiles.read(*node);
  if (const auto node = root.find("obstacles")) read_obstacles(*node, result);
  Ground ground{result.obstacles.size(), nullptr};
  std::optional<WalkableArea> area;
  if (const auto node = root.find("geometry")) {
    area = read_geometry(*node, directory, result);
    ground.walkable = &*area;
  }
  if (const auto node = root.find("heights")) read_heights(*node, directory, result);
  if (const auto node = root.find("navigation")) result.navigation = read_navigation(*node);
  GoalTable goals(result);
  if (const auto node = root.find("goals")) goals.read_named(*node);
  BehaviorTable behaviors(result);
  if (const auto node = root.find("paths")) behaviors.read_paths(*node);
  if (const auto node = root.find("behaviors")) behaviors.read_behaviors(*node);
  JourneyReader journeys(directory, profiles, goals, result);
  journeys.read(root);
  if (const auto node = root.find("agents")) {
    read_agents(*node, directory, ground, profiles, goals, behaviors, journeys, result);
  }
  journeys.read_sources(root);
  if (area) warn_of_sources_outside(*area, result);
  if (!root.has("contact") && profiles.has_walkers()) {
    result.options.contact = ContactPass{};
    result.contact_of_walkers = true;
  }
  if (result.navigation) make_rows_of_points(root, result);
  check_extent(root, result);
  warn_of_long_steps(result);
  warn_of_nothing_to_do(result);
  return result;
}

Scenario read_scenario(const std::string& path, std::optional<std::uint64_t> seed) {
  const std::string text = scenario::read_file(path);
  return parse_scenario(text, std::filesystem::path(path).parent_path().string(), path, seed);
}

}  // namespace throng
