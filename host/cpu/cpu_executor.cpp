#include "host/cpu/cpu_executor.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

#include "kernels/agent/move_agent.hpp"
#include "kernels/agent/solve_agent.hpp"
#include "kernels/agent/state_hash.hpp"

namespace throng {
namespace {

constexpr std::size_t light_grain = 4096;  // agents per task of cheap loops
constexpr std::size_t solve_grain = 256;   // of the solution: many tasks, since some agents cost ten times others
constexpr float infinite = std::numeric_limits<float>::infinity();

ProfileRow profile_row(const Profile& profile, double time_step) {
  const auto distance = static_cast<float>(profile.neighbor_distance);
  const double escape_time = profile.escape_time.value_or(time_step);
  return {.neighbor_distance_sq = distance * distance,
          .max_neighbors = profile.max_neighbors,
          .time_horizon_obstacle = static_cast<float>(profile.time_horizon_obstacle),
          .inverse_time_horizon = 1.0f / static_cast<float>(profile.time_horizon),
          .inverse_time_horizon_obstacle = 1.0f / static_cast<float>(profile.time_horizon_obstacle),
          .inverse_escape_time = 1.0f / static_cast<float>(escape_time),
          .velocity_blend = static_cast<float>(profile.velocity_blend),
          .max_change = profile.max_acceleration ? static_cast<float>(*profile.max_acceleration * time_step) : infinite,
          .arrival_tolerance = profile.arrival_tolerance ? static_cast<float>(*profile.arrival_tolerance) : -1.0f,
          .removes_on_arrival = profile.on_arrival == OnArrival::remove ? 1u : 0u};
}

}  // namespace

std::unique_ptr<Executor> make_cpu_executor(const WorldOptions& options) {
  return std::make_unique<CpuExecutor>(options);
}

CpuExecutor::CpuExecutor(const WorldOptions& options)
    : options_(options), kernels_(best_step_kernels()), team_(options.threads), binned_{GridOrder(options.cell_size),
                                                                                        {},
                                                                                        {},
                                                                                        {},
                                                                                        {},
                                                                                        false} {
  const auto threads = static_cast<std::size_t>(team_.threads());
  for (std::size_t t = 0; t < threads; ++t) solver_memory_.push_back(std::make_unique<OwnedSolverMemory>(kernels_));
  counts_.resize(threads);
  leaving_.resize(threads);
}

std::size_t CpuExecutor::bytes_per_agent() const {
  const std::size_t bytes = store_.capacity_bytes() + binned_.order.capacity_bytes() + binned_.motion.capacity_bytes() +
                            binned_.x.capacity_bytes() + binned_.y.capacity_bytes() + binned_.radius.capacity_bytes() +
                            new_velocity_x_.capacity_bytes() + new_velocity_y_.capacity_bytes();
  return store_.size() == 0 ? 0 : bytes / store_.size();
}

// ---- Surroundings ----

void CpuExecutor::set_profiles(std::span<const Profile> profiles) {
  profiles_.assign(profiles.begin(), profiles.end());
  profile_rows_.clear();
  limits_active_ = false;
  std::vector<float> reach;
  for (const Profile& p : profiles_) {
    profile_rows_.push_back(profile_row(p, options_.time_step));
    limits_active_ = limits_active_ || p.velocity_blend < 1.0 || p.max_acceleration.has_value();
    reach.push_back(static_cast<float>(p.time_horizon_obstacle * p.max_speed + p.radius));
  }
  if (reach.empty()) return;
  // The median: a row with an enormous horizon, used or not, must not leave one cell for all.
  const auto middle = reach.begin() + static_cast<std::ptrdiff_t>(reach.size() / 2);
  std::nth_element(reach.begin(), middle, reach.end());
  obstacles_.follow_reach(*middle);
}

void CpuExecutor::set_goals(std::span<const GoalShape> goals) {
  goal_rows_.clear();
  goal_x_.clear();
  goal_y_.clear();
  for (const GoalShape& goal : goals) {
    goal_rows_.push_back({static_cast<std::uint32_t>(goal_x_.size()), static_cast<std::uint32_t>(goal.vertices.size()),
                          goal.closed ? 1u : 0u});
    for (const Vec2d& v : goal.vertices) {
      goal_x_.push_back(static_cast<float>(v.x));
      goal_y_.push_back(static_cast<float>(v.y));
    }
  }
}

void CpuExecutor::set_obstacles(std::span<const ObstacleShape> obstacles) { obstacles_.build(obstacles); }

// ---- Agents ----

void CpuExecutor::add(std::span<const AgentRecord> agents) {
  store_.add(agents);
  binned_.valid = flags_known_ = false;
}

void CpuExecutor::remove(std::span<const std::uint32_t> slots) {
  for (const std::uint32_t slot : slots) store_.remove(slot);
  binned_.valid = flags_known_ = false;
}

void CpuExecutor::write(std::span<const AgentRecord> agents) {
  for (const AgentRecord& agent : agents) store_.write(agent);
  binned_.valid = flags_known_ = false;
}

void CpuExecutor::set_preferred_velocities(std::span<const std::uint32_t> slots, std::span<const Vec2d> velocities) {
  const AgentArrays a = store_.arrays();
  team_.for_chunks(slots.size(), light_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t i = store_.index_of(slots[k]);
      a.preferred_velocity_x[i] = static_cast<float>(velocities[k].x);
      a.preferred_velocity_y[i] = static_cast<float>(velocities[k].y);
      a.goal[i] = goal_kind::none;
      a.flags[i] &= ~agent_flag::arrived;
    }
  });
}

void CpuExecutor::read(std::span<const std::uint32_t> slots, std::span<AgentRecord> out) const {
  for (std::size_t k = 0; k < slots.size(); ++k) out[k] = store_.read(slots[k]);
}

void CpuExecutor::read_motion(MotionColumns& out) const {
  const std::size_t n = store_.size();
  const AgentArrays a = store_.arrays();
  out.slot.assign(a.slot, a.slot + n);
  out.profile.assign(a.profile, a.profile + n);
  out.position.resize(n);
  out.velocity.resize(n);
  out.heading.resize(n);
  team_.for_chunks(n, light_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      out.position[i] = {a.position_x[i], a.position_y[i]};
      out.velocity[i] = {a.velocity_x[i], a.velocity_y[i]};
      out.heading[i] = {a.heading_x[i], a.heading_y[i]};
    }
  });
}

// ---- Phases ----

StepData CpuExecutor::step_data() const {
  const GridView& grid = binned_.order.view();
  auto& self = const_cast<CpuExecutor&>(*this);  // a view for phases and for queries, which write nothing of the state
  return {.crowd = {grid, binned_.motion.data(), binned_.x.data(), binned_.y.data(), binned_.radius.data(),
                    binned_.order.order()},
          .agents = store_.arrays(),
          .obstacles = obstacles_.view(),
          .goals = {goal_rows_.data(), goal_x_.data(), goal_y_.data()},
          .profiles = profile_rows_.data(),
          .search_start_sq = store_.search_start_sq.data(),
          .new_velocity_x = self.new_velocity_x_.data(),
          .new_velocity_y = self.new_velocity_y_.data(),
          .seed = options_.seed,
          .step = step_,
          .time_step = static_cast<float>(options_.time_step),
          .inverse_time_step = 1.0f / static_cast<float>(options_.time_step),
          .noise = static_cast<float>(options_.preferred_velocity_noise),
          .responsibility = static_cast<std::int32_t>(options_.responsibility),
          .range_query = options_.neighbor_query == NeighborQuery::range,
          .break_symmetry = options_.break_symmetry,
          .leave_obstacles = options_.leave_obstacles,
          .limits_active = limits_active_,
          .equal_shares = options_.responsibility == Responsibility::equal && one_layer_ && all_avoid_,
          .one_layer = one_layer_};
}

void CpuExecutor::navigate(std::uint64_t step) {
  step_ = step;
  const StepData data = step_data();
  team_.for_chunks(store_.size(), light_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) navigate_agent(data, static_cast<std::uint32_t>(i));
  });
}

void CpuExecutor::refresh_crowd_flags() const {
  if (flags_known_) return;
  const AgentArrays a = store_.arrays();
  std::uint32_t every_mask = ~0u, every_layer = ~0u, every_flag = ~0u;
  for (std::size_t i = 0; i < store_.size(); ++i) {
    every_mask &= a.mask[i];
    every_layer &= a.layer[i];
    every_flag &= a.flags[i];
  }
  // Nobody is unseen when there is a layer that everyone is on and everyone looks at.
  one_layer_ = store_.size() == 0 || (every_layer & every_mask) != 0;
  all_avoid_ = (every_flag & agent_flag::avoids) != 0;
  flags_known_ = true;
}

void CpuExecutor::bin_agents() const {
  refresh_crowd_flags();
  const std::size_t n = store_.size();
  const AgentArrays a = store_.arrays();
  binned_.order.build(a.position_x, a.position_y, n, team_);
  binned_.motion.resize(n);
  binned_.x.resize(n);
  binned_.y.resize(n);
  binned_.radius.resize(n);
  const std::uint32_t* order = binned_.order.order();
  team_.for_chunks(n, light_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t from = order[i];
      binned_.motion[i] = {a.position_x[from], a.position_y[from], a.velocity_x[from], a.velocity_y[from]};
      binned_.x[i] = a.position_x[from];
      binned_.y[i] = a.position_y[from];
      binned_.radius[i] = a.radius[from];
    }
  });
  binned_.valid = true;
}

void CpuExecutor::bin() {
  bin_agents();
  // Storage follows cell order when the two have drifted apart, so that the passes over agents stay local in memory.
  const std::size_t n = store_.size();
  const std::uint32_t* order = binned_.order.order();
  std::size_t jumps = 0;
  for (std::size_t i = 16; i < n; i += 16) {
    const auto step = static_cast<std::int64_t>(order[i]) - static_cast<std::int64_t>(order[i - 1]);
    jumps += step < -64 || step > 64 ? 1 : 0;
  }
  if (jumps * 16 * 8 <= n) return;
  store_.reorder(order, team_);
  bin_agents();
}

void CpuExecutor::solve() {
  const std::size_t n = store_.size();
  new_velocity_x_.resize(n);
  new_velocity_y_.resize(n);
  const StepData data = step_data();
  team_.for_chunks(n, solve_grain, [&](std::size_t begin, std::size_t end, int worker) {
    const auto w = static_cast<std::size_t>(worker);
    kernels_.solve(data, solver_memory_[w]->memory(), counts_[w], begin, end);
  });
  // What still waits belongs to the thread that found it, but any thread may finish it.
  team_.for_chunks(solver_memory_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t w = begin; w < end; ++w) kernels_.flush(data, solver_memory_[w]->memory(), counts_[w]);
  });
}

void CpuExecutor::move() {
  const StepData data = step_data();
  team_.for_chunks(store_.size(), light_grain, [&](std::size_t begin, std::size_t end, int worker) {
    const auto w = static_cast<std::size_t>(worker);
    WorkerCounts& counts = counts_[w];
    for (std::size_t i = begin; i < end; ++i) {
      const MoveEvents events = move_agent(data, static_cast<std::uint32_t>(i));
      counts.arrived += events.arrived_first ? 1 : 0;
      counts.wall_crossings += events.crossed_wall ? 1 : 0;
      if (events.leaves) leaving_[w].push_back(data.agents.slot[i]);
    }
  });
  binned_.valid = false;
  removed_.clear();
  for (std::vector<std::uint32_t>& slots : leaving_) {
    removed_.insert(removed_.end(), slots.begin(), slots.end());
    slots.clear();
  }
  for (const std::uint32_t slot : removed_) store_.remove(slot);
  if (!removed_.empty()) flags_known_ = false;
}

StepCounts CpuExecutor::take_counts() {
  StepCounts sum;
  for (WorkerCounts& c : counts_) {
    sum.arrived += c.arrived;
    sum.infeasible += c.infeasible;
    sum.wall_crossings += c.wall_crossings;
    sum.neighbor_cap_hits += c.neighbor_cap_hits;
    c = {};
  }
  return sum;
}

void CpuExecutor::take_removed(std::vector<std::uint32_t>& slots) {
  slots.assign(removed_.begin(), removed_.end());
  removed_.clear();
}

// ---- Measures and queries ----

std::uint64_t CpuExecutor::state_hash() const {
  const AgentArrays a = store_.arrays();
  std::atomic<std::uint64_t> sum{0};
  team_.for_chunks(store_.size(), light_grain, [&](std::size_t begin, std::size_t end, int) {
    std::uint64_t part = 0;
    for (std::size_t i = begin; i < end; ++i) {
      part += agent_hash(a.id[i], a.position_x[i], a.position_y[i], a.velocity_x[i], a.velocity_y[i]);
    }
    sum.fetch_add(part, std::memory_order_relaxed);
  });
  return sum.load();
}

}  // namespace throng
