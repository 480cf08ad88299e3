// Settings, profiles, goals and obstacles as the per-agent operations read them: what executors over floats share.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "host/executor.hpp"
#include "host/height_table.hpp"
#include "host/obstacle_table.hpp"
#include "host/radius_levels.hpp"
#include "host/steering_table.hpp"
#include "kernels/agent/step_data.hpp"

namespace throng {

/// A profile ready for use, in steps of `time_step` (s).
ProfileRow profile_row(const Profile& profile, double time_step);

/// Settings alone; all else is zero.
StepData step_settings(const WorldOptions& options);

class StepTables {
 public:
  /// Settings are final, as make_cpu_executor takes them. Without `fill_obstacle_cells` the obstacles' grid is only
  /// placed.
  explicit StepTables(const WorldOptions& options, bool fill_obstacle_cells = true);

  void set_footprints(std::span<const std::vector<Vec2d>> footprints);
  void set_profiles(std::span<const Profile> profiles);
  void set_flow_fields(std::span<const std::shared_ptr<const FlowField>> fields);
  void set_goals(std::span<const GoalShape> goals);
  void set_obstacles(std::span<const ObstacleShape> obstacles) { obstacles_.build(obstacles); }
  void set_heights(const Heights& heights) { heights_.set(heights); }
  void set_behaviors(std::span<const Behavior> behaviors) { steering_.set_behaviors(behaviors, options_.time_step); }
  void set_paths(std::span<const PathShape> paths) { steering_.set_paths(paths); }
  void set_groups(std::span<const std::uint32_t> first, std::span<const GroupMember> members) {
    steering_.set_groups(first, members);
  }
  void note_steering(std::span<const SteeringRecord> records) { steering_.note(records); }

  /// Looks at agents that have come: whether all see each other, and all avoid.
  void note_agents(std::span<const AgentRecord> agents);
  /// The same of the whole crowd, as bits that all of its agents have, with its radii: for those who have looked at
  /// all.
  void set_common(std::uint32_t layer, std::uint32_t mask, std::uint32_t flags, const RadiusLevels& radii);

  /// Everything but agents, crowd, the arrays of a step and its number. Tables are in host memory, valid until they are
  /// set again.
  [[nodiscard]] StepData step_data() const;

  [[nodiscard]] std::span<const FootprintRow> footprint_rows() const { return footprint_rows_; }
  [[nodiscard]] std::span<const BatchPoint> footprint_vertices() const { return footprint_vertices_; }
  [[nodiscard]] std::span<const ProfileRow> profile_rows() const { return profile_rows_; }
  [[nodiscard]] std::span<const GoalRow> goal_rows() const { return goal_rows_; }
  [[nodiscard]] std::span<const std::shared_ptr<const FlowField>> flow_fields() const { return flow_fields_; }
  [[nodiscard]] bool any_flow_field() const { return any_flow_field_; }  ///< of some goal
  [[nodiscard]] std::span<const float> goal_x() const { return goal_x_; }
  [[nodiscard]] std::span<const float> goal_y() const { return goal_y_; }
  [[nodiscard]] const ObstacleTable& obstacles() const { return obstacles_; }
  [[nodiscard]] const HeightTable& heights() const { return heights_; }
  [[nodiscard]] const SteeringTable& steering() const { return steering_; }
  [[nodiscard]] const RadiusLevels& radii() const { return radii_; }
  [[nodiscard]] std::span<const ReachLevel> reach_levels() const {
    return {reach_levels_.data(), static_cast<std::size_t>(reach_level_count_)};
  }
  [[nodiscard]] bool any_footprint() const { return any_footprint_; }  ///< of some profile
  [[nodiscard]] bool any_brakes() const { return any_brakes_; }
  [[nodiscard]] bool any_density() const { return any_density_; }  ///< some profile's speed depends on it
  [[nodiscard]] bool limits_turning() const { return turns_limited_; }
  [[nodiscard]] std::int32_t contact_iterations() const { return options_.contact ? options_.contact->iterations : 0; }
  [[nodiscard]] std::int32_t most_neighbors() const;  ///< that any profile asks for, or the cap of range queries

 private:
  void set_radii(const RadiusLevels& radii);

  WorldOptions options_;
  std::vector<ProfileRow> profile_rows_;
  bool limits_active_ = false, turns_limited_ = false, any_footprint_ = false, any_brakes_ = false,
       any_density_ = false;
  std::vector<FootprintRow> footprint_rows_;
  std::vector<BatchPoint> footprint_vertices_;
  std::vector<std::shared_ptr<const FlowField>> flow_fields_;
  std::vector<FlowFieldView> flow_views_;
  bool any_flow_field_ = false;
  std::vector<GoalRow> goal_rows_;
  std::vector<float> goal_x_, goal_y_;
  ObstacleTable obstacles_;
  SteeringTable steering_;
  HeightTable heights_;
  std::uint32_t common_layer_ = ~0u, common_mask_ = ~0u, common_flags_ = ~0u;
  RadiusLevels radii_;
  std::array<ReachLevel, max_reach_levels> reach_levels_{};
  std::int32_t reach_level_count_ = 1;
};

}  // namespace throng
