// Whether a door is meant to be closed at a time.
#pragma once
#include <optional>

#include "throng/journeys.hpp"

namespace throng {

bool is_meant_closed(const Door& door, double time);
/// s: the next time after `time` at which that changes; none = never.
std::optional<double> next_change(const Door& door, double time);

}  // namespace throng
