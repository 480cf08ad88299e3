// A world that another program drives, so that steps of several programs can be timed in turn.
#pragma once
#include <string>

#include "throng/world.hpp"

namespace throng {

/// Makes a world of a scene file (scene_file.hpp), says `{"agents":N,...}`, and obeys lines of stdin, each answered by
/// a line of JSON on stdout, until stdin ends or a line is not one of these:
///
///   step N      N steps: time that passed and processor time of all threads, of World::step alone
///   positions   the line is followed by x and y of each agent as doubles
///   prefer      followed by x and y of each agent's preferred velocity as doubles
///
/// Agents in ascending order of id. Returns the exit status.
int serve_world(const std::string& scene_file, ExecutorKind executor, int threads);

}  // namespace throng
