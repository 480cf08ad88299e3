#include "host/steering_table.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <variant>

namespace throng {
namespace {

constexpr float no_limit = std::numeric_limits<float>::infinity();

float or_unlimited(const std::optional<double>& value) { return value ? static_cast<float>(*value) : no_limit; }

template <class Kind>
void fill_row(BehaviorRow& row, const Kind& b, double time_step) {
  if constexpr (requires { b.speed; }) row.speed = or_unlimited(b.speed);
  if constexpr (requires { b.target; }) row.target = static_cast<std::uint32_t>(b.target);
  if constexpr (requires { b.slowing_radius; }) row.slowing_radius = static_cast<float>(b.slowing_radius);
  if constexpr (requires { b.max_deceleration; }) {
    if (b.max_deceleration) row.braking_change = static_cast<float>(*b.max_deceleration * time_step);
  }
  if constexpr (requires { b.panic_radius; }) row.panic_radius = or_unlimited(b.panic_radius);
  if constexpr (requires { b.max_time; }) row.max_time = static_cast<float>(b.max_time);
  if constexpr (requires { b.offset; }) {
    row.offset_x = static_cast<float>(b.offset.x);
    row.offset_y = static_cast<float>(b.offset.y);
  }
  if constexpr (requires { b.turning_rate; }) {
    row.half_turn = static_cast<float>(0.5 * b.turning_rate * time_step);
    const double steps = std::floor(b.interval / time_step + 0.5);
    row.interval_steps = steps < 1.0 ? 1u : static_cast<std::uint32_t>(steps);
  }
  if constexpr (requires { b.path; }) row.path = b.path.row;
  if constexpr (requires { b.look_ahead; }) row.look_ahead = static_cast<float>(b.look_ahead);
  if constexpr (requires { b.spacing; }) {
    row.spacing = static_cast<float>(b.spacing);
    row.waiting_distance = static_cast<float>(b.waiting_distance);
  }
  if constexpr (requires { b.separation_weight; }) {
    row.separation_weight = static_cast<float>(b.separation_weight);
    row.alignment_weight = static_cast<float>(b.alignment_weight);
    row.cohesion_weight = static_cast<float>(b.cohesion_weight);
    row.separation_radius = static_cast<float>(b.separation_radius);
    row.alignment_radius = static_cast<float>(b.alignment_radius);
    row.cohesion_radius = static_cast<float>(b.cohesion_radius);
  }
}

}  // namespace

void SteeringTable::set_behaviors(std::span<const Behavior> behaviors, double time_step) {
  behaviors_.clear();
  parts_.clear();
  for (const Behavior& behavior : behaviors) {
    BehaviorRow row{};
    row.kind = static_cast<std::uint32_t>(behavior.index());
    row.speed = row.braking_change = row.panic_radius = no_limit;
    std::visit([&](const auto& b) { fill_row(row, b, time_step); }, behavior);
    if (const auto* blend = std::get_if<Blend>(&behavior)) {
      row.by_priority = blend->rule == Blend::Rule::priority ? 1u : 0u;
      row.first_part = static_cast<std::uint32_t>(parts_.size());
      row.part_count = static_cast<std::uint32_t>(blend->parts.size());
      for (const BlendPart& part : blend->parts) {
        parts_.push_back({part.behavior.row, static_cast<float>(part.weight)});
      }
    }
    behaviors_.push_back(row);
  }
}

void SteeringTable::set_paths(std::span<const PathShape> paths) {
  paths_.clear();
  path_x_.clear();
  path_y_.clear();
  path_place_.clear();
  for (const PathShape& path : paths) {
    PathRow row{static_cast<std::uint32_t>(path_x_.size()), 0, path.closed ? 1u : 0u, 0.0f};
    const auto n = path.vertices.size() + (path.closed ? 1 : 0);
    double place = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const Vec2d& v = path.vertices[i % path.vertices.size()];
      const auto x = static_cast<float>(v.x), y = static_cast<float>(v.y);
      if (i > 0) {
        // Between the vertices as they are kept.
        const double dx = static_cast<double>(x) - path_x_.back(), dy = static_cast<double>(y) - path_y_.back();
        place += std::sqrt(dx * dx + dy * dy);
      }
      path_x_.push_back(x);
      path_y_.push_back(y);
      path_place_.push_back(static_cast<float>(place));
    }
    row.vertex_count = static_cast<std::uint32_t>(n);
    row.length = path_place_.back();
    paths_.push_back(row);
  }
}

void SteeringTable::set_groups(std::span<const std::uint32_t> first, std::span<const GroupMember> members) {
  group_first_.assign(first.begin(), first.end());
  group_members_.assign(members.begin(), members.end());
}

void SteeringTable::note(std::span<const SteeringRecord> records) {
  for (const SteeringRecord& record : records) {
    active_ = active_ || record.active;
    ignores_targets_ = ignores_targets_ || (record.active && record.ignored_targets != 0);
  }
}

SteeringView SteeringTable::view() const {
  return {.rows = nullptr,
          .results = nullptr,
          .behaviors = behaviors_.data(),
          .parts = parts_.data(),
          .paths = paths_.data(),
          .path_x = path_x_.data(),
          .path_y = path_y_.data(),
          .path_place = path_place_.data(),
          .group_first = group_first_.data(),
          .group_members = group_members_.data(),
          .index_of_slot = nullptr,
          .agent_count = 0,
          .active = active_};
}

SteeringRow steering_row(const SteeringRecord& record) {
  SteeringRow row{};
  row.behavior = record.behavior;
  row.group = record.group;
  row.ignored_targets = record.ignored_targets;
  for (int k = 0; k < max_steering_targets; ++k) {
    const SteeringRecord::Target& target = record.targets[k];
    row.target_kind[k] = target.kind;
    row.target_slot[k] = target.slot;
    row.target_id[k] = target.id;
    row.target_x[k] = static_cast<float>(target.point.x);
    row.target_y[k] = static_cast<float>(target.point.y);
  }
  return row;
}

SteeringResult steering_result(const SteeringReadout& readout) {
  const auto place = static_cast<float>(readout.path_place);
  return {{place, place},
          static_cast<float>(readout.aim.x),
          static_cast<float>(readout.aim.y),
          static_cast<float>(readout.time),
          readout.bits};
}

SteeringReadout steering_readout(const SteeringResult& result, std::uint64_t next_step) {
  return {result.path_place[next_step % 2], {result.aim_x, result.aim_y}, result.time, result.bits};
}

std::uint32_t steering_flags(const SteeringRecord& record) {
  if (!record.active) return 0;
  return agent_flag::steers | (record.ignored_targets != 0 ? agent_flag::ignores_target : 0u);
}

}  // namespace throng
