#include "bench/named_scenes.hpp"

#include <fmt/format.h>

#include <array>

#include "bench/steering_scenes.hpp"

namespace throng::scenes {
namespace {

constexpr std::array<NamedScene, 3> all_densities = {{
    {"uniform", [](std::size_t n) { return uniform(n, 0.5); }},
    {"counterflow", [](std::size_t n) { return counterflow(n, 2.0); }},
    {"packed", [](std::size_t n) { return uniform(n, 4.0); }},
}};

constexpr std::array<NamedScene, 9> all_layouts = {{
    {"compact", [](std::size_t n) { return counterflow(n); }},
    {"one_spot", one_spot},
    {"outlier", outlier},
    {"two_clumps", two_clumps},
    {"neighbor_distance_50", [](std::size_t n) { return counterflow(n, 2.0, 50.0); }},
    {"mixed_radii", mixed_radii},
    {"mixed_neighbors", mixed_neighbors},
    {"boxes", [](std::size_t n) { return among_boxes(n, std::max<std::size_t>(1, n / 20)); }},  // 500 at 10,000
    {"boxes_far_25000", [](std::size_t n) { return far_from_boxes(n, 25000); }},
}};

constexpr std::array<NamedScene, 4> all_contact = {{
    {"counterflow", [](std::size_t n) { return counterflow(n, 2.0); }},
    {"counterflow_contact", [](std::size_t n) { return with_contact(counterflow(n, 2.0)); }},
    {"packed", [](std::size_t n) { return uniform(n, 4.0); }},
    {"packed_contact", [](std::size_t n) { return with_contact(uniform(n, 4.0)); }},
}};

constexpr std::array<NamedScene, 6> all_footprints = {{
    {"walkers", walkers},
    {"one_cart", [](std::size_t n) { return with_carts(n, n); }},
    {"carts", [](std::size_t n) { return with_carts(n, 10); }},
    {"all_carts", [](std::size_t n) { return with_carts(n, 1); }},
    {"bus", [](std::size_t n) { return with_vehicle(n, n, 12.0, 2.5); }},
    {"carts_and_ship", [](std::size_t n) { return with_vehicle(n, 10, 200.0, 25.0); }},
}};

constexpr std::array<NamedScene, 3> all_crowding = {{
    {"crowd", [](std::size_t n) { return counterflow(n, 2.0); }},
    {"crowd_density", [](std::size_t n) { return with_density(counterflow(n, 2.0)); }},
    {"pile_density", pile},
}};

constexpr std::array<NamedScene, 3> all_journeys = {{
    {"errands", errands},
    {"errands_wait", errands_with_a_wait},
    {"errands_to_and_fro", errands_to_and_fro},
}};

constexpr std::array<NamedScene, 3> all_steering = {
    {{"predators", predators}, {"flock", flock}, {"formation", formation}}};

}  // namespace

std::span<const NamedScene> densities() { return all_densities; }
std::span<const NamedScene> layouts() { return all_layouts; }
std::span<const NamedScene> contact() { return all_contact; }
std::span<const NamedScene> footprints() { return all_footprints; }
std::span<const NamedScene> crowding() { return all_crowding; }
std::span<const NamedScene> journeys() { return all_journeys; }
std::span<const NamedScene> steering() { return all_steering; }

const NamedScene& find(std::string_view name) {
  std::string names;
  for (const auto list : {densities(), layouts(), contact(), footprints(), crowding(), journeys(), steering()}) {
    for (const NamedScene& scene : list) {
      if (scene.name == name) return scene;
      names += fmt::format("{}{}", names.empty() ? "" : ", ", scene.name);
    }
  }
  throw Error(ErrorCode::invalid_argument, fmt::format("no scene '{}'; there are {}", name, names));
}

}  // namespace throng::scenes
