// Batch calls of steering. Compiled once per instruction set.
#include "kernels/agent/steer_batch.hpp"

#include "host/cpu/isa_functions.hpp"

namespace throng {
inline namespace THRONG_ISA {

// Packs write all their lanes: the last pursuers, fewer than a pack, go one by one.
void steer_batch_bodies(const BatchView& batch, std::size_t begin, std::size_t end) {
  std::size_t i = begin;
  for (; i + pack_lanes <= end; i += pack_lanes) steer_batch<Pack>(batch, static_cast<std::uint32_t>(i));
  for (; i < end; ++i) steer_batch<float>(batch, static_cast<std::uint32_t>(i));
}

}  // namespace THRONG_ISA
}  // namespace throng
