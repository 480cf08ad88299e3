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
  /// Without `fill_cells` the grid is only placed, for a device that fills its cells itself.
  explicit ObstacleTable(bool fill_cells = true) : fills_cells_(fill_cells) {}

  void build(std::span<const ObstacleShape> obstacles);

  /// How far (m) most agents look for obstacles: cells follow it, results never do. Rebuilds the grid when it has
  /// changed much.
  void follow_reach(float reach);

  [[nodiscard]] ObstacleView view() const;
  [[nodiscard]] std::size_t edge_count() const { return edges_.size(); }

 private:
  void add_chain(const ObstacleShape& obstacle);
  void place_grid();
  void fill_cells();

  bool fills_cells_;
  float reach_ = 2.0f;       ///< m, as last told
  float grid_reach_ = 0.0f;  ///< m, that of the grid
  std::vector<EdgeData> edges_;
  std::vector<SolidData> solids_;
  std::vector<float> solid_x_, solid_y_;
  GridView grid_{};
  std::vector<std::uint32_t> entries_;
  std::vector<std::uint32_t> cell_start_;
  std::vector<std::uint64_t> cell_key_;
};

}  // namespace throng
