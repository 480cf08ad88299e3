// Those agents that have a footprint, in grids of their own: few among many, and larger than most.
#pragma once
#include <array>
#include <vector>

#include "host/buffer.hpp"
#include "host/cpu/grid_order.hpp"
#include "host/cpu/thread_team.hpp"
#include "kernels/agent/step_data.hpp"

namespace throng {

class FootprintCrowd {
 public:
  /// Finds them among all `count` agents, as they stand in `agents`: with the headings that they have, or with those
  /// that they will have when the velocities that were solved for have led them on. `step` has crowd, agents and
  /// tables.
  void place(const StepData& step, const AgentArrays& agents, std::size_t count, bool after_motion, ThreadTeam& team);
  void clear() { count_ = 0; }

  /// Room for the contacts of as many agents.
  void make_contact_room(std::size_t agents);

  /// Fills in what a step reads.
  void point_to(FootprintView& view);
  [[nodiscard]] std::size_t capacity_bytes() const;

 private:
  /// The first class holds those up to four times the middle size, each further one those up to eight times as large.
  static constexpr std::size_t most_classes = 8;

  void find(const StepData& step, const AgentArrays& agents, std::size_t count, ThreadTeam& team);
  /// Puts `storage_` in order of classes, and those of each class in order of its grid.
  void classify(const StepData& step, const AgentArrays& agents, ThreadTeam& team);
  void pose(const StepData& step, const AgentArrays& agents, std::size_t number, bool after_motion);
  void measure_classes(const AgentArrays& agents);

  std::vector<GridOrder> orders_;
  std::array<FootprintClass, most_classes> classes_{};
  std::size_t class_count_ = 0, count_ = 0;
  float largest_disc_ = 0.0f;
  Buffer<std::uint32_t> found_;  ///< agents with a footprint of each stretch of agents
  Buffer<std::uint32_t> storage_, sorted_, place_, number_;
  Buffer<float> discs_;  ///< largest radius of the others there, m
  Buffer<float> size_, sorted_size_, x_, y_;
  Buffer<FootprintAgent> agents_;
  Buffer<BatchPoint> vertices_;
  Buffer<EdgeRow> edges_;
  Buffer<FootprintRing> rings_;
  Buffer<EdgeData> sides_;
  Buffer<std::int32_t> disc_count_, footprint_count_;
  Buffer<std::uint32_t> disc_list_, footprint_list_;
  Buffer<float> disc_spare_sq_, footprint_spare_sq_;
};

}  // namespace throng
