// Adding, removing and changing agents of throng/c/agents.h.
#include "throng/c/agents.h"

#include <limits>

#include "host/c_api/arrays.hpp"
#include "host/c_api/descriptor.hpp"
#include "host/c_api/world_object.hpp"

using namespace throng;
using namespace throng::c_api;

namespace {

constexpr double not_given = std::numeric_limits<double>::quiet_NaN();

/// The columns of a throng_agents_desc.
class AgentColumns {
 public:
  explicit AgentColumns(const throng_agents_desc& desc)
      : count_(desc.count),
        position_(desc.position, "desc.position", count_, {}),
        profile_(desc.profile, "desc.profile", count_, 0),
        id_(desc.id, "desc.id", count_, THRONG_NO_ID),
        velocity_(desc.velocity, "desc.velocity", count_, {}),
        radius_(desc.radius, "desc.radius", count_, not_given),
        max_speed_(desc.max_speed, "desc.max_speed", count_, not_given),
        preferred_speed_(desc.preferred_speed, "desc.preferred_speed", count_, not_given),
        preferred_velocity_(desc.preferred_velocity, "desc.preferred_velocity", count_, {not_given, not_given}),
        goal_(desc.goal, "desc.goal", count_, {not_given, not_given}),
        goal_region_(desc.goal_region, "desc.goal_region", count_, THRONG_NONE),
        journey_(desc.journey, "desc.journey", count_, THRONG_NONE),
        heading_(desc.heading, "desc.heading", count_, {not_given, not_given}),
        group_(desc.group, "desc.group", count_, -1),
        priority_(desc.priority, "desc.priority", count_, 1.0),
        layer_(desc.layer, "desc.layer", count_, 1),
        mask_(desc.mask, "desc.mask", count_, 0xffffffffu),
        avoids_(desc.avoids, "desc.avoids", count_, 1) {
    if (count_ > 0 && !position_.is_given()) refuse("desc.position is not given");
    if (count_ > limits::max_agents) {
      refuse("desc.count is " + std::to_string(count_) + ", wanted at most " + std::to_string(limits::max_agents));
    }
  }

  [[nodiscard]] AgentDescription row(std::uint64_t i) const {
    AgentDescription agent;
    if (const std::int64_t id = id_[i]; id != THRONG_NO_ID) agent.id = id;
    agent.profile = {profile_[i]};
    agent.position = position_[i];
    agent.velocity = velocity_[i];
    agent.radius = optional_number(radius_[i]);
    agent.max_speed = optional_number(max_speed_[i]);
    agent.preferred_speed = optional_number(preferred_speed_[i]);
    agent.preferred_velocity = optional_vector(preferred_velocity_[i]);
    agent.goal = optional_vector(goal_[i]);
    agent.goal_region = optional_row<GoalIndex>(goal_region_[i]);
    agent.journey = optional_row<JourneyIndex>(journey_[i]);
    agent.heading = optional_vector(heading_[i]);
    agent.group = group_[i];
    agent.priority = priority_[i];
    agent.layer = layer_[i];
    agent.mask = mask_[i];
    agent.avoids = truth(avoids_[i], "desc.avoids");
    return agent;
  }
  [[nodiscard]] std::vector<AgentDescription> rows() const {
    std::vector<AgentDescription> agents;
    agents.reserve(count_);
    for (std::uint64_t i = 0; i < count_; ++i) agents.push_back(row(i));
    return agents;
  }

 private:
  std::uint64_t count_;
  Column<Vec2d> position_;
  Column<std::uint32_t> profile_;
  Column<std::int64_t> id_;
  Column<Vec2d> velocity_;
  Column<double> radius_, max_speed_, preferred_speed_;
  Column<Vec2d> preferred_velocity_, goal_;
  Column<std::uint32_t> goal_region_, journey_;
  Column<Vec2d> heading_;
  Column<std::int32_t> group_;
  Column<double> priority_;
  Column<std::uint32_t> layer_, mask_;
  Column<std::uint8_t> avoids_;
};

}  // namespace

void throng_agents_desc_init(throng_agents_desc* desc, std::size_t struct_size) {
  init_descriptor(desc, struct_size, blank<throng_agents_desc>());
}

throng_status throng_world_add_agents(throng_world* world, const throng_agents_desc* desc,
                                      const throng_array* handles) {
  return on_world(world, [&](World& w) {
    const throng_agents_desc read = read_descriptor(desc, "desc", throng_agents_desc_init);
    std::optional<OutArray<AgentHandle>> out;
    if (handles != nullptr) {
      out.emplace(wanted(handles, "handles"), "handles");
      check_count(out->count(), read.count, "handles");
    }
    const std::vector<AgentHandle> added = w.add_agents(AgentColumns(read).rows());
    if (!out) return;
    for (std::uint64_t i = 0; i < added.size(); ++i) out->set(i, added[i]);
    out->finish();
  });
}

throng_status throng_world_remove_agents(throng_world* world, const throng_array* agents) {
  return on_world(world, [&](World& w) { w.remove_agents(read_all<AgentHandle>(agents, "agents")); });
}

throng_status throng_world_set_preferred_velocities(throng_world* world, const throng_array* agents,
                                                    const throng_array* velocities) {
  return on_world(world, [&](World& w) {
    const std::vector<Vec2d> values = read_all<Vec2d>(velocities, "velocities");
    if (agents == nullptr) {
      check_count(values.size(), w.agent_count(), "velocities");
      return w.set_preferred_velocities(values);
    }
    const std::vector<AgentHandle> handles = read_all<AgentHandle>(agents, "agents");
    check_count(values.size(), handles.size(), "velocities");
    w.set_preferred_velocities(handles, values);
  });
}
throng_status throng_world_set_goal_point(throng_world* world, throng_agent agent, throng_vec2d point) {
  return on_world(world, [&](World& w) { w.set_goal(handle_of(agent), vector_of(point)); });
}
throng_status throng_world_set_goal_region(throng_world* world, throng_agent agent, std::uint32_t region) {
  return on_world(world, [&](World& w) { w.set_goal(handle_of(agent), GoalIndex{region}); });
}
throng_status throng_world_set_profile(throng_world* world, throng_agent agent, std::uint32_t profile) {
  return on_world(world, [&](World& w) { w.set_profile(handle_of(agent), {profile}); });
}
throng_status throng_world_set_position(throng_world* world, throng_agent agent, throng_vec2d position) {
  return on_world(world, [&](World& w) { w.set_position(handle_of(agent), vector_of(position)); });
}
throng_status throng_world_set_velocity(throng_world* world, throng_agent agent, throng_vec2d velocity) {
  return on_world(world, [&](World& w) { w.set_velocity(handle_of(agent), vector_of(velocity)); });
}
throng_status throng_world_set_heading(throng_world* world, throng_agent agent, throng_vec2d heading) {
  return on_world(world, [&](World& w) { w.set_heading(handle_of(agent), vector_of(heading)); });
}
