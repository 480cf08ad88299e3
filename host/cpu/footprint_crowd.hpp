// Those agents that have a footprint, in the order of a grid of their own: few among many, and larger than most.
#pragma once
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
  GridOrder order_{0.0};
  std::size_t count_ = 0;
  float largest_circle_ = 0.0f, fastest_ = 0.0f;
  Buffer<std::uint32_t> storage_, place_, number_;
  Buffer<float> x_, y_;
  Buffer<FootprintAgent> agents_;
  Buffer<BatchPoint> vertices_;
  Buffer<EdgeRow> edges_;
  Buffer<std::int32_t> disc_count_, footprint_count_;
  Buffer<std::uint32_t> disc_list_, footprint_list_;
};

}  // namespace throng
