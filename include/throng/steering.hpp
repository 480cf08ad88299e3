// Steering behaviors: what makes an agent's preferred velocity out of where others are and go.
//
// The formulas, and what happens in every odd case, are in docs/steering.md. C. W. Reynolds: Steering behaviors for
// autonomous characters, GDC 1999, names most of them.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "throng/types.hpp"

namespace throng {

/// Names a behavior of one world.
struct BehaviorIndex {
  std::uint32_t row = 0;
  friend auto operator<=>(const BehaviorIndex&, const BehaviorIndex&) = default;
};
/// Names a path of one world.
struct PathIndex {
  std::uint32_t row = 0;
  friend auto operator<=>(const PathIndex&, const PathIndex&) = default;
};

/// Targets that an agent can have at a time; a behavior says which of them it looks at.
inline constexpr int max_steering_targets = 2;

// `speed`: m/s, 0 to limits::max_speed, none = the agent's maximum speed. A behavior never asks for more than the
// smaller of the two. `target`: 0 or 1, one of the agent's targets. `avoids_target`: whether the agent also keeps clear
// of that target, as of everyone else.

/// Straight to the target.
struct Seek {
  std::optional<double> speed{};
  int target = 0;
  bool avoids_target = false;
  friend bool operator==(const Seek&, const Seek&) = default;
};

/// Straight away from the target.
struct Flee {
  std::optional<double> speed{};
  int target = 0;
  std::optional<double> panic_radius{};  ///< m, > 0; beyond it the agent wants to stand; none = everywhere
  friend bool operator==(const Flee&, const Flee&) = default;
};

/// To the target, slower near it, and stopped at it: no step overshoots.
struct Arrive {
  std::optional<double> speed{};
  int target = 0;
  double slowing_radius = 0.0;               ///< m, >= 0; inside it the speed falls linearly
  std::optional<double> max_deceleration{};  ///< m/s^2, > 0; brakes no harder, but for the slowing radius
  bool avoids_target = true;
  friend bool operator==(const Arrive&, const Arrive&) = default;
};

/// To where the target will be when it is reached, roughly: predictive pursuit.
struct Pursue {
  std::optional<double> speed{};
  int target = 0;
  bool avoids_target = false;
  friend bool operator==(const Pursue&, const Pursue&) = default;
};

/// To where the target can be met first, exactly, if it keeps its velocity.
struct Intercept {
  std::optional<double> speed{};
  int target = 0;
  double max_time = 30.0;  ///< s, > 0; aims no further ahead
  bool avoids_target = false;
  friend bool operator==(const Intercept&, const Intercept&) = default;
};

/// Away from where a pursuing agent would aim.
struct Evade {
  std::optional<double> speed{};
  int target = 0;
  std::optional<double> panic_radius{};  ///< m, > 0, distance of the target itself; none = everywhere
  friend bool operator==(const Evade&, const Evade&) = default;
};

/// Keeps a place in a formation behind, beside or before the target.
struct OffsetPursue {
  std::optional<double> speed{};
  int target = 0;
  Vec2d offset{};               ///< m, x ahead of the target, y to its left
  double slowing_radius = 0.0;  ///< m, >= 0
  bool avoids_target = true;
  friend bool operator==(const OffsetPursue&, const OffsetPursue&) = default;
};

/// To the midpoint between the agent's two targets, where it will be.
struct Interpose {
  std::optional<double> speed{};
  double slowing_radius = 0.0;  ///< m, >= 0
  bool avoids_target = true;    ///< both
  friend bool operator==(const Interpose&, const Interpose&) = default;
};

/// Ahead, turning a little to and fro by smooth noise.
struct Wander {
  std::optional<double> speed{};
  double turning_rate = 1.0;  ///< rad/s, >= 0, at most; turning_rate * time step must be at most 1
  double interval = 1.0;      ///< s, > 0, between the knots of the noise; rounded to time steps, at least one
  friend bool operator==(const Wander&, const Wander&) = default;
};

/// Along a path: to the point `look_ahead` beyond where the agent is on it. At the end of an open path it arrives.
struct FollowPath {
  std::optional<double> speed{};
  PathIndex path{};
  double look_ahead = 1.0;      ///< m along the path, > 0
  double slowing_radius = 0.0;  ///< m, >= 0, at the end
  friend bool operator==(const FollowPath&, const FollowPath&) = default;
};

/// Separation, alignment and cohesion (Reynolds 1987) with those of the agent's neighbors that have its group label.
/// The neighbors are those that avoidance takes too: the profile's max_neighbors nearest within its neighbor_distance.
struct Flock {
  std::optional<double> speed{};
  double separation_weight = 1.5, alignment_weight = 1.0, cohesion_weight = 0.5;  ///< >= 0
  double separation_radius = 1.0, alignment_radius = 5.0, cohesion_radius = 5.0;  ///< m, > 0
  friend bool operator==(const Flock&, const Flock&) = default;
};

/// To the agent's goal, at its preferred speed, as an agent without behavior: for blends.
struct HeadForGoal {
  friend bool operator==(const HeadForGoal&, const HeadForGoal&) = default;
};

/// To the agent's goal together with those of its group: abreast where there is room, waiting for each other. For
/// social groups: all agents with the same label (AgentDescription::group, 0 or more) that have a behavior of this
/// kind, limits::max_group_members at most. Moussaid et al., PLoS ONE 5(4), 2010, have seen how such groups walk.
struct WalkTogether {
  std::optional<double> speed{};  ///< m/s, 0 to limits::max_speed: no faster than this; none = no limit of its own
  double spacing = 0.75;          ///< m, > 0, from one to the next beside it
  double waiting_distance = 1.0;  ///< m, > 0; who is so far ahead of the group's middle stands and waits
  friend bool operator==(const WalkTogether&, const WalkTogether&) = default;
};

struct BlendPart {
  BehaviorIndex behavior;  ///< not itself a blend
  double weight = 1.0;     ///< >= 0; unused by `priority`
  friend bool operator==(const BlendPart&, const BlendPart&) = default;
};

/// Several behaviors at once.
struct Blend {
  enum class Rule {
    weighted,  ///< the weighted sum of their velocities, shortened to the agent's maximum speed
    priority,  ///< the first of them that wants to move
  };
  Rule rule = Rule::weighted;
  std::vector<BlendPart> parts;  ///< 1 to 16
  friend bool operator==(const Blend&, const Blend&) = default;
};

/// `std::monostate`: none. The preferred velocity comes from the agent's goal, or stays what it was.
using Behavior = std::variant<std::monostate, Seek, Flee, Arrive, Pursue, Intercept, Evade, OffsetPursue, Interpose,
                              Wander, FollowPath, Flock, HeadForGoal, Blend, WalkTogether>;

/// An agent of the same world, or a point (m) at rest.
using SteeringTarget = std::variant<std::monostate, AgentHandle, Vec2d>;

/// What one agent does. A behavior that looks at a target needs it.
struct Steering {
  BehaviorIndex behavior;
  SteeringTarget targets[max_steering_targets];
};

/// What came of it in the last step.
struct SteeringState {
  Steering steering;
  bool active = false;             ///< false: the agent has no behavior; all else is as in a new agent
  Vec2d aim_point;                 ///< m, what it headed for or fled from; its own position where there is none
  double time_to_intercept = 0.0;  ///< s, how far ahead pursue, intercept, evade and interpose looked; else 0
  bool reachable = true;           ///< intercept: there is a meeting within max_time
  bool target_lost = false;        ///< a target left the world: such a behavior asks for standing still
};

}  // namespace throng
