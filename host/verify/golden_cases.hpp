// Recorded single steps to check an executor against: one JSON object per line (docs/cli.md describes the keys).
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "throng/parameters.hpp"

namespace throng {

/// One agent of a case: its state and parameters before the step, and the velocities that were recorded after it.
struct GoldenAgent {
  Profile profile;
  Vec2d position;            ///< m
  Vec2d velocity;            ///< m/s
  Vec2d preferred_velocity;  ///< m/s
  Vec2d expected;            ///< m/s, recorded in single precision
  Vec2d expected_double;     ///< m/s, recorded in double precision; `expected` where the file has none
  double violation = 0.0;    ///< m/s, greatest violation of a constraint by `expected`
};

struct GoldenCase {
  std::string id;
  std::size_t line = 0;                       ///< in the file, from 1
  double time_step = 0.0;                     ///< s
  std::vector<std::vector<Vec2d>> obstacles;  ///< 2 vertices: a thin wall; 3 or more: a polygon
  std::vector<GoldenAgent> agents;
};

/// All cases of a file. Throws input_output when it can't be read, bad_scene (with the line) for one that is no case,
/// and for a file without any.
std::vector<GoldenCase> read_golden_cases(const std::string& path);

}  // namespace throng
