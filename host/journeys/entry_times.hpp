// When the agents of a source come: the next one's time, one after the other.
#pragma once
#include <cstdint>
#include <optional>

#include "throng/journeys.hpp"

namespace throng {

/// What decides the times to come; saved.
struct EntryClock {
  std::uint64_t number = 0;   ///< of the next agent, from 0
  double expected = 0.0;      ///< agents, integral of the rate up to the next one
  std::optional<double> due;  ///< s, of the next one; none = nobody comes any more
};

/// The clock of a new source.
EntryClock first_entry(const Source& source, std::uint32_t row, std::uint64_t seed);
/// On to the one after.
void next_entry(const Source& source, std::uint32_t row, std::uint64_t seed, EntryClock& clock);

}  // namespace throng
