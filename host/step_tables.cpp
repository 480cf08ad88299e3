#include "host/step_tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "host/sine_cosine.hpp"
#include "kernels/agent/density_weight.hpp"

namespace throng {
namespace {

constexpr float unlimited = std::numeric_limits<float>::infinity();
constexpr float any_turn = -2.0f;           // no angle's cosine
constexpr float least_speed_sq = 1.0e-30f;  // the square of a slower speed is too near to float's end for a direction

/// Whether the profile's agents can't turn around within one step.
bool turns_slowly(const Profile& profile, double time_step) {
  return profile.max_turning_rate && *profile.max_turning_rate * time_step < std::numbers::pi;
}

DensityRow density_row(const DensitySpeed& speed) {
  // What the weights of a crowd of one person per square meter add up to.
  const double unit_density = 0.5 * std::numbers::pi * speed.radius * speed.radius * full_density_weight;
  return {.radius = static_cast<float>(speed.radius),
          .ahead = static_cast<float>(speed.ahead),
          .weight_per_sq = static_cast<float>(full_density_weight / (speed.radius * speed.radius)),
          .dilution = static_cast<float>(speed.gamma * unit_density),
          .offset = static_cast<float>(speed.gamma / speed.max_density),
          .least_factor = static_cast<float>(speed.least_factor),
          .most = static_cast<std::int32_t>(std::ceil(speed.max_density * unit_density * 1.00001)) + 1};
}

}  // namespace

ProfileRow profile_row(const Profile& profile, double time_step) {
  const auto distance = static_cast<float>(profile.neighbor_distance);
  const double escape_time = profile.escape_time.value_or(time_step);
  const auto heading_speed = static_cast<float>(profile.min_heading_speed);
  const bool limited = turns_slowly(profile, time_step);
  const SineCosine turn = limited ? sine_cosine(*profile.max_turning_rate * time_step) : SineCosine{0.0, 1.0};
  return {
      .neighbor_distance_sq = distance * distance,
      .max_neighbors = profile.max_neighbors,
      .time_horizon_obstacle = static_cast<float>(profile.time_horizon_obstacle),
      .inverse_time_horizon = 1.0f / static_cast<float>(profile.time_horizon),
      .inverse_time_horizon_obstacle = 1.0f / static_cast<float>(profile.time_horizon_obstacle),
      .inverse_escape_time = 1.0f / static_cast<float>(escape_time),
      .velocity_blend = static_cast<float>(profile.velocity_blend),
      .max_change = profile.max_acceleration ? static_cast<float>(*profile.max_acceleration * time_step) : unlimited,
      .heading_speed_sq = std::max(heading_speed * heading_speed, least_speed_sq),
      .turn_cosine = limited ? static_cast<float>(turn.cosine) : any_turn,
      .turn_sine = static_cast<float>(turn.sine),
      .arrival_tolerance = profile.arrival_tolerance ? static_cast<float>(*profile.arrival_tolerance) : -1.0f,
      .removes_on_arrival = profile.on_arrival == OnArrival::remove ? 1u : 0u,
      .footprint = profile.footprint ? profile.footprint->row : no_footprint,
      .brakes = profile.brakes_when_blocked ? 1u : 0u,
      .density = profile.density_speed ? density_row(*profile.density_speed) : DensityRow{}};
}

StepTables::StepTables(const WorldOptions& options, bool fill_obstacle_cells)
    : options_(options), obstacles_(fill_obstacle_cells) {}

void StepTables::set_footprints(std::span<const std::vector<Vec2d>> footprints) {
  footprint_rows_.clear();
  footprint_vertices_.clear();
  for (const std::vector<Vec2d>& vertices : footprints) {
    FootprintRow row{};
    row.first_vertex = static_cast<std::uint32_t>(footprint_vertices_.size());
    row.vertex_count = static_cast<std::uint32_t>(vertices.size());
    double largest_sq = 0.0;
    for (const Vec2d& v : vertices) {
      footprint_vertices_.push_back({static_cast<float>(v.x), static_cast<float>(v.y)});
      largest_sq = std::max(largest_sq, v.x * v.x + v.y * v.y);
    }
    // Not below what rounding makes of a vertex: it decides where is looked, never what is found.
    row.circle_radius = static_cast<float>(std::sqrt(largest_sq) * 1.00001);
    footprint_rows_.push_back(row);
  }
}

void StepTables::set_profiles(std::span<const Profile> profiles) {
  profile_rows_.clear();
  limits_active_ = turns_limited_ = any_footprint_ = any_brakes_ = any_density_ = false;
  std::vector<float> reach;
  for (const Profile& p : profiles) {
    profile_rows_.push_back(profile_row(p, options_.time_step));
    any_footprint_ = any_footprint_ || p.footprint.has_value();
    any_brakes_ = any_brakes_ || p.brakes_when_blocked;
    any_density_ = any_density_ || p.density_speed.has_value();
    turns_limited_ = turns_limited_ || turns_slowly(p, options_.time_step);
    limits_active_ = limits_active_ || turns_limited_ || p.velocity_blend < 1.0 || p.max_acceleration.has_value();
    reach.push_back(static_cast<float>(p.time_horizon_obstacle * p.max_speed + p.radius.value_or(0.0)));
  }
  if (reach.empty()) return;
  // The median: a row with an enormous horizon, used or not, must not leave one cell for all.
  const auto middle = reach.begin() + static_cast<std::ptrdiff_t>(reach.size() / 2);
  std::nth_element(reach.begin(), middle, reach.end());
  obstacles_.follow_reach(*middle);
}

void StepTables::set_flow_fields(std::span<const std::shared_ptr<const FlowField>> fields) {
  flow_fields_.assign(fields.begin(), fields.end());
  flow_views_.clear();
  for (const auto& field : fields) flow_views_.push_back(field->view());
}

void StepTables::set_goals(std::span<const GoalShape> goals) {
  any_flow_field_ = false;
  goal_rows_.clear();
  goal_x_.clear();
  goal_y_.clear();
  for (const GoalShape& goal : goals) {
    goal_rows_.push_back({static_cast<std::uint32_t>(goal_x_.size()), static_cast<std::uint32_t>(goal.vertices.size()),
                          goal.closed ? 1u : 0u, goal.flow_field});
    any_flow_field_ = any_flow_field_ || goal.flow_field >= 0;
    for (const Vec2d& v : goal.vertices) {
      goal_x_.push_back(static_cast<float>(v.x));
      goal_y_.push_back(static_cast<float>(v.y));
    }
  }
}

void StepTables::note_agents(std::span<const AgentRecord> agents) {
  RadiusLevels radii = radii_;
  for (const AgentRecord& agent : agents) {
    common_layer_ &= agent.layer;
    common_mask_ &= agent.mask;
    common_flags_ &= agent.flags;
    radii.add(static_cast<float>(agent.radius));
  }
  set_radii(radii);
}

void StepTables::set_common(std::uint32_t layer, std::uint32_t mask, std::uint32_t flags, const RadiusLevels& radii) {
  common_layer_ = layer;
  common_mask_ = mask;
  common_flags_ = flags;
  set_radii(radii);
}

void StepTables::set_radii(const RadiusLevels& radii) {
  const bool same = radii.has_levels_of(radii_);
  radii_ = radii;
  if (!same) reach_level_count_ = radii_.levels(reach_levels_);
}

std::int32_t StepTables::most_neighbors() const {
  if (options_.neighbor_query == NeighborQuery::range) return neighbor_cap;
  std::int32_t most = 0;
  for (const ProfileRow& row : profile_rows_) most = std::max(most, row.max_neighbors);
  return most;
}

StepData step_settings(const WorldOptions& options) {
  StepData data{};
  if (options.stuck) {
    const auto steps = [&](double time) { return std::ceil(time / options.time_step - 1e-9); };
    data.stuck = {.active = true,
                  .sidesteps = options.stuck->relief == StuckRelief::sidestep,
                  .progress = static_cast<float>(options.stuck->progress),
                  .steps = static_cast<std::int32_t>(steps(options.stuck->time)),
                  .period_steps = static_cast<std::uint32_t>(steps(options.stuck->period))};
  }
  data.contact.iterations = options.contact ? options.contact->iterations : 0;
  data.seed = options.seed;
  data.time_step = static_cast<float>(options.time_step);
  data.inverse_time_step = 1.0f / static_cast<float>(options.time_step);
  data.noise = static_cast<float>(options.preferred_velocity_noise);
  data.responsibility = static_cast<std::int32_t>(options.responsibility);
  data.range_query = options.neighbor_query == NeighborQuery::range;
  data.break_symmetry = options.break_symmetry;
  data.leave_obstacles = options.leave_obstacles;
  return data;
}

StepData StepTables::step_data() const {
  StepData data = step_settings(options_);
  data.contact.largest_radius = radii_.largest();
  data.contact.reach = {reach_level_count_, 0, reach_levels_.data(), nullptr, nullptr};
  data.footprints.rows = footprint_rows_.data();
  data.footprints.shape = footprint_vertices_.data();
  data.obstacles = obstacles_.view();
  data.goals = {goal_rows_.data(), goal_x_.data(), goal_y_.data(), any_flow_field_ ? flow_views_.data() : nullptr};
  data.profiles = profile_rows_.data();
  data.steering = steering_.view();
  data.heights = heights_.view();
  data.limits_active = limits_active_;
  data.turns_limited = turns_limited_;
  data.brakes = any_brakes_;
  data.density = any_density_;
  // Nobody is unseen when there is a layer that everyone is on and everyone looks at.
  data.one_layer = (common_layer_ & common_mask_) != 0;
  data.sees_all = data.one_layer && !steering_.ignores_targets();
  const bool all_avoid = (common_flags_ & agent_flag::avoids) != 0;
  data.equal_shares = options_.responsibility == Responsibility::equal && data.sees_all && all_avoid;
  return data;
}

}  // namespace throng
