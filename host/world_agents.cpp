// Agents of a world: adding, removing, changing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/room.hpp"
#include "host/start_heading.hpp"
#include "host/world_impl.hpp"

namespace throng {
namespace {

Error id_in_use(AgentId id) {
  return {ErrorCode::invalid_argument, fmt::format("id {} is or was in use; ids are never reused", id)};
}

}  // namespace

void World::Impl::check_handle(AgentHandle agent) const {
  if (agent_slots_.contains(agent.slot, agent.generation)) return;
  throw Error(
      ErrorCode::stale_handle,
      fmt::format("agent handle (slot {}, generation {}) is stale: its agent was removed, or it is of another world",
                  agent.slot, agent.generation));
}

AgentRecord World::Impl::make_record(const AgentDescription& agent, AgentId id, std::uint32_t slot) const {
  const Profile& profile = profiles_[agent.profile.row];
  AgentRecord r;
  r.id = id;
  r.slot = slot;
  const Vec2d position = to_engine(agent.position);
  r.position_x = position.x;
  r.position_y = position.y;
  r.velocity_x = agent.velocity.x;
  r.velocity_y = agent.velocity.y;
  r.radius = agent.radius.value_or(*profile.radius);
  r.max_speed = agent.max_speed.value_or(profile.max_speed);
  r.preferred_speed = agent.preferred_speed.value_or(profile.preferred_speed);
  r.profile = agent.profile.row;
  r.group = agent.group;
  r.priority = agent.priority;
  r.layer = agent.layer;
  r.mask = agent.mask;
  r.flags = agent.avoids ? agent_flag::avoids : 0u;
  r.goal = goal_kind::none;
  const Vec2d preferred = agent.preferred_velocity.value_or(Vec2d{});
  r.preferred_velocity_x = preferred.x;
  r.preferred_velocity_y = preferred.y;
  const SavedGoal* region = nullptr;
  if (agent.goal) {
    const Vec2d goal = to_engine(*agent.goal);
    r.goal = goal_kind::point;
    r.goal_x = goal.x;
    r.goal_y = goal.y;
  } else if (agent.goal_region || agent.journey) {
    const GoalIndex goal = agent.journey ? journeys_.first_goal(*agent.journey) : *agent.goal_region;
    r.goal = static_cast<std::int32_t>(goal.row);
    region = &goals_[goal.row];
  }
  AgentDescription headed = agent;
  if (agent.journey) headed.goal_region = GoalIndex{static_cast<std::uint32_t>(r.goal)};
  const Vec2d heading =
      region == nullptr ? start_heading(headed, {}, false) : start_heading(headed, region->vertices, region->closed);
  r.heading_x = heading.x;
  r.heading_y = heading.y;
  return r;
}

std::vector<AgentHandle> World::Impl::add_agents(std::span<const AgentDescription> agents) {
  const FloatingPointMode mode;
  if (agents.size() > limits::max_agents - agent_count()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} agents more than the {} there are would exceed the limit of {}", agents.size(),
                            agent_count(), limits::max_agents));
  }
  // All checks first: all agents are added or none.
  AgentId next_id = used_ids_.next();
  std::vector<AgentId> ids;
  ids.reserve(agents.size());
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const AgentDescription& agent = agents[i];
    try {
      check_agent(agent);
      if (agent.profile.row >= profiles_.size()) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("profile {} does not exist; the world has {}{}", agent.profile.row, profiles_.size(),
                                profiles_.empty() ? ": World::add_profile makes one" : ""));
      }
      if (agent.goal_region && agent.goal_region->row >= goals_.size()) {
        throw Error(ErrorCode::invalid_argument, fmt::format("goal_region {} does not exist; the world has {}",
                                                             agent.goal_region->row, goals_.size()));
      }
      if (agent.journey) check_journey_of(agent.profile, *agent.journey);
      if (origin_fixed_) {
        check_extent("position", agent.position, origin_);
        if (agent.goal) check_extent("goal", *agent.goal, origin_);
      }
      const AgentId id = agent.id.value_or(next_id);
      if (id > limits::max_id) throw Error(ErrorCode::invalid_argument, "no id is left: the highest one is in use");
      if (used_ids_.contains(id)) throw id_in_use(id);
      next_id = std::max(next_id, id + 1);
      ids.push_back(id);
    } catch (const Error& error) {
      throw about_agent(i, agents.size(), error);
    }
  }

  // Sorted: ids in any order are then as quick to tell apart, and to remember, as ids that count up.
  std::vector<std::size_t> by_id(ids.size());
  std::iota(by_id.begin(), by_id.end(), std::size_t{0});
  std::stable_sort(by_id.begin(), by_id.end(), [&](std::size_t a, std::size_t b) { return ids[a] < ids[b]; });
  std::size_t first_twice = ids.size();
  for (std::size_t k = 1; k < by_id.size(); ++k) {
    if (ids[by_id[k]] == ids[by_id[k - 1]]) first_twice = std::min(first_twice, by_id[k]);
  }
  if (first_twice < ids.size()) {
    throw about_agent(first_twice, ids.size(), id_in_use(ids[first_twice]));
  }
  if (origin_fixed_) executor_->reserve(agent_count() + agents.size(), agent_slots_.slots() + agents.size());

  // All memory next, so that what follows can't stop halfway.
  std::vector<AgentHandle> handles;
  std::vector<AgentRecord> records;
  handles.reserve(agents.size());
  records.reserve(agents.size());
  for (std::size_t i = 0; i < agents.size(); ++i) records.push_back(make_record(agents[i], ids[i], 0));
  if (origin_fixed_) mark_records_inside(records);
  const std::size_t slots = agent_slots_.slots() + agents.size();
  agent_slots_.reserve(agents.size());
  make_room(id_of_slot_, slots);
  make_room(sorted_slots_, sorted_slots_.size() + agents.size());
  if (!origin_fixed_) {
    make_room(staged_, staged_.size() + agents.size());
    make_room(staged_index_, slots);
  }
  if (std::any_of(agents.begin(), agents.end(), [](const AgentDescription& a) { return a.journey.has_value(); })) {
    journeys_.make_room_for(slots);
  }
  std::vector<AgentId> sorted_ids;
  sorted_ids.reserve(ids.size());
  for (const std::size_t i : by_id) sorted_ids.push_back(ids[i]);
  used_ids_.insert_sorted(sorted_ids);

  for (std::size_t i = 0; i < agents.size(); ++i) {
    const std::uint32_t slot = agent_slots_.acquire();
    handles.push_back({slot, agent_slots_.generation(slot)});
    if (slot >= id_of_slot_.size()) id_of_slot_.resize(std::size_t{slot} + 1);
    id_of_slot_[slot] = ids[i];
    records[i].slot = slot;
    largest_radius_ = std::max(largest_radius_, records[i].radius);
    if (agents[i].journey) journeys_.start(slot, ids[i], *agents[i].journey, steps_begun_);
    sorted_ = sorted_ && all_alive_ && (sorted_slots_.empty() || id_of_slot_[sorted_slots_.back()] < ids[i]);
    sorted_slots_.push_back(slot);
  }
  if (origin_fixed_) {
    executor_->add(records);
    return handles;
  }
  for (const AgentRecord& r : records) {
    if (r.slot >= staged_index_.size()) staged_index_.resize(std::size_t{r.slot} + 1);
    staged_index_[r.slot] = static_cast<std::uint32_t>(staged_.size());
    staged_.push_back(r);
  }
  agents_changed_ = true;
  return handles;
}

void World::Impl::remove_agents(std::span<const AgentHandle> agents) {
  std::vector<std::uint32_t> slots;
  for (const AgentHandle agent : agents) {
    check_handle(agent);
    slots.push_back(agent.slot);
  }
  std::sort(slots.begin(), slots.end());
  const auto twice = std::adjacent_find(slots.begin(), slots.end());
  if (twice != slots.end()) {
    throw Error(ErrorCode::invalid_argument, fmt::format("the agent of slot {} is named twice", *twice));
  }
  if (origin_fixed_) {
    executor_->remove(slots);
  } else {
    for (const std::uint32_t slot : slots) {
      const std::uint32_t hole = staged_index_[slot];
      staged_[hole] = staged_.back();
      staged_index_[staged_[hole].slot] = hole;
      staged_.pop_back();
    }
    agents_changed_ = true;
  }
  release_slots(slots);
}

void World::Impl::release_slots(std::span<const std::uint32_t> slots) {
  for (const std::uint32_t slot : slots) agent_slots_.release(slot);
  forget_steering(slots);
  for (const std::uint32_t slot : slots) journeys_.stop(slot);
  all_alive_ = all_alive_ && slots.empty();
  // However long nobody asks for the order, no more than half of the list is waste.
  if (sorted_slots_.size() > 2 * agent_count() + 1024) static_cast<void>(sorted_slots());
}

const std::vector<std::uint32_t>& World::Impl::sorted_slots() const {
  if (!all_alive_) std::erase_if(sorted_slots_, [&](std::uint32_t slot) { return !agent_slots_.is_alive(slot); });
  if (!sorted_) {
    std::sort(sorted_slots_.begin(), sorted_slots_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return id_of_slot_[a] < id_of_slot_[b]; });
    if (!all_alive_) sorted_slots_.erase(std::unique(sorted_slots_.begin(), sorted_slots_.end()), sorted_slots_.end());
  }
  sorted_ = all_alive_ = true;
  return sorted_slots_;
}

AgentRecord World::Impl::read_record(std::uint32_t slot) const {
  if (!origin_fixed_) return staged_[staged_index_[slot]];
  AgentRecord record;
  executor_->read({&slot, 1}, {&record, 1});
  return record;
}

template <class Change>
void World::Impl::change_record(AgentHandle agent, Change&& change) {
  const FloatingPointMode mode;
  AgentRecord record = read_record(agent.slot);
  change(record);
  if (origin_fixed_) {
    executor_->write({&record, 1});
  } else {
    staged_[staged_index_[agent.slot]] = record;
    agents_changed_ = true;
  }
}

void World::Impl::set_preferred_velocities(const std::vector<std::uint32_t>& slots, std::span<const Vec2d> velocities) {
  const FloatingPointMode mode;
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    try {
      check_velocity("preferred_velocity", velocities[i]);
    } catch (const Error& error) {
      throw about_agent(i, velocities.size(), error);
    }
  }
  // The executor takes behaviors away by itself, but who leaves a group must leave its table too.
  if (std::any_of(slots.begin(), slots.end(), [&](std::uint32_t slot) { return walks_together(slot); })) {
    steering_changed_ = true;
  }
  forget_steering(slots);
  for (const std::uint32_t slot : slots) journeys_.stop(slot);
  if (origin_fixed_) {
    executor_->set_preferred_velocities(slots, velocities);
    return;
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    AgentRecord& record = staged_[staged_index_[slots[i]]];
    record.preferred_velocity_x = velocities[i].x;
    record.preferred_velocity_y = velocities[i].y;
    record.goal = goal_kind::none;
    record.flags &= ~agent_flag::arrived;
  }
  agents_changed_ = true;
}

// ---- Changes of single agents ----

void World::set_goal(AgentHandle agent, Vec2d point) {
  const FloatingPointMode mode;
  settled().check_handle(agent);
  check_coordinates("goal", point);
  if (settled().origin_fixed_) check_extent("goal", point, settled().origin_);
  settled().journeys_.stop(agent.slot);
  settled().change_record(agent, [&](AgentRecord& r) {
    const Vec2d goal = settled().to_engine(point);
    r.goal = goal_kind::point;
    r.goal_x = goal.x;
    r.goal_y = goal.y;
    r.best_way = 0.0;
    r.flags &= ~(agent_flag::arrived | agent_flag::arrival_counted);
  });
}

void World::set_goal(AgentHandle agent, GoalIndex region) {
  const FloatingPointMode mode;
  settled().check_handle(agent);
  if (region.row >= settled().goals_.size()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("goal region {} does not exist; the world has {}", region.row, settled().goals_.size()));
  }
  settled().journeys_.stop(agent.slot);
  settled().change_record(agent, [&](AgentRecord& r) {
    r.goal = static_cast<std::int32_t>(region.row);
    r.best_way = 0.0;
    r.flags &= ~(agent_flag::arrived | agent_flag::arrival_counted);
  });
}

void World::set_profile(AgentHandle agent, ProfileIndex index) {
  const FloatingPointMode mode;
  settled().check_handle(agent);
  const Profile& p = profile(index);
  if (p.on_arrival == OnArrival::remove) {
    if (const auto journey = settled().journeys_.state(agent.slot)) settled().check_journey_of(index, journey->journey);
  }
  settled().change_record(agent, [&](AgentRecord& r) {
    r.profile = index.row;
    r.radius = *p.radius;
    settled().largest_radius_ = std::max(settled().largest_radius_, r.radius);
    r.max_speed = p.max_speed;
    r.preferred_speed = p.preferred_speed;
  });
}

void World::set_position(AgentHandle agent, Vec2d position) {
  const FloatingPointMode mode;
  settled().check_handle(agent);
  check_coordinates("position", position);
  if (settled().origin_fixed_) check_extent("position", position, settled().origin_);
  settled().change_record(agent, [&](AgentRecord& r) {
    const Vec2d place = settled().to_engine(position);
    r.position_x = place.x;
    r.position_y = place.y;
    r.best_way = 0.0;
    if (settled().origin_fixed_) settled().mark_records_inside({&r, 1});
  });
}

void World::set_heading(AgentHandle agent, Vec2d heading) {
  const FloatingPointMode mode;
  settled().check_handle(agent);
  check_heading("heading", heading);
  settled().change_record(agent, [&](AgentRecord& r) {
    const Vec2d ahead = unit_or(heading, {1.0, 0.0});
    r.heading_x = ahead.x;
    r.heading_y = ahead.y;
  });
}

void World::set_velocity(AgentHandle agent, Vec2d velocity) {
  const FloatingPointMode mode;
  settled().check_handle(agent);
  check_velocity("velocity", velocity);
  settled().change_record(agent, [&](AgentRecord& r) {
    r.velocity_x = velocity.x;
    r.velocity_y = velocity.y;
  });
}

}  // namespace throng
