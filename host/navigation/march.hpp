// The way from every node to the goal: the eikonal equation by fast marching.
//
// J. A. Sethian: A fast marching level set method for monotonically advancing fronts. PNAS 93, 1996; differences of
// second order along axes and diagonals after M. S. Hassouna, A. A. Farag: Multistencils fast marching methods. IEEE
// PAMI 29, 2007.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "host/navigation/goal_region.hpp"
#include "host/navigation/solid_rings.hpp"
#include "host/navigation/tile_geometry.hpp"

namespace throng::flow {

/// All that fields with the same walls, cell size and clearance share.
struct FlowGround {
  FlowLattice lattice;
  FlowFieldOptions options;
  WallIndex walls;
  RingIndex solids;
};

/// A node: its tile, in the order in which the front came to tiles, and its place in it.
struct NodePlace {
  std::int32_t tile = -1;  ///< -1 = there is none
  std::int32_t local = 0;
};

class FlowMarch {
 public:
  /// Called now and then with the number of nodes done; may throw.
  using Tick = std::function<void(std::size_t nodes)>;

  FlowMarch(const FlowGround& ground, const GoalRegion& goal) : ground_(ground), goal_(goal) {}
  /// Throws invalid_argument when more than `most_nodes` would be reached.
  void run(std::size_t most_nodes, const Tick& tick);

  [[nodiscard]] std::size_t tile_count() const { return tiles_.size(); }
  [[nodiscard]] std::int32_t column(std::int32_t tile) const { return tiles_[at(tile)]->column; }
  [[nodiscard]] std::int32_t row(std::int32_t tile) const { return tiles_[at(tile)]->row; }
  /// -1 where nothing was reached.
  [[nodiscard]] std::int32_t tile_of(std::int32_t column, std::int32_t row) const {
    return tile_of_[static_cast<std::size_t>(row) * static_cast<std::size_t>(ground_.lattice.columns) +
                    static_cast<std::size_t>(column)];
  }
  [[nodiscard]] NodePlace neighbor(NodePlace node, Offset offset) const;
  [[nodiscard]] bool is_linked(NodePlace node, int neighbor) const {
    return ((tiles_[at(node.tile)]->geometry.links[at(node.local)] >> neighbor) & 1u) != 0;
  }
  [[nodiscard]] bool is_reached(NodePlace node) const {
    return node.tile >= 0 && (tiles_[at(node.tile)]->state[at(node.local)] & done) != 0;
  }
  /// m; of reached nodes.
  [[nodiscard]] double way(NodePlace node) const { return tiles_[at(node.tile)]->way[at(node.local)]; }
  /// The straight way to the goal is free, and no wall makes it dearer.
  [[nodiscard]] bool is_straight(NodePlace node) const {
    return (tiles_[at(node.tile)]->state[at(node.local)] & straight) != 0;
  }
  [[nodiscard]] double cost_of(NodePlace node) const {
    return static_cast<double>(tiles_[at(node.tile)]->geometry.cost[at(node.local)]);
  }
  /// Next to the goal, and in its sight.
  [[nodiscard]] bool is_start(NodePlace node) const {
    return (tiles_[at(node.tile)]->state[at(node.local)] & started) != 0;
  }
  [[nodiscard]] Vec2d place(NodePlace node) const;

 private:
  enum : std::uint8_t { done = 1, straight = 2, looked = 4, started = 8 };  // bits of a node's state
  struct Tile {
    std::int32_t column, row;
    std::array<std::int32_t, 9> around;  ///< tiles, row by row; -1 = not yet
    TileGeometry geometry;
    std::array<double, nodes_in_tile> way;
    std::array<std::uint8_t, nodes_in_tile> state;
  };
  struct Arrival {
    double way;
    std::uint32_t node;
  };
  static std::size_t at(std::int32_t k) { return static_cast<std::size_t>(k); }

  /// The neighbor, its tile made where there is none; none off the lattice.
  NodePlace make_neighbor(NodePlace node, Offset offset);
  std::int32_t make_tile(std::int32_t column, std::int32_t row);
  void start();
  void look_straight(NodePlace node, bool is_start);
  void update(NodePlace node, int first_neighbor);
  void arrive(NodePlace node, double way);

  const FlowGround& ground_;
  const GoalRegion& goal_;
  std::vector<std::int32_t> tile_of_;
  std::vector<std::unique_ptr<Tile>> tiles_;
  std::vector<Arrival> heap_;
  std::size_t most_tiles_ = 0;
};

}  // namespace throng::flow
