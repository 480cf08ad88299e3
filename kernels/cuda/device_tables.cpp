#include "kernels/cuda/device_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernels/agent/grid_placement.hpp"
#include "kernels/agent/obstacle_cells.hpp"
#include "kernels/cuda/obstacle_grid.hpp"
#include "kernels/cuda/primitives.hpp"
#include "kernels/cuda/stream.hpp"

namespace throng::cuda {

template <class T>
void DeviceTables::make_room(DeviceBuffer<T>& buffer, std::size_t count) {
  if (buffer.size() < count) buffer = DeviceBuffer<T>(memory_, count + count / 2);
}

template <class T>
void DeviceTables::upload(DeviceBuffer<T>& to, const T* from, std::size_t count) {
  make_room(to, count);
  // From pageable memory: the call returns when the table may be changed again.
  copy_to_device(to.device_pointer(), from, count, memory_.stream());
}

void DeviceTables::upload_footprints(const StepTables& tables) {
  upload(footprints_, tables.footprint_rows());
  upload(footprint_vertices_, tables.footprint_vertices());
}

void DeviceTables::upload_profiles(const StepTables& tables) {
  upload(profiles_, tables.profile_rows().data(), tables.profile_rows().size());
}

DeviceTables::DeviceField DeviceTables::copy_of(std::shared_ptr<const FlowField> field) {
  DeviceField copy;
  const auto fill = [&]<class T>(DeviceBuffer<T>& to, const std::vector<T>& from) {
    to = DeviceBuffer<T>(memory_, from.size());  // no more: a field never grows
    upload(to, from.data(), from.size());
  };
  try {
    fill(copy.tile, field->tile);
    fill(copy.nodes, field->nodes);
    fill(copy.quads, field->quads);
    fill(copy.first_wall, field->first_wall);
    fill(copy.walls, field->walls);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
    const std::size_t bytes = field->tile.size() * sizeof(std::int32_t) + field->nodes.size() * sizeof(FlowNode) +
                              (field->quads.size() + field->first_wall.size()) * sizeof(std::uint32_t) +
                              field->walls.size() * sizeof(FlowWall);
    throw Error(ErrorCode::out_of_memory,
                fmt::format("no room on the device for a flow field of {} nodes, cells of {} m: {} bytes; larger cells "
                            "make it smaller ({})",
                            field->nodes.size(), field->cell, bytes, error.what()));
  }
  copy.field = std::move(field);
  return copy;
}

void DeviceTables::upload_flow_fields(const StepTables& tables) {
  const auto wanted = tables.flow_fields();
  // Those that nobody wants any more make room first.
  std::erase_if(fields_, [&](const DeviceField& known) {
    return std::find(wanted.begin(), wanted.end(), known.field) == wanted.end();
  });
  std::vector<FlowFieldView> views;
  for (const auto& field : wanted) {
    auto known = std::find_if(fields_.begin(), fields_.end(), [&](const DeviceField& f) { return f.field == field; });
    if (known == fields_.end()) {
      fields_.push_back(copy_of(field));
      known = fields_.end() - 1;
    }
    FlowFieldView view = field->view();
    view.tile = known->tile.device_pointer();
    view.nodes = known->nodes.device_pointer();
    view.quads = known->quads.device_pointer();
    view.first_wall = known->first_wall.device_pointer();
    view.walls = known->walls.device_pointer();
    views.push_back(view);
  }
  upload(field_views_, views.data(), views.size());
}

void DeviceTables::upload_goals(const StepTables& tables) {
  upload(goals_, tables.goal_rows().data(), tables.goal_rows().size());
  upload(goal_x_, tables.goal_x().data(), tables.goal_x().size());
  upload(goal_y_, tables.goal_y().data(), tables.goal_y().size());
}

void DeviceTables::upload_behaviors(const StepTables& tables) {
  upload(behaviors_, tables.steering().behaviors());
  upload(parts_, tables.steering().parts());
}

void DeviceTables::upload_paths(const StepTables& tables) {
  const SteeringTable& steering = tables.steering();
  upload(paths_, steering.paths());
  upload(path_x_, steering.path_x());
  upload(path_y_, steering.path_y());
  upload(path_place_, steering.path_place());
}

void DeviceTables::upload_groups(const StepTables& tables) {
  upload(group_first_, tables.steering().group_first());
  upload(group_members_, tables.steering().group_members());
}

void DeviceTables::upload_heights(const StepTables& tables) {
  upload(slope_pieces_, tables.heights().pieces());
  upload(heights_, tables.heights().z());
  upload(floors_, tables.heights().floors());
  upload(floor_x_, tables.heights().floor_x());
  upload(floor_y_, tables.heights().floor_y());
}

void DeviceTables::upload_obstacles(const StepTables& tables) {
  const ObstacleView v = tables.obstacles().view();
  upload(edges_, v.edges, v.edge_count);
  upload(solids_, v.solids, v.solid_count);
  std::size_t vertices = 0;
  for (std::uint32_t s = 0; s < v.solid_count; ++s) vertices += v.solids[s].vertex_count;
  upload(solid_x_, v.solid_x, vertices);
  upload(solid_y_, v.solid_y, vertices);
  obstacles_ = {.grid = v.grid,
                .entries = nullptr,
                .edges = edges_.device_pointer(),
                .edge_count = v.edge_count,
                .solids = solids_.device_pointer(),
                .solid_count = v.solid_count,
                .solid_x = solid_x_.device_pointer(),
                .solid_y = solid_y_.device_pointer()};
  if (v.edge_count > 0) fill_obstacle_grid();
}

void DeviceTables::fill_obstacle_grid() {
  const cudaStream_t stream = memory_.stream();
  const std::size_t edges = obstacles_.edge_count;
  DeviceBuffer<std::uint32_t> offset(memory_, edges + 1);
  ObstacleGridBuild build{.edges = obstacles_.edges,
                          .edge_count = obstacles_.edge_count,
                          .grid = obstacles_.grid,
                          .offset = offset.device_pointer(),
                          .key = nullptr,
                          .edge = nullptr,
                          .last_launch = last_launch_};
  launch_count_edge_cells(build, stream);
  {
    const DeviceBuffer<char> scratch(memory_, primitive_scratch_bytes(edges, edges));
    exclusive_sum(offset.device_pointer(), offset.device_pointer(), edges + 1, scratch.device_pointer(), scratch.size(),
                  stream);
  }
  PinnedBuffer<std::uint32_t> count(1);
  copy_to_host(count.data(), offset.device_pointer() + edges, 1, stream);
  wait_for(stream);
  const std::uint32_t entries = count[0];
  const std::uint64_t cells = cell_count(obstacles_.grid);

  const DeviceBuffer<std::uint64_t> key(memory_, entries), sorted(memory_, entries);
  const DeviceBuffer<std::uint32_t> edge(memory_, entries);
  make_room(entries_, entries);
  build.key = key.device_pointer();
  build.edge = edge.device_pointer();
  launch_list_edge_cells(build, stream);
  const DeviceBuffer<char> scratch(memory_, primitive_scratch_bytes(entries, entries));
  // Stable, so that the edges of a cell stay in their order.
  sort_pairs(build.key, sorted.device_pointer(), build.edge, entries_.device_pointer(), entries,
             scratch.device_pointer(), scratch.size(), stream);
  obstacles_.entries = entries_.device_pointer();
  obstacles_.grid.item_count = entries;
  if (lists_all_obstacle_cells(cells, entries)) {
    make_room(cell_start_, cells + 1);
    launch_find_cell_starts(build, sorted.device_pointer(), entries, cells, cell_start_.device_pointer(), stream);
    obstacles_.grid.dense_start = cell_start_.device_pointer();
    return;
  }
  make_room(cell_key_, entries);
  make_room(cell_start_, std::size_t{entries} + 1);
  const DeviceBuffer<std::uint32_t> occupied(memory_, 1);
  run_lengths(sorted.device_pointer(), cell_key_.device_pointer(), cell_start_.device_pointer(),
              occupied.device_pointer(), entries, scratch.device_pointer(), scratch.size(), stream);
  copy_to_host(count.data(), occupied.device_pointer(), 1, stream);
  wait_for(stream);
  THRONG_CUDA(cudaMemsetAsync(cell_start_.device_pointer() + count[0], 0, sizeof(std::uint32_t), stream));
  exclusive_sum(cell_start_.device_pointer(), cell_start_.device_pointer(), std::size_t{count[0]} + 1,
                scratch.device_pointer(), scratch.size(), stream);
  obstacles_.grid.cell_key = cell_key_.device_pointer();
  obstacles_.grid.cell_start = cell_start_.device_pointer();
  obstacles_.grid.occupied = count[0];
}

void DeviceTables::point_to_device(StepData& data) const {
  data.profiles = profiles_.device_pointer();
  data.footprints.rows = footprints_.device_pointer();
  data.footprints.shape = footprint_vertices_.device_pointer();
  data.goals = {goals_.device_pointer(), goal_x_.device_pointer(), goal_y_.device_pointer(),
                data.goals.fields != nullptr ? field_views_.device_pointer() : nullptr};
  data.obstacles = obstacles_;
  data.heights.pieces = slope_pieces_.device_pointer();
  data.heights.z = heights_.device_pointer();
  data.heights.floors = floors_.device_pointer();
  data.heights.floor_x = floor_x_.device_pointer();
  data.heights.floor_y = floor_y_.device_pointer();
  data.steering.behaviors = behaviors_.device_pointer();
  data.steering.parts = parts_.device_pointer();
  data.steering.paths = paths_.device_pointer();
  data.steering.path_x = path_x_.device_pointer();
  data.steering.path_y = path_y_.device_pointer();
  data.steering.path_place = path_place_.device_pointer();
  data.steering.group_first = group_first_.device_pointer();
  data.steering.group_members = group_members_.device_pointer();
}

}  // namespace throng::cuda
