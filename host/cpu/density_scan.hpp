// The density around an agent, candidates a pack at a time.
#pragma once
#include "host/cpu/pack_io.hpp"
#include "kernels/agent/density_speed.hpp"
#include "kernels/agent/lane_memory.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// As others_in_disc (kernels/agent/density_speed.hpp).
inline std::int32_t scan_disc(const StepData& step, std::uint32_t self, std::uint32_t storage, Vec2<float> center,
                              const DensityRow& row) {
  constexpr std::uint32_t packs_at_once = 4096;  // whose weights a lane can hold
  const Pack x(center.x), y(center.y), weight_per_sq(row.weight_per_sq);
  std::int32_t sum = 0;
  const auto add = [&](std::uint32_t begin, std::uint32_t end) {
    Int lanes = {};
    for (std::uint32_t i = begin; i < end; i += pack_lanes) {
      // Reading beyond the last item is allowed (Buffer).
      const Vec2<Pack> other = load<Pack>(step.crowd.x, step.crowd.y, i);
      const Int index = lane_numbers() + static_cast<std::int32_t>(i);
      const Int weight = density_weight(other.x - x, other.y - y, weight_per_sq);
      Mask counts =
          (weight > 0) & (index < static_cast<std::int32_t>(end)) & (index != static_cast<std::int32_t>(self));
      if (!step.sees_all) {
        for (unsigned bits = mask_bits(counts); bits != 0; bits &= bits - 1) {
          const int l = __builtin_ctz(bits);
          if (!sees(step, storage, i + static_cast<std::uint32_t>(l))) set_lane(counts, l, false);
        }
      }
      lanes += weight & counts;
    }
    sum += lane_sum(lanes);
  };
  for_item_ranges(step.crowd.grid, center.x, center.y, row.radius, [&](std::uint32_t begin, std::uint32_t end) {
    for (; begin < end && sum < row.most; begin += packs_at_once * pack_lanes) {
      const std::uint32_t left = end - begin;
      add(begin, left < packs_at_once * pack_lanes ? end : begin + packs_at_once * pack_lanes);
    }
  });
  return sum < row.most ? sum : row.most;
}

}  // namespace THRONG_ISA
}  // namespace throng
