// What agents do, of throng/c/steering.h.
#include <cmath>

#include "host/c_api/world_object.hpp"
#include "throng/c/steering.h"

using namespace throng;
using namespace throng::c_api;

namespace {

SteeringTarget target_of(const throng_target& target, const std::string& name) {
  switch (target.kind) {
    case THRONG_NO_TARGET:
      return {};
    case THRONG_TARGET_AGENT:
      return handle_of(target.agent);
    case THRONG_TARGET_POINT:
      return vector_of(target.point);
    default:
      refuse(name + ".kind is " + std::to_string(target.kind) + ", wanted 0 to 2 (throng_target_kind)");
  }
}

throng_target c_target(const SteeringTarget& target) {
  throng_target out{};
  out.agent = c_handle(AgentHandle{});
  if (const auto* agent = std::get_if<AgentHandle>(&target)) {
    out.kind = THRONG_TARGET_AGENT;
    out.agent = c_handle(*agent);
  }
  if (const auto* point = std::get_if<Vec2d>(&target)) {
    out.kind = THRONG_TARGET_POINT;
    out.point = c_vector(*point);
  }
  return out;
}

std::string in_brackets(const char* name, int k) { return std::string(name) + "[" + std::to_string(k) + "]"; }

/// Target `k` of each row of a throng_steerings_desc.
class TargetColumn {
 public:
  TargetColumn(const throng_steerings_desc& desc, int k)
      : agent_name_(in_brackets("desc.target_agent", k)),
        point_name_(in_brackets("desc.target_point", k)),
        agent_(desc.target_agent[k], agent_name_.c_str(), desc.count, {}),
        point_(desc.target_point[k], point_name_.c_str(), desc.count, vector_or_nan(std::nullopt)) {}

  [[nodiscard]] SteeringTarget operator[](std::uint64_t i) const {
    const AgentHandle agent = agent_[i];
    const std::optional<Vec2d> point = optional_vector(point_[i]);
    if (agent.slot == THRONG_NONE) return point ? SteeringTarget(*point) : SteeringTarget();
    if (point) refuse(agent_name_ + " and " + point_name_ + " are both given in row " + std::to_string(i));
    return agent;
  }

 private:
  std::string agent_name_, point_name_;
  Column<AgentHandle> agent_;
  Column<Vec2d> point_;
};

}  // namespace

void throng_steering_desc_init(throng_steering_desc* desc, std::size_t struct_size) {
  throng_steering_desc defaults = blank<throng_steering_desc>();
  for (throng_target& target : defaults.targets) target = c_target({});
  init_descriptor(desc, struct_size, defaults);
}
throng_status throng_world_set_steering(throng_world* world, throng_agent agent, const throng_steering_desc* desc) {
  return on_world(world, [&](World& w) {
    const throng_steering_desc read = read_descriptor(desc, "desc", throng_steering_desc_init);
    Steering steering{{read.behavior}, {}};
    for (int k = 0; k < THRONG_MAX_TARGETS; ++k) {
      steering.targets[k] = target_of(read.targets[k], in_brackets("desc.targets", k));
    }
    w.set_steering(handle_of(agent), steering);
  });
}

void throng_steerings_desc_init(throng_steerings_desc* desc, std::size_t struct_size) {
  init_descriptor(desc, struct_size, blank<throng_steerings_desc>());
}
throng_status throng_world_set_steerings(throng_world* world, const throng_steerings_desc* desc) {
  return on_world(world, [&](World& w) {
    const throng_steerings_desc read = read_descriptor(desc, "desc", throng_steerings_desc_init);
    const std::vector<AgentHandle> agents = read_column<AgentHandle>(read.agent, "desc.agent");
    const std::vector<std::uint32_t> behaviors = read_column<std::uint32_t>(read.behavior, "desc.behavior");
    check_count(agents.size(), read.count, "desc.agent");
    check_count(behaviors.size(), read.count, "desc.behavior");
    const TargetColumn first(read, 0), second(read, 1);
    std::vector<Steering> steering;
    for (std::size_t i = 0; i < agents.size(); ++i) steering.push_back({{behaviors[i]}, {first[i], second[i]}});
    w.set_steering(agents, steering);
  });
}
throng_status throng_world_clear_steering(throng_world* world, const throng_array* agents) {
  return on_world(world, [&](World& w) { w.clear_steering(read_all<AgentHandle>(agents, "agents")); });
}

void throng_steering_state_init(throng_steering_state* state, std::size_t struct_size) {
  throng_steering_state defaults = blank<throng_steering_state>();
  defaults.behavior = THRONG_NONE;
  for (throng_target& target : defaults.targets) target = c_target({});
  init_descriptor(state, struct_size, defaults);
}
throng_status throng_world_get_steering(throng_world* world, throng_agent agent, throng_steering_state* state) {
  return on_world(world, [&](World& w) {
    check_target(state, "state");
    const SteeringState s = w.steering(handle_of(agent));
    throng_steering_state out;
    throng_steering_state_init(&out, sizeof(out));
    if (s.active) out.behavior = s.steering.behavior.row;
    for (int k = 0; k < THRONG_MAX_TARGETS; ++k) out.targets[k] = c_target(s.steering.targets[k]);
    out.aim_point = c_vector(s.aim_point);
    out.time_to_intercept = s.time_to_intercept;
    out.reachable = s.reachable ? 1 : 0;
    out.target_lost = s.target_lost ? 1 : 0;
    write_descriptor(state, "state", out);
  });
}
