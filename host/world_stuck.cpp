// Agents of a world that do not get on (kernels/agent/stuck.hpp).
#include "host/floating_point_mode.hpp"
#include "host/world_impl.hpp"
#include "kernels/agent/stuck.hpp"

namespace throng {

std::optional<double> World::Impl::stuck_for(const AgentRecord& agent) const {
  if (!options_.stuck || !(agent.best_way > 0.0) || statistics_.steps == 0) return std::nullopt;
  const std::uint64_t last = statistics_.steps - 1;
  const double time = options_.time_step * static_cast<double>((last - agent.progress_step) & step_word_mask);
  // As the executors compare it, in whole steps.
  if (time < options_.stuck->time - 1e-9 * options_.time_step) return std::nullopt;
  return time;
}

std::vector<StuckAgent> World::Impl::stuck_agents() const {
  std::vector<StuckAgent> stuck;
  if (!options_.stuck || !origin_fixed_) return stuck;
  const FloatingPointMode mode;
  const std::vector<std::uint32_t>& slots = sorted_slots();
  std::vector<AgentRecord> records(slots.size());
  executor_->read(slots, records);
  for (const AgentRecord& r : records) {
    const std::optional<double> time = stuck_for(r);
    if (!time) continue;
    stuck.push_back({{r.slot, agent_slots_.generation(r.slot)}, r.id, to_world({r.position_x, r.position_y}), *time});
  }
  return stuck;
}

void World::Impl::watch_anew(const std::set<std::int32_t>& goals) {
  if (!options_.stuck || !origin_fixed_) return;
  std::vector<AgentRecord> records(agent_count());
  executor_->read(sorted_slots(), records);
  std::erase_if(records, [&](const AgentRecord& r) { return goals.count(r.goal) == 0; });
  for (AgentRecord& r : records) r.best_way = 0.0;
  executor_->write(records);
}

std::vector<StuckAgent> World::stuck_agents() const { return settled().stuck_agents(); }

}  // namespace throng
