// The cuda executor: the whole step on the device.
//
// A step is captured once into a graph and launched again and again; steps run ahead of the host, which waits only when
// something is read or changed. Counts stay on the device. A step that finds too little room stops itself and all steps
// behind it; the host makes room and the world repeats them (World::Impl::settle).
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "host/executor.hpp"
#include "host/step_tables.hpp"
#include "kernels/cuda/device_arrays.hpp"
#include "kernels/cuda/device_tables.hpp"
#include "kernels/cuda/device_use.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/motion_transfer.hpp"
#include "kernels/cuda/read_back.hpp"
#include "kernels/cuda/staging.hpp"
#include "kernels/cuda/stream.hpp"

namespace throng::cuda {

class CudaExecutor final : public Executor {
 public:
  explicit CudaExecutor(const WorldOptions& options);
  ~CudaExecutor() override;

  [[nodiscard]] ExecutorKind kind() const override { return ExecutorKind::cuda; }
  [[nodiscard]] int threads() const override { return 1; }
  [[nodiscard]] std::size_t bytes_per_agent() const override;

  void set_footprints(std::span<const std::vector<Vec2d>> footprints) override;
  void set_profiles(std::span<const Profile> profiles) override;
  void set_flow_fields(std::span<const std::shared_ptr<const FlowField>> fields) override;
  void set_goals(std::span<const GoalShape> goals) override;
  void set_obstacles(std::span<const ObstacleShape> obstacles) override;
  void set_heights(const Heights& heights) override;
  void set_behaviors(std::span<const Behavior> behaviors) override;
  void set_paths(std::span<const PathShape> paths) override;
  void set_groups(std::span<const std::uint32_t> first, std::span<const GroupMember> members) override;

  [[nodiscard]] std::size_t size() const override { return size_; }
  void reserve(std::size_t agents, std::size_t slots) override;
  void add(std::span<const AgentRecord> agents) override;
  void remove(std::span<const std::uint32_t> slots) override;
  void write(std::span<const AgentRecord> agents) override;
  void set_preferred_velocities(std::span<const std::uint32_t> slots, std::span<const Vec2d> velocities) override;
  void set_agent_goals(std::span<const GoalRecord> goals) override;
  void set_steering(std::span<const SteeringRecord> records) override;
  void read(std::span<const std::uint32_t> slots, std::span<AgentRecord> out) const override;
  void read_steering(std::span<const std::uint32_t> slots, std::span<SteeringReadout> out) const override;
  void request_motion() override;
  void take_motion(MotionColumns& out) override;
  void read_motion(MotionColumns& out) const override;

  void begin_step(std::uint64_t step) override;
  void navigate() override;
  void bin() override;
  void steer() override;
  void solve() override;
  void move() override;
  void resolve() override;
  void end_step() override;
  [[nodiscard]] bool runs_ahead() const override { return true; }
  void report_arrivals(bool wanted) override;
  void take_results(StepResults& out) override;

  [[nodiscard]] std::uint64_t state_hash() const override;
  [[nodiscard]] Measures measure() const override;
  void neighbors(std::uint32_t slot, std::vector<std::uint32_t>& out) const override;
  void constraints(std::uint32_t slot, std::vector<Constraint>& out) const override;

  [[nodiscard]] DeviceView device_view() override;

 private:
  enum class Layout { keep, dense, sparse };
  /// What steps have asked for that is more than there is; 0 or `keep` = enough.
  struct Wanted {
    std::size_t edges = 0, pending = 0, cells = 0, footprints = 0;
    Layout layout = Layout::keep;  ///< of the cells
    bool steering = false;         ///< for agents that steer; once there, it stays
  };
  /// Arrays that are to replace those that have become too small.
  struct Room {
    std::unique_ptr<CrowdArrays> crowd;
    DeviceBuffer<std::uint32_t> index_of_slot;
    std::unique_ptr<SteeringArrays> steering;
    std::unique_ptr<ContactArrays> contact;
    std::unique_ptr<FootprintArrays> footprints;
    std::unique_ptr<CellArrays> cells;
    std::unique_ptr<PendingArrays> pending;
    std::unique_ptr<LargeArrays> large;
    DeviceBuffer<char> primitive_scratch;
  };
  /// Runs `call` with calls of the runtime going to this world's device. After a fault of the device everything here
  /// throws the same error again.
  template <class Call>
  auto on_device(Call&& call) const;
  void abandon_capture() const;
  [[noreturn]] void lose(const std::string& why) const;

  void upload_tables();
  DeviceBuffer<std::uint32_t> send_slots(std::span<const std::uint32_t> slots);
  void make_room(std::size_t agents, std::size_t slots, const Wanted& wanted);
  void make_room(std::size_t agents = 0, std::size_t slots = 0) { make_room(agents, slots, Wanted()); }
  void make_wanted_room();
  void throw_if_hopeless(std::size_t capacity) const;
  [[nodiscard]] Error no_room_for(std::size_t agents, std::size_t capacity) const;
  /// note(tables_), and the arguments of the kernels are stale when what they say of the crowd has changed.
  template <class Note>
  void note(Note&& note);
  void note_agents(std::span<const AgentRecord> agents);
  void note_wants();
  void refresh_arguments();
  void enqueue_bounds(const DeviceStep& step);
  void enqueue_cells(const DeviceStep& step);
  void enqueue_bin();
  [[nodiscard]] DeviceStep footprint_step() const;
  void enqueue_footprints(const DeviceStep& step, bool after_motion);
  void bin_now();
  void refresh();
  void choose_cells();
  void fetch_control();
  template <class Enqueue>
  void phase(std::size_t number, Enqueue&& enqueue);
  struct QueryAnswer;
  void query(std::uint32_t slot, QueryAnswer& answer);
  [[nodiscard]] std::size_t bytes_of_crowd(std::size_t agents) const;
  [[nodiscard]] bool solves_in_shared() const;
  [[nodiscard]] bool among_bodies() const {
    return tables_.any_footprint() || tables_.any_brakes() || tables_.any_density();
  }

  WorldOptions options_;
  const Variants variants_ = variants();
  int device_;
  DeviceUse use_;  ///< before all that lives on the device, so that it goes after it
  std::string device_name_;
  std::uint32_t multiprocessors_ = 1;
  mutable std::string lost_;  ///< the error that lost this world; empty = it lives
  std::unique_ptr<Stream> stream_;
  std::unique_ptr<DeviceMemory> memory_;
  StepTables tables_;
  std::unique_ptr<DeviceTables> device_tables_;
  bool footprints_stale_ = true, profiles_stale_ = true, goals_stale_ = true, obstacles_stale_ = true;
  bool behaviors_stale_ = false, paths_stale_ = false, groups_stale_ = false, heights_stale_ = false;
  bool flow_fields_stale_ = false;

  std::unique_ptr<CrowdArrays> crowd_;
  std::unique_ptr<SteeringArrays> steering_;     ///< none until an agent steers
  std::unique_ptr<ContactArrays> contact_;       ///< none without a contact pass
  std::unique_ptr<FootprintArrays> footprints_;  ///< none until a profile has one
  std::unique_ptr<CellArrays> cells_;
  std::unique_ptr<PendingArrays> pending_;
  std::unique_ptr<LargeArrays> large_;
  DeviceBuffer<std::uint32_t> index_of_slot_;
  DeviceBuffer<StepControl> control_;
  DeviceBuffer<GridState> grid_;
  DeviceBuffer<PointBounds> bounds_;
  DeviceBuffer<StepControl> footprint_control_;
  DeviceBuffer<GridState> footprint_grid_;
  DeviceBuffer<PointBounds> footprint_bounds_;
  DeviceBuffer<FootprintState> footprint_state_;
  DeviceBuffer<char> primitive_scratch_;
  DeviceBuffer<MeasureSums> sums_;
  PinnedBuffer<StepControl> control_copy_;
  PinnedBuffer<GridState> grid_copy_;
  PinnedBuffer<RemovedAgent> removed_copy_;
  PinnedBuffer<MeasureSums> sums_copy_;
  PinnedBuffer<std::uint32_t> last_launch_;
  mutable std::unique_ptr<Staging> staging_;
  mutable ReadBack<AgentRecord> read_agents_;
  mutable ReadBack<SteeringResult> read_steering_;
  std::unique_ptr<MotionTransfer> motion_;

  std::uint64_t next_step_ = 0;   ///< number that the device will give to the step begun next
  std::size_t size_ = 0;          ///< agents, as of the last results taken
  std::size_t cells_chosen_ = 0;  ///< agents for which the cells' size was looked for
  Wanted wanted_;
  DeviceStep step_{};
  bool arguments_stale_ = true;
  bool reports_arrivals_ = false;
  bool binned_ = false;        ///< the grid is that of the present state
  bool grid_follows_ = false;  ///< the last step has prepared the grid of the next one, and nothing has changed since
  StepGraph graph_;
  bool capturing_ = false;
  std::array<std::unique_ptr<Event>, 6> phase_ends_;  ///< begin, then the end of each phase
  bool stepped_ = false;
};

}  // namespace throng::cuda
