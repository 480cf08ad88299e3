// Who gives way in a pair (spec "Responsibility k").
#pragma once
#include "host/reference/agent.hpp"
#include "throng/types.hpp"

namespace throng::reference {

/// The larger of the two shares under Responsibility::speed.
inline constexpr double larger_share = 0.7;

/// The share of i in avoiding j, in [0, 1], for an i that sees j; i's and j's sum to exactly 1. It is 1 when j does not
/// avoid i.
double responsibility_share(Responsibility policy, const Agent& i, const Agent& j);

}  // namespace throng::reference
