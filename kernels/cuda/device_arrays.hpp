// The arrays of a world on its device, by what their size follows.
#pragma once
#include <cstdint>

#include "host/radius_levels.hpp"
#include "kernels/agent/contact_limits.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/device_step.hpp"
#include "kernels/cuda/solve_limits.hpp"

namespace throng::cuda {

/// Capacities are multiples of it.
inline constexpr std::size_t entry_step = 128;
inline std::size_t rounded(std::size_t count) { return (count + entry_step - 1) / entry_step * entry_step; }

/// One array per field of an agent.
struct AgentBuffers {
  AgentBuffers(DeviceMemory& of, std::size_t entries) : memory(of), capacity(entries) {}
  DeviceMemory& memory;
  std::size_t capacity;
#define THRONG_FIELD(name, record_type, array_type) DeviceBuffer<array_type> name{memory, capacity};
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  DeviceBuffer<float> search_start{memory, capacity};

  [[nodiscard]] AgentArrays arrays() const {
    return {
#define THRONG_FIELD(name, record_type, array_type) .name = name.device_pointer(),
        THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
    };
  }
  void copy_from(const AgentBuffers& other, std::size_t count, cudaStream_t stream) {
#define THRONG_FIELD(name, record_type, array_type) \
  copy_on_device(name.device_pointer(), other.name.device_pointer(), count, stream);
    THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
    copy_on_device(search_start.device_pointer(), other.search_start.device_pointer(), count, stream);
  }
};

/// Everything with one entry per agent, scratch included.
struct CrowdArrays {
  /// With room for neighbor lists when `longest_list` > 0.
  CrowdArrays(DeviceMemory& of, std::size_t entries, std::size_t longest_list)
      : memory(of), capacity(entries), list_entries(entries * longest_list) {}
  DeviceMemory& memory;
  std::size_t capacity, list_entries;
  AgentBuffers agents{memory, capacity}, spare{memory, capacity};
  DeviceBuffer<float> new_velocity_x{memory, capacity}, new_velocity_y{memory, capacity};
  DeviceBuffer<Motion> motion{memory, capacity};
  DeviceBuffer<float> radius{memory, capacity};
  DeviceBuffer<std::uint32_t> order{memory, capacity}, key{memory, capacity};
  DeviceBuffer<std::uint8_t> leaves{memory, capacity};
  DeviceBuffer<std::uint32_t> leaving{memory, capacity}, holes{memory, capacity}, survivors{memory, capacity};
  DeviceBuffer<RemovedAgent> removed{memory, capacity};
  DeviceBuffer<std::uint32_t> large{memory, capacity};
  DeviceBuffer<std::uint32_t> found{memory, list_entries};
  DeviceBuffer<std::int32_t> found_count{memory, list_entries > 0 ? capacity : 0};
};

/// Of the contact pass: an entry or a list for each agent. `with_edges`: there are obstacles.
struct ContactArrays {
  ContactArrays(DeviceMemory& of, std::size_t entries, bool with_edges, std::size_t levels)
      : memory(of),
        capacity(entries),
        edge_entries(with_edges ? entries : 0),
        tiles(RadiusLevels::tiles(entries)),
        reach_levels(levels) {}
  DeviceMemory& memory;
  std::size_t capacity, edge_entries;
  std::int32_t tiles;        ///< of a level of radii, along each side
  std::size_t reach_levels;  ///< that there is room for
  DeviceBuffer<float> moved_x{memory, capacity}, moved_y{memory, capacity};
  DeviceBuffer<float> start_x{memory, capacity}, start_y{memory, capacity};
  DeviceBuffer<float> even_x{memory, capacity}, even_y{memory, capacity};
  DeviceBuffer<float> odd_x{memory, capacity}, odd_y{memory, capacity};
  DeviceBuffer<std::int32_t> count{memory, capacity}, edge_count{memory, edge_entries};
  DeviceBuffer<std::uint32_t> list{memory, capacity*contact_cap}, edges{memory, edge_entries*contact_edge_cap};
  DeviceBuffer<ReachLevel> level{memory, max_reach_levels};
  std::size_t reach_entries = (reach_levels - 1) * static_cast<std::size_t>(tiles) * static_cast<std::size_t>(tiles);
  DeviceBuffer<std::uint32_t> reach_sole{memory, reach_entries};
  DeviceBuffer<float> reach{memory, reach_entries};
};

/// Agents with a footprint: `entries` of them, among `crowd_entries` agents. `with_contact`: lists of whom they touch.
struct FootprintArrays {
  FootprintArrays(DeviceMemory& of, std::size_t entries, std::size_t crowd_entries, bool with_contact)
      : memory(of),
        capacity(entries),
        crowd(crowd_entries),
        listed_crowd(with_contact ? crowd_entries : 0),
        listed(with_contact ? entries : 0) {}
  DeviceMemory& memory;
  std::size_t capacity, crowd, listed_crowd, listed;
  DeviceBuffer<std::uint32_t> storage{memory, capacity}, order{memory, capacity};
  DeviceBuffer<float> x{memory, capacity}, y{memory, capacity};
  DeviceBuffer<float> velocity_x{memory, capacity}, velocity_y{memory, capacity};
  DeviceBuffer<float> circle_radius{memory, capacity}, circle{memory, capacity};
  DeviceBuffer<Motion> motion{memory, capacity};
  DeviceBuffer<std::uint64_t> key{memory, capacity}, sorted_key{memory, capacity}, occupied_key{memory, capacity + 1};
  DeviceBuffer<std::uint32_t> sorted_from{memory, capacity}, start{memory, capacity + 2}, occupied{memory, 1};
  DeviceBuffer<FootprintAgent> agents{memory, capacity};
  DeviceBuffer<BatchPoint> vertices{memory, capacity* footprint_vertex_cap};
  DeviceBuffer<EdgeRow> edges{memory, capacity* footprint_vertex_cap};
  DeviceBuffer<std::uint32_t> place{memory, crowd}, number{memory, crowd}, near{memory, crowd};
  DeviceBuffer<std::int32_t> disc_count{memory, listed_crowd}, footprint_count{memory, listed};
  DeviceBuffer<std::uint32_t> disc_list{memory, listed_crowd* disc_body_cap};
  DeviceBuffer<std::uint32_t> footprint_list{memory, listed* footprint_body_cap};

  [[nodiscard]] FootprintRoom room(StepControl* control, GridState* grid, FootprintState* state) const {
    return {static_cast<std::uint32_t>(capacity),
            control,
            grid,
            state,
            storage.device_pointer(),
            x.device_pointer(),
            y.device_pointer(),
            velocity_x.device_pointer(),
            velocity_y.device_pointer(),
            circle_radius.device_pointer(),
            order.device_pointer(),
            motion.device_pointer(),
            circle.device_pointer(),
            agents.device_pointer(),
            vertices.device_pointer(),
            edges.device_pointer(),
            place.device_pointer(),
            number.device_pointer()};
  }
  /// Fills in what does not change from step to step.
  void point_to(FootprintView& view) const {
    view.agents = agents.device_pointer();
    view.vertices = vertices.device_pointer();
    view.edges = edges.device_pointer();
    view.place = place.device_pointer();
    view.number = number.device_pointer();
    view.disc_count = disc_count.device_pointer();
    view.disc_list = disc_list.device_pointer();
    view.footprint_count = footprint_count.device_pointer();
    view.footprint_list = footprint_list.device_pointer();
  }
};

/// What agents steer for and what came of it, by slot.
struct SteeringArrays {
  SteeringArrays(DeviceMemory& of, std::size_t entries) : memory(of), slots(entries) {}
  DeviceMemory& memory;
  std::size_t slots;
  DeviceBuffer<SteeringRow> rows{memory, slots};
  DeviceBuffer<SteeringResult> results{memory, slots};

  void copy_from(const SteeringArrays& other, cudaStream_t stream) {
    copy_on_device(rows.device_pointer(), other.rows.device_pointer(), other.slots, stream);
    copy_on_device(results.device_pointer(), other.results.device_pointer(), other.slots, stream);
  }
};

/// Cells: all of them, or the occupied ones.
struct CellArrays {
  CellArrays(DeviceMemory& of, std::size_t cell_entries, std::size_t agents, bool list_occupied)
      : memory(of), cells(cell_entries), sparse(list_occupied), listed(list_occupied ? agents : 0) {}
  DeviceMemory& memory;
  std::size_t cells;  ///< of the table of all cells
  bool sparse;
  std::size_t listed;
  DeviceBuffer<std::uint32_t> start{memory, (sparse ? listed : cells) + 2}, count{memory, sparse ? 1 : cells + 1};
  DeviceBuffer<std::uint64_t> agent_key{memory, listed}, occupied_key{memory, listed + 1};
  DeviceBuffer<std::uint32_t> occupied{memory, 1};
};

/// Room for the infeasible agents of a step.
struct PendingArrays {
  PendingArrays(DeviceMemory& of, std::size_t entries, std::int32_t rows_each)
      : memory(of), capacity(entries), row_count(rows_each) {}
  DeviceMemory& memory;
  std::size_t capacity;
  std::int32_t row_count;
  DeviceBuffer<float4> rows{memory, capacity* static_cast<std::size_t>(row_count)};
  DeviceBuffer<std::uint32_t> cell_order{memory, capacity};
  DeviceBuffer<std::int32_t> hard_count{memory, capacity}, count{memory, capacity}, failed_at{memory, capacity};
  DeviceBuffer<float2> program_velocity{memory, capacity};

  [[nodiscard]] PendingAgents view() const {
    return {rows.device_pointer(),
            cell_order.device_pointer(),
            hard_count.device_pointer(),
            count.device_pointer(),
            failed_at.device_pointer(),
            program_velocity.device_pointer(),
            static_cast<std::uint32_t>(capacity),
            row_count};
  }
};

/// Memory of the threads that solve agents with long lists.
struct LargeArrays {
  /// As many of `wanted` threads as have room in a quarter of a gigabyte, though never less than one block of them: an
  /// agent with thousands of edges in reach makes the lists of all threads long.
  static std::size_t threads_that_fit(std::size_t wanted, std::size_t edges_each, std::size_t footprint_rows) {
    const std::size_t each =
        8 * (neighbor_cap + 1) + 8 * edges_each + 32 * (edges_each + neighbor_cap + footprint_rows);
    const std::size_t fitting = (std::size_t{1} << 28) / each / 128 * 128;
    return wanted <= fitting ? wanted : fitting < 128 ? 128 : fitting;
  }
  LargeArrays(DeviceMemory& of, std::uint32_t thread_count, std::int32_t edges_each, std::size_t rows_of_footprints)
      : memory(of),
        threads(thread_count),
        edges(static_cast<std::size_t>(edges_each)),
        footprint_rows(rows_of_footprints) {}
  DeviceMemory& memory;
  std::uint32_t threads;
  std::size_t edges, footprint_rows;
  DeviceBuffer<float> distance_sq{memory, threads*(std::size_t{neighbor_cap} + 1)};
  DeviceBuffer<std::uint32_t> index{memory, threads*(std::size_t{neighbor_cap} + 1)};
  DeviceBuffer<float> edge_distance_sq{memory, threads* edges};
  DeviceBuffer<std::uint32_t> edge{memory, threads* edges};
  DeviceBuffer<float4> rows{memory, threads*(edges + neighbor_cap + footprint_rows)},
      scratch_rows{memory, threads*(edges + neighbor_cap + footprint_rows)};

  [[nodiscard]] LargeScratch view() const {
    return {distance_sq.device_pointer(),
            index.device_pointer(),
            edge_distance_sq.device_pointer(),
            edge.device_pointer(),
            rows.device_pointer(),
            scratch_rows.device_pointer(),
            static_cast<std::int32_t>(edges),
            threads};
  }
};

}  // namespace throng::cuda
