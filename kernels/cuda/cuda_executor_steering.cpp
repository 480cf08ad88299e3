// Behaviors, paths, groups, and which agent has which, on their way to the device and back.
#include <algorithm>

#include "host/steering_table.hpp"
#include "kernels/cuda/on_device.hpp"

namespace throng::cuda {
namespace {

/// One for each slot: the last record of it, with the last result given. The kernel that takes them has no order.
std::vector<SteeringWrite> writes_of(std::span<const SteeringRecord> records) {
  std::vector<const SteeringRecord*> sorted;
  for (const SteeringRecord& record : records) sorted.push_back(&record);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->slot < b->slot; });
  std::vector<SteeringWrite> writes;
  for (const SteeringRecord* record : sorted) {
    if (writes.empty() || writes.back().slot != record->slot) writes.push_back({});
    SteeringWrite& write = writes.back();
    write.row = steering_row(*record);
    write.slot = record->slot;
    write.flags = steering_flags(*record);
    if (!record->result) continue;
    write.result = steering_result(*record->result);
    write.has_result = true;
  }
  return writes;
}

/// Slots that there must be an index for: those of targets that have left are looked at too.
std::size_t slots_of(std::span<const SteeringRecord> records) {
  std::size_t slots = 0;
  for (const SteeringRecord& record : records) {
    slots = std::max(slots, std::size_t{record.slot} + 1);
    for (const SteeringRecord::Target& target : record.targets) slots = std::max(slots, std::size_t{target.slot} + 1);
  }
  return slots;
}

}  // namespace

void CudaExecutor::set_behaviors(std::span<const Behavior> behaviors) {
  tables_.set_behaviors(behaviors);
  behaviors_stale_ = true;
}

void CudaExecutor::set_paths(std::span<const PathShape> paths) {
  tables_.set_paths(paths);
  paths_stale_ = true;
}

void CudaExecutor::set_groups(std::span<const std::uint32_t> first, std::span<const GroupMember> members) {
  // An index for each, also for those who have left.
  std::size_t slots = 0;
  for (const GroupMember& member : members) slots = std::max(slots, std::size_t{member.slot} + 1);
  on_device([&] { make_room(0, slots); });
  tables_.set_groups(first, members);
  groups_stale_ = true;
}

void CudaExecutor::set_steering(std::span<const SteeringRecord> records) {
  if (records.empty()) return;
  on_device([&] {
    make_room(0, slots_of(records), {.steering = true});
    note([&](StepTables& tables) { tables.note_steering(records); });
    staging_->send(std::span<const SteeringWrite>(writes_of(records)),
                   [&](const SteeringWrite* writes, std::size_t, std::size_t count) {
                     launch_set_steering(step_, writes, static_cast<std::uint32_t>(count), stream_->get());
                   });
  });
}

void CudaExecutor::read_steering(std::span<const std::uint32_t> slots, std::span<SteeringReadout> out) const {
  if (slots.empty()) return;
  on_device([&] {
    const_cast<CudaExecutor&>(*this).make_room();
    read_steering_.read(
        *memory_, *staging_, slots,
        [&](const std::uint32_t* piece, std::uint32_t count, SteeringResult* to) {
          launch_read_steering(step_, piece, count, to, stream_->get());
        },
        [&](std::size_t first, std::span<const SteeringResult> results) {
          std::transform(results.begin(), results.end(), out.begin() + static_cast<std::ptrdiff_t>(first),
                         [](const SteeringResult& result) { return steering_readout(result, 0); });
        });
  });
}

}  // namespace throng::cuda
