// A step's input made at random, below the executor: for comparing the ways to solve it.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "host/cpu/agent_store.hpp"
#include "host/cpu/footprint_crowd.hpp"
#include "host/cpu/grid_order.hpp"
#include "host/navigation/flow_field.hpp"
#include "host/obstacle_table.hpp"
#include "kernels/agent/step_data.hpp"

namespace throng::test {

/// What a random state shall contain.
struct StepKind {
  std::uint64_t seed = 1;
  std::uint32_t agents = 200;
  double side = 12.0;  ///< m, of the square they are in
  std::int32_t responsibility = responsibility_policy::equal;
  bool range_query = false, limits = false, layers = false, obstacles = true, on_lattice = false, goals = false;
  bool turning = false;  ///< some turn no faster than their profile lets them
  bool break_symmetry = true;
  bool density = false;      ///< speeds of most depend on it
  bool flow_fields = false;  ///< with `goals`: of some of them
  bool footprints = false;   ///< some have one, some of those brake; some are large or fast
};

/// Owns what a StepData points to, binned and ready to be solved.
class RandomStep {
 public:
  explicit RandomStep(const StepKind& kind);
  [[nodiscard]] const StepData& data() const { return data_; }
  [[nodiscard]] AgentRecord agent(std::uint32_t slot) const { return store_.read(slot); }
  [[nodiscard]] std::uint32_t size() const { return data_.crowd.grid.item_count; }
  [[nodiscard]] std::int64_t id_at(std::uint32_t cell_order) const {
    return data_.agents.id[data_.crowd.storage_index[cell_order]];
  }

 private:
  void add_obstacles(const StepKind& kind);
  void add_goals();
  void add_flow_fields(std::uint64_t seed);
  void add_agents(const StepKind& kind);
  void bin();
  void make_footprints(std::uint64_t seed);

  ThreadTeam team_{1};
  AgentStore store_;
  GridOrder order_{0.0};
  ObstacleTable obstacles_;
  Buffer<Motion> motion_;
  Buffer<float> x_, y_, radius_, new_velocity_x_, new_velocity_y_, next_heading_x_, next_heading_y_;
  std::vector<ProfileRow> profiles_;
  FootprintCrowd footprints_;
  std::vector<FootprintRow> footprint_rows_;
  std::vector<BatchPoint> footprint_shape_;
  std::vector<GoalRow> goals_;
  std::vector<std::shared_ptr<const FlowField>> flow_fields_;
  std::vector<FlowFieldView> flow_views_;
  std::vector<float> goal_x_, goal_y_;
  StepData data_{};
};

}  // namespace throng::test
