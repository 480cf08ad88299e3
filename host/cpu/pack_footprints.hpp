// Rows of the footprints around a pack's agents: agent by agent, the edges around each a pack at a time. Gives the rows
// of footprint_lines (kernels/agent/footprint_lines.hpp).
#pragma once
#include "host/cpu/footprint_scan.hpp"
#include "host/cpu/infeasible_queue.hpp"
#include "host/cpu/pack_neighbors.hpp"
#include "host/cpu/pack_transpose.hpp"
#include "kernels/agent/footprint_lines.hpp"

namespace throng {
inline namespace THRONG_ISA {

// Not inline: crowds of discs are to have what they had.

/// Rows of neighbors that have a footprint go: its edges are met instead.
[[gnu::noinline]] inline void drop_rows_of_footprints(const StepData& step, NeighborRoom& room, std::int32_t most,
                                                      Row* rows) {
  for (std::int32_t n = 0; n < most; ++n) {
    const Int number = gather_int(step.footprints.number, load_int<Pack>(room.neighbors(n), 0));
    const Mask found = number != broadcast_int<Pack>(static_cast<std::int32_t>(no_footprint));
    if (any(found)) rows[n] = select(found, no_constraint<Pack>(), rows[n]);
  }
}

/// A pack of footprints beside each other, and what is made of their edges: row n of a lane is of its n-th nearest.
struct FootprintRows {
  Row rows[footprint_vertex_cap];
  unsigned made[footprint_vertex_cap];  ///< lanes
  std::int32_t most;
};

/// The edges of a pack of footprints that act on one agent, the nearest of each lane first.
class EdgesBeside {
 public:
  void set_lane(int l, const float* distances_sq, std::uint32_t count) {
    from_[l] = distances_sq;
    most_ = static_cast<std::int32_t>(count) > most_ ? static_cast<std::int32_t>(count) : most_;
  }
  void begin() {
    for (std::int32_t k = 0; k < most_; k += 4) {
      const PackRow four = load_rows([&](int l) { return from_[l] + k; });
      for (int c = 0; c < 4; ++c) distance_sq_[k + c] = four.column[c];
    }
  }
  /// The next one of each lane; lanes that have no more are not set, and have any.
  Mask take_nearest(LaneInts& edge) {
    Pack nearest_sq = distance_sq_[0];
    Int nearest{};
    for (std::int32_t k = 1; k < most_; ++k) {
      const Mask nearer = distance_sq_[k] < nearest_sq;
      nearest_sq = select(nearer, distance_sq_[k], nearest_sq);
      nearest = select_int(nearer, broadcast_int<Pack>(k), nearest);
    }
    for (std::int32_t k = 0; k < most_; ++k) {
      distance_sq_[k] = select(nearest == broadcast_int<Pack>(k), Pack(INFINITY), distance_sq_[k]);
    }
    store_pack(nearest, edge);
    return nearest_sq < Pack(INFINITY);
  }

 private:
  const float* from_[pack_lanes];
  Pack distance_sq_[footprint_vertex_cap];
  std::int32_t most_ = 0;
};

/// Of the footprints ranked `first` and up, `used` of them.
inline void make_rows_beside(const StepData& step, const SelfAgent& agent, float inverse_horizon,
                             const NearFootprints& near, const std::uint32_t* ranked, int used, FootprintRows& made) {
  const FootprintView& all = step.footprints;
  const FootprintAgent* other[pack_lanes];
  const EdgeData* sides[pack_lanes];
  EdgesBeside edges;
  for (int l = 0; l < pack_lanes; ++l) {
    const ActingEdges& own = near.edges[ranked[(l < used ? l : 0) * pack_lanes]];
    other[l] = all.agents + own.number;
    sides[l] = all.sides + std::size_t{own.number} * footprint_vertex_cap;
    edges.set_lane(l, own.distance_sq, other[l]->vertex_count);
  }
  edges.begin();
  const PackRow motion = load_rows([&](int l) { return &other[l]->x; });
  const Vec2<Pack> position{Pack(agent.position.x), Pack(agent.position.y)};
  const Vec2<Pack> point = position - Vec2<Pack>{motion.column[0], motion.column[1]};
  const Vec2<Pack> velocity{motion.column[2], motion.column[3]};
  const Vec2<Pack> relative = Vec2<Pack>{Pack(agent.velocity.x), Pack(agent.velocity.y)} - velocity;
  const Pack radius(agent.radius), inverse(inverse_horizon);
  const Rows rows{made.rows};
  const Mask yes = broadcast_mask<Pack>(true), in_use = lane_numbers() < broadcast_int<Pack>(used);
  made.most = 0;
  for (std::int32_t n = 0; n < static_cast<std::int32_t>(footprint_vertex_cap); ++n) {
    LaneInts which;
    Mask acts = in_use & edges.take_nearest(which);
    if (!any(acts)) break;
    made.most = n + 1;
    made.rows[n] = no_constraint<Pack>();
    made.made[n] = 0;
    const EdgeData* side[pack_lanes];
    for (int l = 0; l < pack_lanes; ++l) side[l] = sides[l] + which.lane[l];
    const PackRow ends = load_rows([&](int l) { return &side[l]->left_x; });
    ObstacleEdge<Pack> edge{{ends.column[0], ends.column[1]}, {ends.column[2], ends.column[3]}, {}, {}, {}, yes, yes};
    acts &= negate(is_covered(edge, point, radius, inverse, rows, n));
    if (!any(acts)) continue;
    const PackRow along = load_rows([&](int l) { return &side[l]->direction_x; });
    edge.direction = {along.column[0], along.column[1]};
    edge.direction_previous = {along.column[2], along.column[3]};
    edge.direction_next = load_points([&](int l) { return reinterpret_cast<const BatchPoint*>(&side[l]->next_x); });
    made.rows[n] = select(acts, obstacle_half_plane(edge, point, relative, radius, inverse), made.rows[n]);
    made.made[n] = mask_bits(length_sq(made.rows[n].direction) > Pack(0.0f));
  }
  for (std::int32_t n = 0; n < made.most; ++n) made.rows[n].point = made.rows[n].point + velocity;
}

/// Where rows of single agents become those of a pack: after row `first` of memory.rows.
struct PackRows {
  SolverMemory& memory;
  std::int32_t first, most;

  /// Room for rows 0 to count - 1 behind `first`; those that no lane had are without a constraint.
  Row* reserve(std::int32_t count) {
    if (count > most) {
      make_room_for_rows(memory, first + count);
      Row* rows = rows_of(memory.rows) + first;
      for (; most < count; ++most) rows[most] = no_constraint<Pack>();
    }
    return rows_of(memory.rows) + first;
  }
};

inline void set_row_lane(Row& row, int l, const HalfPlane<float>& line) {
  set_lane(row.point.x, l, line.point.x);
  set_lane(row.point.y, l, line.point.y);
  set_lane(row.direction.x, l, line.direction.x);
  set_lane(row.direction.y, l, line.direction.y);
}

/// Rows of all footprints around the agent of lane `l`; `look` as find_enough_footprints() has it.
[[gnu::noinline]] inline void make_footprint_rows_of(const StepData& step, const SelfPack& self, int l, float& look,
                                                     PackRows& to) {
  const SelfAgent agent = agent_of(self, l);
  const float inverse_horizon = step.profiles[step.agents.profile[agent.storage]].inverse_time_horizon;
  NearFootprints near;
  if (!find_enough_footprints(step, agent, inverse_horizon, look, near)) {
    HalfPlane<float> own[footprint_row_cap];
    const std::int32_t count = footprint_lines(step, agent, own);
    Row* rows = to.reserve(count);
    for (std::int32_t n = 0; n < count; ++n) set_row_lane(rows[n], l, own[n]);
    return;
  }
  if (near.count == 0) return;
  std::uint32_t ranked[(fast_candidates + pack_lanes) * pack_lanes];
  rank_all(near.nearest, near.count, ranked,
           [&](std::uint32_t k) { return step.agents.id[step.footprints.agents[near.edges[k].number].storage]; });
  const std::int32_t kept = near.count < footprint_cap ? near.count : footprint_cap;
  std::int32_t count = 0;
  for (std::int32_t first = 0; first < kept; first += pack_lanes) {
    const int used = kept - first < pack_lanes ? kept - first : pack_lanes;
    FootprintRows made;
    make_rows_beside(step, agent, inverse_horizon, near, ranked + first * pack_lanes, used, made);
    std::int32_t more = 0;
    for (std::int32_t n = 0; n < made.most; ++n) more += __builtin_popcount(made.made[n]);
    Row* rows = to.reserve(count + more);
    for (int place = 0; place < used; ++place) {
      for (std::int32_t n = 0; n < made.most; ++n) {
        if ((made.made[n] >> place & 1u) != 0) copy_lane(made.rows[n], place, rows[count++], l);
      }
    }
  }
  if (near.count >= footprint_cap) {
    // What held enough of them, and a little more, will do for the next agent, who stands near.
    look = 1.2f * square_root(near.nearest.distance_sq[ranked[(footprint_cap - 1) * pack_lanes]]);
  }
}

/// Into memory.rows from row `first` on; returns their number.
[[gnu::noinline]] inline std::int32_t make_footprint_rows(const StepData& step, const SelfPack& self,
                                                          SolverMemory& memory, std::int32_t first, float& look) {
  const FootprintView& all = step.footprints;
  unsigned looks = 0;
  for (std::uint32_t c = 0; c < all.class_count; ++c) {
    const FootprintClass& each = all.classes[c];
    const Pack reach = footprint_reach(self.max_speed, self.radius, self.profiles(&ProfileRow::inverse_time_horizon),
                                       Pack(each.fastest)) +
                       Pack(each.largest_circle);
    const Mask far = outside_grid(each.grid, self.position.x, self.position.y, reach);
    looks |= mask_bits(self.avoids & negate(far));
  }
  PackRows rows{memory, first, 0};
  for (looks &= (1u << self.used) - 1u; looks != 0; looks &= looks - 1) {
    make_footprint_rows_of(step, self, __builtin_ctz(looks), look, rows);
  }
  return rows.most;
}

}  // namespace THRONG_ISA
}  // namespace throng
