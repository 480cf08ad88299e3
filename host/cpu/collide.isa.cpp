// Batches of pairs. Compiled once per instruction set.
//
// A chunk's pairs are put in order by kind and size, so that the lanes of a pack need the same work; each result goes
// to its pair's place.
#include "host/cpu/isa_functions.hpp"
#include "host/cpu/pack_bodies.hpp"
#include "host/cpu/pair_order.hpp"

namespace throng {
inline namespace THRONG_ISA {
namespace {

/// What a thread needs for a chunk; it lies on its stack.
struct ChunkMemory {
  PairSorter sorter;
  OrderedPair left[most_ordered_pairs];  ///< those that the axis of an earlier call does not separate
  PackBody a, b;
};

/// Pairs of a pack. Lanes beyond `used` repeat the last one.
struct PackPairs {
  int used;
  LaneInts place, swapped;
  LaneBodies a, b;
};

PackPairs load_pairs(const BodiesView& bodies, const OrderedPair* pairs, std::uint32_t count) {
  PackPairs pack;
  pack.used = count < pack_lanes ? static_cast<int>(count) : pack_lanes;
  LaneInts a, b;
  const PackRow rows =
      load_rows([&](int l) { return reinterpret_cast<const float*>(&pairs[l < pack.used ? l : pack.used - 1]); });
  store_pack(bits_of(rows.column[0]), a);
  store_pack(bits_of(rows.column[1]), b);
  store_pack(bits_of(rows.column[2]), pack.place);
  store_pack(bits_of(rows.column[3]), pack.swapped);
  pack.a = load_bodies(bodies, a);
  pack.b = load_bodies(bodies, b);
  return pack;
}

/// Results of the lanes of `bits`. `batch` begins with the chunk.
void store_results(const PairsView& batch, const PackPairs& pairs, unsigned bits, PairResult<Pack> result) {
  const Mask swapped = load_pack(pairs.swapped) != 0;
  result.normal = select(swapped, -result.normal, result.normal);
  struct {
    LaneInts state, axis, point_count;
    LaneFloats depth, normal_x, normal_y, first_x, first_y, second_x, second_y;
  } lanes;
  store_pack(result.state, lanes.state);
  store_pack(result.axis, lanes.axis);
  store_pack(result.points.count, lanes.point_count);
  store_pack(result.depth, lanes.depth);
  store_pack(result.normal.x, lanes.normal_x);
  store_pack(result.normal.y, lanes.normal_y);
  store_pack(result.points.first.x, lanes.first_x);
  store_pack(result.points.first.y, lanes.first_y);
  store_pack(result.points.second.x, lanes.second_x);
  store_pack(result.points.second.y, lanes.second_y);
  for (; bits != 0; bits &= bits - 1) {
    const int l = __builtin_ctz(bits);
    const auto place = static_cast<std::size_t>(pairs.place.lane[l]);
    if (batch.state != nullptr) batch.state[place] = static_cast<std::uint8_t>(lanes.state.lane[l]);
    if (batch.depth != nullptr) batch.depth[place] = lanes.depth.lane[l];
    if (batch.normal != nullptr) batch.normal[place] = {lanes.normal_x.lane[l], lanes.normal_y.lane[l]};
    if (batch.point_count != nullptr) {
      batch.point_count[place] = static_cast<std::uint8_t>(lanes.point_count.lane[l]);
    }
    if (batch.points != nullptr) {
      batch.points[2 * place] = {lanes.first_x.lane[l], lanes.first_y.lane[l]};
      batch.points[2 * place + 1] = {lanes.second_x.lane[l], lanes.second_y.lane[l]};
    }
    if (batch.axis != nullptr) batch.axis[place] = static_cast<std::uint32_t>(lanes.axis.lane[l]);
  }
}

unsigned used_bits(int used) { return (1u << used) - 1u; }

/// The axis that each lane names: what it gives, and the lanes in which there is one.
struct LastAxis {
  AxisDepth<Pack> axis;
  Mask exists;
};

LastAxis last_axis_of_polygons(const PackPairs& pairs, Vec2<Pack> d, Int number) {
  const GatheredBody &a = pairs.a.polygon, &b = pairs.b.polygon;
  const Mask exists = (number >= 0) & (number < polygon_axis_count<Pack>(a.count, b.count));
  number &= exists;
  const AxisOfPair<Pack> which = axis_of_pair<Pack>(a.count, b.count, number);
  const auto either = [&](Mask condition, const GatheredBody& yes, const GatheredBody& no) {
    const std::int32_t most = yes.most > no.most ? yes.most : no.most;
    return GatheredBody{yes.bodies, select_int(condition, yes.first, no.first),
                        select_int(condition, yes.count, no.count), most};
  };
  return {numbered_axis(which, either(which.of_a, a, b), either(which.of_a, b, a), d, number), exists};
}

LastAxis last_axis_with_disc(const PackPairs& pairs, Vec2<Pack> d, Int number) {
  const GatheredBody& polygon = pairs.a.polygon;
  const Pack radius = pairs.b.at.radius;
  const Mask exists = (number >= 0) & (number <= polygon.count), of_vertex = exists & (number == polygon.count);
  number &= exists & ~of_vertex;
  const EdgeAxis<Pack> edge = polygon.edge_at(number);
  AxisDepth<Pack> axis = depth_along(edge.normal, edge.own, disc_projection(radius), d, number);
  if (any(of_vertex)) {
    const AxisDepth<Pack> vertex = vertex_axis(polygon, radius, d);
    axis = {select(of_vertex, vertex.depth, axis.depth), select(of_vertex, vertex.direction, axis.direction),
            select_int(of_vertex, vertex.number, axis.number)};
  }
  return {axis, exists};
}

using FindLastAxis = LastAxis (*)(const PackPairs& pairs, Vec2<Pack> d, Int number);

/// Stores the results of pairs that it still separates; the others go to `left`, and their number is returned.
template <FindLastAxis find>
[[gnu::flatten]] std::uint32_t try_last_axes(const BodiesView& bodies, const PairsView& batch, const OrderedPair* pairs,
                                             std::uint32_t count, OrderedPair* left) {
  std::uint32_t remain = 0;
  for (std::uint32_t i = 0; i < count; i += pack_lanes) {
    const PackPairs pack = load_pairs(bodies, pairs + i, count - i);
    const Pack tolerance = pair_tolerance(batch.tolerance, pack.a.at.extent, pack.b.at.extent);
    const LastAxis last =
        find(pack, pack.b.at.center - pack.a.at.center, gather_int(batch.last_axis, load_pack(pack.place)));
    const Mask separates = last.exists & (last.axis.depth < -tolerance);
    const unsigned bits = mask_bits(separates) & used_bits(pack.used);
    if (bits != 0) {
      store_results(batch, pack, bits,
                    result_of(Separation<Pack>{last.axis.depth, last.axis.direction, last.axis.number}, tolerance));
    }
    for (int l = 0; l < pack.used; ++l) {
      left[remain] = pairs[i + static_cast<std::uint32_t>(l)];
      remain += bits >> l & 1u ? 0 : 1;
    }
  }
  return remain;
}

[[gnu::flatten]] void collide_polygon_pairs(const BodiesView& bodies, const PairsView& batch, const OrderedPair* pairs,
                                            std::uint32_t count, ChunkMemory& memory) {
  for (std::uint32_t i = 0; i < count; i += pack_lanes) {
    const PackPairs pack = load_pairs(bodies, pairs + i, count - i);
    memory.a.load(pack.a.polygon);
    memory.b.load(pack.b.polygon);
    store_results(batch, pack, used_bits(pack.used), collide_polygons(memory.a, memory.b, pack.a.at, pack.b.at, batch));
  }
}

[[gnu::flatten]] void collide_disc_pairs(const BodiesView& bodies, const PairsView& batch, const OrderedPair* pairs,
                                         std::uint32_t count, ChunkMemory& memory) {
  for (std::uint32_t i = 0; i < count; i += pack_lanes) {
    const PackPairs pack = load_pairs(bodies, pairs + i, count - i);
    memory.a.load(pack.a.polygon);
    store_results(batch, pack, used_bits(pack.used), collide_disc(memory.a, pack.a.at, pack.b.at, batch));
  }
}

[[gnu::flatten]] void collide_two_discs(const BodiesView& bodies, const PairsView& batch, const OrderedPair* pairs,
                                        std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; i += pack_lanes) {
    const PackPairs pack = load_pairs(bodies, pairs + i, count - i);
    store_results(batch, pack, used_bits(pack.used), collide_discs(pack.a.at, pack.b.at, batch));
  }
}

/// The batch from pair `begin` on.
PairsView part_of(PairsView batch, std::size_t begin) {
  const auto advance = [begin](auto*& array, std::size_t stride = 1) {
    if (array != nullptr) array += stride * begin;
  };
  advance(batch.pairs);
  advance(batch.last_axis);
  advance(batch.state);
  advance(batch.depth);
  advance(batch.normal);
  advance(batch.point_count);
  advance(batch.points, 2);
  advance(batch.axis);
  return batch;
}

void collide_chunk(const BodiesView& bodies, const PairsView& batch, std::uint32_t count, ChunkMemory& memory) {
  const PairOrder order = memory.sorter.order(bodies, batch, count);
  const OrderedPair *polygons = order.pairs, *mixed = polygons + order.polygons, *discs = mixed + order.mixed;
  std::uint32_t polygon_count = order.polygons, mixed_count = order.mixed;
  if (batch.last_axis != nullptr && !batch.measure_misses) {
    polygon_count = try_last_axes<last_axis_of_polygons>(bodies, batch, polygons, polygon_count, memory.left);
    polygons = memory.left;
    mixed_count = try_last_axes<last_axis_with_disc>(bodies, batch, mixed, mixed_count, memory.left + polygon_count);
    mixed = memory.left + polygon_count;
  }
  collide_polygon_pairs(bodies, batch, polygons, polygon_count, memory);
  collide_disc_pairs(bodies, batch, mixed, mixed_count, memory);
  collide_two_discs(bodies, batch, discs, order.discs);
}

}  // namespace

void collide_pairs(const BodiesView& bodies, const PairsView& batch, std::size_t begin, std::size_t end) {
  ChunkMemory memory;
  for (std::size_t i = begin; i < end; i += most_ordered_pairs) {
    const std::size_t count = end - i < most_ordered_pairs ? end - i : most_ordered_pairs;
    collide_chunk(bodies, part_of(batch, i), static_cast<std::uint32_t>(count), memory);
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
