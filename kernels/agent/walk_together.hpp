// Social groups: members wait for each other and walk abreast where there is room.
//
// M. Moussaid, N. Perozo, S. Garnier, D. Helbing, G. Theraulaz: The walking behaviour of pedestrian social groups and
// its impact on crowd dynamics. PLoS ONE 5(4), 2010.
#pragma once
#include "kernels/agent/pursuit.hpp"
#include "kernels/agent/step_data.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// How much faster than it wants alone a member catches up, at most.
inline constexpr float most_hurry = 1.25f;
/// A member makes up for its distance to its place beside the others in this time, s, at most at half of the speed at
/// which it gets on: who stands before a wall must not be held there.
inline constexpr float abreast_time = 1.0f;

/// Where a group is, seen from one of its members.
struct GroupSums {
  Vec2<float> offset{0.0f, 0.0f};  ///< sum of the members' offsets, in order of id: the order is part of the result
  std::int32_t members = 0, on_right = 0;
};

/// `ahead` is the unit vector of the member's own way.
THRONG_HD inline GroupSums look_at_group(const StepData& step, std::uint32_t group, std::int64_t own_id,
                                         Vec2<float> position, Vec2<float> ahead) {
  const SteeringView& steering = step.steering;
  const AgentArrays& a = step.agents;
  GroupSums sums;
  for (std::uint32_t k = steering.group_first[group]; k < steering.group_first[group + 1]; ++k) {
    const GroupMember& member = steering.group_members[k];
    const std::uint32_t i = steering.index_of_slot[member.slot];
    if (i >= steering.agent_count || a.id[i] != member.id) continue;  // has left the world
    const Vec2<float> offset = Vec2<float>{a.position_x[i], a.position_y[i]} - position;
    const float side = det(ahead, offset);
    sums.offset = sums.offset + offset;
    ++sums.members;
    if (side < 0.0f || (!(side > 0.0f) && member.id < own_id)) ++sums.on_right;
  }
  return sums;
}

/// `alone` is what the member wants without the others, not 0; `velocity` is what it has.
THRONG_HD inline Vec2<float> together_velocity(const BehaviorRow& behavior, const GroupSums& sums, Vec2<float> velocity,
                                               Vec2<float> alone, Vec2<float> ahead, float max_speed) {
  const auto members = static_cast<float>(sums.members);
  const Vec2<float> middle = (1.0f / members) * sums.offset;
  float hurry = 1.0f + dot(middle, ahead) / behavior.waiting_distance;
  hurry = hurry > 0.0f ? hurry : 0.0f;
  hurry = hurry < most_hurry ? hurry : most_hurry;
  const float place = (static_cast<float>(sums.on_right) - 0.5f * (members - 1.0f)) * behavior.spacing;
  const float wanted = square_root(length_sq(alone)), present = dot(velocity, ahead);
  const float gets_on = present < wanted ? (present > 0.0f ? present : 0.0f) : wanted;
  const float most = 0.5f * gets_on;
  float aside = (place + det(ahead, middle)) * (1.0f / abreast_time);
  aside = aside > -most ? aside : -most;
  aside = aside < most ? aside : most;
  return clip_length(hurry * alone + aside * Vec2<float>{-ahead.y, ahead.x}, max_speed);
}

}  // namespace THRONG_ISA
}  // namespace throng
