// Behaviors, paths, and which agent has which.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "host/behavior_fields.hpp"
#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/world_impl.hpp"
#include "kernels/agent/steering_data.hpp"

namespace throng {
namespace {

[[noreturn]] void refuse_steering(const std::string& message) { throw Error(ErrorCode::invalid_argument, message); }

/// The message of an error about one of several.
Error about(std::size_t i, std::size_t count, const Error& error) {
  return {error.code(), count == 1 ? error.what() : fmt::format("agent {} of {}: {}", i, count, error.what())};
}

double path_length(const SavedGoal& path) {
  const std::size_t n = path.vertices.size();
  double length = 0.0;
  for (std::size_t i = 1; i < n + (path.closed ? 1 : 0); ++i) {
    const Vec2d a = path.vertices[i - 1], b = path.vertices[i % n];
    length += std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  }
  return length;
}

template <class Combine>
std::uint32_t over_parts(const std::vector<Behavior>& behaviors, const Behavior& behavior, Combine&& of_one) {
  const auto* blend = std::get_if<Blend>(&behavior);
  if (blend == nullptr) return of_one(behavior);
  std::uint32_t bits = 0;
  for (const BlendPart& part : blend->parts) bits |= of_one(behaviors[part.behavior.row]);
  return bits;
}

}  // namespace

// ---- Behaviors and paths ----

void World::Impl::check_behavior_row(BehaviorIndex index) const {
  if (index.row < behaviors_.size()) return;
  refuse_steering(fmt::format("behavior {} does not exist; the world has {}", index.row, behaviors_.size()));
}

void World::Impl::check_references(const Behavior& behavior) const {
  if (const auto* follow = std::get_if<FollowPath>(&behavior); follow && follow->path.row >= paths_.size()) {
    refuse_steering(fmt::format("path {} does not exist; the world has {}", follow->path.row, paths_.size()));
  }
  if (const auto* follow = std::get_if<FollowPath>(&behavior)) {
    // Places on a path are floats: a look that is too short would not get beyond the place that it begins at.
    const double length = path_length(paths_[follow->path.row]), least = length * 0x1p-20;
    if (follow->look_ahead < least) {
      refuse_steering(fmt::format("look_ahead of follow_path is {} m; on path {} of {} m it must be at least {} m",
                                  follow->look_ahead, follow->path.row, length, least));
    }
    if (paths_[follow->path.row].closed && follow->look_ahead >= length) {
      refuse_steering(
          fmt::format("look_ahead of follow_path is {} m; on path {}, closed and {} m long, it must be less",
                      follow->look_ahead, follow->path.row, length));
    }
  }
  const auto* blend = std::get_if<Blend>(&behavior);
  if (blend == nullptr) return;
  for (std::size_t k = 0; k < blend->parts.size(); ++k) {
    const BehaviorIndex part = blend->parts[k].behavior;
    check_behavior_row(part);
    if (std::holds_alternative<Blend>(behaviors_[part.row])) {
      refuse_steering(fmt::format("part {} of blend is behavior {}, itself a blend", k, part.row));
    }
  }
  check_paths_of(*blend, behaviors_.size());
}

std::uint32_t World::Impl::needed_targets(const Behavior& behavior) const {
  return over_parts(behaviors_, behavior, targets_of);
}

std::uint32_t World::Impl::ignored_targets(const Behavior& behavior) const {
  return over_parts(behaviors_, behavior, ignored_targets_of);
}

/// The path that those who have the behavior follow.
std::optional<PathIndex> World::Impl::path_of(const Behavior& behavior) const {
  if (const auto* follow = std::get_if<FollowPath>(&behavior)) return follow->path;
  const auto* blend = std::get_if<Blend>(&behavior);
  if (blend == nullptr) return std::nullopt;
  for (const BlendPart& part : blend->parts) {
    if (const auto* follow = std::get_if<FollowPath>(&behaviors_[part.behavior.row])) return follow->path;
  }
  return std::nullopt;
}

/// An agent has one place on one path.
void World::Impl::check_paths_of_blends() const {
  for (std::size_t row = 0; row < behaviors_.size(); ++row) {
    if (const auto* blend = std::get_if<Blend>(&behaviors_[row])) check_paths_of(*blend, row);
  }
}

void World::Impl::check_paths_of(const Blend& blend, std::size_t row) const {
  const auto follows = std::count_if(blend.parts.begin(), blend.parts.end(), [&](const BlendPart& part) {
    return std::holds_alternative<FollowPath>(behaviors_[part.behavior.row]);
  });
  if (follows > 1) {
    refuse_steering(fmt::format("{} parts of blend (behavior {}) follow a path; one can", follows, row));
  }
}

bool World::Impl::is_part_of_blend(BehaviorIndex index) const {
  return std::any_of(behaviors_.begin(), behaviors_.end(), [&](const Behavior& behavior) {
    const auto* blend = std::get_if<Blend>(&behavior);
    return blend != nullptr && std::any_of(blend->parts.begin(), blend->parts.end(),
                                           [&](const BlendPart& part) { return part.behavior == index; });
  });
}

BehaviorIndex World::add_behavior(const Behavior& behavior) {
  check_behavior(behavior, impl_->options_.time_step);
  impl_->check_references(behavior);
  impl_->behaviors_.push_back(behavior);
  impl_->behaviors_changed_ = impl_->steering_changed_ = true;
  return {static_cast<std::uint32_t>(impl_->behaviors_.size() - 1)};
}

void World::change_behavior(BehaviorIndex index, const Behavior& given) {
  Impl& impl = settled();
  impl.check_behavior_row(index);
  const Behavior behavior = given;  // which may be a row of the table itself
  check_behavior(behavior, impl.options_.time_step);
  impl.check_references(behavior);
  if (std::holds_alternative<Blend>(behavior) && impl.is_part_of_blend(index)) {
    refuse_steering(fmt::format("behavior {} is part of a blend and can't become one", index.row));
  }
  if (const auto* blend = std::get_if<Blend>(&behavior)) {
    for (const BlendPart& part : blend->parts) {
      if (part.behavior == index) refuse_steering(fmt::format("behavior {} can't be a part of itself", index.row));
    }
  }
  // Those whose behavior is this one, or a blend with it.
  Behavior before = std::exchange(impl.behaviors_[index.row], behavior);
  std::vector<std::uint32_t> concerned, together;
  try {
    impl.check_paths_of_blends();
    for (std::uint32_t slot = 0; slot < impl.steering_.size(); ++slot) {
      if (!impl.steers(slot)) continue;
      const Steering& steering = impl.steering_[slot].steering;
      const auto* blend = std::get_if<Blend>(&impl.behaviors_[steering.behavior.row]);
      const bool has_it = steering.behavior == index ||
                          (blend != nullptr && std::any_of(blend->parts.begin(), blend->parts.end(),
                                                           [&](const BlendPart& p) { return p.behavior == index; }));
      if (!has_it) continue;
      try {
        impl.check_steering({slot, impl.agent_slots_.generation(slot)}, steering);
      } catch (const Error& error) {
        throw Error(error.code(), fmt::format("agent {}: {}", impl.id_of_slot_[slot], error.what()));
      }
      concerned.push_back(slot);
      if (impl.walks_together(slot)) together.push_back(slot);
    }
    if (!together.empty()) {
      impl.read_groups(together);
      impl.check_groups();
    }
    impl.steering_changes_.reserve(impl.steering_changes_.size() + concerned.size());
  } catch (...) {
    impl.behaviors_[index.row] = std::move(before);
    throw;
  }
  const bool another_path = impl.path_of(before) != impl.path_of(behavior);
  // The table brings all else; most changes are of a number in it.
  const bool rows_change = another_path || impl.ignored_targets(before) != impl.ignored_targets(behavior);
  for (const std::uint32_t slot : concerned) {
    if (!rows_change) break;
    impl.steering_changes_.push_back(
        {slot, another_path ? std::optional<SteeringReadout>(SteeringReadout{}) : std::nullopt});
  }
  impl.behaviors_changed_ = impl.steering_changed_ = true;
}

const Behavior& World::behavior(BehaviorIndex index) const {
  impl_->check_behavior_row(index);
  return impl_->behaviors_[index.row];
}

std::size_t World::behavior_count() const { return impl_->behaviors_.size(); }

PathIndex World::add_path(std::span<const Vec2d> points, bool closed) {
  const FloatingPointMode mode;
  Impl& impl = settled();
  check_polyline("path", points);
  std::size_t present = 0;
  for (const SavedGoal& path : impl.paths_) present += path.vertices.size();
  if (points.size() > limits::max_path_vertices - present) {
    refuse_steering(fmt::format("a path of {} points beside the {} there are would exceed the limit of {}",
                                points.size(), present, limits::max_path_vertices));
  }
  if (impl.origin_fixed_) {
    for (const Vec2d& v : points) impl.check_extent("path point", v, impl.origin_);
  }
  impl.paths_.push_back({closed, {points.begin(), points.end()}});
  impl.paths_changed_ = impl.steering_changed_ = true;
  return {static_cast<std::uint32_t>(impl.paths_.size() - 1)};
}

// ---- Agents ----

void World::Impl::check_steering(AgentHandle agent, const Steering& steering) const {
  check_behavior_row(steering.behavior);
  const Behavior& behavior = behaviors_[steering.behavior.row];
  const std::uint32_t needed = needed_targets(behavior);
  for (std::size_t k = 0; k < std::size(steering.targets); ++k) {
    const SteeringTarget& target = steering.targets[k];
    if ((needed >> k & 1u) != 0 && std::holds_alternative<std::monostate>(target)) {
      refuse_steering(fmt::format("behavior {} ({}) needs target {}, which is not given", steering.behavior.row,
                                  behavior_name(behavior), k));
    }
    if (const auto* point = std::get_if<Vec2d>(&target)) {
      const std::string name = fmt::format("target {}", k);
      check_coordinates(name, *point);
      if (origin_fixed_) check_extent(name, *point, origin_);
    }
    if (const auto* other = std::get_if<AgentHandle>(&target); other && *other == agent) {
      refuse_steering(fmt::format("target {} is the agent itself (id {})", k, id_of_slot_[agent.slot]));
    }
  }
}

void World::Impl::set_steering(std::span<const AgentHandle> agents, std::span<const Steering> steering) {
  const FloatingPointMode mode;
  if (agents.size() != steering.size()) {
    refuse_steering(fmt::format("{} agents but {} steerings", agents.size(), steering.size()));
  }
  std::vector<bool> named(agents.size() > 1 ? agent_slots_.slots() : 0);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    try {
      check_handle(agents[i]);
      check_steering(agents[i], steering[i]);
      for (const SteeringTarget& target : steering[i].targets) {
        if (const auto* other = std::get_if<AgentHandle>(&target)) check_handle(*other);
      }
    } catch (const Error& error) {
      throw about(i, agents.size(), error);
    }
    if (named.empty()) continue;
    if (named[agents[i].slot]) refuse_steering(fmt::format("the agent of slot {} is named twice", agents[i].slot));
    named[agents[i].slot] = true;
  }
  if (steering_.size() < agent_slots_.slots()) steering_.resize(agent_slots_.slots());
  std::vector<SlotSteering> before;
  std::vector<std::uint32_t> together;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    SlotSteering& kept = steering_[agents[i].slot];
    before.push_back(kept);
    kept = {true, -1, steering[i], {}};
    for (std::size_t k = 0; k < std::size(kept.target_id); ++k) {
      if (const auto* other = std::get_if<AgentHandle>(&steering[i].targets[k])) {
        kept.target_id[k] = id_of_slot_[other->slot];
      }
    }
    if (walks_together(agents[i].slot)) together.push_back(agents[i].slot);
  }
  try {
    if (!together.empty()) {
      read_groups(together);
      check_groups();
    }
    steering_changes_.reserve(steering_changes_.size() + agents.size());
  } catch (...) {
    for (std::size_t i = 0; i < agents.size(); ++i) steering_[agents[i].slot] = std::move(before[i]);
    throw;
  }
  for (std::size_t i = 0; i < agents.size(); ++i) {
    steering_count_ += before[i].active ? 0 : 1;
    steering_changes_.push_back({agents[i].slot, SteeringReadout{}});
  }
  steering_changed_ = true;
}

void World::Impl::forget_steering(std::span<const std::uint32_t> slots) {
  if (steering_count_ == 0) return;
  for (const std::uint32_t slot : slots) {
    if (!steers(slot)) continue;
    steering_[slot] = {};
    --steering_count_;
  }
}

void World::Impl::clear_steering(std::span<const std::uint32_t> slots) {
  for (const std::uint32_t slot : slots) {
    if (steers(slot)) steering_changes_.push_back({slot, SteeringReadout{}});
  }
  forget_steering(slots);
  steering_changed_ = true;
}

SteeringRecord World::Impl::steering_record(std::uint32_t slot, Vec2d origin) const {
  SteeringRecord record;
  record.slot = slot;
  if (!steers(slot)) return record;
  const SlotSteering& kept = steering_[slot];
  record.active = true;
  record.behavior = kept.steering.behavior.row;
  record.ignored_targets = ignored_targets(behaviors_[record.behavior]);
  for (std::size_t k = 0; k < std::size(record.targets); ++k) {
    SteeringRecord::Target& target = record.targets[k];
    if (const auto* point = std::get_if<Vec2d>(&kept.steering.targets[k])) {
      target.kind = target_kind::point;
      target.point = {point->x - origin.x, point->y - origin.y};
    } else if (const auto* other = std::get_if<AgentHandle>(&kept.steering.targets[k])) {
      target.kind = target_kind::agent;
      target.slot = other->slot;
      target.id = kept.target_id[k];
    }
  }
  return record;
}

bool World::Impl::walks_together(std::uint32_t slot) const {
  if (!steers(slot)) return false;
  return over_parts(behaviors_, behaviors_[steering_[slot].steering.behavior.row], [](const Behavior& behavior) {
           return std::holds_alternative<WalkTogether>(behavior) ? 1u : 0u;
         }) != 0;
}

void World::Impl::read_groups(std::span<const std::uint32_t> slots) {
  std::vector<AgentRecord> records(slots.size());
  if (origin_fixed_) {
    if (!slots.empty()) executor_->read(slots, records);
  } else {
    for (std::size_t i = 0; i < slots.size(); ++i) records[i] = staged_[staged_index_[slots[i]]];
  }
  for (std::size_t i = 0; i < slots.size(); ++i) steering_[slots[i]].group = records[i].group;
}

void World::Impl::check_groups() const {
  std::map<std::int32_t, std::size_t> sizes;
  for (std::uint32_t slot = 0; slot < steering_.size(); ++slot) {
    const std::int32_t group = steering_[slot].group;
    if (group < 0 || !walks_together(slot) || ++sizes[group] <= limits::max_group_members) continue;
    refuse_steering(
        fmt::format("more than {} agents of group {} would walk together", limits::max_group_members, group));
  }
}

World::Impl::Groups World::Impl::find_groups() const {
  std::vector<std::uint32_t> slots;
  for (std::uint32_t slot = 0; slot < steering_.size(); ++slot) {
    if (walks_together(slot) && steering_[slot].group >= 0) slots.push_back(slot);
  }
  std::sort(slots.begin(), slots.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::int32_t group_a = steering_[a].group, group_b = steering_[b].group;
    return group_a != group_b ? group_a < group_b : id_of_slot_[a] < id_of_slot_[b];
  });
  Groups groups;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (i == 0 || steering_[slots[i - 1]].group != steering_[slots[i]].group) {
      groups.first.push_back(static_cast<std::uint32_t>(i));
    }
    groups.row_of_slot[slots[i]] = static_cast<std::uint32_t>(groups.first.size() - 1);
    groups.members.push_back({id_of_slot_[slots[i]], slots[i]});
  }
  groups.first.push_back(static_cast<std::uint32_t>(slots.size()));
  return groups;
}

/// `anew`: the executor's agents have been given anew, without behaviors.
void World::Impl::synchronize_steering(Vec2d origin, bool anew) const {
  auto& self = const_cast<Impl&>(*this);
  if (behaviors_changed_) self.executor_->set_behaviors(behaviors_);
  if (paths_changed_ || (anew && !paths_.empty())) {
    std::vector<PathShape> shapes;
    for (const SavedGoal& path : paths_) {
      PathShape& shape = shapes.emplace_back(PathShape{path.closed, {}});
      for (const Vec2d& v : path.vertices) shape.vertices.push_back({v.x - origin.x, v.y - origin.y});
    }
    self.executor_->set_paths(shapes);
  }
  const bool any_groups = std::any_of(behaviors_.begin(), behaviors_.end(), [](const Behavior& behavior) {
    return std::holds_alternative<WalkTogether>(behavior);
  });
  std::vector<SteeringRecord> records;
  Groups groups;
  if (any_groups) {
    groups = find_groups();
    self.executor_->set_groups(groups.first, groups.members);
    // Rows of groups may have changed: first all members, whose places stay, then what has changed.
    for (const auto& [slot, row] : groups.row_of_slot) {
      if (!anew) records.push_back(steering_record(slot, origin));
    }
  }
  if (anew) {
    for (std::uint32_t slot = 0; slot < steering_.size(); ++slot) {
      if (!steers(slot)) continue;
      records.push_back(steering_record(slot, origin));
      records.back().result = SteeringReadout{};
    }
  } else {
    for (const SteeringChange& change : steering_changes_) {
      if (!agent_slots_.is_alive(change.slot)) continue;
      records.push_back(steering_record(change.slot, origin));
      records.back().result = change.result;
    }
  }
  for (SteeringRecord& record : records) {
    const auto row = groups.row_of_slot.find(record.slot);
    if (row != groups.row_of_slot.end()) record.group = row->second;
  }
  if (!records.empty()) self.executor_->set_steering(records);
  steering_changes_.clear();
  behaviors_changed_ = paths_changed_ = steering_changed_ = false;
}

std::vector<SavedSteering> World::Impl::save_steering() const {
  std::vector<std::uint32_t> slots;
  for (const std::uint32_t slot : sorted_slots()) {
    if (steers(slot)) slots.push_back(slot);
  }
  const std::vector<SteeringReadout> readouts = read_steering(slots);
  std::vector<SavedSteering> all;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    SavedSteering& saved = all.emplace_back();
    const SlotSteering& kept = steering_[slots[i]];
    const SteeringRecord record = steering_record(slots[i], {});  // points in world coordinates
    const auto generation = [&](int k) {
      const auto* other = std::get_if<AgentHandle>(&kept.steering.targets[k]);
      return other == nullptr ? 0u : other->generation;
    };
    saved.slot = slots[i];
    saved.behavior = record.behavior;
    saved.kind_0 = record.targets[0].kind, saved.kind_1 = record.targets[1].kind;
    saved.target_slot_0 = record.targets[0].slot, saved.target_slot_1 = record.targets[1].slot;
    saved.generation_0 = generation(0), saved.generation_1 = generation(1);
    saved.id_0 = record.targets[0].id, saved.id_1 = record.targets[1].id;
    saved.x_0 = record.targets[0].point.x, saved.y_0 = record.targets[0].point.y;
    saved.x_1 = record.targets[1].point.x, saved.y_1 = record.targets[1].point.y;
    saved.path_place = readouts[i].path_place;
    saved.aim_x = readouts[i].aim.x, saved.aim_y = readouts[i].aim.y;
    saved.time = readouts[i].time;
    saved.bits = readouts[i].bits;
  }
  return all;
}

void World::Impl::restore_steering(std::span<const SavedSteering> saved) {
  if (saved.empty()) return;
  steering_.resize(agent_slots_.slots());
  const auto target = [](std::uint32_t kind, std::uint32_t slot, std::uint32_t generation, double x, double y) {
    if (kind == target_kind::point) return SteeringTarget(Vec2d{x, y});
    return kind == target_kind::agent ? SteeringTarget(AgentHandle{slot, generation}) : SteeringTarget();
  };
  for (const SavedSteering& s : saved) {
    SlotSteering& kept = steering_[s.slot];
    kept.active = true;
    kept.steering = {{s.behavior},
                     {target(s.kind_0, s.target_slot_0, s.generation_0, s.x_0, s.y_0),
                      target(s.kind_1, s.target_slot_1, s.generation_1, s.x_1, s.y_1)}};
    kept.target_id[0] = s.id_0;
    kept.target_id[1] = s.id_1;
    if (walks_together(s.slot)) read_groups({&s.slot, 1});
    ++steering_count_;
    steering_changes_.push_back({s.slot, SteeringReadout{s.path_place, {s.aim_x, s.aim_y}, s.time, s.bits}});
  }
  steering_changed_ = true;
}

std::vector<SteeringReadout> World::Impl::read_steering(std::span<const std::uint32_t> slots) const {
  std::vector<SteeringReadout> readouts(slots.size());
  if (!slots.empty()) executor_->read_steering(slots, readouts);
  return readouts;
}

void World::set_steering(AgentHandle agent, const Steering& steering) {
  settled().set_steering({&agent, 1}, {&steering, 1});
}
void World::set_steering(std::span<const AgentHandle> agents, std::span<const Steering> steering) {
  settled().set_steering(agents, steering);
}
void World::clear_steering(AgentHandle agent) { clear_steering({&agent, 1}); }
void World::clear_steering(std::span<const AgentHandle> agents) {
  Impl& impl = settled();
  std::vector<std::uint32_t> slots;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    try {
      impl.check_handle(agents[i]);
    } catch (const Error& error) {
      throw about(i, agents.size(), error);
    }
    slots.push_back(agents[i].slot);
  }
  impl.clear_steering(slots);
}

SteeringState World::steering(AgentHandle agent) const {
  const FloatingPointMode mode;
  Impl& impl = settled();
  impl.check_handle(agent);
  SteeringState state;
  if (!impl.steers(agent.slot)) {
    state.aim_point = this->state(agent).position;
    return state;
  }
  state.active = true;
  state.steering = impl.steering_[agent.slot].steering;
  impl.synchronize();
  const SteeringReadout readout = impl.read_steering({&agent.slot, 1}).front();
  const Vec2d origin = impl.origin_fixed_ ? impl.origin_ : impl.provisional_origin_;
  if ((readout.bits & steering_bit::known) == 0) {
    state.aim_point = this->state(agent).position;
    return state;
  }
  state.aim_point = {readout.aim.x + origin.x, readout.aim.y + origin.y};
  state.time_to_intercept = readout.time;
  state.reachable = (readout.bits & steering_bit::reachable) != 0;
  state.target_lost = (readout.bits & steering_bit::target_lost) != 0;
  return state;
}

std::vector<World::Impl::Aim> World::Impl::read_aims() const {
  std::vector<Aim> aims;
  if (steering_count_ == 0) return aims;
  const std::vector<std::uint32_t>& slots = sorted_slots();
  std::vector<std::uint32_t> steering;
  std::vector<std::size_t> place;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!steers(slots[i])) continue;
    steering.push_back(slots[i]);
    place.push_back(i);
  }
  const std::vector<SteeringReadout> readouts = read_steering(steering);
  const Vec2d origin = origin_fixed_ ? origin_ : provisional_origin_;
  for (std::size_t k = 0; k < readouts.size(); ++k) {
    if ((readouts[k].bits & steering_bit::known) == 0) continue;
    aims.push_back({place[k], {readouts[k].aim.x + origin.x, readouts[k].aim.y + origin.y}});
  }
  return aims;
}

std::vector<Vec2d> World::aim_points() const {
  const FloatingPointMode mode;
  Impl& impl = settled();
  std::vector<Vec2d> points = positions();
  if (impl.steering_count_ == 0) return points;
  impl.synchronize();
  for (const Impl::Aim& aim : impl.read_aims()) points[aim.place] = aim.point;
  return points;
}

}  // namespace throng
