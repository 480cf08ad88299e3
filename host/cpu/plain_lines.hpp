// What one agent's velocity has to meet, in the plain form, with memory for however much that is.
#pragma once
#include <memory_resource>
#include <vector>

#include "kernels/agent/solve_agent.hpp"
#include "throng/world.hpp"

namespace throng {

class PlainLines {
 public:
  /// Of `agent`, which is `self` in cell order, avoids, and was read by load_self().
  PlainLines(const StepData& step, std::uint32_t self, const SelfAgent& agent, std::pmr::memory_resource* memory);

  [[nodiscard]] HalfPlaneRows<float> rows() { return {rows_.data()}; }
  [[nodiscard]] std::int32_t hard_count() const {
    return hard_count_;
  }  ///< of obstacles and footprints: they come first
  [[nodiscard]] std::int32_t count() const { return count_; }
  [[nodiscard]] bool cap_hit() const { return cap_hit_; }  ///< of a range query
  [[nodiscard]] std::vector<Constraint> constraints() const;

 private:
  std::pmr::vector<HalfPlane<float>> rows_;
  std::int32_t hard_count_ = 0, count_ = 0;
  bool cap_hit_ = false;
};

/// The neighbors of an agent, in order; whether a range query found more than its cap.
struct PlainNeighbors {
  PlainNeighbors(const StepData& step, std::uint32_t self, const SelfAgent& agent, std::pmr::memory_resource* memory);

  std::pmr::vector<float> distance_sq;
  std::pmr::vector<std::uint32_t> index;
  NeighborList list;
  bool cap_hit;
};

}  // namespace throng
