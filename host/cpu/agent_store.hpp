// The agents of the cpu executor: one array per field, and the way from a slot to its place.
#pragma once
#include <cstdint>
#include <span>

#include "host/buffer.hpp"
#include "host/cpu/step_kernels.hpp"
#include "host/cpu/thread_team.hpp"
#include "host/steering_table.hpp"
#include "kernels/agent/views.hpp"

namespace throng {

class AgentStore {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] AgentArrays arrays();
  [[nodiscard]] std::uint32_t index_of(std::uint32_t slot) const { return index_of_slot_[slot]; }

  /// Room for so many in all: adding them takes no memory.
  void reserve(std::size_t agents, std::size_t slots);
  void add(std::span<const AgentRecord> agents);
  void remove(std::uint32_t slot);  ///< the last agent takes its place
  void write(const AgentRecord& agent);
  [[nodiscard]] AgentRecord read(std::uint32_t slot) const;
  void set_steering(std::span<const SteeringRecord> records);
  /// An index for each of so many slots, for looking at agents that have left.
  void cover_slots(std::size_t slots);
  [[nodiscard]] SteeringReadout read_steering(std::uint32_t slot, std::uint64_t next_step) const;
  void point_to_steering(SteeringView& view);

  /// Places agent order[i] at i, for all fields. One spare array of each size of element serves them all.
  void reorder(const std::uint32_t* order, const StepKernels& kernels, ThreadTeam& team);

  /// Where the next neighbor search starts, m^2; 0 = unknown. Not part of the state: it decides cost, never results.
  Buffer<float> search_start_sq;

  [[nodiscard]] std::size_t capacity_bytes() const;

 private:
  void resize(std::size_t size);
  /// Into the spare array, which then changes places with the field's.
  template <class T>
  void reorder_field(Buffer<T>& field, const std::uint32_t* order, const StepKernels& kernels, ThreadTeam& team);

  std::size_t size_ = 0;
#define THRONG_FIELD(name, record_type, array_type) Buffer<array_type> name##_;
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  Buffer<std::uint32_t> index_of_slot_;
  Buffer<SteeringRow> steering_rows_;  // by slot; empty until an agent steers
  Buffer<SteeringResult> steering_results_;
  Buffer<std::int64_t> spare_8_;
  Buffer<std::uint32_t> spare_4_;
};

}  // namespace throng
