// Profiles, footprints, goals, obstacles, behaviors, paths and groups on the device.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "host/step_tables.hpp"
#include "kernels/cuda/device_memory.hpp"

namespace throng::cuda {

class DeviceTables {
 public:
  /// `last_launch`: DeviceStep::last_launch of the world.
  DeviceTables(DeviceMemory& memory, std::uint32_t* last_launch) : memory_(memory), last_launch_(last_launch) {}

  void upload_footprints(const StepTables& tables);
  void upload_profiles(const StepTables& tables);
  /// Those that are there already stay. Too little room: out_of_memory, and the next call goes on from there.
  void upload_flow_fields(const StepTables& tables);
  void upload_goals(const StepTables& tables);
  void upload_behaviors(const StepTables& tables);
  void upload_paths(const StepTables& tables);
  void upload_groups(const StepTables& tables);
  void upload_heights(const StepTables& tables);
  /// Also fills their grid, for which the host waits.
  void upload_obstacles(const StepTables& tables);

  /// Puts the tables' device pointers in the place of the host's.
  void point_to_device(StepData& data) const;

 private:
  template <class T>
  void make_room(DeviceBuffer<T>& buffer, std::size_t count);
  template <class T>
  void upload(DeviceBuffer<T>& to, const T* from, std::size_t count);
  template <class T>
  void upload(DeviceBuffer<T>& to, std::span<const T> from) {
    upload(to, from.data(), from.size());
  }
  void fill_obstacle_grid();
  struct DeviceField {
    std::shared_ptr<const FlowField> field;
    DeviceBuffer<std::int32_t> tile;
    DeviceBuffer<FlowNode> nodes;
    DeviceBuffer<std::uint32_t> quads, first_wall;
    DeviceBuffer<FlowWall> walls;
  };
  [[nodiscard]] DeviceField copy_of(std::shared_ptr<const FlowField> field);

  DeviceMemory& memory_;
  DeviceBuffer<FootprintRow> footprints_;
  DeviceBuffer<BatchPoint> footprint_vertices_;
  DeviceBuffer<ProfileRow> profiles_;
  std::vector<DeviceField> fields_;  ///< each once
  DeviceBuffer<FlowFieldView> field_views_;
  DeviceBuffer<GoalRow> goals_;
  DeviceBuffer<float> goal_x_, goal_y_;
  DeviceBuffer<BehaviorRow> behaviors_;
  DeviceBuffer<BlendPartRow> parts_;
  DeviceBuffer<PathRow> paths_;
  DeviceBuffer<float> path_x_, path_y_, path_place_;
  DeviceBuffer<std::uint32_t> group_first_;
  DeviceBuffer<GroupMember> group_members_;
  DeviceBuffer<SlopePiece> slope_pieces_;
  DeviceBuffer<float> heights_;
  DeviceBuffer<FloorRow> floors_;
  DeviceBuffer<float> floor_x_, floor_y_;
  std::uint32_t* last_launch_;
  ObstacleView obstacles_{};
  DeviceBuffer<std::uint32_t> cell_start_, entries_;
  DeviceBuffer<std::uint64_t> cell_key_;
  DeviceBuffer<EdgeData> edges_;
  DeviceBuffer<SolidData> solids_;
  DeviceBuffer<float> solid_x_, solid_y_;
};

}  // namespace throng::cuda
