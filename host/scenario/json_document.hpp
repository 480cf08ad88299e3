// Strict JSON: what a lenient reader would let pass in silence is an error here.
#pragma once
#include <memory>
#include <nlohmann/json_fwd.hpp>  // the whole of it is slow to compile: only json_document.cpp and json_node.cpp need it
#include <string>
#include <string_view>

namespace throng::scenario {

using Json = nlohmann::json;

inline constexpr std::size_t max_json_depth = 64;

class JsonDocument {
 public:
  /// Throws bad_scene for a syntax error (with line and column), text that is not UTF-8, a number too large for a
  /// double, a key that an object has twice, or nesting deeper than max_json_depth. `file` is for messages.
  JsonDocument(std::string_view text, const std::string& file);
  ~JsonDocument();

  [[nodiscard]] const Json& root() const { return *root_; }

 private:
  std::unique_ptr<const Json> root_;
};

/// A key as one step of a JSON pointer (RFC 6901), for a message: control characters escaped.
std::string pointer_step(std::string_view key);

}  // namespace throng::scenario
