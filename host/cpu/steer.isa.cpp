// Preferred velocities of agents that have a behavior. Compiled once per instruction set.
#include "kernels/agent/steer_agent.hpp"

#include "host/cpu/isa_functions.hpp"

namespace throng {
inline namespace THRONG_ISA {

// One by one: each does something else, for a target that is somewhere else.
void steer_agents(const StepData& step, std::size_t begin, std::size_t end) {
  for (std::size_t k = begin; k < end; ++k) {
    const std::uint32_t i = step.crowd.storage_index[k];
    if ((step.agents.flags[i] & agent_flag::steers) != 0) steer_agent(step, static_cast<std::uint32_t>(k), i);
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
