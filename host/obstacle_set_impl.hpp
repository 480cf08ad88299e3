// The inside of an ObstacleSet.
#pragma once
#include "host/obstacle_table.hpp"
#include "host/solid_places.hpp"
#include "throng/obstacle_set.hpp"

namespace throng {

struct THRONG_LOCAL ObstacleSet::Impl {
  Impl(std::span<const ObstacleOutline> outlines, const Options& options);

  Vec2d origin;
  ObstacleTable table;  ///< relative to it
  SolidPlaces solids;   ///< world coordinates
};

}  // namespace throng
