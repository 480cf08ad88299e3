// New velocities with half-planes in shared memory: the agents of a block share its threads.
//
// What only some agents need is handed out to threads without gaps (block_tasks.hpp): looks beyond the first one, the
// 1-D programs of one line at a time, the 3-D program. A block solves several lots of agents, one after the other;
// infeasible agents wait in its memory until there are enough of them for full warps. No half-plane ever leaves the
// multiprocessor. For worlds without static obstacles, whose agents have at most K lines.
#include "kernels/agent/nearest_few.hpp"
#include "kernels/agent/solve_agent.hpp"
#include "kernels/cuda/block_tasks.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/move_events.hpp"
#include "kernels/cuda/next_grid.hpp"
#include "kernels/cuda/rows.hpp"
#include "kernels/cuda/solve_limits.hpp"

namespace throng::cuda {
namespace {

// Threads of a block and room for infeasible agents that wait, with 10, 16 and 24 neighbors: what has room in 48 KiB.
constexpr unsigned few_threads = 192;
constexpr unsigned few_waiting = 64;
constexpr unsigned small_threads = 128;  // variant
constexpr unsigned small_waiting = 128;
constexpr unsigned some_threads = 128;
constexpr unsigned some_waiting = 32;
constexpr unsigned short_threads = 64;
constexpr unsigned short_waiting = 40;
// Resident blocks of a multiprocessor that the compiler makes room for in its registers; shared memory has room for no
// more.
constexpr unsigned resident_blocks = 4;

/// Half-planes of one of a block's agents: row r of all agents, then row r + 1.
template <unsigned Stride>
struct BlockRows {
  float4* rows;
  __device__ HalfPlane<float> get(int i) const { return to_half_plane(rows[static_cast<unsigned>(i) * Stride]); }
  __device__ void set(int i, const HalfPlane<float>& line) const {
    rows[static_cast<unsigned>(i) * Stride] = to_row(line);
  }
};

/// What the threads of a block know of each other's agents. The columns: a thread's own agent each, then those of the
/// infeasible ones that wait.
template <int K, unsigned Threads, unsigned Waiting>
struct BlockMemory {
  static constexpr unsigned columns = Threads + Waiting;
  float4 rows[K][columns];        // before there are half-planes, the x of row n is neighbor n
  float2 velocity[columns];       // m/s, of the programs so far
  float2 goal[Threads];           // m/s
  float max_speed[columns];       // m/s
  float value[columns];           // the reach of the next look, m^2; then 1 = failed; then the worst violation, m/s
  std::uint32_t self[Waiting];    // cell order
  std::uint16_t number[columns];  // the columns that have something to do
  std::uint8_t count[columns], failed_at[columns];  // lines
  std::uint32_t tasks_of_look[3];                   // how many, by round
  std::uint32_t tasks_of_line[2 * K];
  std::uint32_t waiting, joining;
  std::uint32_t arrived, infeasible;  // sums over the lots
  std::int32_t most_lines;
  OrderedBounds bounds;

  __device__ BlockRows<columns> lines(unsigned column) { return {&rows[0][column]}; }
};

__device__ std::int32_t warp_max(std::int32_t value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    const std::int32_t other = __shfl_xor_sync(0xffffffffu, value, offset);
    value = other > value ? other : value;
  }
  return value;
}

/// An agent looks for its neighbors within a reach; whichever thread does it. Returns whether it must look again,
/// within the greater reach that is in `value` then.
template <int K, class Memory>
__device__ bool look(const StepData& data, Memory& memory, std::uint32_t self, unsigned column, float reach_sq) {
  const std::uint32_t storage = data.crowd.storage_index[self];
  const ProfileRow& profile = data.profiles[data.agents.profile[storage]];
  const std::int32_t wanted = profile.max_neighbors;
  const bool last = reach_sq >= profile.neighbor_distance_sq;
  float farthest_sq = 0.0f;
  const NearestLook found = look_for_nearest<K>(
      data.crowd, self, wanted, reach_sq, last, !data.sees_all,
      [&](std::uint32_t other) { return sees(data, storage, other); },
      [&](int n, Candidate candidate) {
        memory.rows[n][column].x = __uint_as_float(candidate.index);
        farthest_sq = candidate.distance_sq;
      });
  std::int32_t count = found.found < wanted ? found.found : wanted;
  if (found.tie) {
    float distance_sq[K];
    std::uint32_t index[K];
    NeighborList list{distance_sq, index, 0, 0};
    find_agent_neighbors(data, self, storage, wanted, list);
    count = list.count;
    for (std::int32_t n = 0; n < count; ++n) memory.rows[n][column].x = __uint_as_float(index[n]);
    farthest_sq = count > 0 ? distance_sq[count - 1] : 0.0f;
  } else if (found.found < wanted && !last) {
    memory.value[column] = grown_reach_sq(reach_sq, wanted, found.found, profile.neighbor_distance_sq);
    return true;
  }
  memory.count[column] = static_cast<std::uint8_t>(count);
  data.search_start_sq[storage] = next_search_start(count == wanted, farthest_sq, profile.neighbor_distance_sq);
  return false;
}

/// The neighbors of the block's agents that `searches` says have some to be found. All threads.
template <int K, unsigned Threads, class Memory>
__device__ void search(const StepData& data, Memory& memory, std::uint32_t first, bool searches) {
  const unsigned t = threadIdx.x;
  bool again = false;
  if (searches) {
    const std::uint32_t storage = data.crowd.storage_index[first + t];
    const float range_sq = data.profiles[data.agents.profile[storage]].neighbor_distance_sq;
    if (range_sq > 0.0f) {
      again = look<K>(data, memory, first + t, t, first_reach_sq(data.search_start_sq[storage], range_sq));
    }
  }
  unsigned column = t;
  for (unsigned round = 0;; ++round) {
    if (t == 0) memory.tasks_of_look[(round + 1) % 3] = 0;
    add_tasks(memory.number, memory.tasks_of_look[round % 3], again, column);
    const unsigned tasks = close_tasks(memory.tasks_of_look[round % 3]);
    if (tasks == 0) return;
    again = false;
    if (t < tasks) column = memory.number[t];
    __syncthreads();
    if (t < tasks) again = look<K>(data, memory, first + column, column, memory.value[column]);
  }
}

/// The 2-D programs of the block's agents, all at the same line. Returns the line at which the thread's own failed, or
/// their number.
template <int K, class Memory>
__device__ std::int32_t solve_feasible(Memory& memory, const SelfAgent& agent, std::int32_t count,
                                       Vec2<float>& velocity) {
  const unsigned t = threadIdx.x;
  const auto lines = memory.lines(t);
  std::int32_t failed_at = count;
  velocity = clip_length(agent.preferred_velocity, agent.max_speed);
  memory.goal[t] = make_float2(agent.preferred_velocity.x, agent.preferred_velocity.y);
  memory.max_speed[t] = agent.max_speed;
  for (std::int32_t i = 0; i < memory.most_lines; ++i) {
    const bool violated = i < count && failed_at == count && violation(lines.get(i), velocity) > 0.0f;
    add_tasks(memory.number, memory.tasks_of_line[i], violated, t);
    const unsigned tasks = close_tasks(memory.tasks_of_line[i]);
    if (tasks == 0) continue;
    if (t < tasks) {
      const unsigned column = memory.number[t];
      const float2 goal = memory.goal[column];
      bool impossible;
      const Vec2<float> moved = solve_on_line<Aim::point>(memory.lines(column), i, Vec2<float>{goal.x, goal.y},
                                                          memory.max_speed[column], impossible);
      memory.value[column] = impossible ? 1.0f : 0.0f;
      memory.velocity[column] = make_float2(moved.x, moved.y);
    }
    __syncthreads();
    if (!violated) continue;
    if (memory.value[t] > 0.0f) {
      failed_at = i;
    } else {
      velocity = {memory.velocity[t].x, memory.velocity[t].y};
    }
  }
  return failed_at;
}

/// Whether the agent of a column, infeasible since line `failed_at`, violates line `i` by more than those before.
template <class Memory>
__device__ bool meets_worse(Memory& memory, unsigned column, std::int32_t i) {
  if (i < memory.failed_at[column] || i >= memory.count[column]) return false;
  return is_worse(memory.lines(column).get(i), Vec2<float>{memory.velocity[column].x, memory.velocity[column].y},
                  memory.value[column]);
}

/// The 3-D programs of the columns with failed_at < count: a thread's own and those that wait. All at the same line. In
/// memory are rows, speeds, the velocities so far, and zeros in `value` and in the second half of tasks_of_line.
template <int K, unsigned Threads, class Memory>
__device__ void solve_infeasible_columns(Memory& memory) {
  const unsigned t = threadIdx.x;
  __syncthreads();
  const bool waits = t < memory.waiting;
  for (std::int32_t i = 0; i < K; ++i) {
    std::uint32_t& all = memory.tasks_of_line[K + i];
    add_tasks(memory.number, all, meets_worse(memory, t, i), t);
    if (memory.waiting > 0) add_tasks(memory.number, all, waits && meets_worse(memory, Threads + t, i), Threads + t);
    const unsigned tasks = close_tasks(all);
    if (tasks == 0) continue;
    for (unsigned task = t; task < tasks; task += Threads) {
      const unsigned column = memory.number[task];
      float4 scratch[K];
      Vec2<float> met{memory.velocity[column].x, memory.velocity[column].y};
      meet_line(memory.lines(column), 0, i, memory.max_speed[column], true, OwnRows{scratch}, met,
                memory.value[column]);
      memory.velocity[column] = make_float2(met.x, met.y);
    }
    __syncthreads();
  }
}

/// An agent with its new velocity: what follows the programs, and where solving moves too, the motion. `column` has its
/// rows. Returns its part of the crowding of the next grid.
template <class Memory>
__device__ std::uint32_t finish(const DeviceStep& step, const StepData& data, Memory& memory, std::uint32_t self,
                                unsigned column) {
  const SelfAgent agent = load_self(data, self);  // once more: fewer registers are taken meanwhile
  const Vec2<float> velocity = finish_velocity(data, agent, memory.lines(column), 0,
                                               Vec2<float>{memory.velocity[column].x, memory.velocity[column].y});
  if (!step.whole_step_in_solve) {
    data.new_velocity_x[agent.storage] = velocity.x;
    data.new_velocity_y[agent.storage] = velocity.y;
    return 0;
  }
  data.agents.velocity_x[agent.storage] = velocity.x;
  data.agents.velocity_y[agent.storage] = velocity.y;
  const auto events = move_agent(moving_in_place(data), agent.storage);
  if (events.arrived_first) atomicAdd(&memory.arrived, 1u);
  note_leaving(step, agent.storage, events.leaves);
  if (events.leaves) return 0;
  OrderedBounds own;
  const std::uint32_t crowding = enter_next_grid(step, agent.storage, own);
  widen(memory.bounds, own);
  return crowding;
}

/// The sums of a block. All threads.
template <class Memory>
__device__ void add_sums(const DeviceStep& step, Memory& memory, std::uint32_t crowding) {
  crowding = block_sum(crowding);  // has barriers: everybody is done
  if (threadIdx.x != 0) return;
  StepTally& tally = step.control->tally;
  if (memory.infeasible > 0) atomicAdd(&tally.infeasible, memory.infeasible);
  if (!step.whole_step_in_solve) return;
  if (memory.arrived > 0) atomicAdd(&tally.arrived, memory.arrived);
  add_crowding(*step.grid, crowding);
  widen(step.grid->next_bounds, memory.bounds);
}

/// An agent whose 3-D program runs in a kernel of its own (a variant).
template <class Lines>
__device__ void wait_for_program(const DeviceStep& step, std::uint32_t self, const Lines& lines, std::int32_t count,
                                 std::int32_t failed_at, Vec2<float> velocity) {
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

/// An infeasible agent into a column of those that wait in the block.
template <unsigned Threads, class Memory>
__device__ void wait_in_block(Memory& memory, std::uint32_t self, unsigned place) {
  const unsigned t = threadIdx.x, column = Threads + place;
  for (std::int32_t r = 0; r < memory.count[t]; ++r) memory.rows[r][column] = memory.rows[r][t];
  memory.velocity[column] = memory.velocity[t];
  memory.max_speed[column] = memory.max_speed[t];
  memory.value[column] = 0.0f;
  memory.count[column] = memory.count[t];
  memory.failed_at[column] = memory.failed_at[t];
  memory.self[place] = self;
}

/// One lot of agents: those from `first` on in cell order. `last`: no other lot follows. Returns what `finish` returns,
/// summed up.
template <int K, unsigned Threads, unsigned Waiting>
__device__ std::uint32_t solve_lot(const DeviceStep& step, const StepData& data,
                                   BlockMemory<K, Threads, Waiting>& memory, std::uint32_t first, bool last) {
  StepControl& control = *step.control;
  const unsigned t = threadIdx.x;
  const std::uint32_t self = first + t;
  __syncthreads();  // the lot before is done
  memory.count[t] = 0;
  if (t < 2 * K) memory.tasks_of_line[t] = 0;
  if (t == 0) {
    memory.tasks_of_look[0] = 0;
    memory.most_lines = 0;
    memory.joining = 0;
  }
  __syncthreads();

  bool solves = self < control.agents, searches = false;
  if (solves) {
    const std::uint32_t storage = data.crowd.storage_index[self];
    if (step.whole_step_in_solve) navigate_agent<float, true>(data, storage);
    if ((data.agents.flags[storage] & agent_flag::avoids) != 0) {
      const std::int32_t wanted = data.profiles[data.agents.profile[storage]].max_neighbors;
      searches = wanted > 0;
      if (data.range_query || wanted > K) {
        step.large[atomicAdd(&control.tally.large, 1u)] = self;
        solves = searches = false;
      }
    }
  }
  if (step.variants.search == Variants::Search::thread) search<K, Threads>(data, memory, first, searches);

  SelfAgent agent{};
  std::uint32_t index[K];
  NeighborList neighbors{nullptr, index, K, 0};
  if (solves) {
    agent = load_self(data, self);
    if (step.variants.search == Variants::Search::thread) {
      neighbors.count = memory.count[t];
      for (std::int32_t n = 0; n < neighbors.count; ++n) index[n] = __float_as_uint(memory.rows[n][t].x);
    } else {
      neighbors.count = step.found_count[self];
      for (std::int32_t n = 0; n < neighbors.count; ++n) {
        index[n] = step.found[static_cast<std::size_t>(n) * step.capacity + self];
      }
    }
  }
  const std::int32_t count = neighbors.count, most_in_warp = warp_max(count);
  if ((t & 31u) == 0) atomicMax(&memory.most_lines, most_in_warp);
  agent_lines(data, agent, neighbors, 0, memory.lines(t));
  __syncthreads();

  Vec2<float> velocity;
  const std::int32_t failed_at = solve_feasible<K>(memory, agent, count, velocity);
  const bool infeasible = failed_at < count;
  memory.velocity[t] = make_float2(velocity.x, velocity.y);
  if (step.variants.infeasible == Variants::Infeasible::apart) {
    if (infeasible) {
      wait_for_program(step, self, memory.lines(t), count, failed_at, velocity);
    } else if (solves) {
      finish(step, data, memory, self, t);
    }
    return 0;
  }
  memory.count[t] = static_cast<std::uint8_t>(count);
  memory.failed_at[t] = static_cast<std::uint8_t>(failed_at);
  memory.value[t] = 0.0f;
  const auto joining = static_cast<unsigned>(__syncthreads_count(infeasible));
  const unsigned waiting = memory.waiting;
  if (t == 0) memory.infeasible += joining;
  std::uint32_t crowding = 0;
  if (waiting + joining <= Waiting && !last) {
    if (infeasible) {
      wait_in_block<Threads>(memory, self, waiting + atomicAdd(&memory.joining, 1u));
    } else if (solves) {
      crowding = finish(step, data, memory, self, t);
    }
    __syncthreads();  // all have read how many wait
    if (t == 0) memory.waiting = waiting + joining;
    return crowding;
  }
  if (waiting + joining > 0) solve_infeasible_columns<K, Threads>(memory);
  if (solves) crowding = finish(step, data, memory, self, t);
  if (t < waiting) crowding += finish(step, data, memory, memory.self[t], Threads + t);
  __syncthreads();
  if (t == 0) memory.waiting = 0;
  return crowding;
}

template <int K, unsigned Threads, unsigned Waiting>
__global__ void __launch_bounds__(Threads, resident_blocks)
    solve_block_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  if (step.control->halted != 0) return;  // nobody sets it in this kernel: all threads or none
  __shared__ BlockMemory<K, Threads, Waiting> memory;
  static_assert(Waiting <= Threads && sizeof memory <= 48800);
  if (threadIdx.x == 0) {
    memory.waiting = memory.arrived = memory.infeasible = 0;
    memory.bounds = no_bounds();
  }
  const StepData data = current_step(step);
  const std::uint32_t agents = step.control->agents, stride = gridDim.x * Threads;
  std::uint32_t crowding = 0;
  for (std::uint32_t first = blockIdx.x * Threads; first < agents; first += stride) {
    crowding += solve_lot(step, data, memory, first, agents - first <= stride);
  }
  add_sums(step, memory, crowding);
}

/// The 3-D programs of those that wait in device memory (a variant).
template <int K, unsigned Threads, unsigned Waiting>
__global__ void __launch_bounds__(Threads, resident_blocks)
    solve_waiting_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const StepControl& control = *step.control;
  const PendingAgents& pending = step.pending;
  const std::uint32_t waiting = control.tally.pending < pending.capacity ? control.tally.pending : pending.capacity;
  if (control.halted != 0 || blockIdx.x * Threads >= waiting) return;  // all threads or none
  __shared__ BlockMemory<K, Threads, Waiting> memory;
  const unsigned t = threadIdx.x;
  const std::uint32_t place = thread_number();
  const bool present = place < waiting;
  if (t < 2 * K) memory.tasks_of_line[t] = 0;
  if (t == 0) memory.waiting = 0;
  const StepData data = current_step(step);
  std::uint32_t self = 0;
  memory.count[t] = memory.failed_at[t] = 0;
  memory.value[t] = 0.0f;
  if (present) {
    self = pending.cell_order[place];
    memory.max_speed[t] = data.agents.max_speed[data.crowd.storage_index[self]];
    memory.count[t] = static_cast<std::uint8_t>(pending.count[place]);
    memory.failed_at[t] = static_cast<std::uint8_t>(pending.failed_at[place]);
    memory.velocity[t] = pending.program_velocity[place];
    for (std::int32_t r = 0; r < pending.count[place]; ++r) {
      memory.rows[r][t] = pending.rows[static_cast<std::size_t>(r) * pending.capacity + place];
    }
  }
  solve_infeasible_columns<K, Threads>(memory);
  if (present) finish(step, data, memory, self, t);
}

constexpr unsigned most_lots = 16;

/// Blocks for all agents.
unsigned blocks_of_lots(const DeviceStep& step, unsigned threads) {
  const unsigned lots = blocks_for(step.capacity, threads);
  const unsigned least = (lots + most_lots - 1) / most_lots;
  if (step.variants.lots == Variants::Lots::many) return least;
  const unsigned resident = step.multiprocessors * resident_blocks;
  const bool is_single = step.variants.lots == Variants::Lots::single || lots <= resident;
  return is_single ? lots : resident > least ? resident : least;
}

}  // namespace

void launch_solve_block(const DeviceStep& step, cudaStream_t stream) {
  const auto lots = [&](unsigned threads) { return blocks_of_lots(step, threads); };
  const auto waiting = [&](unsigned threads) { return blocks_for(step.pending.capacity, threads); };
  const bool apart = step.variants.infeasible == Variants::Infeasible::apart;
  const bool few = step.most_neighbors <= few_neighbors, some = !few && step.most_neighbors <= some_neighbors;
  if (step.variants.search == Variants::Search::warp) {
    launch_find_neighbors(step, few ? few_neighbors : some ? some_neighbors : short_neighbors, stream);
  }
  if (few && step.variants.threads != small_threads) {
    THRONG_LAUNCH((solve_block_kernel<few_neighbors, few_threads, few_waiting>), lots(few_threads), few_threads, stream,
                  step);
    if (!apart) return;
    THRONG_LAUNCH((solve_waiting_kernel<few_neighbors, few_threads, few_waiting>), waiting(few_threads), few_threads,
                  stream, step);
  } else if (few) {
    THRONG_LAUNCH((solve_block_kernel<few_neighbors, small_threads, small_waiting>), lots(small_threads), small_threads,
                  stream, step);
    if (!apart) return;
    THRONG_LAUNCH((solve_waiting_kernel<few_neighbors, small_threads, small_waiting>), waiting(small_threads),
                  small_threads, stream, step);
  } else if (some) {
    THRONG_LAUNCH((solve_block_kernel<some_neighbors, some_threads, some_waiting>), lots(some_threads), some_threads,
                  stream, step);
    if (!apart) return;
    THRONG_LAUNCH((solve_waiting_kernel<some_neighbors, some_threads, some_waiting>), waiting(some_threads),
                  some_threads, stream, step);
  } else {
    THRONG_LAUNCH((solve_block_kernel<short_neighbors, short_threads, short_waiting>), lots(short_threads),
                  short_threads, stream, step);
    if (!apart) return;
    THRONG_LAUNCH((solve_waiting_kernel<short_neighbors, short_threads, short_waiting>), waiting(short_threads),
                  short_threads, stream, step);
  }
}

}  // namespace throng::cuda
