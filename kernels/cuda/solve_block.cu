// New velocities with half-planes in shared memory: the agents of a block share its threads.
//
// What only some agents need is handed out to threads without gaps (block_tasks.hpp): looks beyond the first one, the
// 1-D programs of one line at a time, the 3-D program. One kernel does all of it, so that no half-plane ever leaves the
// multiprocessor. For worlds without static obstacles, whose agents have at most K lines.
#include "kernels/agent/nearest_few.hpp"
#include "kernels/agent/solve_agent.hpp"
#include "kernels/cuda/block_tasks.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/move_events.hpp"
#include "kernels/cuda/next_grid.hpp"
#include "kernels/cuda/rows.hpp"
#include "kernels/cuda/search_start.hpp"
#include "kernels/cuda/solve_limits.hpp"

namespace throng::cuda {
namespace {

// Of a block: as many as have room in 48 KiB of shared memory, with 10, 16 and 24 neighbors.
constexpr unsigned many_threads = 256;
constexpr unsigned some_threads = 128;
constexpr unsigned few_threads = 64;

/// Half-planes of one of a block's agents: row r of all agents, then row r + 1.
template <unsigned Threads>
struct BlockRows {
  float4* rows;
  __device__ HalfPlane<float> get(int i) const { return to_half_plane(rows[static_cast<unsigned>(i) * Threads]); }
  __device__ void set(int i, const HalfPlane<float>& line) const {
    rows[static_cast<unsigned>(i) * Threads] = to_row(line);
  }
};

/// What the threads of a block know of each other's agents.
template <int K, unsigned Threads>
struct BlockMemory {
  union {
    float4 rows[K][Threads];
    struct {  // before there are rows
      std::uint32_t neighbor[K][Threads];
      std::int32_t count[Threads];
    } found;
  };
  float2 velocity[Threads];  // m/s, of the programs so far
  float2 goal[Threads];      // m/s
  float max_speed[Threads];  // m/s
  float value[Threads];      // the reach of the next look, m^2; then 1 = failed; then the worst violation, m/s
  std::int32_t most_lines;
  OrderedBounds bounds;
  std::uint16_t number[Threads];           // the agents that have something to do
  std::uint32_t tasks_of_look[3];          // how many, by round
  std::uint32_t tasks_of_line[2 * K];
};

__device__ std::int32_t warp_max(std::int32_t value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    const std::int32_t other = __shfl_xor_sync(0xffffffffu, value, offset);
    value = other > value ? other : value;
  }
  return value;
}

__device__ std::int32_t warp_min(std::int32_t value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    const std::int32_t other = __shfl_xor_sync(0xffffffffu, value, offset);
    value = other < value ? other : value;
  }
  return value;
}

/// An agent of the block looks for its neighbors within a reach; whichever thread does it. Returns whether it must look
/// again, within the greater reach that is in `value` then.
template <int K, unsigned Threads>
__device__ bool look(const StepData& data, BlockMemory<K, Threads>& memory, unsigned agent, float reach_sq) {
  const std::uint32_t self = blockIdx.x * Threads + agent, storage = data.crowd.storage_index[self];
  const ProfileRow& profile = data.profiles[data.agents.profile[storage]];
  const std::int32_t wanted = profile.max_neighbors;
  const bool last = reach_sq >= profile.neighbor_distance_sq;
  float farthest_sq = 0.0f;
  const NearestLook found = look_for_nearest<K>(
      data.crowd, self, wanted, reach_sq, last, !data.one_layer, [&](std::uint32_t other) { return sees(data, storage, other); },
      [&](int n, Candidate candidate) {
        memory.found.neighbor[n][agent] = candidate.index;
        farthest_sq = candidate.distance_sq;
      });
  std::int32_t count = found.found < wanted ? found.found : wanted;
  if (found.tie) {
    float distance_sq[K];
    std::uint32_t index[K];
    NeighborList list{distance_sq, index, 0, 0};
    SelfAgent plain{};
    plain.storage = storage;
    plain.max_neighbors = wanted;
    find_agent_neighbors(data, self, plain, list);
    count = list.count;
    for (std::int32_t n = 0; n < count; ++n) memory.found.neighbor[n][agent] = index[n];
    farthest_sq = count > 0 ? distance_sq[count - 1] : 0.0f;
  } else if (found.found < wanted && !last) {
    memory.value[agent] = grown_reach_sq(reach_sq, wanted, found.found, profile.neighbor_distance_sq);
    return true;
  }
  memory.found.count[agent] = count;
  data.search_start_sq[storage] = next_search_start(count == wanted, farthest_sq, profile.neighbor_distance_sq);
  return false;
}

/// The 3-D programs of the block's infeasible agents, all at the same line: new velocities for them, `velocity` for the
/// others. In shared memory are rows, speeds, and zeros in the second half of tasks_of_line. All threads of the block.
template <int K, unsigned Threads>
__device__ Vec2<float> solve_infeasible_agents(BlockMemory<K, Threads>& memory, bool infeasible, std::int32_t failed_at,
                                               std::int32_t count, Vec2<float> velocity) {
  const unsigned t = threadIdx.x;
  memory.velocity[t] = make_float2(velocity.x, velocity.y);
  memory.value[t] = 0.0f;
  if (__syncthreads_or(infeasible) == 0) return velocity;
  const BlockRows<Threads> lines{&memory.rows[0][t]};
  const std::int32_t last_line = memory.most_lines;
  for (std::int32_t i = 0; i < last_line; ++i) {
    bool worse = false;
    if (infeasible && failed_at <= i && i < count) {
      worse = is_worse(lines.get(i), Vec2<float>{memory.velocity[t].x, memory.velocity[t].y}, memory.value[t]);
    }
    const unsigned tasks = list_tasks(memory.number, memory.tasks_of_line[K + i], worse);
    if (tasks == 0) continue;
    if (t < tasks) {
      const unsigned number = memory.number[t];
      float4 scratch[K];
      Vec2<float> met{memory.velocity[number].x, memory.velocity[number].y};
      meet_line(BlockRows<Threads>{&memory.rows[0][number]}, 0, i, memory.max_speed[number], true, OwnRows{scratch},
                met, memory.value[number]);
      memory.velocity[number] = make_float2(met.x, met.y);
    }
    __syncthreads();
  }
  return infeasible ? Vec2<float>{memory.velocity[t].x, memory.velocity[t].y} : velocity;
}

/// An agent whose 3-D program runs in a kernel of its own.
template <unsigned Threads>
__device__ void wait_for_program(const DeviceStep& step, std::uint32_t self, const BlockRows<Threads>& lines,
                                 std::int32_t count, std::int32_t failed_at, Vec2<float> velocity) {
  const PendingAgents& pending = step.pending;
  const std::uint32_t place = atomicAdd(&step.control->tally.pending, 1u);
  if (place >= pending.capacity) return;  // counted, so that there is room when the step is repeated
  pending.cell_order[place] = self;
  pending.hard_count[place] = 0;
  pending.count[place] = count;
  pending.failed_at[place] = failed_at;
  pending.program_velocity[place] = make_float2(velocity.x, velocity.y);
  for (std::int32_t r = 0; r < count; ++r) {
    pending.rows[static_cast<std::size_t>(r) * pending.capacity + place] = to_row(lines.get(r));
  }
}

template <int K, unsigned Threads>
__global__ void __launch_bounds__(Threads, 768 / Threads)
    solve_waiting_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const StepControl& control = *step.control;
  const PendingAgents& pending = step.pending;
  const std::uint32_t waiting = control.tally.pending < pending.capacity ? control.tally.pending : pending.capacity;
  if (control.halted != 0 || blockIdx.x * Threads >= waiting) return;  // all threads or none
  __shared__ BlockMemory<K, Threads> memory;
  const unsigned t = threadIdx.x;
  const std::uint32_t place = thread_number();
  const bool present = place < waiting;
  if (t < 2 * K) memory.tasks_of_line[t] = 0;
  if (t == 0) memory.most_lines = K;
  const StepData data = current_step(step);
  SelfAgent agent{};
  std::int32_t count = 0, failed_at = 0;
  Vec2<float> velocity{0.0f, 0.0f};
  if (present) {
    agent = load_self(data, pending.cell_order[place]);
    count = pending.count[place];
    failed_at = pending.failed_at[place];
    velocity = {pending.program_velocity[place].x, pending.program_velocity[place].y};
    for (std::int32_t r = 0; r < count; ++r) {
      memory.rows[r][t] = pending.rows[static_cast<std::size_t>(r) * pending.capacity + place];
    }
  }
  memory.max_speed[t] = agent.max_speed;
  velocity = solve_infeasible_agents(memory, present, failed_at, count, velocity);
  if (!present) return;
  velocity = finish_velocity(data, agent, BlockRows<Threads>{&memory.rows[0][t]}, 0, velocity);
  data.new_velocity_x[agent.storage] = velocity.x;
  data.new_velocity_y[agent.storage] = velocity.y;
}

template <int K, unsigned Threads>
__global__ void __launch_bounds__(Threads, 768 / Threads)
    solve_block_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  StepControl& control = *step.control;
  if (control.halted != 0) return;  // nobody sets it in this kernel: all threads or none
  __shared__ BlockMemory<K, Threads> memory;
  const unsigned t = threadIdx.x;
  const std::uint32_t self = blockIdx.x * Threads + t;
  const bool present = self < control.agents;
  const StepData data = current_step(step);
  if (t < 2 * K) memory.tasks_of_line[t] = 0;
  if (t < 3) memory.tasks_of_look[t] = 0;
  memory.found.count[t] = 0;
  if (t == 0) memory.most_lines = 0;
  __syncthreads();

  SelfAgent agent{};
  bool solves = false;
  if (present) {
    if (step.whole_step_in_solve) navigate_agent(data, data.crowd.storage_index[self]);
    agent = load_self(data, self);
    solves = true;
    if (agent.avoids && (data.range_query || agent.max_neighbors > K)) {
      step.large[atomicAdd(&control.tally.large, 1u)] = self;
      solves = false;
    }
  }

  // Neighbors.
  unsigned round = 0;
  bool again = false;
  const bool search_here = step.variants.search == Variants::Search::thread;
  if (search_here && solves && agent.avoids && agent.max_neighbors > 0) {
    const float range_sq = data.profiles[data.agents.profile[agent.storage]].neighbor_distance_sq;
    if (range_sq > 0.0f) {
      again = look(data, memory, t, first_reach_sq(data.search_start_sq[agent.storage], range_sq));
    }
  }
  for (unsigned number = t;; ++round) {
    if (t == 0) memory.tasks_of_look[(round + 1) % 3] = 0;
    const unsigned tasks = list_tasks(memory.number, memory.tasks_of_look[round % 3], again, number);
    if (tasks == 0) break;
    again = false;
    if (t < tasks) number = memory.number[t];
    __syncthreads();
    if (t < tasks) again = look(data, memory, number, memory.value[number]);
  }
  std::uint32_t index[K];
  NeighborList neighbors{nullptr, index, K, memory.found.count[t]};
  if (!search_here) neighbors.count = solves ? step.found_count[self] : 0;
  for (std::int32_t n = 0; n < neighbors.count; ++n) {
    index[n] =
        search_here ? memory.found.neighbor[n][t] : step.found[static_cast<std::size_t>(n) * step.capacity + self];
  }
  const std::int32_t most_in_warp = warp_max(neighbors.count);
  if ((t & 31u) == 0) atomicMax(&memory.most_lines, most_in_warp);
  __syncthreads();  // from here on there are rows where neighbors were
  const BlockRows<Threads> lines{&memory.rows[0][t]};
  agent_lines(data, agent, neighbors, 0, lines);

  // The 2-D program, all agents at the same line.
  const std::int32_t count = neighbors.count, last_line = memory.most_lines;
  std::int32_t failed_at = count;
  Vec2<float> velocity = clip_length(agent.preferred_velocity, agent.max_speed);
  memory.goal[t] = make_float2(agent.preferred_velocity.x, agent.preferred_velocity.y);
  memory.max_speed[t] = agent.max_speed;
  for (std::int32_t i = 0; i < last_line; ++i) {
    const bool violated = i < count && failed_at == count && violation(lines.get(i), velocity) > 0.0f;
    const unsigned tasks = list_tasks(memory.number, memory.tasks_of_line[i], violated);
    if (tasks == 0) continue;
    if (t < tasks) {
      const unsigned number = memory.number[t];
      const float2 goal = memory.goal[number];
      bool impossible;
      const Vec2<float> moved =
          solve_on_line<Aim::point>(BlockRows<Threads>{&memory.rows[0][number]}, i, Vec2<float>{goal.x, goal.y},
                                    memory.max_speed[number], impossible);
      memory.value[number] = impossible ? 1.0f : 0.0f;
      memory.velocity[number] = make_float2(moved.x, moved.y);
    }
    __syncthreads();
    if (!violated) continue;
    if (memory.value[t] > 0.0f) {
      failed_at = i;
    } else {
      velocity = {memory.velocity[t].x, memory.velocity[t].y};
    }
  }

  const bool infeasible = failed_at < count;
  if (step.variants.infeasible == Variants::Infeasible::apart) {
    if (infeasible) wait_for_program(step, self, lines, count, failed_at, velocity);
    if (infeasible) solves = false;
  } else {
    velocity = solve_infeasible_agents(memory, infeasible, failed_at, count, velocity);
    const int all_infeasible = __syncthreads_count(infeasible);
    if (t == 0 && all_infeasible > 0) {
      atomicAdd(&control.tally.infeasible, static_cast<std::uint32_t>(all_infeasible));
    }
  }
  if (solves) velocity = finish_velocity(data, agent, lines, 0, velocity);
  if (!step.whole_step_in_solve) {
    if (!solves) return;
    data.new_velocity_x[agent.storage] = velocity.x;
    data.new_velocity_y[agent.storage] = velocity.y;
    return;
  }
  bool arrived = false;
  OrderedBounds bounds = no_bounds();
  std::uint32_t crowding = 0;
  if (t == 0) memory.bounds = no_bounds();
  if (solves) {
    data.agents.velocity_x[agent.storage] = velocity.x;
    data.agents.velocity_y[agent.storage] = velocity.y;
    const auto events = move_agent(moving_in_place(data), agent.storage);
    arrived = events.arrived_first;
    note_leaving(step, agent.storage, events.leaves);
    if (!events.leaves) crowding = enter_next_grid(step, agent.storage, bounds);
  }
  const int all_arrived = __syncthreads_count(arrived);
  bounds = {warp_min(bounds.min_x), warp_min(bounds.min_y), warp_max(bounds.max_x), warp_max(bounds.max_y)};
  if ((t & 31u) == 0) widen(memory.bounds, bounds);
  crowding = block_sum(crowding);
  if (t != 0) return;
  add_crowding(*step.grid, crowding);
  widen(step.grid->next_bounds, memory.bounds);
  if (all_arrived > 0) atomicAdd(&control.tally.arrived, static_cast<std::uint32_t>(all_arrived));
}

}  // namespace

void launch_solve_block(const DeviceStep& step, cudaStream_t stream) {
  const auto blocks = [&](unsigned threads) { return blocks_for(step.capacity, threads); };
  const auto waiting_blocks = [&](unsigned threads) { return blocks_for(step.pending.capacity, threads); };
  const bool apart = step.variants.infeasible == Variants::Infeasible::apart;
  const bool few = step.most_neighbors <= few_neighbors, some = !few && step.most_neighbors <= some_neighbors;
  if (step.variants.search == Variants::Search::warp) {
    launch_find_neighbors(step, few ? few_neighbors : some ? some_neighbors : short_neighbors, stream);
  }
  if (few && step.variants.threads == many_threads) {
    THRONG_LAUNCH((solve_block_kernel<few_neighbors, many_threads>), blocks(many_threads), many_threads, stream, step);
    if (!apart) return;
    THRONG_LAUNCH((solve_waiting_kernel<few_neighbors, many_threads>), waiting_blocks(many_threads), many_threads,
                  stream, step);
  } else if (few) {
    THRONG_LAUNCH((solve_block_kernel<few_neighbors, some_threads>), blocks(some_threads), some_threads, stream, step);
    if (!apart) return;
    THRONG_LAUNCH((solve_waiting_kernel<few_neighbors, some_threads>), waiting_blocks(some_threads), some_threads,
                  stream, step);
  } else if (some) {
    THRONG_LAUNCH((solve_block_kernel<some_neighbors, some_threads>), blocks(some_threads), some_threads, stream, step);
    if (!apart) return;
    THRONG_LAUNCH((solve_waiting_kernel<some_neighbors, some_threads>), waiting_blocks(some_threads), some_threads,
                  stream, step);
  } else {
    THRONG_LAUNCH((solve_block_kernel<short_neighbors, few_threads>), blocks(few_threads), few_threads, stream, step);
    if (!apart) return;
    THRONG_LAUNCH((solve_waiting_kernel<short_neighbors, few_threads>), waiting_blocks(few_threads), few_threads,
                  stream, step);
  }
}

}  // namespace throng::cuda
