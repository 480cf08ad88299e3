// Makes flow fields (docs/navigation.md).
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "host/navigation/flow_field.hpp"
#include "host/navigation/wall_index.hpp"
#include "throng/navigation.hpp"

namespace throng {

/// A goal that gets a field; m, relative to the local origin. One vertex is a point.
struct FlowGoal {
  bool closed = false;
  std::vector<Vec2d> vertices;
  FlowFieldOptions options;
};

struct FlowFieldMaking {
  int threads = 0;                                  ///< 0 = all cores
  std::size_t most_nodes = limits::max_flow_nodes;  ///< of one field
  NavigationProgress progress;                      ///< called on the calling thread only
};

/// One field per goal. The bits depend on walls and goal alone. Throws invalid_argument when a field has too many
/// nodes, cancelled when `progress` says so.
std::vector<std::shared_ptr<const FlowField>> make_flow_fields(std::span<const flow::WallShape> walls,
                                                               std::span<const FlowGoal> goals,
                                                               const FlowFieldMaking& making);

}  // namespace throng
