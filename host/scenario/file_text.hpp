// Whole files as text.
#pragma once
#include <string>

#include "host/scenario/json_node.hpp"

namespace throng::scenario {

/// Throws input_output, with the path and the system's reason.
std::string read_file(const std::string& path);

/// The same, with the place of a scenario that names the file in front of the message.
std::string read_file_named_at(const JsonNode& node, const std::string& path);

/// `path` as seen from `directory`, when it is relative.
std::string resolve_path(const std::string& directory, const std::string& path);

}  // namespace throng::scenario
