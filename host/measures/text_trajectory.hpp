// Text of the Pedestrian Dynamics Data Archive: a line for each person and frame.
#pragma once
#include <cstdio>
#include <memory>
#include <string>

#include "host/measures/trajectory.hpp"

namespace throng::measures {

/// Lines `id frame x y [z ..]` between white space, `#` begins a comment. Comments at the head name the frame rate
/// (`framerate: 25`) and the unit (`x/m`, `x/cm`, `in m`, `in cm`; meters when they name none). Takes the file, which
/// must be able to go back to its start. A file in the order of its frames is read frame by frame, any other (the
/// archive's are in the order of people) is kept in memory, 32 bytes a line.
std::unique_ptr<Trajectory> open_text_trajectory(std::FILE* file, const std::string& path,
                                                 const TextDefaults& defaults = {});

}  // namespace throng::measures
