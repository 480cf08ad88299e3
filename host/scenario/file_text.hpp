// Whole files as text.
#pragma once
#include <string>

namespace throng::scenario {

/// Throws input_output, with the path and the system's reason.
std::string read_file(const std::string& path);

/// `path` as seen from `directory`, when it is relative.
std::string resolve_path(const std::string& directory, const std::string& path);

}  // namespace throng::scenario
