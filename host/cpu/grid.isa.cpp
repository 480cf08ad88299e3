// Passes over all agents that put them into cells. Compiled once per instruction set.
#include "kernels/agent/grid.hpp"
#include "host/cpu/isa_functions.hpp"
#include "host/cpu/pack_io.hpp"
#include "kernels/agent/lane_memory.hpp"

namespace throng {
inline namespace THRONG_ISA {

PointBounds find_point_bounds(const float* x, const float* y, std::size_t begin, std::size_t end) {
  PointBounds bounds{x[begin], y[begin], x[begin], y[begin]};
  std::size_t i = begin;
  if (i + pack_lanes <= end) {
    Vec2<Pack> low = load<Pack>(x, y, static_cast<std::uint32_t>(i)), high = low;
    for (; i + pack_lanes <= end; i += pack_lanes) {
      const Vec2<Pack> point = load<Pack>(x, y, static_cast<std::uint32_t>(i));
      low = {smaller(low.x, point.x), smaller(low.y, point.y)};
      high = {larger(high.x, point.x), larger(high.y, point.y)};
    }
    for (int l = 0; l < pack_lanes; ++l) {
      bounds = {smaller(bounds.min_x, lane_of(low.x, l)), smaller(bounds.min_y, lane_of(low.y, l)),
                larger(bounds.max_x, lane_of(high.x, l)), larger(bounds.max_y, lane_of(high.y, l))};
    }
  }
  for (; i < end; ++i) {
    bounds = {smaller(bounds.min_x, x[i]), smaller(bounds.min_y, y[i]), larger(bounds.max_x, x[i]),
              larger(bounds.max_y, y[i])};
  }
  return bounds;
}

void find_cell_keys(const GridView& grid, const float* x, const float* y, std::uint32_t* key, std::size_t begin,
                    std::size_t end) {
  std::size_t i = begin;
  for (; i + pack_lanes <= end; i += pack_lanes) {
    const Vec2<Pack> point = load<Pack>(x, y, static_cast<std::uint32_t>(i));
    store_int<Pack>(cell_row(grid, point.y) * grid.columns + cell_column(grid, point.x), key,
                    static_cast<std::uint32_t>(i));
  }
  for (; i < end; ++i) {
    key[i] = static_cast<std::uint32_t>(cell_row(grid, y[i]) * grid.columns + cell_column(grid, x[i]));
  }
}

void gather_crowd(const AgentArrays& agents, const std::uint32_t* order, const CrowdArrays& to, std::size_t begin,
                  std::size_t end) {
  std::size_t i = begin;
  for (; i + pack_lanes <= end; i += pack_lanes) {
    const auto first = static_cast<std::uint32_t>(i);
    const Int from = load_int<Pack>(order, first);
    const Pack x = gather(agents.position_x, from), y = gather(agents.position_y, from);
    const Pack velocity_x = gather(agents.velocity_x, from), velocity_y = gather(agents.velocity_y, from);
    store(x, to.x, first);
    store(y, to.y, first);
    store(gather(agents.radius, from), to.radius, first);
    store_motions({{x, y}, {velocity_x, velocity_y}}, to.motion + first);
  }
  for (; i < end; ++i) {
    const std::uint32_t from = order[i];
    to.motion[i] = {agents.position_x[from], agents.position_y[from], agents.velocity_x[from], agents.velocity_y[from]};
    to.x[i] = agents.position_x[from];
    to.y[i] = agents.position_y[from];
    to.radius[i] = agents.radius[from];
  }
}

void gather_words(const std::uint32_t* from, const std::uint32_t* order, std::uint32_t* to, std::size_t begin,
                  std::size_t end) {
  std::size_t i = begin;
  for (; i + pack_lanes <= end; i += pack_lanes) {
    const auto first = static_cast<std::uint32_t>(i);
    store_int<Pack>(gather_int(from, load_int<Pack>(order, first)), to, first);
  }
  for (; i < end; ++i) to[i] = from[order[i]];
}

}  // namespace THRONG_ISA
}  // namespace throng
