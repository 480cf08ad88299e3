// The public face of World, and the order of the phases of a step.
#include "throng/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/world_impl.hpp"

namespace throng {
namespace {

class Stopwatch {
 public:
  /// Seconds since the last call.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

void World::Impl::step_once() {
  const FloatingPointMode mode;
  Stopwatch watch;
  const std::uint64_t agents = executor_->size();
  executor_->navigate(statistics_.steps);
  phase_times_.navigate = watch.lap();
  executor_->bin();
  phase_times_.bin = watch.lap();
  executor_->solve();
  phase_times_.solve = watch.lap();
  executor_->move();
  phase_times_.move = watch.lap();

  const StepCounts counts = executor_->take_counts();
  statistics_.steps += 1;
  statistics_.agent_steps += agents;
  statistics_.arrived += counts.arrived;
  statistics_.infeasible += counts.infeasible;
  statistics_.wall_crossings += counts.wall_crossings;
  statistics_.neighbor_cap_hits += counts.neighbor_cap_hits;

  executor_->take_removed(removed_);
  if (removed_.empty()) return;
  // In order of id, so that which slot is used next does not depend on threads.
  std::sort(removed_.begin(), removed_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return id_of_slot_[a] < id_of_slot_[b]; });
  release_slots(removed_);
}

World::World(const WorldOptions& options) : impl_(std::make_unique<Impl>(options)) {}
World::World(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

const WorldOptions& World::options() const { return impl_->options_; }
ExecutorKind World::executor() const { return impl_->executor_->kind(); }
int World::threads() const { return impl_->executor_->threads(); }

// ---- What agents and obstacles refer to ----

ProfileIndex World::add_profile(const Profile& profile) {
  check_profile(profile);
  auto& profiles = impl_->profiles_;
  const auto [known, is_new] = impl_->profile_rows_.try_emplace(profile, static_cast<std::uint32_t>(profiles.size()));
  if (is_new) {
    profiles.push_back(profile);
    impl_->profiles_changed_ = true;
  }
  return {known->second};
}

const Profile& World::profile(ProfileIndex index) const {
  if (index.row >= impl_->profiles_.size()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("profile {} does not exist; the world has {}", index.row, impl_->profiles_.size()));
  }
  return impl_->profiles_[index.row];
}

GoalIndex World::add_goal_line(std::span<const Vec2d> points) {
  check_polyline("goal line", points);
  return impl_->add_goal(false, points);
}
GoalIndex World::add_goal_polygon(std::span<const Vec2d> points) {
  check_polygon("goal polygon", points);
  return impl_->add_goal(true, points);
}

// ---- Agents ----

AgentHandle World::add_agent(const AgentDescription& agent) { return impl_->add_agents({&agent, 1}).front(); }
std::vector<AgentHandle> World::add_agents(std::span<const AgentDescription> agents) {
  return impl_->add_agents(agents);
}
void World::remove_agent(AgentHandle agent) { impl_->remove_agents({&agent, 1}); }
void World::remove_agents(std::span<const AgentHandle> agents) { impl_->remove_agents(agents); }
bool World::contains(AgentHandle agent) const noexcept {
  return impl_->agent_slots_.contains(agent.slot, agent.generation);
}

std::optional<AgentHandle> World::find(AgentId id) const {
  const auto& slots = impl_->sorted_slots();
  const auto at = std::lower_bound(slots.begin(), slots.end(), id, [&](std::uint32_t slot, AgentId wanted) {
    return impl_->id_of_slot_[slot] < wanted;
  });
  if (at == slots.end() || impl_->id_of_slot_[*at] != id) return std::nullopt;
  return AgentHandle{*at, impl_->agent_slots_.generation(*at)};
}

std::size_t World::agent_count() const { return impl_->agent_count(); }

void World::set_preferred_velocities(std::span<const AgentHandle> agents, std::span<const Vec2d> velocities) {
  if (agents.size() != velocities.size()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} agents but {} velocities", agents.size(), velocities.size()));
  }
  std::vector<std::uint32_t> slots;
  slots.reserve(agents.size());
  for (const AgentHandle agent : agents) {
    impl_->check_handle(agent);
    slots.push_back(agent.slot);
  }
  impl_->set_preferred_velocities(slots, velocities);
}

void World::set_preferred_velocities(std::span<const Vec2d> velocities) {
  if (velocities.size() != agent_count()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} velocities for {} agents", velocities.size(), agent_count()));
  }
  impl_->set_preferred_velocities(impl_->sorted_slots(), velocities);
}

void World::set_preferred_velocity(AgentHandle agent, Vec2d velocity) {
  set_preferred_velocities({&agent, 1}, {&velocity, 1});
}

// ---- Obstacles ----

ObstacleHandle World::add_polygon(std::span<const Vec2d> vertices) {
  check_polygon("polygon", vertices);
  return impl_->add_obstacle(true, vertices);
}
ObstacleHandle World::add_polyline(std::span<const Vec2d> vertices) {
  check_polyline("polyline", vertices);
  return impl_->add_obstacle(false, vertices);
}
void World::remove_obstacle(ObstacleHandle obstacle) { impl_->remove_obstacle(obstacle); }
bool World::contains(ObstacleHandle obstacle) const noexcept {
  return impl_->obstacle_slots_.contains(obstacle.slot, obstacle.generation);
}
std::size_t World::obstacle_count() const { return impl_->obstacles_.size(); }

// ---- Time ----

void World::step(std::uint64_t count) {
  if (count == 0) return;
  impl_->synchronize();
  if (!impl_->origin_fixed_) {
    impl_->origin_ = impl_->provisional_origin_;
    impl_->origin_fixed_ = true;
    impl_->solids_known_ = false;  // they were in world coordinates
    impl_->staged_ = {};
    impl_->staged_index_ = {};
  }
  for (std::uint64_t s = 0; s < count; ++s) impl_->step_once();
}

double World::time() const { return static_cast<double>(impl_->statistics_.steps) * impl_->options_.time_step; }
const Statistics& World::statistics() const { return impl_->statistics_; }
PhaseTimes World::last_phase_times() const { return impl_->phase_times_; }

// ---- Reading ----

std::vector<AgentId> World::ids() const {
  std::vector<AgentId> ids;
  ids.reserve(agent_count());
  for (const std::uint32_t slot : impl_->sorted_slots()) ids.push_back(impl_->id_of_slot_[slot]);
  return ids;
}

std::vector<AgentHandle> World::handles() const {
  std::vector<AgentHandle> handles;
  handles.reserve(agent_count());
  for (const std::uint32_t slot : impl_->sorted_slots())
    handles.push_back({slot, impl_->agent_slots_.generation(slot)});
  return handles;
}

AgentState World::state(AgentHandle agent) const {
  const FloatingPointMode mode;
  impl_->check_handle(agent);
  const AgentRecord r = impl_->read_record(agent.slot);
  return {.id = r.id,
          .profile = {r.profile},
          .position = impl_->to_world({r.position_x, r.position_y}),
          .velocity = {r.velocity_x, r.velocity_y},
          .preferred_velocity = {r.preferred_velocity_x, r.preferred_velocity_y},
          .heading = {r.heading_x, r.heading_y},
          .radius = r.radius,
          .max_speed = r.max_speed,
          .preferred_speed = r.preferred_speed,
          .group = r.group,
          .arrived = (r.flags & agent_flag::arrived) != 0};
}

std::vector<Vec2d> World::positions() const { return impl_->in_id_order(false); }
std::vector<Vec2d> World::velocities() const { return impl_->in_id_order(true); }
void World::snapshot(Snapshot& out) const { impl_->snapshot(out); }

Measures World::measure() const {
  const FloatingPointMode mode;
  impl_->synchronize();
  return impl_->executor_->measure();
}
std::uint64_t World::state_hash() const {
  impl_->synchronize();
  return impl_->executor_->state_hash();
}
Vec2d World::origin() const {
  impl_->synchronize();
  return impl_->origin_fixed_ ? impl_->origin_ : impl_->provisional_origin_;
}
std::size_t World::bytes_per_agent() const {
  impl_->synchronize();
  return impl_->executor_->bytes_per_agent();
}

std::vector<AgentHandle> World::neighbors(AgentHandle agent) const {
  const FloatingPointMode mode;
  impl_->check_handle(agent);
  impl_->synchronize();
  std::vector<std::uint32_t> slots;
  impl_->executor_->neighbors(agent.slot, slots);
  std::vector<AgentHandle> handles;
  for (const std::uint32_t slot : slots) handles.push_back({slot, impl_->agent_slots_.generation(slot)});
  return handles;
}

std::vector<Constraint> World::constraints(AgentHandle agent) const {
  const FloatingPointMode mode;
  impl_->check_handle(agent);
  impl_->synchronize();
  std::vector<Constraint> lines;
  impl_->executor_->constraints(agent.slot, lines);
  return lines;
}

// ---- Keeping ----

void World::save(const std::string& path) const { save_world_state(path, impl_->save()); }

World World::load(const std::string& path, ExecutorKind executor, int threads) {
  WorldState state = load_world_state(path);
  state.options.executor = executor;
  state.options.threads = threads;
  check_options(state.options);
  auto impl = std::make_unique<Impl>(state.options);
  impl->restore(std::move(state));
  return World(std::move(impl));
}

}  // namespace throng
