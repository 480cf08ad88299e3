// One crowd on the cuda executor and on the cpu executor; status 0 when all that is compared is equal, 1 when not (with
// what differs), 2 after an error of the device. planted_faults.py links it with kernels that have a fault.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "throng/world.hpp"

namespace {

using throng::ExecutorKind;
using throng::Snapshot;
using throng::Vec2d;
using throng::World;

constexpr int rounds = 12, steps_each = 3;

/// 391 agents, not a multiple of anything, through each other and, if there is one, around a pillar; some leave on the
/// way, a third has little way to go. Without obstacles other kernels solve.
World make_world(ExecutorKind executor, bool has_pillar) {
  throng::WorldOptions options;
  options.executor = executor;
  options.threads = 1;
  World world(options);
  throng::Profile walker;
  walker.on_arrival = throng::OnArrival::remove;
  const throng::ProfileIndex profile = world.add_profile(walker);
  if (has_pillar) world.add_polygon(std::vector<Vec2d>{{5.75, 4.0}, {6.75, 4.0}, {6.75, 5.0}, {5.75, 5.0}});
  std::vector<throng::AgentDescription> agents;
  for (int i = 0; i < 391; ++i) {
    throng::AgentDescription agent;
    agent.profile = profile;
    agent.position = {0.5 * (i % 23) + 0.125 * (i % 3), 0.5 * static_cast<double>(i / 23)};
    const double way = i % 3 == 0 ? 0.75 : 6.0;
    agent.goal = Vec2d{agent.position.x + (i % 2 == 0 ? way : -way), agent.position.y + 0.25 * (i % 5) - 0.5};
    agents.push_back(agent);
  }
  world.add_agents(agents);
  return world;
}

bool same(const char* what, std::uint64_t step, std::uint64_t here, std::uint64_t there) {
  if (here != there) fmt::print("step {}: {} differs: {:x} on cpu, {:x} on cuda\n", step, what, here, there);
  return here == there;
}

bool same(const Snapshot& here, const Snapshot& there) {
  if (!same("snapshot's hash", here.step, here.state_hash, there.state_hash)) return false;
  const bool equal = here.id == there.id && here.position == there.position && here.velocity == there.velocity &&
                     here.heading == there.heading && here.profile == there.profile;
  if (!equal) fmt::print("step {}: snapshot's agents differ\n", here.step);
  return equal;
}

bool run(bool has_pillar) {
  World here = make_world(ExecutorKind::cpu, has_pillar), there = make_world(ExecutorKind::cuda, has_pillar);
  Snapshot mine, others;
  for (std::uint64_t r = 0; r < rounds; ++r) {
    // The device runs on while the snapshot is under way. Not at first: two frames are in turn, and what is stale in
    // one is to be an older frame, not what memory happens to hold.
    for (World* world : {&here, &there}) {
      world->request_snapshot();
      if (r < 2) static_cast<void>(world->state_hash());
      world->step(steps_each);
    }
    here.take_snapshot(mine);
    there.take_snapshot(others);
    const std::uint64_t step = (r + 1) * steps_each;
    if (!same(mine, others) || !same("state hash", step, here.state_hash(), there.state_hash()) ||
        !same("number of agents", step, here.agent_count(), there.agent_count()) ||
        !same("number of arrivals", step, here.statistics().arrived, there.statistics().arrived) ||
        !same("number of infeasible programs", step, here.statistics().infeasible, there.statistics().infeasible) ||
        !same("number of contacts", step, here.measure().contacts, there.measure().contacts)) {
      return false;
    }
  }
  fmt::print("equal over {} steps; {} arrived, {} left, {} infeasible, hash {:x}\n", rounds * steps_each,
             here.statistics().arrived, here.agent_count(), here.statistics().infeasible, here.state_hash());
  return true;
}

}  // namespace

int main() {
  try {
    return run(true) && run(false) ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print("error: {}\n", error.what());
    return 2;
  }
}
