// What somebody counts for where density is measured, in whole numbers: their sum has no order.
#pragma once
#include <cstdint>

namespace throng {

/// Of who is in the center of the disc.
inline constexpr std::int32_t full_density_weight = 4096;
/// Shares of a disc that walls cut off are in parts of this.
inline constexpr std::int32_t whole_disc = 65536;

}  // namespace throng
