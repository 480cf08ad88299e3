// Preferred velocities of agents that have a behavior. Compiled once per instruction set.
#include "kernels/agent/steer_agent.hpp"

#include "host/cpu/isa_functions.hpp"

namespace throng {
inline namespace THRONG_ISA {

// One by one: each does something else, for a target that is somewhere else.
void steer_agents(const StepData& step, std::size_t begin, std::size_t end) {
  float distance_sq[neighbor_cap + 1];
  std::uint32_t index[neighbor_cap + 1];
  const NeighborList neighbors{distance_sq, index, 0, 0};
  for (std::size_t k = begin; k < end; ++k) {
    const std::uint32_t i = step.crowd.storage_index[k];
    if ((step.agents.flags[i] & agent_flag::steers) == 0) continue;
    steer_agent(step, static_cast<std::uint32_t>(k), i, neighbors);
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
