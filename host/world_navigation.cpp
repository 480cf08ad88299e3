// Flow fields of a world: making them, giving them to the executor, and who can't get to its goal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/navigation/cut_off.hpp"
#include "host/navigation/goal_region.hpp"
#include "host/navigation/make_flow_field.hpp"
#include "host/rings.hpp"
#include "host/world_impl.hpp"
#include "kernels/agent/sample_flow.hpp"

namespace throng {
namespace {

/// Agents that an error names; the others are counted.
constexpr std::size_t most_named = 3;

Vec2<float> as_float(Vec2d v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

bool has_nodes(const FlowField& field) { return !field.nodes.empty(); }

}  // namespace

void World::Impl::check_goal_row(GoalIndex index) const {
  if (index.row < goals_.size()) return;
  refuse(fmt::format("goal {} does not exist; the world has {}", index.row, goals_.size()));
}

World::Impl::FieldKey World::Impl::field_key(std::uint32_t goal) const {
  FieldKey key{ways_.at(goal), goals_[goal].closed, {}};
  for (const Vec2d& v : goals_[goal].vertices) key.vertices.emplace_back(v.x, v.y);
  return key;
}

void World::Impl::find_way(GoalIndex goal, const FlowFieldOptions& options) {
  check_goal_row(goal);
  check_flow_field_options(options);
  if (ways_.size() >= limits::max_flow_fields && ways_.count(goal.row) == 0) {
    std::set<FieldKey> keys;
    for (const auto& way : ways_) keys.insert(field_key(way.first));
    FieldKey key{options, goals_[goal.row].closed, {}};
    for (const Vec2d& v : goals_[goal.row].vertices) key.vertices.emplace_back(v.x, v.y);
    if (keys.count(key) == 0 && keys.size() >= limits::max_flow_fields) {
      refuse(fmt::format("goal {} would be the {}th different one with a flow field; a world may have {}", goal.row,
                         keys.size() + 1, limits::max_flow_fields));
    }
  }
  ways_[goal.row] = options;
  ways_changed_ = true;
}

Vec2d World::Impl::next_origin() const {
  if (origin_fixed_) return origin_;
  return agents_changed_ || obstacles_changed_ ? bounding_box_center() : provisional_origin_;
}

void World::Impl::make_fields(const NavigationProgress& progress) const {
  const FloatingPointMode mode;
  const Vec2d origin = next_origin();
  const bool is_stale = !(fields_origin_ == origin) || fields_revision_ != obstacles_revision_;
  // Which are wanted, the equal ones once; those that are as they should be stay.
  std::map<FieldKey, std::shared_ptr<const FlowField>> wanted;
  std::vector<FlowGoal> missing;
  std::vector<FieldKey> missing_keys;
  for (const auto& [goal, options] : ways_) {
    const auto [entry, is_new] = wanted.try_emplace(field_key(goal));
    if (!is_new) continue;
    const auto known = is_stale ? fields_.end() : fields_.find(entry->first);
    if (known != fields_.end()) {
      entry->second = known->second;
      continue;
    }
    missing.push_back({goals_[goal].closed, relative_to(origin, goals_[goal].vertices), options});
    missing_keys.push_back(entry->first);
  }
  if (!missing.empty()) {
    const auto made = fields_with_doors(missing, missing_keys, origin, progress);
    for (std::size_t k = 0; k < made.size(); ++k) wanted[missing_keys[k]] = made[k];
    fields_given_ = false;
  }
  fields_ = std::move(wanted);
  fields_origin_ = origin;
  fields_revision_ = obstacles_revision_;
}

/// Where a closed door cuts places off from a goal, the way there is that with all doors open: people wait before it.
std::vector<std::shared_ptr<const FlowField>> World::Impl::fields_with_doors(std::span<const FlowGoal> goals,
                                                                             std::span<const FieldKey> keys,
                                                                             Vec2d origin,
                                                                             const NavigationProgress& progress) const {
  std::vector<bool> closed;
  std::set<std::uint32_t> door_slots;
  for (const std::optional<ObstacleHandle>& wall : journeys_.walls()) {
    closed.push_back(wall.has_value());
    if (wall) door_slots.insert(wall->slot);
  }
  const std::uint64_t revision = obstacles_revision_ - door_changes_;
  if (revision != door_fields_revision_ || !(door_fields_origin_ == origin)) door_fields_.clear();
  door_fields_revision_ = revision;
  door_fields_origin_ = origin;
  // A field for each goal and each state of the doors that there was of late.
  const auto make = [&](const std::vector<bool>& state, bool with_doors) {
    std::vector<std::shared_ptr<const FlowField>> fields(goals.size());
    std::vector<FlowGoal> missing;
    std::vector<std::size_t> place;
    for (std::size_t k = 0; k < goals.size(); ++k) {
      const auto known = door_fields_.find({keys[k], state});
      if (known != door_fields_.end()) {
        fields[k] = known->second;
      } else {
        missing.push_back(goals[k]);
        place.push_back(k);
      }
    }
    if (missing.empty()) return fields;
    std::vector<flow::WallShape> walls;
    for (const SavedObstacle& o : obstacles_) {
      if (with_doors || door_slots.count(o.slot) == 0) walls.push_back({o.closed, relative_to(origin, o.vertices)});
    }
    const auto made = make_flow_fields(walls, missing, {options_.threads, limits::max_flow_nodes, progress});
    constexpr std::size_t states_kept = 4;
    if (door_fields_.size() > states_kept * ways_.size()) door_fields_.clear();
    for (std::size_t k = 0; k < made.size(); ++k) {
      fields[place[k]] = made[k];
      if (!closed.empty()) door_fields_[{keys[place[k]], state}] = made[k];
    }
    return fields;
  };
  std::vector<std::shared_ptr<const FlowField>> fields = make(closed, true);
  if (door_slots.empty()) return fields;
  const auto open = make(std::vector<bool>(closed.size(), false), false);
  std::vector<std::pair<Vec2d, Vec2d>> lines;
  for (const SavedObstacle& o : obstacles_) {
    if (door_slots.count(o.slot) == 0) continue;
    const std::vector<Vec2d> points = relative_to(origin, o.vertices);
    for (std::size_t k = 0; k + 1 < points.size(); ++k) lines.emplace_back(points[k], points[k + 1]);
  }
  for (std::size_t k = 0; k < fields.size(); ++k) {
    if (cuts_off(*fields[k], *open[k], lines)) fields[k] = open[k];
  }
  return fields;
}

void World::Impl::synchronize_with_fields(bool first) {
  const bool navigates = !ways_.empty();
  if (navigates) make_fields({});
  if (navigates && first) check_reachable();
  synchronize();
  if (navigates) synchronize_fields();
}

std::string World::Impl::why_unreachable(const AgentRecord& agent, const FlowField& field) const {
  const Vec2d offset = origin_fixed_ ? Vec2d{} : fields_origin_;
  const Vec2d place{agent.position_x - offset.x, agent.position_y - offset.y};
  const auto is_inside_solid = [&](Vec2d world) {
    return std::any_of(obstacles_.begin(), obstacles_.end(), [&](const SavedObstacle& o) {
      return o.closed && twice_signed_area(o.vertices) > 0.0 && ring_contains(o.vertices, world);
    });
  };
  const SavedGoal& goal = goals_[static_cast<std::size_t>(agent.goal)];
  if (!has_nodes(field)) {
    if (std::all_of(goal.vertices.begin(), goal.vertices.end(), is_inside_solid)) {
      return "the goal lies inside a solid polygon";
    }
    return fmt::format("no node of the grid sees the goal: it lies in a passage narrower than a cell of {} m",
                       field.cell);
  }
  if (is_inside_solid({place.x + fields_origin_.x, place.y + fields_origin_.y})) {
    return "it stands inside a solid polygon";
  }
  if (!field.is_on_grid(place)) return "it stands outside of all walls, and none of the ways leads out to there";
  return fmt::format("no free path leads there (passages narrower than 1.5 cells, {:.3g} m, may be missed)",
                     1.5 * static_cast<double>(field.cell));
}

void World::Impl::check_reachable() const {
  const FloatingPointMode mode;
  std::vector<AgentRecord> records;
  if (origin_fixed_) {
    records.resize(agent_count());
    executor_->read(sorted_slots(), records);
  } else {
    records = staged_;
    std::sort(records.begin(), records.end(), [](const AgentRecord& a, const AgentRecord& b) { return a.id < b.id; });
  }
  std::map<std::int32_t, const FlowField*> field_of_goal;
  for (const auto& way : ways_) {
    field_of_goal[static_cast<std::int32_t>(way.first)] = fields_.at(field_key(way.first)).get();
  }
  const Vec2d offset = origin_fixed_ ? Vec2d{} : fields_origin_;
  std::size_t lost = 0;
  std::string named;
  for (const AgentRecord& agent : records) {
    const auto found = field_of_goal.find(agent.goal);
    if (found == field_of_goal.end()) continue;
    const FlowField& field = *found->second;
    const Vec2d place{agent.position_x - offset.x, agent.position_y - offset.y};
    if (sample_flow(field.view(), as_float(place)).way < flow_unreached) continue;
    if (!field.is_on_grid(place) && field.is_open_outside()) continue;
    const SavedGoal& goal = goals_[static_cast<std::size_t>(agent.goal)];
    if (goal.closed && ring_contains(goal.vertices, {place.x + fields_origin_.x, place.y + fields_origin_.y})) continue;
    if (lost++ >= most_named) continue;
    const Vec2d first = goal.vertices[0];
    named += fmt::format("{}agent {} at ({}, {}) to goal {} ({} {}({}, {})): {}", lost > 1 ? "; " : "", agent.id,
                         place.x + fields_origin_.x, place.y + fields_origin_.y, agent.goal,
                         goal.closed                ? "polygon"
                         : goal.vertices.size() > 1 ? "line"
                                                    : "point",
                         goal.vertices.size() > 1 ? "from " : "", first.x, first.y, why_unreachable(agent, field));
  }
  if (lost == 0) return;
  throw Error(
      ErrorCode::unreachable,
      fmt::format("{} {} cannot reach {} goal: {}{}", lost, lost == 1 ? "agent" : "agents", lost == 1 ? "its" : "their",
                  named, lost > most_named ? fmt::format("; and {} more", lost - most_named) : ""));
}

void World::Impl::prepare_navigation(const NavigationProgress& progress) {
  make_fields(progress);
  check_reachable();
}

void World::Impl::synchronize_fields() const {
  if (!ways_changed_ && fields_given_) return;
  auto& self = const_cast<Impl&>(*this);
  std::vector<std::shared_ptr<const FlowField>> fields;
  std::map<FieldKey, std::int32_t> row_of_key;
  for (const auto& [key, field] : fields_) {
    row_of_key[key] = static_cast<std::int32_t>(fields.size());
    fields.push_back(field);
  }
  self.executor_->set_flow_fields(fields);
  std::vector<GoalShape> shapes;
  for (std::uint32_t g = 0; g < goals_.size(); ++g) {
    shapes.push_back({goals_[g].closed, relative_to(fields_origin_, goals_[g].vertices),
                      ways_.count(g) > 0 ? row_of_key.at(field_key(g)) : -1});
  }
  self.executor_->set_goals(shapes);
  std::map<std::uint32_t, std::shared_ptr<const FlowField>> given;
  std::set<std::int32_t> changed;
  for (const auto& way : ways_) {
    const auto& field = given[way.first] = fields_.at(field_key(way.first));
    const auto before = given_fields_.find(way.first);
    // None: a loaded state's, the same as when it was saved.
    const bool is_same = before != given_fields_.end() && (before->second == nullptr || before->second == field);
    if (!is_same && statistics_.steps > 0) changed.insert(static_cast<std::int32_t>(way.first));
  }
  given_fields_ = std::move(given);
  if (!changed.empty()) self.watch_anew(changed);
  fields_given_ = true;
  ways_changed_ = false;
}

WaySample World::Impl::way(GoalIndex goal, Vec2d place) const {
  const FloatingPointMode mode;
  check_goal_row(goal);
  check_coordinates("place", place);
  if (ways_.count(goal.row) == 0) {
    refuse(fmt::format("goal {} has no flow field: World::find_way gives it one", goal.row));
  }
  make_fields({});
  const FlowField& field = *fields_.at(field_key(goal.row));
  const Vec2d here{place.x - fields_origin_.x, place.y - fields_origin_.y};
  const FlowSample sample = sample_flow(field.view(), as_float(here));
  const flow::GoalRegion region(goals_[goal.row].closed, relative_to(fields_origin_, goals_[goal.row].vertices));
  const flow::GoalRegion::Nearest nearest = region.nearest(here);
  WaySample result;
  result.reached = sample.way < flow_unreached;
  result.way = result.reached ? static_cast<double>(sample.way) : std::numeric_limits<double>::infinity();
  result.sees_goal = sample.sees_goal;
  const bool has_direction = sample.direction.x != 0.0f || sample.direction.y != 0.0f;
  if (has_direction && !sample.sees_goal) {
    result.direction = {static_cast<double>(sample.direction.x), static_cast<double>(sample.direction.y)};
  } else if (nearest.distance > 0.0) {
    result.direction = {(nearest.point.x - here.x) / nearest.distance, (nearest.point.y - here.y) / nearest.distance};
  }
  return result;
}

void World::find_way(GoalIndex goal, const FlowFieldOptions& options) {
  const FloatingPointMode mode;
  settled().find_way(goal, options);
}

std::optional<FlowFieldOptions> World::way_options(GoalIndex goal) const {
  impl_->check_goal_row(goal);
  const auto found = impl_->ways_.find(goal.row);
  return found == impl_->ways_.end() ? std::nullopt : std::optional(found->second);
}

std::size_t World::goal_count() const { return impl_->goals_.size(); }
void World::prepare_navigation(const NavigationProgress& progress) {
  const FloatingPointMode mode;
  const auto told = [&](double done) {
    const FloatingPointMode::Pause pause(mode);
    return progress(done);
  };
  settled().prepare_navigation(progress ? NavigationProgress(told) : NavigationProgress());
}
WaySample World::way(GoalIndex goal, Vec2d place) const { return settled().way(goal, place); }

}  // namespace throng
