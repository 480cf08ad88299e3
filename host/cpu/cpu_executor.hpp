// The cpu executor: the shared per-agent operations over arrays, on all cores, eight agents at a time.
#pragma once
#include <memory>
#include <vector>

#include "host/cpu/agent_store.hpp"
#include "host/cpu/footprint_crowd.hpp"
#include "host/cpu/grid_order.hpp"
#include "host/cpu/solver_memory.hpp"
#include "host/cpu/thread_team.hpp"
#include "host/executor.hpp"
#include "host/phase_clock.hpp"
#include "host/step_tables.hpp"
#include "kernels/agent/step_data.hpp"

namespace throng {

class CpuExecutor final : public Executor {
 public:
  explicit CpuExecutor(const WorldOptions& options);

  [[nodiscard]] ExecutorKind kind() const override { return ExecutorKind::cpu; }
  [[nodiscard]] int threads() const override { return team_.threads(); }
  [[nodiscard]] std::size_t bytes_per_agent() const override;

  void set_footprints(std::span<const std::vector<Vec2d>> footprints) override {
    tables_.set_footprints(footprints);
    binned_.valid = false;
  }
  void set_profiles(std::span<const Profile> profiles) override {
    tables_.set_profiles(profiles);
    binned_.valid = false;
  }
  void set_flow_fields(std::span<const std::shared_ptr<const FlowField>> fields) override {
    tables_.set_flow_fields(fields);
  }
  void set_goals(std::span<const GoalShape> goals) override { tables_.set_goals(goals); }
  void set_obstacles(std::span<const ObstacleShape> obstacles) override { tables_.set_obstacles(obstacles); }
  void set_heights(const Heights& heights) override { tables_.set_heights(heights); }
  void set_behaviors(std::span<const Behavior> behaviors) override { tables_.set_behaviors(behaviors); }
  void set_paths(std::span<const PathShape> paths) override { tables_.set_paths(paths); }
  void set_groups(std::span<const std::uint32_t> first, std::span<const GroupMember> members) override;

  [[nodiscard]] std::size_t size() const override { return store_.size(); }
  void reserve(std::size_t agents, std::size_t slots) override { store_.reserve(agents, slots); }
  void add(std::span<const AgentRecord> agents) override;
  void remove(std::span<const std::uint32_t> slots) override;
  void write(std::span<const AgentRecord> agents) override;
  void set_preferred_velocities(std::span<const std::uint32_t> slots, std::span<const Vec2d> velocities) override;
  void set_agent_goals(std::span<const GoalRecord> goals) override;
  void set_steering(std::span<const SteeringRecord> records) override;
  void read(std::span<const std::uint32_t> slots, std::span<AgentRecord> out) const override;
  void read_steering(std::span<const std::uint32_t> slots, std::span<SteeringReadout> out) const override;
  void read_motion(MotionColumns& out) const override;
  bool bring_aims(bool wanted) override { return brings_aims_ = wanted; }

  void begin_step(std::uint64_t step) override;
  void navigate() override;
  void bin() override;
  void steer() override;
  void solve() override;
  void move() override;
  void resolve() override;
  void end_step() override { next_step_ = step_ + 1; }
  void report_arrivals(bool wanted) override { reports_arrivals_ = wanted; }
  bool report_infeasible(bool wanted) override { return reports_infeasible_ = wanted; }
  void take_results(StepResults& out) override;

  [[nodiscard]] std::uint64_t state_hash() const override;
  [[nodiscard]] Measures measure() const override;
  void neighbors(std::uint32_t slot, std::vector<std::uint32_t>& out) const override;
  void constraints(std::uint32_t slot, std::vector<Constraint>& out) const override;

 private:
  /// What reading the present state needs beside it. Queries between steps refresh it, which changes no result: hence
  /// mutable.
  struct Binned {
    GridOrder order;
    Buffer<Motion> motion;
    Buffer<float> x, y, radius;
    bool valid = false;
  };
  /// Of many agents at one place a search for the nearest needs only some (GridOrder::set_aside); measures need all.
  enum class Find { nearest, all, contacts };
  void bin_agents(Find what) const;
  /// The same of agents at these positions.
  void bin_agents(const AgentArrays& agents, Find what) const;
  using Finish = void (*)(const StepData& step, WorkerCounts& counts, LeavingAgents& leaving, std::size_t begin,
                          std::size_t end);
  /// The end of motion: `finish` for all, then those who leave are taken out.
  void finish_motion(Finish finish);
  void make_contact_room(std::size_t agents);
  void note_reach(const StepData& data);
  void resolve_contacts(const StepData& data);
  void prepare_infeasible();
  void list_infeasible();
  void refresh_crowd_flags() const;
  void measure_footprints(const StepData& data, Measures& result) const;
  bool reorder_storage();
  [[nodiscard]] StepData step_data() const;
  [[nodiscard]] std::uint32_t cell_order_of(std::uint32_t slot) const;

  mutable StepTables tables_;
  const StepKernels& kernels_;
  mutable ThreadTeam team_;
  mutable AgentStore store_;
  mutable Binned binned_;
  mutable FootprintCrowd footprints_;
  mutable bool flags_known_ = false;
  Buffer<float> new_velocity_x_, new_velocity_y_;
  Buffer<float> next_heading_x_, next_heading_y_;  ///< empty while no profile limits turning
  /// Of the contact pass (ContactView); empty without one.
  struct Contacts {
    Buffer<float> moved_x, moved_y;
    Buffer<float> x[2], y[2];  ///< m, cell order: places before and after an iteration
    Buffer<std::int32_t> count, edge_count;
    Buffer<std::uint32_t> list, edges;
    Buffer<float> reach;
    Buffer<std::uint32_t> reach_sole;
    std::int32_t reach_tiles = 0;

    [[nodiscard]] std::size_t capacity_bytes() const;
  };
  Contacts contacts_;

  std::uint64_t step_ = 0, next_step_ = 0;  ///< the one under way, or the last one; the next to be begun
  std::vector<std::unique_ptr<OwnedSolverMemory>> solver_memory_;  // one per thread
  std::vector<WorkerCounts> counts_;
  struct Leaving {
    Buffer<std::uint32_t> slots;
    std::size_t count = 0;
  };
  std::vector<Leaving> leaving_;  // one per thread
  PhaseClock clock_;
  StepResults results_;
  Buffer<std::uint8_t> infeasible_;  ///< by storage index, in a step of which they are reported
  bool brings_aims_ = false, reports_arrivals_ = false, reports_infeasible_ = false;
};

}  // namespace throng
