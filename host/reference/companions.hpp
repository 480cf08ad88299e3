// Social groups: walking to a goal together (docs/steering.md, "Walk together").
#pragma once
#include <vector>

#include "host/reference/geometry.hpp"
#include "throng/steering.hpp"

namespace throng::reference {

/// A member of an agent's group, itself included.
struct Companion {
  AgentId id = 0;
  Vec offset = Vec::Zero();  ///< m, from the agent
};

/// `alone` is what the agent wants without its group, not 0; `velocity` is what it has. The group has at least the
/// agent itself.
Vec walk_together(const WalkTogether& behavior, AgentId own, const std::vector<Companion>& group, const Vec& velocity,
                  const Vec& alone, double max_speed);

}  // namespace throng::reference
