// Recordings as text, for tools that read columns.
#pragma once
#include <string>

#include "host/io/atomic_file.hpp"
#include "throng/recording.hpp"

namespace throng {

/// Writes the header lines `# framerate: F` and `# id frame x/m y/m z/m`, then a line per agent and frame, ordered by
/// frame and id, coordinates to the micrometre. The file appears complete or not at all. Throws input_output,
/// corrupt_file.
void export_text(const Recording& recording, const std::string& path, Existing existing = Existing::refuse);

}  // namespace throng
