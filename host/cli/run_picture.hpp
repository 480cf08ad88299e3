// What the picture of a run shows: the scene, from edge to edge.
#pragma once
#include "host/io/picture.hpp"
#include "throng/scenario.hpp"
#include "throng/world.hpp"

namespace throng::cli {

/// Bounds around the agents of `world`, the goals and the obstacles of `scenario`, with a margin.
[[nodiscard]] PictureOptions picture_options(const Scenario& scenario, const World& world);

}  // namespace throng::cli
