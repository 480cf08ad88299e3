// What an agent was told to do, and what came of it.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "host/reference/geometry.hpp"
#include "throng/steering.hpp"

namespace throng::reference {

struct Target {
  enum class Kind { none, agent, point };
  Kind kind = Kind::none;
  AgentId id = 0;           ///< of an agent
  Vec point = Vec::Zero();  ///< m
};

struct Assignment {
  std::uint32_t behavior = 0;  ///< row
  std::array<Target, max_steering_targets> targets;
  std::uint32_t ignored_targets = 0;  ///< bits: those that the agent does not keep clear of
};

/// Of a step, for people to see.
struct Outcome {
  Vec aim = Vec::Zero();  ///< m
  double time = 0.0;      ///< s, looked ahead
  bool reachable = true;  ///< of an interception
  bool target_lost = false;
};

}  // namespace throng::reference
