// A place in a scenario's JSON: reads values with their limits and says where it was when one is wrong.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/scenario/json_document.hpp"
#include "host/scenario/quantity.hpp"
#include "throng/types.hpp"

namespace throng::scenario {

/// A cursor. It refers to its parent, which must outlive it; the pointer is only put together for an error.
class JsonNode {
 public:
  JsonNode(const Json& root, const std::string& file) : json_(&root), file_(&file) {}

  [[nodiscard]] const std::string& file() const { return *file_; }
  [[nodiscard]] std::string pointer() const;
  [[nodiscard]] std::string place() const;  ///< "file: /pointer", what messages begin with

  /// Throws bad_scene: "file: /pointer: message".
  [[noreturn]] void fail(const std::string& message) const;
  /// The same, with what stands here: "... found -0.3, wanted ...".
  [[noreturn]] void fail_wanted(const std::string& wanted) const;
  /// For a text that should be one of `names`: says which one may have been meant, or which there are. `wanted` is what
  /// they are: "the name of a profile".
  [[noreturn]] void fail_unknown_name(const std::string& wanted, std::span<const std::string> names) const;

  // ---- Kinds ----
  [[nodiscard]] bool is_object() const;
  [[nodiscard]] bool is_array() const;
  [[nodiscard]] bool is_number() const;
  [[nodiscard]] bool is_text() const;
  [[nodiscard]] bool is_null() const;
  [[nodiscard]] bool is_false() const;
  [[nodiscard]] bool is_boolean() const;
  [[nodiscard]] bool is_true() const;
  [[nodiscard]] bool is(const char* text) const;
  [[nodiscard]] std::size_t size() const;       ///< keys of an object, items of an array
  [[nodiscard]] std::string canonical() const;  ///< as JSON text; the same for equal values, whatever their spacing

  // ---- Objects ----
  /// An object with no other keys than these.
  void require_object(std::span<const char* const> keys) const;
  void require_object(std::initializer_list<const char*> keys) const {
    require_object(std::span<const char* const>(keys.begin(), keys.size()));
  }
  [[nodiscard]] std::vector<std::string> keys() const;
  [[nodiscard]] bool has(const char* key) const;
  [[nodiscard]] std::optional<JsonNode> find(const char* key) const;
  [[nodiscard]] JsonNode at(const char* key) const;  ///< fails when the key is missing

  // ---- Arrays ----
  std::size_t require_array(const char* wanted) const;  ///< its length
  [[nodiscard]] JsonNode item(std::size_t index) const;

  // ---- Values ----
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] const std::string& text(const char* wanted = "a text") const;
  [[nodiscard]] const std::string& path(const char* wanted) const;  ///< neither empty nor with control characters
  [[nodiscard]] double number(const Quantity& quantity) const;
  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
  [[nodiscard]] std::uint64_t unsigned_integer(std::uint64_t most) const;
  [[nodiscard]] Vec2d vector(const Quantity& component) const;       ///< [x, y]
  [[nodiscard]] std::vector<Vec2d> points(std::size_t least) const;  ///< [[x, y], ...]

 private:
  JsonNode(const Json& json, const JsonNode& parent, const char* key, std::size_t index)
      : json_(&json), file_(parent.file_), parent_(&parent), key_(key), index_(index) {}

  const Json* json_;
  const std::string* file_;
  const JsonNode* parent_ = nullptr;
  const char* key_ = nullptr;  // null = an item of an array
  std::size_t index_ = 0;
};

}  // namespace throng::scenario
