// The one list of what behaviors are made of: checks, tables, scenario files and saved states go through it.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "throng/parameters.hpp"
#include "throng/steering.hpp"

namespace throng {

/// By the index of the alternative in `Behavior`.
inline constexpr std::array<std::string_view, std::variant_size_v<Behavior>> behavior_names{
    "none",      "seek",   "flee",        "arrive", "pursue",        "intercept", "evade",        "offset_pursue",
    "interpose", "wander", "follow_path", "flock",  "head_for_goal", "blend",     "walk_together"};

inline std::string_view behavior_name(const Behavior& behavior) { return behavior_names[behavior.index()]; }

/// A behavior of the kind with this index, as it is by default.
template <std::size_t... Index>
Behavior default_behavior(std::size_t kind, std::index_sequence<Index...>) {
  Behavior behavior;
  ((kind == Index ? void(behavior.emplace<Index>()) : void()), ...);
  return behavior;
}
inline Behavior default_behavior(std::size_t kind) {
  return default_behavior(kind, std::make_index_sequence<std::variant_size_v<Behavior>>());
}

/// What a field of a behavior may be.
struct FieldLimits {
  const char* name;
  const char* unit;
  double least, most;
  bool above = false;  ///< `least` itself is too small
};

namespace limits {
inline constexpr double min_deceleration = 1.0e-6;  ///< m/s^2
inline constexpr double min_length = 1.0e-3;        ///< m, of radii that a behavior divides by
inline constexpr double max_weight = 1.0e6;         ///< of parts of blends and flocks
inline constexpr std::size_t max_blend_parts = 16;
inline constexpr std::size_t max_path_vertices = std::size_t{1} << 26;  ///< of all paths of a world
}  // namespace limits

/// Calls `visit(limits, field)` for the fields that this kind of behavior has, but a blend's parts.
template <class Kind, class Visit>
void for_behavior_fields(Kind& b, Visit&& visit) {
  using L = FieldLimits;
  if constexpr (requires { b.speed; }) visit(L{"speed", "m/s", 0.0, limits::max_speed}, b.speed);
  if constexpr (requires { b.target; }) visit(L{"target", "", 0.0, max_steering_targets - 1.0}, b.target);
  if constexpr (requires { b.avoids_target; }) visit(L{"avoids_target", "", 0.0, 1.0}, b.avoids_target);
  if constexpr (requires { b.slowing_radius; }) {
    visit(L{"slowing_radius", "m", 0.0, limits::max_length}, b.slowing_radius);
  }
  if constexpr (requires { b.max_deceleration; }) {
    visit(L{"max_deceleration", "m/s^2", limits::min_deceleration, limits::max_acceleration}, b.max_deceleration);
  }
  if constexpr (requires { b.panic_radius; }) {
    visit(L{"panic_radius", "m", 0.0, limits::max_length, true}, b.panic_radius);
  }
  if constexpr (requires { b.max_time; }) visit(L{"max_time", "s", limits::min_time, limits::max_time}, b.max_time);
  if constexpr (requires { b.offset; }) {
    visit(L{"offset_x", "m", -limits::max_length, limits::max_length}, b.offset.x);
    visit(L{"offset_y", "m", -limits::max_length, limits::max_length}, b.offset.y);
  }
  if constexpr (requires { b.turning_rate; }) {
    visit(L{"turning_rate", "rad/s", 0.0, 1.0 / limits::min_time}, b.turning_rate);
  }
  if constexpr (requires { b.interval; }) visit(L{"interval", "s", 0.0, limits::max_time, true}, b.interval);
  if constexpr (requires { b.path; }) visit(L{"path", "", 0.0, 4294967295.0}, b.path.row);
  if constexpr (requires { b.look_ahead; }) {
    visit(L{"look_ahead", "m", limits::min_length, limits::max_length}, b.look_ahead);
  }
  if constexpr (requires { b.spacing; }) {
    visit(L{"spacing", "m", limits::min_length, limits::max_length}, b.spacing);
    visit(L{"waiting_distance", "m", limits::min_length, limits::max_length}, b.waiting_distance);
  }
  if constexpr (requires { b.separation_weight; }) {
    visit(L{"separation_weight", "", 0.0, limits::max_weight}, b.separation_weight);
    visit(L{"alignment_weight", "", 0.0, limits::max_weight}, b.alignment_weight);
    visit(L{"cohesion_weight", "", 0.0, limits::max_weight}, b.cohesion_weight);
    visit(L{"separation_radius", "m", limits::min_length, limits::max_length}, b.separation_radius);
    visit(L{"alignment_radius", "m", limits::min_length, limits::max_length}, b.alignment_radius);
    visit(L{"cohesion_radius", "m", limits::min_length, limits::max_length}, b.cohesion_radius);
  }
}

/// A field's number; none of one that is not given.
template <class Field>
std::optional<double> number_of(const Field& field) {
  if constexpr (std::is_same_v<Field, std::optional<double>>) {
    return field;
  } else {
    return static_cast<double>(field);
  }
}

/// Calls `visit` for what an agent with this behavior does: the behavior itself, or the parts of a blend, which are
/// rows of `behaviors`.
template <class Visit>
void for_parts(std::span<const Behavior> behaviors, const Behavior& behavior, Visit&& visit) {
  const auto* blend = std::get_if<Blend>(&behavior);
  if (blend == nullptr) return visit(behavior);
  for (const BlendPart& part : blend->parts) visit(behaviors[part.behavior.row]);
}
/// Whether a behavior is a blend with this part.
bool has_part(const Behavior& behavior, BehaviorIndex part);

/// Bits of the targets that a behavior looks at; of a blend none, its parts have them.
std::uint32_t targets_of(const Behavior& behavior);
/// The same with those of a blend's parts.
std::uint32_t targets_of(std::span<const Behavior> behaviors, const Behavior& behavior);
/// Of those, the ones that an agent with this behavior does not keep clear of.
std::uint32_t ignored_targets_of(std::span<const Behavior> behaviors, const Behavior& behavior);

/// Throws Error{invalid_argument}. All but what refers to the world's tables. `time_step` in s.
void check_behavior(const Behavior& behavior, double time_step);

}  // namespace throng
