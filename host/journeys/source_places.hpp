// Where agents of a source may appear.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "host/journeys/crowd.hpp"

namespace throng {

/// The key of a source's random numbers: those of two sources have nothing in common.
std::uint64_t source_seed(std::uint64_t seed, std::uint32_t row);

/// A point of the unit square on a region (a polygon, a line of two points, a point), evenly; none = beside it.
std::optional<Vec2d> place_in_region(std::span<const Vec2d> region, double u, double v);

/// The same, drawn by (seed, id, number) and number + 1; none = a polygon that a thousand throws into its box all miss.
std::optional<Vec2d> drawn_place(std::span<const Vec2d> region, std::uint64_t seed, std::uint64_t id,
                                 std::uint32_t number);

}  // namespace throng
