// The half-plane from another agent (van den Berg, Guy, Lin, Manocha 2009; spec "Constraint from another agent").
#pragma once
#include "host/reference/agent.hpp"

namespace throng::reference {

struct PairRules {
  double time_horizon = 0.0;   ///< s, of agent i
  double escape_time = 0.0;    ///< s, of agent i: in place of the time horizon for a pair that overlaps
  double share = 0.5;          ///< of agent i
  double head_on_slope = 0.0;  ///< pairs within it of head-on pass each other on the right; 0 = none
};

/// What i may do because of j.
HalfPlane agent_constraint(const Agent& i, const Agent& j, const PairRules& rules);

/// In which of 16 directions a coincident pair parts: for the agent of the lower id; the other takes the opposite.
Vec parting_direction(AgentId lower, AgentId higher);

}  // namespace throng::reference
