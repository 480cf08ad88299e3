#include "host/world_crowd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "host/navigation/plane.hpp"
#include "host/rings.hpp"
#include "kernels/agent/sample_flow.hpp"

namespace throng {

const EdgeIndex& World::Impl::walls() const {
  if (walls_known_) return walls_;
  std::vector<EdgeIndex::Edge> edges;
  for (const SavedObstacle& o : obstacles_) {
    const std::vector<Vec2d> points = to_engine(o.vertices);
    for (std::size_t k = 0; k + 1 < points.size(); ++k) edges.push_back({points[k], points[k + 1]});
    if (o.closed) edges.push_back({points.back(), points.front()});
  }
  walls_.build(std::move(edges));
  walls_known_ = true;
  return walls_;
}

void World::Impl::Crowd::read(std::span<const std::uint32_t> slots, std::vector<AgentRecord>& out) {
  out.resize(slots.size());
  impl_.executor_->read(slots, out);
}

double World::Impl::Crowd::way(GoalIndex goal, Vec2d place) const {
  if (impl_.ways_.count(goal.row) > 0) {
    auto [field, is_new] = fields_.try_emplace(goal.row);
    if (is_new) {
      impl_.make_fields({});
      field->second = impl_.fields_.at(impl_.field_key(goal.row));
    }
    const Vec2<float> here{static_cast<float>(place.x), static_cast<float>(place.y)};
    const float left = sample_flow(field->second->view(), here).way;
    if (left < flow_unreached) return static_cast<double>(left);
    const FlowField& known = *field->second;
    const double distance = straight(goal, place);
    const bool comes_in = !known.is_on_grid(place) && known.is_open_outside();
    return comes_in || distance == 0.0 ? distance : std::numeric_limits<double>::infinity();
  }
  return straight(goal, place);
}

double World::Impl::Crowd::straight(GoalIndex goal, Vec2d place) const {
  const SavedGoal& shape = impl_.goals_[goal.row];
  const std::vector<Vec2d> points = impl_.to_engine(shape.vertices);
  if (points.size() == 1) {
    const double x = place.x - points[0].x, y = place.y - points[0].y;
    return std::sqrt(x * x + y * y);
  }
  if (shape.closed && ring_contains(points, place)) return 0.0;
  double least_sq = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k + (shape.closed ? 0 : 1) < points.size(); ++k) {
    const Vec2d a = points[k], b = points[(k + 1) % points.size()];
    least_sq = std::min(least_sq, flow::distance_sq(flow::Segment{a, b}, place));
  }
  return std::sqrt(least_sq);
}

void World::Impl::Crowd::discs_in(const Box& box, std::vector<Disc>& out) {
  if (!looked_) impl_.executor_->read_motion(motion_);
  looked_ = true;
  const double reach = impl_.largest_radius_;
  std::vector<std::uint32_t> slots;
  for (std::size_t k = 0; k < motion_.slot.size(); ++k) {
    const Vec2d p = motion_.position[k];
    if (p.x < box.low.x - reach || p.x > box.high.x + reach) continue;
    if (p.y < box.low.y - reach || p.y > box.high.y + reach) continue;
    slots.push_back(motion_.slot[k]);
  }
  std::vector<AgentRecord> records;
  if (!slots.empty()) read(slots, records);
  for (const AgentRecord& r : records) out.push_back({{r.position_x, r.position_y}, r.radius});
}

double World::Impl::Crowd::radius_of(const AgentDescription& agent) const {
  return agent.radius.value_or(*impl_.profiles_[agent.profile.row].radius);
}

double World::Impl::Crowd::largest_radius() const { return impl_.largest_radius_; }

bool World::Impl::Crowd::is_clear_of_walls(Vec2d place, double radius) {
  if (impl_.obstacles_.empty()) return true;
  if (impl_.walls().is_any_near(place, radius)) return false;
  AgentRecord record;
  record.position_x = place.x;
  record.position_y = place.y;
  impl_.mark_records_inside({&record, 1});
  return (record.flags & agent_flag::inside_obstacle) == 0;
}

void World::Impl::Crowd::set_goals(std::span<const GoalRecord> goals) { impl_.executor_->set_agent_goals(goals); }

void World::Impl::Crowd::remove(std::span<const std::uint32_t> slots) {
  impl_.executor_->remove(slots);
  impl_.release_slots(slots);
  looked_ = false;
}

std::vector<JourneyCrowd::Entered> World::Impl::Crowd::enter(std::span<const Newcomer> newcomers) {
  if (newcomers.size() > limits::max_agents - impl_.agent_count()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} agents that come in more than the {} there are would exceed the limit of {}",
                            newcomers.size(), impl_.agent_count(), limits::max_agents));
  }
  impl_.executor_->reserve(impl_.agent_count() + newcomers.size(), impl_.agent_slots_.slots() + newcomers.size());
  std::vector<AgentId> ids;
  for (const Newcomer& newcomer : newcomers) {
    ids.push_back(newcomer.id.value_or(impl_.used_ids_.next()));
    if (ids.back() > limits::max_id) {
      throw Error(ErrorCode::invalid_argument, "no id is left: the highest one is in use");
    }
    if (!newcomer.id) impl_.used_ids_.insert(ids.back());
  }
  std::vector<Entered> entered;
  std::vector<AgentRecord> records;
  for (const Newcomer& newcomer : newcomers) {
    const AgentId id = ids[entered.size()];
    const std::uint32_t slot = impl_.agent_slots_.acquire();
    if (slot >= impl_.id_of_slot_.size()) impl_.id_of_slot_.resize(std::size_t{slot} + 1);
    impl_.id_of_slot_[slot] = id;
    AgentRecord record = impl_.make_record(newcomer.agent, id, slot);
    record.position_x = newcomer.place.x;
    record.position_y = newcomer.place.y;
    impl_.largest_radius_ = std::max(impl_.largest_radius_, record.radius);
    impl_.sorted_ = impl_.sorted_ && impl_.all_alive_ &&
                    (impl_.sorted_slots_.empty() || impl_.id_of_slot_[impl_.sorted_slots_.back()] < id);
    impl_.sorted_slots_.push_back(slot);
    entered.push_back({slot, id});
    records.push_back(record);
  }
  impl_.mark_records_inside(records);
  impl_.executor_->add(records);
  looked_ = false;
  return entered;
}

ObstacleHandle World::Impl::Crowd::close_door(std::span<const Vec2d> line) {
  ++impl_.door_changes_;
  return impl_.add_obstacle(false, line);
}

void World::Impl::Crowd::open_door(ObstacleHandle wall) {
  ++impl_.door_changes_;
  impl_.remove_obstacle(wall);
}

}  // namespace throng
