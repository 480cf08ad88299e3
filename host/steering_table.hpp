// Behaviors and paths as the per-agent operations read them.
#pragma once
#include <span>
#include <vector>

#include "host/executor.hpp"
#include "kernels/agent/steering_data.hpp"

namespace throng {

class SteeringTable {
 public:
  void set_behaviors(std::span<const Behavior> behaviors, double time_step);
  void set_paths(std::span<const PathShape> paths);
  void set_groups(std::span<const std::uint32_t> first, std::span<const GroupMember> members);
  /// Looks at what agents are given. What was once needed is taken to be needed from then on.
  void note(std::span<const SteeringRecord> records);

  /// Of the tables, in host memory, valid until they are set again. What is by slot is not in it.
  [[nodiscard]] SteeringView view() const;
  [[nodiscard]] bool is_active() const { return active_; }
  [[nodiscard]] bool ignores_targets() const { return ignores_targets_; }

  [[nodiscard]] std::span<const BehaviorRow> behaviors() const { return behaviors_; }
  [[nodiscard]] std::span<const BlendPartRow> parts() const { return parts_; }
  [[nodiscard]] std::span<const PathRow> paths() const { return paths_; }
  [[nodiscard]] std::span<const std::uint32_t> group_first() const { return group_first_; }
  [[nodiscard]] std::span<const GroupMember> group_members() const { return group_members_; }
  [[nodiscard]] std::span<const float> path_x() const { return path_x_; }
  [[nodiscard]] std::span<const float> path_y() const { return path_y_; }
  [[nodiscard]] std::span<const float> path_place() const { return path_place_; }

 private:
  std::vector<BehaviorRow> behaviors_;
  std::vector<BlendPartRow> parts_;
  std::vector<PathRow> paths_;
  std::vector<float> path_x_, path_y_, path_place_;
  std::vector<std::uint32_t> group_first_;
  std::vector<GroupMember> group_members_;
  bool active_ = false, ignores_targets_ = false;
};

/// Of an agent that has a behavior.
SteeringRow steering_row(const SteeringRecord& record);
SteeringResult steering_result(const SteeringReadout& readout);
/// `next_step`: the number of the next step, which begins at the place read.
SteeringReadout steering_readout(const SteeringResult& result, std::uint64_t next_step);
/// The bits of agent_flag that go with it.
std::uint32_t steering_flags(const SteeringRecord& record);

}  // namespace throng
