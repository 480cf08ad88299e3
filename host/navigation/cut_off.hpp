// Whether walls that come and go cut places off from a goal.
#pragma once
#include <span>
#include <utility>

#include "host/navigation/flow_field.hpp"
#include "throng/types.hpp"

namespace throng {

/// Whether nodes that `open` reaches are unreached in `closed`, other than those within two cells of a wall of `doors`
/// (m). Both fields are of one goal and cell size.
bool cuts_off(const FlowField& closed, const FlowField& open, std::span<const std::pair<Vec2d, Vec2d>> doors);

}  // namespace throng
