#include "tests/parity/random_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/agent/vec2.hpp"
#include "tests/parity/dice.hpp"
#include "tests/support/flow_fields.hpp"

namespace throng::test {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

ProfileRow profile(float distance, std::int32_t neighbors, float blend, float max_change) {
  return {.neighbor_distance_sq = distance * distance,
          .max_neighbors = neighbors,
          .time_horizon_obstacle = 1.0f,
          .inverse_time_horizon = 1.0f / 3.0f,
          .inverse_time_horizon_obstacle = 1.0f,
          .inverse_escape_time = 10.0f,
          .velocity_blend = blend,
          .max_change = max_change,
          .heading_speed_sq = 0.0025f,
          .turn_cosine = -2.0f,
          .turn_sine = 0.0f,
          .arrival_tolerance = -1.0f,
          .removes_on_arrival = 0,
          .footprint = no_footprint,
          .brakes = 0,
          .density = {}};
}

DensityRow density_of(float radius, float ahead) {
  const float unit_density = 6434.0f * radius * radius;
  return {.radius = radius,
          .ahead = ahead,
          .weight_per_sq = 4096.0f / (radius * radius),
          .dilution = 1.913f * unit_density,
          .offset = 0.35f,
          .least_factor = 0.0625f,
          .most = static_cast<std::int32_t>(5.5f * unit_density)};
}

void limit_turn_of(ProfileRow& row, double angle) {
  row.turn_cosine = static_cast<float>(std::cos(angle));
  row.turn_sine = static_cast<float>(std::sin(angle));
}

}  // namespace

RandomStep::RandomStep(const StepKind& kind) {
  const float blend = kind.limits ? 0.625f : 1.0f, change = kind.limits ? 0.25f : infinite;
  profiles_ = {profile(5.0f, 10, 1.0f, infinite), profile(3.0f, 6, blend, infinite),
               profile(8.0f, 40, 1.0f, change),   profile(0.0f, 10, blend, change),
               profile(5.0f, 0, 1.0f, infinite),  profile(9.0f, 100, blend, infinite)};
  if (kind.goals) {
    profiles_[1].arrival_tolerance = 0.75f;
    profiles_[2].removes_on_arrival = 1;
    add_goals();
    if (kind.flow_fields) add_flow_fields(kind.seed);
  }
  if (kind.turning) {
    limit_turn_of(profiles_[0], 0.2);
    limit_turn_of(profiles_[1], 1.9);
    limit_turn_of(profiles_[5], 3.0);
    profiles_[2].heading_speed_sq = 0.5f;
  }
  if (kind.density) {
    // Discs from smaller than an agent to larger than the scene.
    profiles_[0].density = density_of(2.0f, 1.0f);
    profiles_[1].density = density_of(0.25f, 0.0f);
    profiles_[2].density = density_of(kind.seed % 2 == 0 ? 0.75f : 30.0f, 0.5f);
    profiles_[3].density = density_of(1.5f, 4.0f);
  }
  if (kind.footprints) make_footprints(kind.seed);
  add_obstacles(kind);
  add_agents(kind);
  bin();
  data_.obstacles = obstacles_.view();
  data_.profiles = profiles_.data();
  data_.search_start_sq = store_.search_start_sq.data();
  data_.new_velocity_x = new_velocity_x_.data();
  data_.new_velocity_y = new_velocity_y_.data();
  data_.next_heading_x = next_heading_x_.data();
  data_.next_heading_y = next_heading_y_.data();
  data_.seed = kind.seed;
  data_.step = kind.seed % 100;
  data_.time_step = 0.1f;
  data_.inverse_time_step = 10.0f;
  data_.noise = kind.seed % 2 == 0 ? 0.01f : 0.0f;
  data_.responsibility = kind.responsibility;
  data_.range_query = kind.range_query;
  data_.break_symmetry = kind.break_symmetry;
  data_.leave_obstacles = true;
  data_.limits_active = kind.limits || kind.turning;
  data_.turns_limited = kind.turning;
  data_.density = kind.density;
  data_.equal_shares = kind.responsibility == responsibility_policy::equal && !kind.layers;
  data_.one_layer = !kind.layers;
  if (!kind.footprints) return;
  data_.brakes = kind.seed % 3 == 0;
  data_.footprints.rows = footprint_rows_.data();
  data_.footprints.shape = footprint_shape_.data();
  footprints_.place(data_, data_.agents, store_.size(), false, team_);
  footprints_.make_contact_room(store_.size());
  footprints_.point_to(data_.footprints);
}

/// Profiles of agents with 3, 4, 6 and 16 vertices, the last ones large.
void RandomStep::make_footprints(std::uint64_t seed) {
  Dice dice(seed + 2000);
  for (const std::uint32_t corners : {3u, 4u, 6u, 16u}) {
    const double across = corners == 16 ? 4.0 : dice.exact(0.5, 1.25), aside = dice.exact(0.25, 0.75);
    FootprintRow row{static_cast<std::uint32_t>(footprint_shape_.size()), corners, 0.0f};
    double largest = 0.0;
    for (std::uint32_t k = 0; k < corners; ++k) {
      const double angle = 6.283185307179586 * k / corners;
      footprint_shape_.push_back(
          {static_cast<float>(across * std::cos(angle)), static_cast<float>(aside * std::sin(angle))});
      largest = std::max(largest, std::hypot(across * std::cos(angle), aside * std::sin(angle)));
    }
    row.circle_radius = static_cast<float>(largest * 1.00001);
    footprint_rows_.push_back(row);
    ProfileRow with = profiles_[corners % 2];
    with.footprint = static_cast<std::uint32_t>(footprint_rows_.size() - 1);
    with.brakes = corners == 4 ? 1 : 0;
    profiles_.push_back(with);
  }
}

void RandomStep::add_obstacles(const StepKind& kind) {
  if (!kind.obstacles) return;
  Dice dice(kind.seed + 1000);
  std::vector<ObstacleShape> shapes;
  for (std::uint64_t id = 0; id < 12; ++id) {
    const Vec2d at = dice.exact_point(-0.5 * kind.side, 0.5 * kind.side), to = dice.exact_point(-3.0, 3.0);
    const double w = dice.exact(0.25, 2.0), h = dice.exact(0.25, 2.0);
    if (id % 3 == 0) {
      shapes.push_back({id, false, {at, {at.x + to.x, at.y + to.y}, {at.x + to.y, at.y + 2.0}}});
    } else if (id % 3 == 1) {
      shapes.push_back({id, true, {at, {at.x + w, at.y}, {at.x + w, at.y + h}, {at.x, at.y + h}}});
    } else {  // an L, with a reflex corner
      shapes.push_back({id,
                        true,
                        {at,
                         {at.x + 2 * w, at.y},
                         {at.x + 2 * w, at.y + h},
                         {at.x + w, at.y + h},
                         {at.x + w, at.y + 2 * h},
                         {at.x, at.y + 2 * h}}});
    }
  }
  obstacles_.follow_reach(2.0f);
  obstacles_.build(shapes);
}

/// A line, a triangle and a square.
void RandomStep::add_goals() {
  goals_ = {{0, 2, 0, -1}, {2, 3, 1, -1}, {5, 4, 1, -1}};
  goal_x_ = {-4.0f, 4.0f, 1.0f, 5.0f, 3.0f, -3.0f, 0.0f, 0.0f, -3.0f};
  goal_y_ = {5.0f, 5.5f, 1.0f, 1.0f, 4.0f, -3.0f, -3.0f, 0.0f, 0.0f};
  data_.goals = {goals_.data(), goal_x_.data(), goal_y_.data(), nullptr};
}

/// Smaller than the square that the agents are in, with nodes where those on a lattice stand, and one far from all.
void RandomStep::add_flow_fields(std::uint64_t seed) {
  flow_fields_ = {random_field(seed, {-5.0, -5.0}, 0.25, 2, 3), random_field(seed + 1, {0.0, -3.0}, 0.5, 1, 1),
                  random_field(seed + 2, {1.0e6, 0.0}, 0.1, 1, 1)};
  for (const auto& field : flow_fields_) flow_views_.push_back(field->view());
  goals_[0].flow_field = static_cast<std::int32_t>(seed % 3);
  goals_[2].flow_field = static_cast<std::int32_t>((seed + 1) % 3);
  data_.goals.goals = goals_.data();
  data_.goals.fields = flow_views_.data();
}

void RandomStep::add_agents(const StepKind& kind) {
  Dice dice(kind.seed);
  std::vector<AgentRecord> records(kind.agents);
  for (std::uint32_t i = 0; i < kind.agents; ++i) {
    AgentRecord& r = records[i];
    const double half = 0.5 * kind.side;
    r.id = static_cast<std::int64_t>(dice.bits() >> 20 << 11 | i);
    r.slot = i;
    r.position_x = kind.on_lattice ? 0.5 * static_cast<double>(dice.below(12)) : dice.between(-half, half);
    r.position_y = kind.on_lattice ? 0.5 * static_cast<double>(dice.below(12)) : dice.between(-half, half);
    if (!dice.one_in(5)) {
      r.velocity_x = dice.between(-1.5, 1.5);
      r.velocity_y = dice.between(-1.5, 1.5);
    }
    r.preferred_velocity_x = dice.one_in(5) ? 0.0 : dice.between(-2.0, 2.0);
    r.preferred_velocity_y = dice.one_in(5) ? 0.0 : dice.between(-2.0, 2.0);
    r.heading_x = dice.one_in(2) ? 1.0 : -1.0;
    if (kind.turning && dice.one_in(2)) {
      const Vec2<float> heading = unit(Vec2<float>{dice.real(-1.0f, 1.0f), dice.real(0.125f, 1.0f)});
      r.heading_x = heading.x;
      r.heading_y = heading.y;
    }
    r.radius = dice.one_in(20) ? 0.0 : dice.between(0.1, 0.4);
    r.max_speed = dice.one_in(20) ? 0.0 : dice.between(0.5, 2.0);
    r.goal = goal_kind::none;
    if (kind.goals && !dice.one_in(4)) {
      r.goal = dice.one_in(3) ? static_cast<std::int32_t>(dice.below(3)) : goal_kind::point;
      // Some are there already, some within a step of it.
      const double near = dice.one_in(4) ? 0.0 : dice.one_in(2) ? 0.1 : 5.0;
      r.goal_x = r.position_x + dice.between(-near, near);
      r.goal_y = r.position_y + dice.between(-near, near);
      r.preferred_speed = dice.between(0.0, 2.0);
    }
    r.profile = static_cast<std::uint32_t>(dice.one_in(12) ? dice.below(6) : dice.below(3));
    if (kind.footprints && dice.one_in(4)) {
      r.profile = 6 + static_cast<std::uint32_t>(dice.one_in(6) ? 3 : dice.below(3));
      const Vec2<float> heading = unit(Vec2<float>{dice.real(-1.0f, 1.0f), dice.real(0.125f, 1.0f)});
      r.heading_x = heading.x;
      r.heading_y = heading.y;
      if (dice.one_in(10)) r.velocity_x = dice.between(5.0, 40.0);
    }
    r.flags = kind.layers && dice.one_in(10) ? 0u : agent_flag::avoids;
    if (dice.one_in(30)) r.flags |= agent_flag::inside_obstacle;
    if (kind.goals && dice.one_in(3)) r.flags |= agent_flag::arrived;
    if (kind.goals && dice.one_in(3)) r.flags |= agent_flag::arrival_counted;
    r.priority = dice.one_in(8) ? std::numeric_limits<double>::infinity() : static_cast<double>(dice.below(4));
    r.layer = kind.layers ? 1u << dice.below(3) : 1u;
    r.mask = kind.layers && dice.one_in(2) ? 1u << dice.below(3) : ~0u;
  }
  store_.add(records);
  for (std::uint32_t i = 0; i < kind.agents; ++i) {
    store_.search_start_sq[i] = dice.one_in(2) ? 0.0f : dice.real(0.0f, 30.0f);
  }
}

void RandomStep::bin() {
  const std::size_t n = store_.size();
  const AgentArrays a = store_.arrays();
  order_.build(a.position_x, a.position_y, n, team_);
  for (Buffer<float>* buffer :
       {&x_, &y_, &radius_, &new_velocity_x_, &new_velocity_y_, &next_heading_x_, &next_heading_y_})
    buffer->resize(n);
  motion_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t from = order_.order()[i];
    motion_[i] = {a.position_x[from], a.position_y[from], a.velocity_x[from], a.velocity_y[from]};
    x_[i] = a.position_x[from];
    y_[i] = a.position_y[from];
    radius_[i] = a.radius[from];
  }
  data_.crowd = {order_.view(), motion_.data(), x_.data(), y_.data(), radius_.data(), order_.order()};
  data_.agents = a;
}

}  // namespace throng::test
