#include "kernels/cuda/device_tables.hpp"

namespace throng::cuda {

template <class T>
void DeviceTables::upload(DeviceBuffer<T>& to, const T* from, std::size_t count) {
  if (to.size() < count) to = DeviceBuffer<T>(memory_, count + count / 2);
  // From pageable memory: the call returns when the table may be changed again.
  copy_to_device(to.device_pointer(), from, count, memory_.stream());
}

void DeviceTables::upload_profiles(const StepTables& tables) {
  upload(profiles_, tables.profile_rows().data(), tables.profile_rows().size());
}

void DeviceTables::upload_goals(const StepTables& tables) {
  upload(goals_, tables.goal_rows().data(), tables.goal_rows().size());
  upload(goal_x_, tables.goal_x().data(), tables.goal_x().size());
  upload(goal_y_, tables.goal_y().data(), tables.goal_y().size());
}

void DeviceTables::upload_obstacles(const StepTables& tables) {
  host_view_ = tables.obstacles().view();
  const ObstacleView& v = host_view_;
  const std::size_t cells = static_cast<std::size_t>(v.grid.columns) * static_cast<std::size_t>(v.grid.rows);
  if (v.grid.dense_start != nullptr) {
    upload(dense_start_, v.grid.dense_start, cells + 1);
  } else if (v.grid.cell_key != nullptr) {
    upload(cell_key_, v.grid.cell_key, v.grid.occupied);
    upload(cell_start_, v.grid.cell_start, std::size_t{v.grid.occupied} + 1);
  }
  upload(entries_, v.entries, v.grid.item_count);
  upload(edges_, v.edges, v.edge_count);
  upload(solids_, v.solids, v.solid_count);
  std::size_t vertices = 0;
  for (std::uint32_t s = 0; s < v.solid_count; ++s) vertices += v.solids[s].vertex_count;
  upload(solid_x_, v.solid_x, vertices);
  upload(solid_y_, v.solid_y, vertices);
}

void DeviceTables::point_to_device(StepData& data) const {
  data.profiles = profiles_.device_pointer();
  data.goals = {goals_.device_pointer(), goal_x_.device_pointer(), goal_y_.device_pointer()};
  ObstacleView& v = data.obstacles;
  v = host_view_;
  if (v.grid.dense_start != nullptr) v.grid.dense_start = dense_start_.device_pointer();
  if (v.grid.cell_key != nullptr) {
    v.grid.cell_key = cell_key_.device_pointer();
    v.grid.cell_start = cell_start_.device_pointer();
  }
  v.entries = entries_.device_pointer();
  v.edges = edges_.device_pointer();
  v.solids = solids_.device_pointer();
  v.solid_x = solid_x_.device_pointer();
  v.solid_y = solid_y_.device_pointer();
}

}  // namespace throng::cuda
