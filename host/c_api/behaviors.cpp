#include "host/c_api/behaviors.hpp"

#include "host/behavior_fields.hpp"
#include "host/c_api/world_object.hpp"

using namespace throng;
using namespace throng::c_api;

namespace throng::c_api {
namespace {

template <throng_behavior_kind kind>
using KindOf = std::variant_alternative_t<kind, Behavior>;
static_assert(std::is_same_v<KindOf<THRONG_NO_BEHAVIOR>, std::monostate>);
static_assert(std::is_same_v<KindOf<THRONG_SEEK>, Seek>);
static_assert(std::is_same_v<KindOf<THRONG_FLEE>, Flee>);
static_assert(std::is_same_v<KindOf<THRONG_ARRIVE>, Arrive>);
static_assert(std::is_same_v<KindOf<THRONG_PURSUE>, Pursue>);
static_assert(std::is_same_v<KindOf<THRONG_INTERCEPT>, Intercept>);
static_assert(std::is_same_v<KindOf<THRONG_EVADE>, Evade>);
static_assert(std::is_same_v<KindOf<THRONG_OFFSET_PURSUE>, OffsetPursue>);
static_assert(std::is_same_v<KindOf<THRONG_INTERPOSE>, Interpose>);
static_assert(std::is_same_v<KindOf<THRONG_WANDER>, Wander>);
static_assert(std::is_same_v<KindOf<THRONG_FOLLOW_PATH>, FollowPath>);
static_assert(std::is_same_v<KindOf<THRONG_FLOCK>, Flock>);
static_assert(std::is_same_v<KindOf<THRONG_HEAD_FOR_GOAL>, HeadForGoal>);
static_assert(std::is_same_v<KindOf<THRONG_BLEND>, Blend>);
static_assert(std::is_same_v<KindOf<THRONG_WALK_TOGETHER>, WalkTogether>);
static_assert(std::variant_size_v<Behavior> == THRONG_WALK_TOGETHER + 1);
static_assert(static_cast<int>(Blend::Rule::weighted) == THRONG_WEIGHTED);
static_assert(static_cast<int>(Blend::Rule::priority) == THRONG_FIRST_MOVING);
static_assert(max_steering_targets == THRONG_MAX_TARGETS);

/// Calls `visit(field, member, name)` for the fields that this kind of behavior has and the members of the descriptor
/// that hold them, but for a blend's.
template <class Kind, class Descriptor, class Visit>
void for_members(Kind& b, Descriptor& d, const Visit& visit) {
  if constexpr (requires { b.speed; }) visit(b.speed, d.speed, "speed");
  if constexpr (requires { b.target; }) visit(b.target, d.target, "target");
  if constexpr (requires { b.avoids_target; }) visit(b.avoids_target, d.avoids_target, "avoids_target");
  if constexpr (requires { b.slowing_radius; }) visit(b.slowing_radius, d.slowing_radius, "slowing_radius");
  if constexpr (requires { b.max_deceleration; }) visit(b.max_deceleration, d.max_deceleration, "max_deceleration");
  if constexpr (requires { b.panic_radius; }) visit(b.panic_radius, d.panic_radius, "panic_radius");
  if constexpr (requires { b.max_time; }) visit(b.max_time, d.max_time, "max_time");
  if constexpr (requires { b.offset; }) visit(b.offset, d.offset, "offset");
  if constexpr (requires { b.turning_rate; }) visit(b.turning_rate, d.turning_rate, "turning_rate");
  if constexpr (requires { b.interval; }) visit(b.interval, d.interval, "interval");
  if constexpr (requires { b.path; }) visit(b.path, d.path, "path");
  if constexpr (requires { b.look_ahead; }) visit(b.look_ahead, d.look_ahead, "look_ahead");
  if constexpr (requires { b.spacing; }) visit(b.spacing, d.spacing, "spacing");
  if constexpr (requires { b.waiting_distance; }) visit(b.waiting_distance, d.waiting_distance, "waiting_distance");
  if constexpr (requires { b.separation_weight; }) {
    visit(b.separation_weight, d.separation_weight, "separation_weight");
    visit(b.alignment_weight, d.alignment_weight, "alignment_weight");
    visit(b.cohesion_weight, d.cohesion_weight, "cohesion_weight");
    visit(b.separation_radius, d.separation_radius, "separation_radius");
    visit(b.alignment_radius, d.alignment_radius, "alignment_radius");
    visit(b.cohesion_radius, d.cohesion_radius, "cohesion_radius");
  }
}

/// From a member to a field.
struct Read {
  const std::string& whose;
  void operator()(std::optional<double>& field, double member, const char*) const { field = optional_number(member); }
  void operator()(double& field, double member, const char*) const { field = member; }
  void operator()(int& field, std::int32_t member, const char*) const { field = member; }
  void operator()(bool& field, std::int32_t member, const char* name) const {
    field = truth(member, (whose + "." + name).c_str());
  }
  void operator()(Vec2d& field, throng_vec2d member, const char*) const { field = vector_of(member); }
  void operator()(PathIndex& field, std::uint32_t member, const char*) const { field = {member}; }
};
/// From a field to a member.
struct Write {
  void operator()(const std::optional<double>& field, double& member, const char*) const {
    member = number_or_nan(field);
  }
  void operator()(double field, double& member, const char*) const { member = field; }
  void operator()(int field, std::int32_t& member, const char*) const { member = field; }
  void operator()(bool field, std::int32_t& member, const char*) const { member = field ? 1 : 0; }
  void operator()(Vec2d field, throng_vec2d& member, const char*) const { member = c_vector(field); }
  void operator()(PathIndex field, std::uint32_t& member, const char*) const { member = field.row; }
};

Blend blend_of(const throng_behavior_desc& desc, const std::string& name) {
  Blend blend;
  blend.rule = choice(desc.rule, Blend::Rule::priority, (name + ".rule").c_str());
  for (const throng_blend_part& part :
       borrowed(desc.parts, desc.part_count, (name + ".parts").c_str(), limits::max_blend_parts)) {
    blend.parts.push_back({{part.behavior}, part.weight});
  }
  return blend;
}

/// All but a blend's parts.
throng_behavior_desc desc_of(const Behavior& behavior) {
  throng_behavior_desc desc = blank<throng_behavior_desc>();
  desc.kind = static_cast<throng_behavior_kind>(behavior.index());
  desc.speed = desc.max_deceleration = desc.panic_radius = number_or_nan(std::nullopt);
  desc.path = THRONG_NONE;
  std::visit([&](const auto& b) { for_members(b, desc, Write{}); }, behavior);
  if (const auto* blend = std::get_if<Blend>(&behavior)) desc.rule = static_cast<throng_blend_rule>(blend->rule);
  return desc;
}

void fill_in_defaults(throng_behavior_desc* desc, std::size_t struct_size) {
  throng_behavior_desc_init(desc, struct_size, THRONG_NO_BEHAVIOR);
}

}  // namespace

Behavior behavior_of(const throng_behavior_desc* given, const std::string& name) {
  const throng_behavior_desc desc = read_descriptor(given, name.c_str(), fill_in_defaults);
  constexpr throng_behavior_kind kinds = std::variant_size_v<Behavior>;
  if (desc.kind >= kinds) {
    refuse(name + ".kind is " + std::to_string(desc.kind) + ", wanted 0 to " + std::to_string(kinds - 1));
  }
  if (desc.kind == THRONG_BLEND) return blend_of(desc, name);
  Behavior behavior = default_behavior(desc.kind);
  std::visit([&](auto& b) { for_members(b, desc, Read{name}); }, behavior);
  return behavior;
}

throng_behavior_desc c_behavior(const Behavior& behavior, Lent& lent) {
  throng_behavior_desc desc = desc_of(behavior);
  const auto* blend = std::get_if<Blend>(&behavior);
  if (blend == nullptr) return desc;
  throng_blend_part* const parts = lent.structs<throng_blend_part>(blend->parts.size());
  for (std::size_t i = 0; i < blend->parts.size(); ++i) {
    parts[i] = {blend->parts[i].behavior.row, 0, blend->parts[i].weight};
  }
  desc.parts = parts;
  desc.part_count = blend->parts.size();
  return desc;
}

}  // namespace throng::c_api

void throng_behavior_desc_init(throng_behavior_desc* desc, std::size_t struct_size, throng_behavior_kind kind) {
  throng_behavior_desc defaults = desc_of(default_behavior(kind));
  defaults.kind = kind;  // also an unknown one, which is refused where it is used
  init_descriptor(desc, struct_size, defaults);
}

throng_status throng_world_add_behavior(throng_world* world, const throng_behavior_desc* desc, std::uint32_t* row) {
  return on_world(world,
                  [&](World& w) { give(row, "row", [&] { return w.add_behavior(behavior_of(desc, "desc")).row; }); });
}
throng_status throng_world_change_behavior(throng_world* world, std::uint32_t row, const throng_behavior_desc* desc) {
  return on_world(world, [&](World& w) { w.change_behavior({row}, behavior_of(desc, "desc")); });
}
throng_status throng_world_get_behavior(throng_world* world, std::uint32_t row, throng_behavior_desc* desc) {
  return lend_from_world(world, desc, [&](World& w, Lent& lent) { return c_behavior(w.behavior({row}), lent); });
}
throng_status throng_world_get_behavior_count(throng_world* world, std::uint64_t* count) {
  return on_world(world, [&](World& w) { give(count, "count", [&] { return w.behavior_count(); }); });
}
throng_status throng_world_add_path(throng_world* world, const throng_array* points, std::int32_t closed,
                                    std::uint32_t* row) {
  return on_world(world, [&](World& w) {
    give(row, "row", [&] { return w.add_path(read_all<Vec2d>(points, "points"), truth(closed, "closed")).row; });
  });
}
