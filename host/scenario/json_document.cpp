#include "host/scenario/json_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "host/scenario/text_position.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

/// Builds the document; the parser of the library keeps the last of two equal keys and recurses without a limit.
class StrictBuilder final : public nlohmann::json_sax<Json> {
 public:
  StrictBuilder(std::string_view text, const std::string& file) : text_(text), file_(file) {}
  Json take() { return std::move(root_); }

  bool null() override { return place(nullptr); }
  bool boolean(bool value) override { return place(value); }
  bool number_integer(number_integer_t value) override { return place(value); }
  bool number_unsigned(number_unsigned_t value) override { return place(value); }
  bool number_float(number_float_t value, const string_t&) override { return place(value); }
  bool string(string_t& value) override { return place(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    if (open_.back()->contains(key)) {
      throw Error(ErrorCode::bad_scene, fmt::format("{}: {}{}: this key is there twice, wanted once", file_,
                                                    pointer(open_.size() - 1), pointer_step(key)));
    }
    keys_.back() = key;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    const std::string_view before = text_.substr(0, std::min(position, text_.size() + 1) - (position > 0 ? 1 : 0));
    const auto [line, column] = position_behind(before);
    std::string_view reason = error.what();
    for (const std::string_view prefix_end : {"] ", ": "}) {
      const bool own_prefix =
          prefix_end == "] " ? reason.substr(0, 1) == "[" : reason.substr(0, 14) == "parse error at";
      if (own_prefix) reason.remove_prefix(std::min(reason.size(), reason.find(prefix_end) + prefix_end.size()));
    }
    const std::string at = pointer(open_.size());
    throw Error(ErrorCode::bad_scene, fmt::format("{}: line {}, column {}{}: {}", file_, line, column,
                                                  at.empty() ? "" : " (" + at + ")", reason));
  }

 private:
  /// Steps into the outer `levels` open containers: all of them = the value that is read now or was read last.
  std::string pointer(std::size_t levels) const {
    std::string result;
    for (std::size_t level = 0; level < levels; ++level) {
      const Json& parent = *open_[level];
      if (parent.is_object()) {
        result += pointer_step(keys_[level]);
      } else {
        result += fmt::format("/{}", parent.size() - (level + 1 < open_.size() ? 1 : 0));
      }
    }
    return result;
  }

  template <class Value>
  Json* put(Value&& value) {
    if (open_.empty()) {
      root_ = std::forward<Value>(value);
      return &root_;
    }
    Json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::forward<Value>(value));
      return &parent.back();
    }
    return &(parent[keys_.back()] = std::forward<Value>(value));
  }

  template <class Value>
  bool place(Value&& value) {
    put(Json(std::forward<Value>(value)));
    return true;
  }

  bool open(Json&& container) {
    if (open_.size() == max_json_depth) {
      throw Error(ErrorCode::bad_scene,
                  fmt::format("{}: {}: nested deeper than {} levels", file_, pointer(open_.size()), max_json_depth));
    }
    Json* placed = put(std::move(container));
    open_.push_back(placed);
    keys_.emplace_back();
    return true;
  }

  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::string& file_;
  Json root_;
  std::vector<Json*> open_;  // only the last one grows, so that the pointers to the others stay good
  std::vector<std::string> keys_;
};

}  // namespace

std::string pointer_step(std::string_view key) {
  std::string step = "/";
  for (const char c : key) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return shown(step, step.size());
}

JsonDocument::JsonDocument(std::string_view text, const std::string& file) {
  // The parser takes it for the end.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    throw Error(ErrorCode::bad_scene, fmt::format("{}: line {}: found a NUL character, wanted JSON", file,
                                                  position_behind(text.substr(0, nul)).line));
  }
  StrictBuilder builder(text, file);
  Json::sax_parse(text.begin(), text.end(), &builder);
  root_ = std::make_unique<const Json>(builder.take());
}

JsonDocument::~JsonDocument() = default;

}  // namespace throng::scenario
