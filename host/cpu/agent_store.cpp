#include "host/cpu/agent_store.hpp"

#include <algorithm>
#include <cstring>

namespace throng {
namespace {

constexpr std::size_t reorder_grain = 16384;

}  // namespace

AgentArrays AgentStore::arrays() {
  return {
#define THRONG_FIELD(name, record_type, array_type) .name = name##_.data(),
      THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  };
}

void AgentStore::resize(std::size_t size) {
#define THRONG_FIELD(name, record_type, array_type) name##_.resize(size);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  search_start_sq.resize(size);
  size_ = size;
}

void AgentStore::reserve(std::size_t agents, std::size_t slots) {
#define THRONG_FIELD(name, record_type, array_type) name##_.reserve(agents);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  search_start_sq.reserve(agents);
  index_of_slot_.reserve(slots);
}

void AgentStore::add(std::span<const AgentRecord> agents) {
  std::uint32_t last_slot = 0;
  for (const AgentRecord& agent : agents) last_slot = std::max(last_slot, agent.slot);
  if (!agents.empty() && last_slot >= index_of_slot_.size()) index_of_slot_.resize(std::size_t{last_slot} + 1);
  const std::size_t first = size_;
  resize(first + agents.size());
  for (std::size_t i = 0; i < agents.size(); ++i) {
    index_of_slot_[agents[i].slot] = static_cast<std::uint32_t>(first + i);
    search_start_sq[first + i] = 0.0f;
    write(agents[i]);
  }
}

void AgentStore::remove(std::uint32_t slot) {
  const std::size_t hole = index_of_slot_[slot], last = size_ - 1;
#define THRONG_FIELD(name, record_type, array_type) name##_[hole] = name##_[last];
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  search_start_sq[hole] = search_start_sq[last];
  index_of_slot_[slot_[hole]] = static_cast<std::uint32_t>(hole);
  resize(last);
}

void AgentStore::write(const AgentRecord& agent) {
  const std::size_t i = index_of_slot_[agent.slot];
#define THRONG_FIELD(name, record_type, array_type) name##_[i] = static_cast<array_type>(agent.name);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
}

AgentRecord AgentStore::read(std::uint32_t slot) const {
  const std::size_t i = index_of_slot_[slot];
  AgentRecord agent;
#define THRONG_FIELD(name, record_type, array_type) agent.name = static_cast<record_type>(name##_[i]);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  return agent;
}

void AgentStore::cover_slots(std::size_t slots) {
  if (slots > index_of_slot_.size()) index_of_slot_.resize(slots);
}

void AgentStore::set_steering(std::span<const SteeringRecord> records) {
  std::uint32_t last_slot = 0;
  std::uint32_t last_target = 0;  // perhaps gone, and of a slot that nobody has had here
  for (const SteeringRecord& record : records) {
    last_slot = std::max(last_slot, record.slot);
    for (const SteeringRecord::Target& target : record.targets) last_target = std::max(last_target, target.slot);
  }
  cover_slots(std::size_t{last_target} + 1);
  // Each by its own size: the second may have found no memory where the first did.
  const std::size_t slots = records.empty() ? 0 : std::size_t{last_slot} + 1;
  if (slots > steering_rows_.size()) steering_rows_.resize(slots);
  if (slots > steering_results_.size()) steering_results_.resize(slots);
  for (const SteeringRecord& record : records) {
    steering_rows_[record.slot] = steering_row(record);
    if (record.result) steering_results_[record.slot] = steering_result(*record.result);
    std::uint32_t& flags = flags_[index_of_slot_[record.slot]];
    flags = (flags & ~all_steering_flags) | steering_flags(record);
  }
}

SteeringReadout AgentStore::read_steering(std::uint32_t slot, std::uint64_t next_step) const {
  return steering_readout(steering_results_[slot], next_step);
}

void AgentStore::point_to_steering(SteeringView& view) {
  view.rows = steering_rows_.data();
  view.results = steering_results_.data();
  view.index_of_slot = index_of_slot_.data();
  view.agent_count = static_cast<std::uint32_t>(size_);
}

template <class T>
void AgentStore::reorder_field(Buffer<T>& field, const std::uint32_t* order, const StepKernels& kernels,
                               ThreadTeam& team) {
  if constexpr (sizeof(T) == sizeof(std::uint32_t)) {
    const auto* from = reinterpret_cast<const std::uint32_t*>(field.data());
    team.for_chunks(size_, reorder_grain, [&](std::size_t begin, std::size_t end, int) {
      kernels.gather_words(from, order, spare_4_.data(), begin, end);
    });
    field.swap_memory(spare_4_);
  } else {
    team.for_chunks(size_, reorder_grain, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) spare_8_[i] = field[order[i]];
    });
    field.swap_memory(spare_8_);
  }
}

void AgentStore::reorder(const std::uint32_t* order, const StepKernels& kernels, ThreadTeam& team) {
  // Before the first field moves: where there is no memory they all stay.
  spare_4_.resize(size_);
  spare_8_.resize(size_);
#define THRONG_FIELD(name, record_type, array_type) reorder_field(name##_, order, kernels, team);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  reorder_field(search_start_sq, order, kernels, team);
  team.for_chunks(size_, reorder_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) index_of_slot_[slot_[i]] = static_cast<std::uint32_t>(i);
  });
}

std::size_t AgentStore::capacity_bytes() const {
  std::size_t bytes = search_start_sq.capacity_bytes() + index_of_slot_.capacity_bytes() + spare_8_.capacity_bytes() +
                      spare_4_.capacity_bytes() + steering_rows_.capacity_bytes() + steering_results_.capacity_bytes();
#define THRONG_FIELD(name, record_type, array_type) bytes += name##_.capacity_bytes();
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  return bytes;
}

}  // namespace throng
