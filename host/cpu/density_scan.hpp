// The density around an agent, candidates a pack at a time.
#pragma once
#include "host/cpu/pack_io.hpp"
#include "kernels/agent/density_speed.hpp"
#include "kernels/agent/lane_memory.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// As others_in_disc (kernels/agent/density_speed.hpp), where some agents stand in their cells for others too
/// (StepData::copies), and all see each other.
inline std::int32_t scan_disc_of_copies(const StepData& step, std::uint32_t self, Vec2<float> center,
                                        const DensityRow& row) {
  const auto weight_of = [&](std::uint32_t j) {
    return density_weight(step.crowd.x[j] - center.x, step.crowd.y[j] - center.y, row.weight_per_sq);
  };
  // Itself is among them, or somebody stands for it.
  const std::int32_t own = weight_of(self);
  const std::int64_t most = std::int64_t{row.most} + own;
  std::int64_t sum = 0;
  for_item_ranges_until(step.crowd.grid, center.x, center.y, row.radius, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t j = begin; j < end && sum < most; ++j) sum += std::int64_t{step.copies[j]} * weight_of(j);
    return sum >= most;
  });
  return static_cast<std::int32_t>((sum < most ? sum : most) - own);
}

/// As others_in_disc.
inline std::int32_t scan_disc(const StepData& step, std::uint32_t self, std::uint32_t storage, Vec2<float> center,
                              const DensityRow& row) {
  if (step.copies != nullptr) return scan_disc_of_copies(step, self, center, row);
  constexpr std::uint32_t packs_at_once = 32;  // then whether anybody else needs to count; a lane holds 4096 weights
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
  for_item_ranges_until(step.crowd.grid, center.x, center.y, row.radius, [&](std::uint32_t begin, std::uint32_t end) {
    for (; begin < end && sum < row.most; begin += packs_at_once * pack_lanes) {
      const std::uint32_t left = end - begin;
      add(begin, left < packs_at_once * pack_lanes ? end : begin + packs_at_once * pack_lanes);
    }
    return sum >= row.most;
  });
  return sum < row.most ? sum : row.most;
}

}  // namespace THRONG_ISA
}  // namespace throng
