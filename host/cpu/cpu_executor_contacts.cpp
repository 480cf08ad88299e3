// The contact pass between a step's motion and its end.
#include <algorithm>
#include <atomic>

#include "host/cpu/cpu_executor.hpp"
#include "kernels/agent/contact_limits.hpp"

namespace throng {
namespace {

constexpr std::size_t contact_grain = 1024;  // agents per task; a multiple of the blocks of contact_entry()
constexpr std::size_t clear_grain = 65536;   // entries of a table

}  // namespace

std::size_t CpuExecutor::Contacts::capacity_bytes() const {
  return moved_x.capacity_bytes() + moved_y.capacity_bytes() + x[0].capacity_bytes() + x[1].capacity_bytes() +
         y[0].capacity_bytes() + y[1].capacity_bytes() + count.capacity_bytes() + edge_count.capacity_bytes() +
         list.capacity_bytes() + edges.capacity_bytes() + reach.capacity_bytes() + reach_sole.capacity_bytes();
}

void CpuExecutor::make_contact_room(std::size_t agents) {
  contacts_.moved_x.resize(agents);
  contacts_.moved_y.resize(agents);
  for (int side = 0; side < 2; ++side) {
    contacts_.x[side].resize(agents);
    contacts_.y[side].resize(agents);
  }
  contacts_.count.resize(agents);
  const std::size_t levels = tables_.reach_levels().size();
  contacts_.reach_tiles = RadiusLevels::tiles(agents);
  const auto tiles = static_cast<std::size_t>(contacts_.reach_tiles);
  contacts_.reach.resize((levels - 1) * tiles * tiles);
  contacts_.reach_sole.resize(contacts_.reach.size());
  contacts_.list.resize((agents + 31) / 32 * 32 * contact_cap);
  if (tables_.obstacles().edge_count() == 0) return;
  contacts_.edge_count.resize(agents);
  contacts_.edges.resize(agents * contact_edge_cap);
}

void CpuExecutor::note_reach(const StepData& data) {
  if (data.contact.reach.levels == 1) return;
  team_.for_chunks(contacts_.reach.size(), clear_grain, [&](std::size_t begin, std::size_t end, int) {
    std::fill(contacts_.reach.data() + begin, contacts_.reach.data() + end, 0.0f);
    std::fill(contacts_.reach_sole.data() + begin, contacts_.reach_sole.data() + end, 0u);
  });
  team_.for_chunks(store_.size(), contact_grain,
                   [&](std::size_t begin, std::size_t end, int) { kernels_.note_reach(data, begin, end); });
}

void CpuExecutor::resolve_contacts(const StepData& data) {
  const std::size_t n = store_.size();
  note_reach(data);
  team_.for_chunks(n, contact_grain,
                   [&](std::size_t begin, std::size_t end, int) { kernels_.list_contacts(data, begin, end); });
  const float* const start_x = data.contact.start_x;
  const float* const start_y = data.contact.start_y;
  ContactMotion motion{start_x, start_y, start_x, start_y, nullptr, nullptr};
  for (std::int32_t iteration = 0; iteration < data.contact.iterations; ++iteration) {
    motion.to_x = contacts_.x[iteration % 2].data();
    motion.to_y = contacts_.y[iteration % 2].data();
    if (iteration >= 2) {
      motion.earlier_x = motion.to_x;  // read before it is written
      motion.earlier_y = motion.to_y;
    }
    std::atomic<bool> moved{false};
    team_.for_chunks(n, contact_grain, [&](std::size_t begin, std::size_t end, int) {
      if (kernels_.resolve_contacts(data, motion, begin, end)) moved.store(true, std::memory_order_relaxed);
    });
    // All further ones would do nothing either.
    if (!moved.load()) break;
    motion.from_x = motion.to_x;
    motion.from_y = motion.to_y;
  }
  if (motion.from_x == start_x) return;
  team_.for_chunks(n, contact_grain,
                   [&](std::size_t begin, std::size_t end, int) { kernels_.end_contacts(data, motion, begin, end); });
}

}  // namespace throng
