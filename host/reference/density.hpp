// Who walks slower in a crowd (docs/model.md, "Density").
#pragma once
#include <span>

#include "host/reference/agent.hpp"
#include "host/reference/obstacle_chain.hpp"
#include "throng/parameters.hpp"

namespace throng::reference {

/// People per square meter that agents[row] sees around the place that it looks at, when it would like `wanted`;
/// 0 when nobody else is there.
double density_ahead(std::span<const Agent> agents, std::span<const ChainVertex> chains, std::size_t row,
                     const DensitySpeed& rule, const Vec& wanted);

/// What is left of `wanted` at that density.
Vec slow_in_crowd(std::span<const Agent> agents, std::span<const ChainVertex> chains, std::size_t row,
                  const DensitySpeed& rule, const Vec& wanted);

}  // namespace throng::reference
