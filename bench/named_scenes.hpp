// The scenes of the benchmarks by name.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>

#include "bench/scenes.hpp"

namespace throng::scenes {

struct NamedScene {
  std::string_view name;
  Scene (*make)(std::size_t agents);
};

/// What differs in density: uniform, counterflow, packed.
std::span<const NamedScene> densities();
/// What differs in its layout, parameters or surroundings.
std::span<const NamedScene> layouts();
/// With a contact pass, each beside the same scene without it.
std::span<const NamedScene> contact();
/// With a contact pass: walkers, and the same crowd with footprints in it.
std::span<const NamedScene> footprints();
/// A crowd with speeds that depend on density, and without them; all on one point with them.
std::span<const NamedScene> crowding();
/// A crowd with goals, and the same one on journeys between them.
std::span<const NamedScene> journeys();
/// With behaviors, all of 0.5/m^2.
std::span<const NamedScene> steering();
/// Of any of the lists. Throws Error{invalid_argument}, which names the scenes there are.
const NamedScene& find(std::string_view name);

}  // namespace throng::scenes
