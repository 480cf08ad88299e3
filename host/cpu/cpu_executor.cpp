#include "host/cpu/cpu_executor.hpp"

#include <algorithm>
#include <atomic>

#include "kernels/agent/contact_limits.hpp"
#include "kernels/agent/solve_agent.hpp"
#include "kernels/agent/state_hash.hpp"

namespace throng {
namespace {

constexpr std::size_t light_grain = 4096;  // agents per task of cheap loops
constexpr std::size_t solve_grain = 256;   // of the solution: many tasks, since some agents cost ten times others

}  // namespace

std::unique_ptr<Executor> make_cpu_executor(const WorldOptions& options) {
  return std::make_unique<CpuExecutor>(options);
}

CpuExecutor::CpuExecutor(const WorldOptions& options)
    : tables_(options), kernels_(best_step_kernels()), team_(options.threads), binned_{GridOrder(options.cell_size),
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
                            new_velocity_x_.capacity_bytes() + new_velocity_y_.capacity_bytes() +
                            next_heading_x_.capacity_bytes() + next_heading_y_.capacity_bytes() +
                            contacts_.capacity_bytes() + footprints_.capacity_bytes();
  return store_.size() == 0 ? 0 : bytes / store_.size();
}

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
  team_.for_chunks(agents.size(), light_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t k = begin; k < end; ++k) store_.write(agents[k]);
  });
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
      a.flags[i] &= ~(agent_flag::arrived | all_steering_flags);
    }
  });
}

void CpuExecutor::set_agent_goals(std::span<const GoalRecord> goals) {
  const AgentArrays a = store_.arrays();
  for (const GoalRecord& goal : goals) {
    const std::uint32_t i = store_.index_of(goal.slot);
    a.goal[i] = goal.goal;
    a.goal_x[i] = static_cast<float>(goal.goal_x);
    a.goal_y[i] = static_cast<float>(goal.goal_y);
    a.flags[i] &= ~(agent_flag::arrived | agent_flag::arrival_counted);
    a.best_way[i] = 0.0f;
  }
}

void CpuExecutor::set_groups(std::span<const std::uint32_t> first, std::span<const GroupMember> members) {
  for (const GroupMember& member : members) store_.cover_slots(std::size_t{member.slot} + 1);
  tables_.set_groups(first, members);
}

void CpuExecutor::set_steering(std::span<const SteeringRecord> records) {
  tables_.note_steering(records);
  store_.set_steering(records);
  flags_known_ = false;
}

void CpuExecutor::read(std::span<const std::uint32_t> slots, std::span<AgentRecord> out) const {
  for (std::size_t k = 0; k < slots.size(); ++k) out[k] = store_.read(slots[k]);
}

void CpuExecutor::read_steering(std::span<const std::uint32_t> slots, std::span<SteeringReadout> out) const {
  for (std::size_t k = 0; k < slots.size(); ++k) out[k] = store_.read_steering(slots[k], next_step_);
}

void CpuExecutor::read_motion(MotionColumns& out) const {
  const std::size_t n = store_.size();
  const AgentArrays a = store_.arrays();
  out.slot.assign(a.slot, a.slot + n);
  out.profile.assign(a.profile, a.profile + n);
  out.position.resize(n);
  out.velocity.resize(n);
  out.heading.resize(n);
  out.aim.resize(brings_aims_ ? n : 0);
  team_.for_chunks(n, light_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      out.position[i] = {a.position_x[i], a.position_y[i]};
      out.velocity[i] = {a.velocity_x[i], a.velocity_y[i]};
      out.heading[i] = {a.heading_x[i], a.heading_y[i]};
      if (!brings_aims_) continue;
      out.aim[i] = out.position[i];
      if ((a.flags[i] & agent_flag::steers) == 0) continue;
      const SteeringReadout readout = store_.read_steering(a.slot[i], next_step_);
      if ((readout.bits & steering_bit::known) != 0) out.aim[i] = readout.aim;
    }
  });
}

// ---- Phases ----

StepData CpuExecutor::step_data() const {
  auto& self = const_cast<CpuExecutor&>(*this);  // a view for phases and for queries, which write nothing of the state
  StepData data = tables_.step_data();
  data.crowd = {binned_.order.view(), binned_.motion.data(), binned_.x.data(),
                binned_.y.data(),     binned_.radius.data(), binned_.order.order()};
  data.agents = store_.arrays();
  data.copies = binned_.order.copies();
  data.search_start_sq = store_.search_start_sq.data();
  data.new_velocity_x = self.new_velocity_x_.data();
  data.new_velocity_y = self.new_velocity_y_.data();
  data.next_heading_x = self.next_heading_x_.data();
  data.next_heading_y = self.next_heading_y_.data();
  Contacts& contacts = self.contacts_;
  data.contact.moved_x = contacts.moved_x.data();
  data.contact.moved_y = contacts.moved_y.data();
  data.contact.start_x = binned_.x.data();
  data.contact.start_y = binned_.y.data();
  data.contact.count = contacts.count.data();
  data.contact.list = contacts.list.data();
  data.contact.reach.tiles = contacts.reach_tiles;
  data.contact.reach.table = contacts.reach.data();
  data.contact.reach.sole = contacts.reach_sole.data();
  data.contact.edge_count = contacts.edge_count.data();
  data.contact.edges = contacts.edges.data();
  data.step = step_;
  data.reports_arrivals = reports_arrivals_;
  store_.point_to_steering(data.steering);
  footprints_.point_to(data.footprints);
  return data;
}

void CpuExecutor::begin_step(std::uint64_t step) {
  step_ = next_step_ = step;
  clock_.start();
  // Without what an attempt at this step has left that found no memory.
  for (WorkerCounts& c : counts_) c = {};
  results_.removed.clear();
  results_.arrivals.clear();
  results_.infeasible_slots.clear();
  results_.agent_steps = store_.size();
  results_.steps = 1;
}

void CpuExecutor::navigate() {
  const StepData data = step_data();
  team_.for_chunks(store_.size(), light_grain, [&](std::size_t begin, std::size_t end, int worker) {
    kernels_.navigate(data, counts_[static_cast<std::size_t>(worker)], begin, end);
  });
  results_.last.navigate = clock_.lap();
}

void CpuExecutor::refresh_crowd_flags() const {
  if (flags_known_) return;
  const AgentArrays a = store_.arrays();
  std::uint32_t every_mask = ~0u, every_layer = ~0u, every_flag = ~0u;
  RadiusLevels radii;
  for (std::size_t i = 0; i < store_.size(); ++i) {
    every_mask &= a.mask[i];
    every_layer &= a.layer[i];
    every_flag &= a.flags[i];
    radii.add(a.radius[i]);
  }
  tables_.set_common(every_layer, every_mask, every_flag, radii);
  flags_known_ = true;
}

void CpuExecutor::bin_agents(Find what) const { bin_agents(store_.arrays(), what); }

void CpuExecutor::bin_agents(const AgentArrays& a, Find what) const {
  refresh_crowd_flags();
  const std::size_t n = store_.size();
  binned_.order.build(a.position_x, a.position_y, n, team_);
  // With masks, or a target that is disregarded, the lowest ids of a place may be those that an agent doesn't see. A
  // range query takes one more than the cap to know that it was hit. Brakes look at all in the way, and contacts of
  // footprints have an order of their own.
  if (what == Find::nearest && tables_.step_data().sees_all && !tables_.any_brakes()) {
    const auto most = static_cast<std::size_t>(tables_.most_neighbors());
    binned_.order.set_aside(a.position_x, a.position_y, a.id, most + 2);
  }
  if (what == Find::contacts && tables_.step_data().one_layer && !tables_.any_footprint()) {
    binned_.order.set_aside(a.position_x, a.position_y, a.id, contact_cap + 2, a.radius);
  }
  binned_.motion.resize(n);
  binned_.x.resize(n);
  binned_.y.resize(n);
  binned_.radius.resize(n);
  const CrowdArrays crowd{binned_.motion.data(), binned_.x.data(), binned_.y.data(), binned_.radius.data()};
  team_.for_chunks(n, light_grain, [&](std::size_t begin, std::size_t end, int) {
    kernels_.gather_crowd(a, binned_.order.order(), crowd, begin, end);
  });
  if (tables_.any_footprint()) {
    footprints_.place(step_data(), a, n, what == Find::contacts, team_);
  } else {
    footprints_.clear();
  }
  binned_.valid = true;
}

void CpuExecutor::bin() {
  bin_agents(Find::nearest);
  if (reorder_storage()) bin_agents(Find::nearest);
  results_.last.bin = clock_.lap();
}

void CpuExecutor::steer() {
  if (!tables_.steering().is_active()) return;
  const StepData data = step_data();
  team_.for_chunks(store_.size(), solve_grain,
                   [&](std::size_t begin, std::size_t end, int) { kernels_.steer(data, begin, end); });
  results_.last.navigate += clock_.lap();
}

bool CpuExecutor::reorder_storage() {
  // Storage follows cell order when the two have drifted apart, so that the passes over agents stay local in memory.
  // Moving all fields costs a tenth of a step and more; until half of the neighbors in one order are apart in the other
  // nothing is lost.
  const std::size_t n = store_.size();
  const std::uint32_t* order = binned_.order.order();
  std::size_t jumps = 0;
  for (std::size_t i = 16; i < n; i += 16) {
    const auto step = static_cast<std::int64_t>(order[i]) - static_cast<std::int64_t>(order[i - 1]);
    jumps += step < -64 || step > 64 ? 1 : 0;
  }
  if (jumps * 16 <= n / 2) return false;
  store_.reorder(order, kernels_, team_);
  return true;
}

void CpuExecutor::solve() {
  const std::size_t n = store_.size();
  new_velocity_x_.resize(n);
  new_velocity_y_.resize(n);
  if (tables_.limits_turning()) {
    next_heading_x_.resize(n);
    next_heading_y_.resize(n);
  }
  const StepData data = step_data();
  prepare_infeasible();
  // A solution that ran out of memory may have left some behind, who are elsewhere now.
  for (const auto& memory : solver_memory_) kernels_.begin(memory->memory());
  team_.for_chunks(n, solve_grain, [&](std::size_t begin, std::size_t end, int worker) {
    const auto w = static_cast<std::size_t>(worker);
    kernels_.solve(data, solver_memory_[w]->memory(), counts_[w], begin, end);
  });
  // What still waits belongs to the thread that found it, but any thread may finish it.
  team_.for_chunks(solver_memory_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t w = begin; w < end; ++w) kernels_.flush(data, solver_memory_[w]->memory());
  });
  // What one thread has met another may meet in the next step.
  std::int32_t edges = 0, rows = 0;
  for (const auto& memory : solver_memory_) {
    edges = std::max(edges, memory->memory().edge_capacity);
    rows = std::max(rows, memory->memory().row_capacity);
  }
  for (const auto& memory : solver_memory_) memory->match(edges, rows);
  list_infeasible();
  results_.last.solve = clock_.lap();
}

/// Nobody is, so far.
void CpuExecutor::prepare_infeasible() {
  infeasible_.resize(reports_infeasible_ ? store_.size() : 0);
  std::fill_n(infeasible_.data(), infeasible_.size(), std::uint8_t{0});
  for (const auto& memory : solver_memory_) {
    memory->memory().infeasible = reports_infeasible_ ? infeasible_.data() : nullptr;
  }
}

void CpuExecutor::list_infeasible() {
  const AgentArrays a = store_.arrays();
  for (std::size_t i = 0; i < infeasible_.size(); ++i) {
    if (infeasible_[i] != 0) results_.infeasible_slots.push_back(a.slot[i]);
  }
}

void CpuExecutor::move() {
  if (tables_.contact_iterations() == 0) {
    finish_motion(kernels_.move);
    results_.last.move = clock_.lap();
    return;
  }
  make_contact_room(store_.size());
  const StepData data = step_data();
  team_.for_chunks(store_.size(), light_grain,
                   [&](std::size_t begin, std::size_t end, int) { kernels_.advance(data, begin, end); });
  results_.last.move = clock_.lap();
}

void CpuExecutor::finish_motion(Finish finish) {
  const StepData data = step_data();
  // For every thread, whichever gets something to do first: a thread that comes late must not need memory then.
  for (Leaving& leaving : leaving_) {
    if (leaving.slots.size() < light_grain) leaving.slots.resize(light_grain);
  }
  team_.for_chunks(store_.size(), light_grain, [&](std::size_t begin, std::size_t end, int worker) {
    const auto w = static_cast<std::size_t>(worker);
    Leaving& leaving = leaving_[w];
    if (leaving.slots.size() < leaving.count + (end - begin)) leaving.slots.resize(leaving.count + (end - begin));
    LeavingAgents list{leaving.slots.data(), leaving.count};
    finish(data, counts_[w], list, begin, end);
    leaving.count = list.count;
  });
  binned_.valid = false;
  for (Leaving& leaving : leaving_) {
    for (std::size_t k = 0; k < leaving.count; ++k) {
      if ((leaving.slots[k] & stays_mark) != 0) {
        results_.arrivals.push_back({step_, leaving.slots[k] & ~stays_mark});
        continue;
      }
      store_.remove(leaving.slots[k]);
      results_.removed.push_back({step_, leaving.slots[k]});
      flags_known_ = false;
    }
    leaving.count = 0;
  }
}

void CpuExecutor::resolve() {
  if (tables_.contact_iterations() == 0) return;
  AgentArrays moved = store_.arrays();
  moved.position_x = contacts_.moved_x.data();
  moved.position_y = contacts_.moved_y.data();
  bin_agents(moved, Find::contacts);
  binned_.valid = false;  // for others: agents are not there yet
  if (tables_.any_footprint()) footprints_.make_contact_room(store_.size());
  resolve_contacts(step_data());
  finish_motion(kernels_.finish);
  results_.last.move += clock_.lap();
}

void CpuExecutor::take_results(StepResults& out) {
  for (WorkerCounts& c : counts_) {
    results_.arrived += c.arrived;
    results_.infeasible += c.infeasible;
    results_.wall_crossings += c.wall_crossings;
    results_.neighbor_cap_hits += c.neighbor_cap_hits;
    results_.became_stuck += c.became_stuck;
    results_.went_on += c.went_on;
    c = {};
  }
  // By swapping, so that the lists need no new memory each time.
  std::swap(out, results_);
  results_.removed.clear();
  results_.arrivals.clear();
  results_.infeasible_slots.clear();
  results_ = {.removed = std::move(results_.removed),
              .arrivals = std::move(results_.arrivals),
              .infeasible_slots = std::move(results_.infeasible_slots),
              .last = {}};
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
