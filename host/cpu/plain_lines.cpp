#include "host/cpu/plain_lines.hpp"

#include "kernels/agent/footprint_lines.hpp"

namespace throng {
namespace {

/// Those with a footprint take places among the neighbors, and give no line as discs.
void keep_discs(const StepData& step, NeighborList& neighbors) {
  std::int32_t discs = 0;
  for (std::int32_t n = 0; n < neighbors.count; ++n) {
    if (footprint_of(step, step.crowd.storage_index[neighbors.index[n]]) != no_footprint) continue;
    neighbors.index[discs++] = neighbors.index[n];
  }
  neighbors.count = discs;
}

/// The edges that act on an agent, in order.
struct PlainEdges {
  PlainEdges(const StepData& step, const SelfAgent& agent, std::pmr::memory_resource* memory)
      : distance_sq(memory), edge(memory), list{} {
    if (step.obstacles.edge_count == 0) return;
    const float reach = obstacle_reach(step.profiles[step.agents.profile[agent.storage]], agent);
    resize(32);
    while (!find_edges(step.obstacles, agent.position, reach, list)) resize(list.count);
  }
  void resize(std::int32_t count) {
    distance_sq.resize(static_cast<std::size_t>(count));
    edge.resize(static_cast<std::size_t>(count));
    list = {distance_sq.data(), edge.data(), count, 0};
  }

  std::pmr::vector<float> distance_sq;
  std::pmr::vector<std::uint32_t> edge;
  EdgeList list;
};

}  // namespace

PlainNeighbors::PlainNeighbors(const StepData& step, std::uint32_t self, const SelfAgent& agent,
                               std::pmr::memory_resource* memory)
    : distance_sq(static_cast<std::size_t>(agent.max_neighbors) + 1, memory),
      index(distance_sq.size(), memory),
      list{distance_sq.data(), index.data(), 0, 0},
      cap_hit(find_agent_neighbors(step, self, agent, list)) {}

PlainLines::PlainLines(const StepData& step, std::uint32_t self, const SelfAgent& agent,
                       std::pmr::memory_resource* memory)
    : rows_(memory) {
  PlainNeighbors near(step, self, agent, memory);
  cap_hit_ = near.cap_hit;
  const PlainEdges edges(step, agent, memory);
  const bool footprints = step.footprints.count > 0;
  rows_.resize(static_cast<std::size_t>(edges.list.count + near.list.count + (footprints ? footprint_row_cap : 0)));
  hard_count_ = obstacle_lines(step, agent, edges.list, rows());
  if (footprints) {
    hard_count_ += footprint_lines(step, agent, rows_.data() + hard_count_);
    keep_discs(step, near.list);
  }
  agent_lines(step, agent, near.list, hard_count_, rows());
  count_ = hard_count_ + near.list.count;
}

std::vector<Constraint> PlainLines::constraints() const {
  std::vector<Constraint> constraints;
  for (std::int32_t n = 0; n < count_; ++n) {
    const HalfPlane<float>& row = rows_[static_cast<std::size_t>(n)];
    if (!(length_sq(row.direction) > 0.0f)) continue;  // permits everything
    constraints.push_back({{row.point.x, row.point.y}, {row.direction.x, row.direction.y}, n < hard_count_});
  }
  return constraints;
}

}  // namespace throng
