// Dart throwing: places agents at random without overlap, the same ones on every machine.
#pragma once
#include <cstdint>
#include <vector>

#include "host/scenario/agent_entry.hpp"
#include "host/scenario/disc_index.hpp"
#include "host/scenario/obstacle_index.hpp"
#include "host/scenario/start_outline.hpp"

namespace throng::scenario {

/// Agents whose places the file gives and that stand where none should.
struct BadStarts {
  DiscIndex::Overlaps overlaps;  ///< by number, as they were added
  std::uint64_t blocked = 0;     ///< with their position in a solid or off the area
  std::uint32_t first_blocked = 0;
  std::uint64_t on_edges = 0;  ///< with a footprint that an edge of an obstacle or of the area comes into
  std::uint32_t first_on_edge = 0;
  ObstacleIndex::Edge first_edge{};
};

/// Ground that agents take up one after the other.
class Placement {
 public:
  /// `scenario` is looked at again for each agent.
  Placement(const Scenario& scenario, ObstacleIndex obstacles)
      : outlines_(scenario), obstacles_(std::move(obstacles)) {}

  /// An agent where the file says, overlapping or not.
  void add_fixed(const AgentDescription& agent);
  /// Of all agents so far; those of fills are among them.
  [[nodiscard]] BadStarts bad_starts() const;

  /// Places for `fill.count` agents, ids counting up from `first_id`. Attempt n (from 0) uses the Philox counter
  /// (n low, n high, group, fill). A draw that misses the shape, lands in a solid or off the walkable area is no
  /// attempt to place an agent; one that is nearer than its radius to an edge, or than the sum of radii to an agent,
  /// is, and each agent has 100. Footprints, in the heading that they start with, count in place of discs. Fails at
  /// `entry`, with the number that fit.
  std::vector<Vec2d> fill(const JsonNode& entry, const AgentEntry& fill, std::uint32_t group, AgentId first_id,
                          std::uint64_t seed);

 private:
  StartOutlines outlines_;
  ObstacleIndex obstacles_;
  DiscIndex discs_;
  std::uint32_t fixed_ = 0;
  BadStarts bad_;
};

/// Fails at once when not even the closest packing of the smallest discs, or of those within the footprint, has
/// `fill.count` of them and trying it out would take long.
void require_room(const JsonNode& entry, const AgentEntry& fill, double smallest_radius);

}  // namespace throng::scenario
