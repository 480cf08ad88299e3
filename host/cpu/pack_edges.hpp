// The obstacles' edges that act on the agents of a pack: candidates tested a pack at a time. Gives the lists of
// find_edges (kernels/agent/obstacle_search.hpp).
#pragma once
#include "host/cpu/nearest_scan.hpp"
#include "host/cpu/self_pack.hpp"
#include "host/cpu/step_kernels.hpp"
#include "kernels/agent/obstacle_search.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Fields of each lane's edge.
struct PackEdges {
  static constexpr std::int32_t words = sizeof(EdgeData) / sizeof(float);
  const EdgeData* edges;
  Int first_word;

  PackEdges(const EdgeData* all, Int edge) : edges(all), first_word(edge * words) {}
  [[nodiscard]] Pack field(const float EdgeData::*which) const { return gather(&(edges->*which), first_word); }
  [[nodiscard]] Vec2<Pack> left() const { return {field(&EdgeData::left_x), field(&EdgeData::left_y)}; }
  [[nodiscard]] Vec2<Pack> right() const { return {field(&EdgeData::right_x), field(&EdgeData::right_y)}; }
  [[nodiscard]] ObstacleEdge<Pack> whole() const {
    const Int convexity = gather_int(&edges->convexity, first_word);
    return {left(),
            right(),
            {field(&EdgeData::direction_x), field(&EdgeData::direction_y)},
            {field(&EdgeData::previous_x), field(&EdgeData::previous_y)},
            {field(&EdgeData::next_x), field(&EdgeData::next_y)},
            has_bit<Pack>(convexity, 1u),
            has_bit<Pack>(convexity, 2u)};
  }
};

/// Edges to be tested for one agent: cells hold few each, so that they are put together first.
class EdgeScan {
 public:
  /// Units m and m^2. The list's arrays have room for a pack beyond its capacity.
  EdgeScan(const ObstacleView& obstacles, Vec2<float> position, float reach_sq, EdgeList& list)
      : obstacles_(obstacles), position_(position), reach_sq_(reach_sq), list_(list) {}

  void add(std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; i += pack_lanes) {
      if (count_ > most_waiting - pack_lanes) test();
      // Whole packs are copied: beyond the last entry there is room for one (ObstacleTable).
      __builtin_memcpy(waiting_ + count_, obstacles_.entries + i, pack_lanes * sizeof(std::uint32_t));
      count_ += end - i < pack_lanes ? static_cast<std::int32_t>(end - i) : pack_lanes;
    }
  }

  /// Appends those that act on the agent to the list; past its capacity they are only counted.
  void test() {
    const Vec2<Pack> at{Pack(position_.x), Pack(position_.y)};
    for (std::int32_t i = 0; i < count_; i += pack_lanes) {
      Int edge = load_int<Pack>(waiting_, static_cast<std::uint32_t>(i));
      edge &= lane_numbers() < broadcast_int<Pack>(count_ - i);  // edge 0 where there is none
      const PackEdges fields(obstacles_.edges, edge);
      const Vec2<Pack> left = fields.left(), right = fields.right();
      const Mask outside = det(left - at, right - left) < Pack(0.0f);
      const Pack distance_sq = segment_distance_sq(left, right, at);
      unsigned bits = mask_bits(outside & (distance_sq < Pack(reach_sq_)));
      if (count_ - i < pack_lanes) bits &= (1u << (count_ - i)) - 1u;
      if (list_.count <= list_.capacity) {
        compress_lanes(distance_sq, edge, bits, list_.distance_sq + list_.count, list_.edge + list_.count);
      }
      list_.count += __builtin_popcount(bits);
    }
    count_ = 0;
  }

 private:
  static constexpr std::int32_t most_waiting = 64;
  const ObstacleView& obstacles_;
  Vec2<float> position_;
  float reach_sq_;
  EdgeList& list_;
  alignas(sizeof(Pack)) std::uint32_t waiting_[most_waiting + pack_lanes];
  std::int32_t count_ = 0;
};

/// What the nearest point of an edge may lie outside of the grid by rounding, m.
inline float rounding_of_edges(const GridView& grid) {
  const float across = absolute(grid.origin_x) + static_cast<float>(grid.columns) / grid.inverse_width;
  const float up = absolute(grid.origin_y) + static_cast<float>(grid.rows) / grid.inverse_height;
  return 2.5e-7f * larger(across, up);
}

/// Edges that act on each lane; returns the largest number. The lists lie in `memory`.
inline std::int32_t find_pack_edges(const StepData& step, const SelfPack& self, SolverMemory& memory, LaneInts& count) {
  const ObstacleView& obstacles = step.obstacles;
  const Pack reach = self.profiles(&ProfileRow::time_horizon_obstacle) * self.max_speed + self.radius;
  const Mask outside =
      outside_grid(obstacles.grid, self.position.x, self.position.y, reach + Pack(rounding_of_edges(obstacles.grid)));
  const unsigned looks = mask_bits(self.avoids & negate(outside)) & ((1u << self.used) - 1u);
  count = {};
  if (looks == 0) return 0;
  const CellBox<Pack> boxes = cells_within(obstacles.grid, self.position.x, self.position.y, reach);
  const Pack reach_sq = reach * reach;
  std::int32_t most = 0;
  for (unsigned left = looks; left != 0; left &= left - 1) {
    const int l = __builtin_ctz(left);
    const Vec2<float> position{lane_of(self.position.x, l), lane_of(self.position.y, l)};
    const CellBox<float> box = box_of(boxes, l);
    for (;;) {
      // A pack's store beyond the list falls on the next lane's, which is made later.
      EdgeList list{memory.edge_distance_sq + l * memory.edge_capacity, memory.edge + l * memory.edge_capacity,
                    memory.edge_capacity, 0};
      EdgeScan scan(obstacles, position, lane_of(reach_sq, l), list);
      for_box_ranges(obstacles.grid, box, [&](std::uint32_t begin, std::uint32_t end) { scan.add(begin, end); });
      scan.test();
      if (list.count > list.capacity) {
        memory.grow(memory, list.count, memory.row_capacity);
        continue;
      }
      sort_unique_edges(list);
      count.lane[l] = list.count;
      break;
    }
    most = count.lane[l] > most ? count.lane[l] : most;
  }
  return most;
}

/// The n-th edge of each lane's list; lanes without one get any edge, and are masked out by the caller.
inline ObstacleEdge<Pack> load_edges(const StepData& step, const SolverMemory& memory, const LaneInts& count,
                                     std::int32_t n) {
  LaneInts edge;
  for (int l = 0; l < pack_lanes; ++l) {
    edge.lane[l] = n < count.lane[l] ? static_cast<std::int32_t>(memory.edge[l * memory.edge_capacity + n]) : 0;
  }
  return PackEdges(step.obstacles.edges, load_pack(edge)).whole();
}

}  // namespace THRONG_ISA
}  // namespace throng
