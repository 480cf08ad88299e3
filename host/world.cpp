// The public face of World, and the order of the phases of a step.
#include "throng/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/heights.hpp"
#include "host/world_impl.hpp"

namespace throng {
void World::Impl::step_once() {
  executor_->begin_step(steps_begun_);
  executor_->navigate();
  executor_->bin();
  executor_->steer();
  executor_->solve();
  executor_->move();
  executor_->resolve();
  executor_->end_step();
  ++steps_begun_;
}

void World::Impl::settle() {
  const FloatingPointMode mode;
  if (unsaid_) std::rethrow_exception(std::exchange(unsaid_, nullptr));
  while (statistics_.steps < steps_begun_) {
    const std::uint64_t wanted = steps_begun_;
    executor_->take_results(results_);
    take_in_results();
    // Fewer than were begun: one of them found too little room, and all behind it did nothing. They are done again.
    // What was taken in stands, also when there is no room to be had.
    steps_begun_ = statistics_.steps;
    while (steps_begun_ < wanted) step_once();
  }
}

void World::Impl::take_in_results() {
  statistics_.steps += results_.steps;
  statistics_.agent_steps += results_.agent_steps;
  statistics_.arrived += results_.arrived;
  statistics_.infeasible += results_.infeasible;
  statistics_.wall_crossings += results_.wall_crossings;
  statistics_.neighbor_cap_hits += results_.neighbor_cap_hits;
  statistics_.became_stuck += results_.became_stuck;
  statistics_.went_on += results_.went_on;
  if (results_.steps > 0) phase_times_ = results_.last;
  arrivals_.insert(arrivals_.end(), results_.arrivals.begin(), results_.arrivals.end());
  if (results_.removed.empty()) return;
  // In order of step and id, so that which slot is used next does not depend on threads.
  std::sort(results_.removed.begin(), results_.removed.end(), [&](const Removal& a, const Removal& b) {
    return a.step != b.step ? a.step < b.step : id_of_slot_[a.slot] < id_of_slot_[b.slot];
  });
  std::vector<std::uint32_t> slots;
  for (const Removal& removal : results_.removed) slots.push_back(removal.slot);
  release_slots(slots);
}

World::World(const WorldOptions& options) : impl_(std::make_unique<Impl>(options)) {}
World::World(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

World::Impl& World::settled() const {
  impl_->settle();
  return *impl_;
}

const WorldOptions& World::options() const { return impl_->options_; }
ExecutorKind World::executor() const { return impl_->executor_->kind(); }
int World::threads() const { return impl_->executor_->threads(); }

// ---- What agents and obstacles refer to ----

ProfileIndex World::add_profile(const Profile& profile) {
  const FloatingPointMode mode;
  if (profile.footprint) impl_->check_footprint_row(*profile.footprint);
  Profile row = profile;
  if (!row.radius) row.radius = row.footprint ? footprint_radius(*row.footprint) : Profile::disc_radius;
  check_profile(row);
  auto& profiles = impl_->profiles_;
  const auto [known, is_new] = impl_->profile_rows_.try_emplace(row, static_cast<std::uint32_t>(profiles.size()));
  if (is_new) {
    profiles.push_back(row);
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

std::size_t World::profile_count() const { return impl_->profiles_.size(); }

FootprintIndex World::add_footprint(std::span<const Vec2d> vertices) {
  const FloatingPointMode mode;
  impl_->footprints_.push_back({check_footprint(vertices)});
  impl_->profiles_changed_ = true;
  return {static_cast<std::uint32_t>(impl_->footprints_.size() - 1)};
}

double World::footprint_radius(FootprintIndex index) const {
  const FloatingPointMode mode;
  impl_->check_footprint_row(index);
  double largest = 0.0;
  for (const Vec2d& v : impl_->footprints_[index.row].vertices) largest = std::max(largest, v.x * v.x + v.y * v.y);
  return FloatingPointMode::computed(std::sqrt(largest));
}

std::span<const Vec2d> World::footprint(FootprintIndex index) const {
  impl_->check_footprint_row(index);
  return impl_->footprints_[index.row].vertices;
}

GoalIndex World::add_goal_line(std::span<const Vec2d> points) {
  const FloatingPointMode mode;
  check_polyline("goal line", points);
  return impl_->add_goal(false, points);
}
GoalIndex World::add_goal_polygon(std::span<const Vec2d> points) {
  const FloatingPointMode mode;
  check_polygon("goal polygon", points);
  return impl_->add_goal(true, points);
}

GoalIndex World::add_goal_point(Vec2d point) {
  const FloatingPointMode mode;
  check_coordinates("goal point", point);
  return impl_->add_goal(false, {&point, 1});
}

// ---- Agents ----

AgentHandle World::add_agent(const AgentDescription& agent) { return settled().add_agents({&agent, 1}).front(); }
std::vector<AgentHandle> World::add_agents(std::span<const AgentDescription> agents) {
  return settled().add_agents(agents);
}
void World::remove_agent(AgentHandle agent) { settled().remove_agents({&agent, 1}); }
void World::remove_agents(std::span<const AgentHandle> agents) { settled().remove_agents(agents); }
bool World::contains(AgentHandle agent) const noexcept {
  // This call can't say what goes wrong in the steps that it waits for: the next one that can will.
  try {
    impl_->settle();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::device_lost) return false;  // and all agents with it
    impl_->unsaid_ = std::current_exception();
  } catch (...) {
    impl_->unsaid_ = std::current_exception();
  }
  return impl_->agent_slots_.contains(agent.slot, agent.generation);
}

std::optional<AgentHandle> World::find(AgentId id) const {
  const Impl& impl = settled();
  const auto& slots = impl.sorted_slots();
  const auto at = std::lower_bound(slots.begin(), slots.end(), id,
                                   [&](std::uint32_t slot, AgentId wanted) { return impl.id_of_slot_[slot] < wanted; });
  if (at == slots.end() || impl.id_of_slot_[*at] != id) return std::nullopt;
  return AgentHandle{*at, impl.agent_slots_.generation(*at)};
}

std::size_t World::agent_count() const { return settled().agent_count(); }

void World::set_preferred_velocities(std::span<const AgentHandle> agents, std::span<const Vec2d> velocities) {
  if (agents.size() != velocities.size()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} agents but {} velocities", agents.size(), velocities.size()));
  }
  std::vector<std::uint32_t> slots;
  slots.reserve(agents.size());
  Impl& impl = settled();
  std::vector<bool> named(agents.size() > 1 ? impl.agent_slots_.slots() : 0);
  for (const AgentHandle agent : agents) {
    impl.check_handle(agent);
    if (!named.empty()) {
      if (named[agent.slot]) {
        throw Error(ErrorCode::invalid_argument, fmt::format("the agent of slot {} is named twice", agent.slot));
      }
      named[agent.slot] = true;
    }
    slots.push_back(agent.slot);
  }
  impl.set_preferred_velocities(slots, velocities);
}

void World::set_preferred_velocities(std::span<const Vec2d> velocities) {
  if (velocities.size() != agent_count()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} velocities for {} agents", velocities.size(), agent_count()));
  }
  settled().set_preferred_velocities(settled().sorted_slots(), velocities);
}

void World::set_preferred_velocity(AgentHandle agent, Vec2d velocity) {
  set_preferred_velocities({&agent, 1}, {&velocity, 1});
}

// ---- Obstacles ----

ObstacleHandle World::add_polygon(std::span<const Vec2d> vertices) {
  const FloatingPointMode mode;
  settled().check_obstacle_room(vertices.size());
  check_polygon("polygon", vertices);
  return settled().add_obstacle(true, vertices);
}
ObstacleHandle World::add_polyline(std::span<const Vec2d> vertices) {
  const FloatingPointMode mode;
  settled().check_obstacle_room(vertices.size());
  check_polyline("polyline", vertices);
  return settled().add_obstacle(false, vertices);
}
void World::remove_obstacle(ObstacleHandle obstacle) { settled().remove_obstacle(obstacle); }
bool World::contains(ObstacleHandle obstacle) const noexcept {
  return impl_->obstacle_slots_.contains(obstacle.slot, obstacle.generation);
}
std::size_t World::obstacle_count() const { return impl_->obstacles_.size(); }

// ---- Heights ----

void World::set_heights(const Heights& heights) {
  const FloatingPointMode mode;
  check_heights(heights);
  Impl& impl = settled();
  impl.heights_ = heights;
  impl.heights_changed_ = true;
}
void World::clear_heights() {
  Impl& impl = settled();
  impl.heights_.reset();
  impl.heights_changed_ = true;
}
const std::optional<Heights>& World::heights() const { return impl_->heights_; }
std::vector<double> World::elevations() const {
  const FloatingPointMode mode;
  std::vector<double> z;
  for (const Vec2d p : positions()) z.push_back(impl_->heights_ ? height_at(*impl_->heights_, p) : 0.0);
  return z;
}

// ---- Time ----

void World::step(std::uint64_t count) {
  if (count == 0) return;
  const FloatingPointMode mode;
  Impl& impl = *impl_;
  if (impl.has_changes() || impl.unsaid_) {
    impl.settle();
    impl.synchronize_with_fields(!impl.origin_fixed_);
  }
  if (!impl.origin_fixed_) {
    impl.origin_ = impl.provisional_origin_;
    impl.origin_fixed_ = true;
    impl.solids_known_ = impl.walls_known_ = false;  // they were in world coordinates
    impl.staged_ = {};
    impl.staged_index_ = {};
  }
  const bool journeys = !impl.journeys_.is_empty();
  if (journeys) impl.prepare_journeys();
  for (std::uint64_t s = 0; s < count; ++s) {
    impl.step_once();
    if (journeys || !impl.executor_->runs_ahead()) impl.settle();
    if (journeys) impl.advance_journeys();
  }
}

double World::time() const {
  const FloatingPointMode mode;
  return FloatingPointMode::computed(static_cast<double>(impl_->steps_begun_) * impl_->options_.time_step);
}
const Statistics& World::statistics() const { return settled().statistics_; }
PhaseTimes World::last_phase_times() const { return settled().phase_times_; }

// ---- Reading ----

std::vector<AgentId> World::ids() const {
  const Impl& impl = settled();
  std::vector<AgentId> ids;
  ids.reserve(agent_count());
  for (const std::uint32_t slot : impl.sorted_slots()) ids.push_back(impl.id_of_slot_[slot]);
  return ids;
}

std::vector<AgentHandle> World::handles() const {
  const Impl& impl = settled();
  std::vector<AgentHandle> handles;
  handles.reserve(agent_count());
  for (const std::uint32_t slot : impl.sorted_slots()) handles.push_back({slot, impl.agent_slots_.generation(slot)});
  return handles;
}

AgentState World::state(AgentHandle agent) const {
  const FloatingPointMode mode;
  settled().check_handle(agent);
  const AgentRecord r = settled().read_record(agent.slot);
  return {.id = r.id,
          .profile = {r.profile},
          .position = settled().to_world({r.position_x, r.position_y}),
          .velocity = {r.velocity_x, r.velocity_y},
          .preferred_velocity = {r.preferred_velocity_x, r.preferred_velocity_y},
          .heading = {r.heading_x, r.heading_y},
          .radius = r.radius,
          .max_speed = r.max_speed,
          .preferred_speed = r.preferred_speed,
          .group = r.group,
          .arrived = (r.flags & agent_flag::arrived) != 0,
          .stuck = settled().stuck_for(r).has_value()};
}

std::vector<Vec2d> World::positions() const { return settled().in_id_order(false); }
std::vector<Vec2d> World::velocities() const { return settled().in_id_order(true); }
void World::snapshot(Snapshot& out, const SnapshotOptions& options) const { settled().snapshot(out, options); }
void World::request_snapshot(const SnapshotOptions& options) { settled().request_snapshot(options); }
void World::take_snapshot(Snapshot& out) { impl_->take_snapshot(out); }
DeviceView World::device_view() {
  Impl& impl = settled();
  impl.synchronize();
  DeviceView view = impl.executor_->device_view();
  view.origin = origin();
  return view;
}

Measures World::measure() const {
  const FloatingPointMode mode;
  settled().synchronize();
  return settled().executor_->measure();
}
std::uint64_t World::state_hash() const {
  const FloatingPointMode mode;
  settled().synchronize();
  return settled().executor_->state_hash();
}
Vec2d World::origin() const {
  settled().synchronize();
  return settled().origin_fixed_ ? settled().origin_ : settled().provisional_origin_;
}
std::size_t World::bytes_per_agent() const {
  settled().synchronize();
  const Impl& impl = settled();
  const std::size_t tables = impl.agent_slots_.capacity_bytes() + impl.id_of_slot_.capacity() * sizeof(AgentId) +
                             impl.sorted_slots_.capacity() * sizeof(std::uint32_t) +
                             impl.steering_.capacity() * sizeof(Impl::SlotSteering);
  const std::size_t agents = impl.agent_count();
  return impl.executor_->bytes_per_agent() + (agents > 0 ? tables / agents : 0);
}

std::vector<AgentHandle> World::neighbors(AgentHandle agent) const {
  const FloatingPointMode mode;
  settled().check_handle(agent);
  settled().synchronize();
  std::vector<std::uint32_t> slots;
  settled().executor_->neighbors(agent.slot, slots);
  std::vector<AgentHandle> handles;
  for (const std::uint32_t slot : slots) handles.push_back({slot, settled().agent_slots_.generation(slot)});
  return handles;
}

std::vector<Constraint> World::constraints(AgentHandle agent) const {
  const FloatingPointMode mode;
  settled().check_handle(agent);
  settled().synchronize();
  std::vector<Constraint> lines;
  settled().executor_->constraints(agent.slot, lines);
  return lines;
}

// ---- Keeping ----

void World::save(const std::string& path) const {
  const FloatingPointMode mode;
  save_world_state(path, settled().save());
}

World World::load(const std::string& path, ExecutorKind executor, int threads, int device) {
  const FloatingPointMode mode;
  WorldState state = load_world_state(path);
  state.options.executor = executor;
  state.options.threads = threads;
  state.options.device = device;
  check_options(state.options);
  auto impl = std::make_unique<Impl>(state.options);
  impl->restore(std::move(state));
  return World(std::move(impl));
}

}  // namespace throng
