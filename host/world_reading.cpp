// Read-outs of a whole world, in ascending order of id, and its state as plain values.
#include <algorithm>

#include "host/floating_point_mode.hpp"
#include "host/world_impl.hpp"

namespace throng {

std::vector<Vec2d> World::Impl::in_id_order(bool velocities) const {
  const FloatingPointMode mode;
  const std::vector<std::uint32_t>& slots = sorted_slots();
  std::vector<Vec2d> out(slots.size());
  if (!origin_fixed_) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const AgentRecord& r = staged_[staged_index_[slots[i]]];
      out[i] = velocities ? Vec2d{r.velocity_x, r.velocity_y} : Vec2d{r.position_x, r.position_y};
    }
    return out;
  }
  executor_->read_motion(motion_);
  std::vector<std::uint32_t> place(agent_slots_.slots());
  for (std::size_t i = 0; i < slots.size(); ++i) place[slots[i]] = static_cast<std::uint32_t>(i);
  for (std::size_t i = 0; i < motion_.slot.size(); ++i) {
    out[place[motion_.slot[i]]] = velocities ? motion_.velocity[i] : to_world(motion_.position[i]);
  }
  return out;
}

World::Impl::SnapshotFrame World::Impl::begin_frame(const SnapshotOptions& options) const {
  const std::vector<std::uint32_t>& slots = sorted_slots();
  SnapshotFrame frame;
  frame.part.time = static_cast<double>(statistics_.steps) * options_.time_step;
  frame.part.step = statistics_.steps;
  frame.part.id.resize(slots.size());
  frame.place.resize(agent_slots_.slots());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    frame.place[slots[i]] = static_cast<std::uint32_t>(i);
    frame.part.id[i] = id_of_slot_[slots[i]];
  }
  frame.origin = origin_fixed_ ? origin_ : provisional_origin_;
  frame.options = options;
  frame.aims_are_read = !executor_->bring_aims(options.aim_points) && options.aim_points;
  if (frame.aims_are_read) frame.aims = read_aims();
  return frame;
}

void World::Impl::finish_frame(const SnapshotFrame& frame, const MotionColumns& motion, Snapshot& out) const {
  const std::size_t n = frame.part.id.size();
  out.time = frame.part.time;
  out.step = frame.part.step;
  out.state_hash = motion.state_hash;
  out.id = frame.part.id;
  out.position.resize(n);
  out.velocity.resize(n);
  out.heading.resize(n);
  out.profile.resize(n);
  for (std::size_t k = 0; k < motion.slot.size(); ++k) {
    const std::uint32_t i = frame.place[motion.slot[k]];
    out.position[i] = {motion.position[k].x + frame.origin.x, motion.position[k].y + frame.origin.y};
    out.velocity[i] = motion.velocity[k];
    out.heading[i] = motion.heading[k];
    out.profile[i] = motion.profile[k];
  }
  out.z.clear();
  if (heights_) {
    for (const Vec2d p : out.position) out.z.push_back(height_at(*heights_, p));
  }
  out.aim_point.clear();
  if (!frame.options.aim_points) return;
  out.aim_point = out.position;
  for (const Aim& aim : frame.aims) out.aim_point[aim.place] = aim.point;
  if (frame.aims_are_read) return;
  for (std::size_t k = 0; k < motion.slot.size(); ++k) {
    out.aim_point[frame.place[motion.slot[k]]] = {motion.aim[k].x + frame.origin.x, motion.aim[k].y + frame.origin.y};
  }
}

void World::Impl::snapshot(Snapshot& out, const SnapshotOptions& options) const {
  const FloatingPointMode mode;
  synchronize();
  const SnapshotFrame frame = begin_frame(options);
  executor_->read_motion(motion_);
  motion_.state_hash = executor_->state_hash();
  finish_frame(frame, motion_, out);
}

void World::Impl::request_snapshot(const SnapshotOptions& options) {
  const FloatingPointMode mode;
  if (requested_.size() == 2) {
    throw Error(ErrorCode::invalid_argument, "two snapshots were requested and not taken: take one first");
  }
  synchronize();
  SnapshotFrame frame = begin_frame(options);
  executor_->request_motion();
  requested_.push_back(std::move(frame));
}

void World::Impl::take_snapshot(Snapshot& out) {
  const FloatingPointMode mode;
  if (requested_.empty()) throw Error(ErrorCode::invalid_argument, "no snapshot was requested");
  executor_->take_motion(motion_);
  finish_frame(requested_.front(), motion_, out);
  requested_.pop_front();
}

WorldState World::Impl::save() const {
  const FloatingPointMode mode;
  // What is still to be done to the agents for what has changed around them.
  if (origin_fixed_ && options_.stuck && !ways_.empty() && has_changes()) {
    make_fields({});
    synchronize();
    synchronize_fields();
  } else if (steering_changed_ || steering_count_ > 0 || !new_solids_.empty()) {
    synchronize();
  }
  WorldState state;
  state.options = options_;
  state.footprints = footprints_;
  state.profiles = profiles_;
  state.goals = goals_;
  state.heights = heights_;
  for (const auto& [goal, o] : ways_) state.ways.push_back({goal, o.cell_size, o.clearance, o.wall_cost});
  state.behaviors = behaviors_;
  state.paths = paths_;
  state.steering = save_steering();
  state.obstacles = obstacles_;
  state.obstacle_generations = obstacle_slots_.generations();
  state.free_obstacle_slots = obstacle_slots_.free_slots();
  state.next_obstacle_id = next_obstacle_id_;
  state.first_generation = agent_slots_.first_generation();
  const std::vector<std::uint32_t>& slots = sorted_slots();
  state.agents.resize(slots.size());
  if (origin_fixed_) {
    executor_->read(slots, state.agents);
  } else {
    for (std::size_t i = 0; i < slots.size(); ++i) state.agents[i] = staged_[staged_index_[slots[i]]];
  }
  state.agent_generations = agent_slots_.generations();
  state.free_agent_slots = agent_slots_.free_slots();
  state.used_ids = used_ids_.runs();
  state.origin = origin_;
  state.origin_fixed = origin_fixed_;
  state.statistics = statistics_;
  if (!journeys_.is_empty() || !journeys_.queues.empty() || !journeys_.areas.empty()) {
    Journeys::Tape tape = journeys_.save();
    state.journey_words = std::move(tape.words);
    state.journey_text.assign(tape.text.begin(), tape.text.end());
  }
  return state;
}

void World::Impl::restore(WorldState state) {
  const FloatingPointMode mode;
  // Behaviors are given anew: a flag without one would name a row that is not there.
  for (AgentRecord& agent : state.agents) agent.flags &= ~all_steering_flags;
  footprints_ = std::move(state.footprints);
  profiles_ = std::move(state.profiles);
  for (std::size_t row = 0; row < profiles_.size(); ++row) {
    profile_rows_.try_emplace(profiles_[row], static_cast<std::uint32_t>(row));
  }
  goals_ = std::move(state.goals);
  heights_ = std::move(state.heights);
  heights_changed_ = heights_.has_value();
  for (const SavedWay& way : state.ways) ways_[way.goal] = {way.cell_size, way.clearance, way.wall_cost};
  for (const auto& way : ways_) given_fields_[way.first] = nullptr;
  ways_changed_ = !ways_.empty();
  behaviors_ = std::move(state.behaviors);
  paths_ = std::move(state.paths);
  behaviors_changed_ = paths_changed_ = steering_changed_ = true;
  obstacles_ = std::move(state.obstacles);
  next_obstacle_id_ = state.next_obstacle_id;
  std::vector<std::uint32_t> alive;
  obstacle_vertices_ = 0;
  for (const SavedObstacle& o : obstacles_) {
    alive.push_back(o.slot);
    obstacle_vertices_ += o.vertices.size();
  }
  obstacle_slots_ = HandleTable(state.first_generation);
  obstacle_slots_.restore(std::move(state.obstacle_generations), std::move(state.free_obstacle_slots), alive);

  sorted_slots_.clear();
  id_of_slot_.assign(state.agent_generations.size(), 0);
  for (const AgentRecord& r : state.agents) {
    sorted_slots_.push_back(r.slot);
    id_of_slot_[r.slot] = r.id;
  }
  agent_slots_ = HandleTable(state.first_generation);
  agent_slots_.restore(std::move(state.agent_generations), std::move(state.free_agent_slots), sorted_slots_);
  used_ids_.restore(state.used_ids);
  origin_ = state.origin;
  origin_fixed_ = state.origin_fixed;
  statistics_ = state.statistics;
  steps_begun_ = statistics_.steps;
  for (const AgentRecord& agent : state.agents) largest_radius_ = std::max(largest_radius_, agent.radius);
  if (!state.journey_words.empty()) {
    restore_journeys({std::move(state.journey_words), {state.journey_text.begin(), state.journey_text.end()}});
  }
  if (origin_fixed_) {
    synchronize();
    executor_->add(state.agents);
    restore_steering(state.steering);
    return;
  }
  staged_ = std::move(state.agents);
  staged_index_.resize(id_of_slot_.size());
  for (std::size_t i = 0; i < staged_.size(); ++i) staged_index_[staged_[i].slot] = static_cast<std::uint32_t>(i);
  agents_changed_ = true;
  restore_steering(state.steering);
}

}  // namespace throng
