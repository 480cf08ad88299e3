// Obstacles as executors over floats use them: linked edges in their own grid, solid polygons with their boxes.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "host/executor.hpp"
#include "kernels/agent/views.hpp"

namespace throng {

/// Built on the host, once per change of the obstacles, in time proportional to their edges (times a logarithm).
class ObstacleTable {
 public:
  /// `typical_reach` (m): how far agents look for obstacles, which the cells' size follows (never the result).
  void build(std::span<const ObstacleShape> obstacles, float typical_reach);

  [[nodiscard]] ObstacleView view() const;
  [[nodiscard]] std::size_t edge_count() const { return edges_.size(); }

 private:
  void add_chain(const ObstacleShape& obstacle);
  void build_grid(float typical_reach);

  std::vector<EdgeData> edges_;
  std::vector<SolidData> solids_;
  std::vector<float> solid_x_, solid_y_;
  GridView grid_{};
  std::vector<std::uint32_t> entries_;
  std::vector<std::uint32_t> cell_start_;
  std::vector<std::uint64_t> cell_key_;
};

}  // namespace throng
