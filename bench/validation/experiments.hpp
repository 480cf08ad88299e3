// Recorded experiments, run again with agents in place of the people.
#pragma once
#include <cstdint>
#include <string>

namespace throng::validation {

/// What walks: a profile as scene files have it, and settings of the world.
struct Model {
  std::string profile = "{}";  ///< JSON, as an entry of /profiles
  bool contact = true;
  double time_step = 0.04;  ///< s; the recordings have 25 frames a second
  double noise = 0.0;       ///< m/s, WorldOptions::preferred_velocity_noise
};

/// 75 people through a bottleneck, from their recorded places.
struct BottleneckResult {
  static constexpr double recorded_flow = 1.1476;    ///< people/s through y = 0, between the first and the last
  static constexpr double recorded_density = 5.065;  ///< people/m^2, Voronoi, mean over time before the bottleneck
  static constexpr double recorded_first = 0.52, recorded_last = 65.0;  ///< s
  std::uint64_t passed = 0, left_behind = 0;
  double flow = 0.0, first = 0.0, last = 0.0;
  double density = 0.0;          ///< people/m^2, as above
  double deepest_overlap = 0.0;  ///< m
  std::uint64_t wall_crossings = 0;
};
BottleneckResult run_bottleneck(const Model& model, const std::string& data_folder, std::uint64_t seed);

/// 148 people one way along a corridor of 5 m, entering where and when they were recorded.
struct CorridorResult {
  static constexpr double recorded_speed = 1.4667;     ///< m/s, mean over frames of the mean in the measuring area
  static constexpr double recorded_density = 0.30494;  ///< people/m^2, Voronoi with a cut-off of 1 m
  std::uint64_t passed = 0, left_behind = 0;
  double speed = 0.0, density = 0.0;
  double deepest_overlap = 0.0;  ///< m
  std::uint64_t wall_crossings = 0;
};
CorridorResult run_corridor(const Model& model, const std::string& data_folder, std::uint64_t seed);

/// A ring of 10 m to 14 m full of people who walk the same way round: the fundamental diagram.
struct RingResult {
  double density = 0.0;          ///< people/m^2
  double speed = 0.0;            ///< m/s, along the ring, mean from 15 s to 35 s
  double weidmann_speed = 0.0;   ///< m/s, at that density
  double deepest_overlap = 0.0;  ///< m, from 15 s to 35 s
  std::uint64_t wall_crossings = 0;
};
RingResult run_ring(const Model& model, double density, std::uint64_t seed);

}  // namespace throng::validation
