#include "host/reference/steering.hpp"

#include <algorithm>
#include <cmath>

#include "host/reference/flock.hpp"
#include "host/reference/wander.hpp"

namespace throng::reference {
namespace {

/// One behavior that is no blend, for one agent.
class SimpleBehavior {
 public:
  SimpleBehavior(const SteeringTables& tables, const Steerer& self) : tables_(tables), self_(self) {}

  Steered operator()(const std::monostate&) const { return standing(); }

  Steered operator()(const Seek& b) const {
    return toward(b.target, [&](const Body& target) { return sought(target.position, speed_of(b)); });
  }

  Steered operator()(const Flee& b) const {
    return toward(b.target, [&](const Body& target) {
      const Vec d = target.position - position();
      return aiming(target.position, flee(d, speed_of(b), d.norm(), b.panic_radius));
    });
  }

  Steered operator()(const Arrive& b) const {
    return toward(b.target, [&](const Body& target) {
      return arriving(target.position, speed_of(b), {b.slowing_radius, b.max_deceleration});
    });
  }

  Steered operator()(const Pursue& b) const {
    return toward(b.target, [&](const Body& target) {
      const Vec d = target.position - position();
      const double s = speed_of(b);
      const bool head_on = target.heading && comes_head_on(d, heading(), *target.heading);
      const double time = head_on ? 0.0 : look_ahead_time(d.norm(), s, target.velocity.norm());
      return after(time, sought(target.position + time * target.velocity, s));
    });
  }

  Steered operator()(const Intercept& b) const {
    return toward(b.target, [&](const Body& target) {
      const double s = speed_of(b);
      const Meeting meeting = first_meeting(target.position - position(), target.velocity, s, b.max_time);
      Steered steered = after(meeting.time, sought(target.position + meeting.time * target.velocity, s));
      steered.outcome.reachable = meeting.reachable;
      return steered;
    });
  }

  Steered operator()(const Evade& b) const {
    return toward(b.target, [&](const Body& target) {
      const double distance = (target.position - position()).norm();
      const double s = speed_of(b);
      const double time = look_ahead_time(distance, s, target.velocity.norm());
      const Vec aim = target.position + time * target.velocity;
      return after(time, aiming(aim, flee(aim - position(), s, distance, b.panic_radius)));
    });
  }

  Steered operator()(const OffsetPursue& b) const {
    return toward(b.target, [&](const Body& target) {
      const double s = speed_of(b);
      Steered steered = arriving(formation_slot(target, {b.offset.x, b.offset.y}), s, {b.slowing_radius, {}});
      steered.velocity = clip(target.velocity + steered.velocity, s);
      return steered;
    });
  }

  Steered operator()(const Interpose& b) const {
    return toward(0, [&](const Body& one) {
      return toward(1, [&](const Body& other) {
        const double s = speed_of(b);
        const double way = ((one.position + other.position) / 2.0 - position()).norm();
        const double time = look_ahead_time(way, s, 0.0);
        return after(time, arriving(point_between(time, one, other), s, {b.slowing_radius, {}}));
      });
    });
  }

  Steered operator()(const Wander& b) const {
    const double steps = std::max(1.0, std::round(b.interval / tables_.time_step));
    const double noise = wander_noise(tables_.seed, self_.id, tables_.step, static_cast<std::uint64_t>(steps));
    return going(speed_of(b) * turned_by_half(heading(), noise * b.turning_rate * tables_.time_step / 2.0));
  }

  Steered operator()(const FollowPath& b) const {
    const double look_ahead = std::max(b.look_ahead, speed_of(b) * tables_.time_step);
    const PathAim aim = aim_on_path(tables_.paths[b.path.row], self_.path_place, look_ahead, position());
    Steered steered =
        aim.is_end ? arriving(aim.point, speed_of(b), {b.slowing_radius, {}}) : sought(aim.point, speed_of(b));
    steered.path_place = aim.place;
    return steered;
  }

  Steered operator()(const Flock& b) const { return going(flock_velocity(b, self_.body, self_.mates, speed_of(b))); }

  Steered operator()(const HeadForGoal&) const {
    return self_.goal ? aiming(*self_.goal, self_.goal_velocity) : standing();
  }

  Steered operator()(const WalkTogether& b) const {
    if (!self_.goal) return standing();
    const Vec alone = clip(self_.goal_velocity, speed_of(b));
    if (alone.isZero(0.0) || self_.companions.empty()) return aiming(*self_.goal, alone);
    return aiming(*self_.goal,
                  walk_together(b, self_.id, self_.companions, self_.body.velocity, alone, self_.max_speed));
  }

  Steered operator()(const Blend&) const { return standing(); }  // a blend's parts are no blends

 private:
  [[nodiscard]] const Vec& position() const { return self_.body.position; }
  [[nodiscard]] const Vec& heading() const { return *self_.body.heading; }

  template <class Kind>
  [[nodiscard]] double speed_of(const Kind& behavior) const {
    return std::min(self_.max_speed, behavior.speed.value_or(self_.max_speed));
  }

  [[nodiscard]] Steered aiming(const Vec& aim, const Vec& velocity) const {
    Steered steered;
    steered.velocity = velocity;
    steered.outcome.aim = aim;
    steered.path_place = self_.path_place;
    return steered;
  }
  [[nodiscard]] Steered standing() const { return aiming(position(), Vec::Zero()); }
  [[nodiscard]] Steered going(const Vec& velocity) const { return aiming(position() + velocity, velocity); }
  [[nodiscard]] Steered sought(const Vec& aim, double s) const { return aiming(aim, seek(aim - position(), s)); }
  [[nodiscard]] Steered arriving(const Vec& aim, double s, const Slowing& slowing) const {
    return aiming(aim, arrive(aim - position(), s, slowing, tables_.time_step));
  }
  static Steered after(double time, Steered steered) {
    steered.outcome.time = time;
    return steered;
  }

  template <class OfTarget>
  [[nodiscard]] Steered toward(int target, const OfTarget& of_target) const {
    if (self_.targets[static_cast<std::size_t>(target)]) {
      return of_target(*self_.targets[static_cast<std::size_t>(target)]);
    }
    Steered steered = standing();
    steered.outcome.target_lost = true;
    steered.outcome.reachable = false;
    return steered;
  }

  const SteeringTables& tables_;
  const Steerer& self_;
};

Steered steer_blend(const SteeringTables& tables, const Blend& blend, Steerer self) {
  std::vector<Steered> parts;
  for (const BlendPart& part : blend.parts) {
    parts.push_back(std::visit(SimpleBehavior(tables, self), tables.behaviors[part.behavior.row]));
    self.path_place = parts.back().path_place;
  }
  Steered steered = parts.front();
  if (blend.rule == Blend::Rule::priority) {
    const auto moves = [](const Steered& part) { return part.velocity != Vec::Zero(); };
    const auto first = std::find_if(parts.begin(), parts.end(), moves);
    if (first != parts.end()) steered = *first;
  } else {
    Vec sum = Vec::Zero();
    for (std::size_t k = 0; k < parts.size(); ++k) sum += blend.parts[k].weight * parts[k].velocity;
    steered.velocity = clip(sum, self.max_speed);
  }
  for (const Steered& part : parts) {
    steered.outcome.target_lost = steered.outcome.target_lost || part.outcome.target_lost;
  }
  steered.path_place = self.path_place;
  return steered;
}

}  // namespace

Steered steer(const SteeringTables& tables, std::uint32_t behavior, const Steerer& self) {
  const Behavior& row = tables.behaviors[behavior];
  if (const auto* blend = std::get_if<Blend>(&row)) return steer_blend(tables, *blend, self);
  return std::visit(SimpleBehavior(tables, self), row);
}

}  // namespace throng::reference
