#include "host/behavior_fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/checks.hpp"
#include "throng/error.hpp"

namespace throng {
namespace {

constexpr double max_interval_steps = 4.0e9;  // steps of an interval are counted with 32 bits

void check_field(const std::string& name, const FieldLimits& limits, double value) {
  const auto check = limits.above ? check_above : check_range;
  check(name, value, limits.least, limits.most, limits.unit);
}

bool avoids_targets(const Behavior& behavior) {
  return std::visit(
      [](const auto& b) {
        if constexpr (requires { b.avoids_target; }) return b.avoids_target;
        return true;
      },
      behavior);
}

}  // namespace

std::uint32_t targets_of(const Behavior& behavior) {
  return std::visit(
      [](const auto& b) -> std::uint32_t {
        if constexpr (std::is_same_v<std::decay_t<decltype(b)>, Interpose>) return 3u;
        if constexpr (requires { b.target; }) return 1u << b.target;
        return 0u;
      },
      behavior);
}

std::uint32_t targets_of(std::span<const Behavior> behaviors, const Behavior& behavior) {
  std::uint32_t bits = 0;
  for_parts(behaviors, behavior, [&](const Behavior& part) { bits |= targets_of(part); });
  return bits;
}

std::uint32_t ignored_targets_of(std::span<const Behavior> behaviors, const Behavior& behavior) {
  std::uint32_t bits = 0;
  for_parts(behaviors, behavior, [&](const Behavior& part) { bits |= avoids_targets(part) ? 0u : targets_of(part); });
  return bits;
}

bool has_part(const Behavior& behavior, BehaviorIndex part) {
  const auto* blend = std::get_if<Blend>(&behavior);
  return blend != nullptr &&
         std::any_of(blend->parts.begin(), blend->parts.end(), [&](const BlendPart& p) { return p.behavior == part; });
}

void check_behavior(const Behavior& behavior, double time_step) {
  const std::string_view kind = behavior_name(behavior);
  std::visit(
      [&](const auto& b) {
        for_behavior_fields(b, [&](const FieldLimits& limits, const auto& field) {
          if (const std::optional<double> value = number_of(field)) {
            check_field(fmt::format("{} of {}", limits.name, kind), limits, *value);
          }
        });
      },
      behavior);
  if (const auto* wander = std::get_if<Wander>(&behavior); wander && wander->turning_rate * time_step > 1.0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("turning_rate of wander is {} rad/s; with a time step of {} s it must be at most {}",
                            wander->turning_rate, time_step, 1.0 / time_step));
  }
  if (const auto* wander = std::get_if<Wander>(&behavior);
      wander && wander->interval > max_interval_steps * time_step) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("interval of wander is {} s; with a time step of {} s it must be at most {}",
                            wander->interval, time_step, max_interval_steps * time_step));
  }
  if (const auto* blend = std::get_if<Blend>(&behavior)) {
    if (blend->rule != Blend::Rule::weighted && blend->rule != Blend::Rule::priority) {
      throw Error(ErrorCode::invalid_argument, fmt::format("rule of blend is {}; it must be a value of its enumeration",
                                                           static_cast<int>(blend->rule)));
    }
    if (blend->parts.empty() || blend->parts.size() > limits::max_blend_parts) {
      throw Error(ErrorCode::invalid_argument, fmt::format("blend has {} parts; it must have 1 to {}",
                                                           blend->parts.size(), limits::max_blend_parts));
    }
    for (std::size_t k = 0; k < blend->parts.size(); ++k) {
      check_range(fmt::format("weight of part {} of blend", k), blend->parts[k].weight, 0.0, limits::max_weight, "");
    }
  }
}

}  // namespace throng
