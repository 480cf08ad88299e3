// A scene as a file, for programs beside this one: what stands beside Throng in a comparison starts from the same
// numbers.
//
// The first line is JSON: agents (their number), columns, time_step, profiles and obstacles. After it come the columns
// of each agent in turn as doubles of this machine, NaN for what an agent does not have. Agent k has the id k.
#pragma once
#include <string>

#include "bench/scenes.hpp"

namespace throng::scenes {

/// Agents in the order given, numbered anew from 0. Throws Error{input_output}, for a scene with behaviors too.
void write_file(const Scene& scene, double time_step, const std::string& path);

struct ReadScene {
  Scene scene;
  double time_step = 0.0;  ///< s
};
/// Throws Error{input_output} for a file that can't be read or is none of these.
ReadScene read_file(const std::string& path);

}  // namespace throng::scenes
