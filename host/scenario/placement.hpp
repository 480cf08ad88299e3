// Dart throwing: places agents at random without overlap, the same ones on every machine.
#pragma once
#include <cstdint>
#include <vector>

#include "host/scenario/agent_entry.hpp"
#include "host/scenario/disc_index.hpp"
#include "host/scenario/obstacle_index.hpp"

namespace throng::scenario {

/// Ground that agents take up one after the other.
class Placement {
 public:
  explicit Placement(ObstacleIndex obstacles) : obstacles_(std::move(obstacles)) {}

  /// An agent where the file says, overlapping or not; counted for warnings.
  void add_fixed(Vec2d position, double radius);
  [[nodiscard]] std::uint64_t overlapping() const { return overlapping_; }  ///< fixed agents that touch an earlier one
  [[nodiscard]] std::uint64_t blocked() const { return blocked_; }          ///< fixed agents in a solid or off the area

  /// Places for `fill.count` agents, ids counting up from `first_id`. Attempt n (from 0) uses the Philox counter
  /// (n low, n high, group, fill). A draw that misses the shape, lands in a solid or off the walkable area is no
  /// attempt to place an agent; one that is nearer than its radius to an edge, or than the sum of radii to an agent,
  /// is, and each agent has 100. Fails at `entry`, with the number that fit.
  std::vector<Vec2d> fill(const JsonNode& entry, const AgentEntry& fill, std::uint32_t group, AgentId first_id,
                          std::uint64_t seed);

 private:
  ObstacleIndex obstacles_;
  DiscIndex discs_;
  std::uint64_t overlapping_ = 0;
  std::uint64_t blocked_ = 0;
};

/// Fails at once when not even the closest packing of the smallest discs has `fill.count` of them and trying it out
/// would take long.
void require_room(const JsonNode& entry, const AgentEntry& fill);

}  // namespace throng::scenario
