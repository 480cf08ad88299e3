// Strict JSON: what a lenient reader would let pass in silence is an error here.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace throng::scenario {

using Json = nlohmann::json;

inline constexpr std::size_t max_json_depth = 64;

/// Throws bad_scene for a syntax error (with line and column), text that is not UTF-8, a number too large for a double,
/// a key that an object has twice, or nesting deeper than max_json_depth.
Json parse_json(std::string_view text, const std::string& file);

/// A key or index as one step of a JSON pointer (RFC 6901).
std::string pointer_step(std::string_view key);

}  // namespace throng::scenario
