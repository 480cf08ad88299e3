// Which agent has which behavior: given, taken away, told to the executor, kept in files, read out.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "host/behavior_fields.hpp"
#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/world_impl.hpp"
#include "kernels/agent/steering_data.hpp"

namespace throng {

void World::Impl::check_steering(AgentHandle agent, const Steering& steering) const {
  check_behavior_row(steering.behavior);
  const Behavior& behavior = behaviors_[steering.behavior.row];
  const std::uint32_t needed = targets_of(behaviors_, behavior);
  for (std::size_t k = 0; k < std::size(steering.targets); ++k) {
    const SteeringTarget& target = steering.targets[k];
    if ((needed >> k & 1u) != 0 && std::holds_alternative<std::monostate>(target)) {
      refuse(fmt::format("behavior {} ({}) needs target {}, which is not given", steering.behavior.row,
                         behavior_name(behavior), k));
    }
    if (const auto* point = std::get_if<Vec2d>(&target)) {
      const std::string name = fmt::format("target {}", k);
      check_coordinates(name, *point);
      if (origin_fixed_) check_extent(name, *point, origin_);
    }
    if (const auto* other = std::get_if<AgentHandle>(&target); other && *other == agent) {
      refuse(fmt::format("target {} is the agent itself (id {})", k, id_of_slot_[agent.slot]));
    }
  }
}

void World::Impl::set_steering(std::span<const AgentHandle> agents, std::span<const Steering> steering) {
  const FloatingPointMode mode;
  if (agents.size() != steering.size()) {
    refuse(fmt::format("{} agents but {} steerings", agents.size(), steering.size()));
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
      throw about_agent(i, agents.size(), error);
    }
    if (named.empty()) continue;
    if (named[agents[i].slot]) refuse(fmt::format("the agent of slot {} is named twice", agents[i].slot));
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
    make_room_for_changes(agents.size());
  } catch (...) {
    for (std::size_t i = 0; i < agents.size(); ++i) steering_[agents[i].slot] = std::move(before[i]);
    throw;
  }
  for (std::size_t i = 0; i < agents.size(); ++i) {
    steering_count_ += before[i].active ? 0 : 1;
    note_change(agents[i].slot, SteeringReadout{});
  }
  steering_changed_ = true;
}

void World::Impl::make_room_for_changes(std::size_t count) {
  // Growing by doubling: a reserve of just what is needed would copy all of them each time.
  const std::size_t needed = steering_changes_.size() + count;
  if (needed > steering_changes_.capacity()) steering_changes_.reserve(std::max(needed, 2 * steering_changes_.size()));
  if (steering_change_of_slot_.size() < agent_slots_.slots()) steering_change_of_slot_.resize(agent_slots_.slots());
}

void World::Impl::note_change(std::uint32_t slot, const std::optional<SteeringReadout>& result) {
  std::uint32_t& place = steering_change_of_slot_[slot];
  if (place < steering_changes_.size() && steering_changes_[place].slot == slot) {
    if (result) steering_changes_[place].result = result;
    return;
  }
  place = static_cast<std::uint32_t>(steering_changes_.size());
  steering_changes_.push_back({slot, result});
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
  make_room_for_changes(slots.size());
  for (const std::uint32_t slot : slots) {
    if (steers(slot)) note_change(slot, SteeringReadout{});
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
  record.ignored_targets = ignored_targets_of(behaviors_, behaviors_[record.behavior]);
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
  bool together = false;
  for_parts(behaviors_, behaviors_[steering_[slot].steering.behavior.row],
            [&](const Behavior& part) { together = together || std::holds_alternative<WalkTogether>(part); });
  return together;
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
    refuse(fmt::format("more than {} agents of group {} would walk together", limits::max_group_members, group));
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
    for (const SavedGoal& path : paths_) shapes.push_back({path.closed, relative_to(origin, path.vertices)});
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
    if (!anew) {
      for (const auto& [slot, row] : groups.row_of_slot) records.push_back(steering_record(slot, origin));
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
  make_room_for_changes(saved.size());
  std::vector<std::uint32_t> together;
  for (const SavedSteering& s : saved) {
    SlotSteering& kept = steering_[s.slot];
    kept.active = true;
    kept.steering = {{s.behavior},
                     {target(s.kind_0, s.target_slot_0, s.generation_0, s.x_0, s.y_0),
                      target(s.kind_1, s.target_slot_1, s.generation_1, s.x_1, s.y_1)}};
    kept.target_id[0] = s.id_0;
    kept.target_id[1] = s.id_1;
    if (walks_together(s.slot)) together.push_back(s.slot);
    ++steering_count_;
    note_change(s.slot, SteeringReadout{s.path_place, {s.aim_x, s.aim_y}, s.time, s.bits});
  }
  read_groups(together);
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
      throw about_agent(i, agents.size(), error);
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
