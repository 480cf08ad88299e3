// What is asked of a crowd between its steps: overlaps, and for debugging what an agent sees.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "host/cpu/cpu_executor.hpp"
#include "host/cpu/plain_lines.hpp"
#include "kernels/agent/footprint_contact.hpp"
#include "kernels/agent/measure_agent.hpp"

namespace throng {
namespace {

constexpr std::size_t measure_grain = 256;  // agents per task; crowded ones cost more than others

/// Pairs with a footprint are measured apart.
AgentMeasures measure_of(const StepData& data, std::uint32_t i) {
  if (data.footprints.count == 0) return measure_agent(data, i);
  const auto is_disc = [&](std::uint32_t j) { return footprint_of(data, data.crowd.storage_index[j]) == no_footprint; };
  if (is_disc(i)) return measure_agent(data, i, is_disc);
  return measure_agent(data, i, [](std::uint32_t) { return false; });
}

/// Calls visit(depth, m) for the pairs of a footprint that overlap: those with discs, and with other footprints that
/// come before it by number, which are in smaller classes or its own, so that one that is huge does not widen
/// everybody's search.
template <class Visit>
void for_overlaps_of_footprint(const StepData& data, std::uint32_t number, Visit&& visit) {
  const FootprintView& all = data.footprints;
  const FootprintAgent& own = all.agents[number];
  const auto place_of = [&](std::uint32_t self) {
    return Vec2<float>{data.crowd.motion[self].x, data.crowd.motion[self].y};
  };
  const auto judge = [&](std::uint32_t other, float circle) {
    const Vec2<float> at = place_of(own.self), other_at = place_of(other);
    const float far = 1.0001f * (own.circle_radius + circle);
    if (!(length_sq(at - other_at) < far * far)) return;
    const double overlap = body_depth(data, own.self, at, other, other_at, 0.0f).depth;
    if (overlap > 0.0) visit(overlap);
  };
  const auto visit_items = [&](const GridView& grid, float largest, auto&& items) {
    for_item_ranges(grid, own.x, own.y, 1.0001f * (own.circle_radius + largest), items);
  };
  for_footprint_classes(all, 0.0f, [&](const FootprintClass& each) {
    if (each.first > number) return;  // the larger of two looks for the smaller
    visit_items(each.grid, each.largest_circle, [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t k = each.first + begin; k < each.first + end && k < number; ++k) {
        judge(all.agents[k].self, all.agents[k].circle_radius);
      }
    });
  });
  visit_items(data.crowd.grid, all.largest_disc, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t j = begin; j < end; ++j) {
      if (all.number[j] == no_footprint) judge(j, data.crowd.radius[j]);
    }
  });
}

}  // namespace

Measures CpuExecutor::measure() const {
  const std::size_t n = store_.size();
  if (!binned_.valid || binned_.order.view().item_count < n) bin_agents(Find::all);
  const StepData data = step_data();
  struct alignas(64) Partial {
    std::uint64_t contacts = 0, inside = 0;
    double deepest = 0.0;
  };
  std::vector<Partial> partials(static_cast<std::size_t>(team_.threads()));
  team_.for_chunks(n, measure_grain, [&](std::size_t begin, std::size_t end, int worker) {
    Partial part;
    for (std::size_t i = begin; i < end; ++i) {
      const AgentMeasures own = measure_of(data, static_cast<std::uint32_t>(i));
      part.contacts += own.contacts;
      part.deepest = std::max(part.deepest, own.deepest_overlap);
      part.inside += own.inside ? 1 : 0;
    }
    Partial& sum = partials[static_cast<std::size_t>(worker)];
    sum.contacts += part.contacts;
    sum.inside += part.inside;
    sum.deepest = std::max(sum.deepest, part.deepest);
  });
  Measures result;
  for (const Partial& p : partials) {
    result.contacts += p.contacts;
    result.inside_obstacles += p.inside;
    result.deepest_overlap = std::max(result.deepest_overlap, p.deepest);
  }
  measure_footprints(data, result);
  return result;
}

void CpuExecutor::measure_footprints(const StepData& data, Measures& result) const {
  const FootprintView& all = data.footprints;
  struct alignas(64) Partial {
    std::uint64_t contacts = 0;
    double deepest = 0.0;
  };
  std::vector<Partial> partials(static_cast<std::size_t>(team_.threads()));
  team_.for_chunks(all.count, measure_grain, [&](std::size_t begin, std::size_t end, int worker) {
    Partial part;
    for (std::size_t number = begin; number < end; ++number) {
      for_overlaps_of_footprint(data, static_cast<std::uint32_t>(number), [&](double overlap) {
        part.contacts += overlap > 1.0e-4 ? 1 : 0;
        part.deepest = std::max(part.deepest, overlap);
      });
    }
    Partial& sum = partials[static_cast<std::size_t>(worker)];
    sum.contacts += part.contacts;
    sum.deepest = std::max(sum.deepest, part.deepest);
  });
  for (const Partial& p : partials) {
    result.contacts += p.contacts;
    result.deepest_overlap = std::max(result.deepest_overlap, p.deepest);
  }
}

std::uint32_t CpuExecutor::cell_order_of(std::uint32_t slot) const {
  if (!binned_.valid) bin_agents(Find::nearest);
  const std::uint32_t* order = binned_.order.order();
  const AgentArrays a = store_.arrays();
  const std::uint32_t storage = store_.index_of(slot);
  const auto count = static_cast<std::uint32_t>(store_.size());
  std::uint32_t place = count;
  for_item_ranges(binned_.order.view(), a.position_x[storage], a.position_y[storage], 0.0f,
                  [&](std::uint32_t first, std::uint32_t last) {
                    const std::uint32_t* found = std::find(order + first, order + last, storage);
                    if (found != order + last) place = static_cast<std::uint32_t>(found - order);
                  });
  if (place < count) return place;
  // Set aside, behind all cells.
  return static_cast<std::uint32_t>(std::find(order + binned_.order.view().item_count, order + count, storage) - order);
}

void CpuExecutor::neighbors(std::uint32_t slot, std::vector<std::uint32_t>& out) const {
  const std::uint32_t self = cell_order_of(slot);
  const StepData data = step_data();
  const PlainNeighbors near(data, self, load_self(data, self), std::pmr::get_default_resource());
  out.clear();
  for (std::int32_t n = 0; n < near.list.count; ++n) {
    out.push_back(data.agents.slot[data.crowd.storage_index[near.list.index[n]]]);
  }
}

void CpuExecutor::constraints(std::uint32_t slot, std::vector<Constraint>& out) const {
  const std::uint32_t self = cell_order_of(slot);
  const StepData data = step_data();
  const SelfAgent agent = load_self(data, self);
  out.clear();
  if (agent.avoids) out = PlainLines(data, self, agent, std::pmr::get_default_resource()).constraints();
}

}  // namespace throng
