// Reading agents: the other half of throng/c/agents.h.
#include <algorithm>

#include "host/c_api/columns.hpp"
#include "host/c_api/descriptor.hpp"
#include "host/c_api/world_object.hpp"
#include "throng/c/agents.h"

using namespace throng;
using namespace throng::c_api;

throng_status throng_world_contains_agent(throng_world* world, throng_agent agent, std::int32_t* contains) {
  return on_world(world,
                  [&](World& w) { give(contains, "contains", [&] { return w.contains(handle_of(agent)) ? 1 : 0; }); });
}
throng_status throng_world_find_agent(throng_world* world, std::int64_t id, throng_agent* agent, std::int32_t* found) {
  return on_world(world, [&](World& w) {
    throng_agent& out = wanted(agent, "agent");
    if (found != nullptr) wanted(found, "found");
    const std::optional<AgentHandle> handle = w.find(id);
    out = c_handle(handle.value_or(AgentHandle{}));
    if (found != nullptr) *found = handle ? 1 : 0;
  });
}
throng_status throng_world_get_agent_count(throng_world* world, std::uint64_t* count) {
  return on_world(world, [&](World& w) { give(count, "count", [&] { return w.agent_count(); }); });
}

void throng_agent_state_init(throng_agent_state* state, std::size_t struct_size) {
  init_descriptor(state, struct_size, blank<throng_agent_state>());
}
throng_status throng_world_get_agent_state(throng_world* world, throng_agent agent, throng_agent_state* state) {
  return on_world(world, [&](World& w) {
    check_target(state, "state");
    const AgentState s = w.state(handle_of(agent));
    throng_agent_state out = blank<throng_agent_state>();
    out.profile = s.profile.row;
    out.id = s.id;
    out.position = c_vector(s.position);
    out.velocity = c_vector(s.velocity);
    out.preferred_velocity = c_vector(s.preferred_velocity);
    out.heading = c_vector(s.heading);
    out.radius = s.radius;
    out.max_speed = s.max_speed;
    out.preferred_speed = s.preferred_speed;
    out.group = s.group;
    out.arrived = s.arrived ? 1 : 0;
    out.stuck = s.stuck ? 1 : 0;
    write_descriptor(state, "state", out);
  });
}

void throng_readout_init(throng_readout* readout, std::size_t struct_size) {
  init_descriptor(readout, struct_size, blank<throng_readout>());
}
throng_status throng_world_read(throng_world* world, const throng_readout* readout) {
  return on_world(world, [&](World& w) {
    const throng_readout columns = read_descriptor(readout, "readout", throng_readout_init);
    const std::uint64_t count = w.agent_count();
    WantedColumn<std::int64_t> id(columns.id, "readout.id", count);
    WantedColumn<AgentHandle> handle(columns.handle, "readout.handle", count);
    WantedColumn<Vec2d> position(columns.position, "readout.position", count);
    WantedColumn<Vec2d> velocity(columns.velocity, "readout.velocity", count);
    WantedColumn<Vec2d> heading(columns.heading, "readout.heading", count);
    WantedColumn<std::uint32_t> profile(columns.profile, "readout.profile", count);
    WantedColumn<Vec2d> aim_point(columns.aim_point, "readout.aim_point", count);
    WantedColumn<double> elevation(columns.elevation, "readout.elevation", count);
    // What one call of the world brings is asked for once; a snapshot brings most of it.
    if (id.is_wanted() || position.is_wanted() || velocity.is_wanted() || heading.is_wanted() || profile.is_wanted()) {
      Snapshot snapshot;
      w.snapshot(snapshot);
      id.fill(snapshot.id);
      position.fill(snapshot.position);
      velocity.fill(snapshot.velocity);
      heading.fill(snapshot.heading);
      profile.fill(snapshot.profile);
    }
    if (handle.is_wanted()) handle.fill(w.handles());
    if (aim_point.is_wanted()) aim_point.fill(w.aim_points());
    if (elevation.is_wanted()) elevation.fill(w.elevations());
  });
}

throng_status throng_world_get_stuck_agents(throng_world* world, const throng_array* agents, const throng_array* times,
                                            std::uint64_t* count) {
  return on_world(world, [&](World& w) {
    give(count, "count", [&] {
      auto handles = optional_target<AgentHandle>(agents, "agents");
      auto seconds = optional_target<double>(times, "times");
      const std::vector<StuckAgent> stuck = w.stuck_agents();
      fill_first(handles, stuck, [](const StuckAgent& a) { return a.agent; });
      fill_first(seconds, stuck, [](const StuckAgent& a) { return a.time; });
      return stuck.size();
    });
  });
}

throng_status throng_world_get_neighbors(throng_world* world, throng_agent agent, const throng_array* neighbors,
                                         std::uint64_t* count) {
  return on_world(world, [&](World& w) {
    give(count, "count", [&] {
      auto handles = optional_target<AgentHandle>(neighbors, "neighbors");
      const std::vector<AgentHandle> found = w.neighbors(handle_of(agent));
      fill_first(handles, found, [](AgentHandle a) { return a; });
      return found.size();
    });
  });
}

throng_status throng_world_get_constraints(throng_world* world, throng_agent agent, throng_constraint* constraints,
                                           std::uint64_t capacity, std::uint64_t* count) {
  return on_world(world, [&](World& w) {
    give(count, "count", [&] {
      if (capacity > 0) wanted(constraints, "constraints");
      const std::vector<Constraint> lines = w.constraints(handle_of(agent));
      for (std::uint64_t i = 0; i < std::min<std::uint64_t>(capacity, lines.size()); ++i) {
        constraints[i] = {c_vector(lines[i].point), c_vector(lines[i].direction), lines[i].obstacle ? 1 : 0, 0};
      }
      return lines.size();
    });
  });
}
