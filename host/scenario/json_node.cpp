#include "host/scenario/json_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "host/nearest_name.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

std::string describe(const Json& json) {
  if (json.is_object()) return fmt::format("an object of {} key{}", json.size(), json.size() == 1 ? "" : "s");
  if (json.is_array() && json.size() > 4) return fmt::format("an array of {} items", json.size());
  constexpr std::size_t longest = 60;
  std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  return text;
}

/// 3.0 is a whole number, as in JSON Schema; beyond 2^53 a double no longer says which one.
std::optional<std::int64_t> whole_float(const Json& json) {
  if (!json.is_number_float()) return std::nullopt;
  constexpr double exact = 9007199254740992.0;
  const double real = json.get<double>();
  if (!(std::fabs(real) <= exact) || real != std::floor(real)) return std::nullopt;
  return static_cast<std::int64_t>(real);
}

}  // namespace

std::string Quantity::wanted() const {
  return fmt::format("a number {} {:g} {} {:g}{}{}", above_least ? "above" : "from", least,
                     above_least ? "up to" : "to", most, *unit == '\0' ? "" : " ", unit);
}

std::string JsonNode::pointer() const {
  if (parent_ == nullptr) return "";
  return parent_->pointer() + (key_ != nullptr ? pointer_step(key_) : fmt::format("/{}", index_));
}

std::string JsonNode::place() const {
  return fmt::format("{}: {}", *file_, parent_ == nullptr ? "(top level)" : pointer());
}

void JsonNode::fail(const std::string& message) const {
  throw Error(ErrorCode::bad_scene, fmt::format("{}: {}", place(), message));
}

void JsonNode::fail_wanted(const std::string& wanted) const {
  fail(fmt::format("found {}, wanted {}", describe(*json_), wanted));
}

void JsonNode::fail_unknown_name(const std::string& wanted, std::span<const std::string> names) const {
  if (names.empty()) fail_wanted(wanted + ", and there is none");
  std::vector<const char*> known;
  for (const std::string& name : names) known.push_back(name.c_str());
  const auto meant = nearest_name(text(), known);
  fail_wanted(meant ? fmt::format("{}, did you mean `{}`?", wanted, *meant)
                    : fmt::format("{}, one of {}", wanted, fmt::join(known, ", ")));
}

void JsonNode::require_object(std::span<const char* const> keys) const {
  if (!json_->is_object()) fail_wanted("an object");
  for (const auto& [key, value] : json_->items()) {
    if (std::any_of(keys.begin(), keys.end(), [&name = key](const char* known) { return name == known; })) continue;
    const std::optional<std::string> meant = nearest_name(key, keys);
    throw Error(ErrorCode::bad_scene,
                fmt::format("{}: {}{}: unknown key{}", *file_, pointer(), pointer_step(shown(key)),
                            meant ? fmt::format(", did you mean `{}`?", *meant)
                                  : fmt::format("; known here: {}", fmt::join(keys.begin(), keys.end(), ", "))));
  }
}

bool JsonNode::has(const char* key) const { return json_->contains(key); }

std::optional<JsonNode> JsonNode::find(const char* key) const {
  const auto found = json_->find(key);
  if (found == json_->end()) return std::nullopt;
  return JsonNode(*found, *this, key, 0);
}

JsonNode JsonNode::at(const char* key) const {
  const auto found = json_->find(key);
  if (found == json_->end()) fail(fmt::format("the key `{}` is missing", key));
  return JsonNode(*found, *this, key, 0);
}

std::vector<std::string> JsonNode::keys() const {
  if (!json_->is_object()) fail_wanted("an object");
  std::vector<std::string> keys;
  for (const auto& item : json_->items()) keys.push_back(item.key());
  return keys;
}

bool JsonNode::is_object() const { return json_->is_object(); }
bool JsonNode::is_array() const { return json_->is_array(); }
bool JsonNode::is_number() const { return json_->is_number(); }
bool JsonNode::is_text() const { return json_->is_string(); }
bool JsonNode::is_null() const { return json_->is_null(); }
bool JsonNode::is_false() const { return *json_ == false; }
bool JsonNode::is_boolean() const { return json_->is_boolean(); }

bool JsonNode::is_true() const { return *json_ == true; }
bool JsonNode::is(const char* text) const { return json_->is_string() && json_->get_ref<const std::string&>() == text; }
std::size_t JsonNode::size() const { return json_->size(); }
std::string JsonNode::canonical() const { return json_->dump(); }

std::size_t JsonNode::require_array(const char* wanted) const {
  if (!json_->is_array()) fail_wanted(wanted);
  return json_->size();
}

JsonNode JsonNode::item(std::size_t index) const { return JsonNode((*json_)[index], *this, nullptr, index); }

bool JsonNode::boolean() const {
  if (!json_->is_boolean()) fail_wanted("true or false");
  return json_->get<bool>();
}

const std::string& JsonNode::text(const char* wanted) const {
  if (!json_->is_string()) fail_wanted(wanted);
  return json_->get_ref<const std::string&>();
}

const std::string& JsonNode::path(const char* wanted) const {
  const std::string& path = text(wanted);
  if (path.empty() || has_control_character(path)) fail_wanted(wanted);
  return path;
}

double JsonNode::number(const Quantity& quantity) const {
  if (!json_->is_number() || !quantity.allows(json_->get<double>())) fail_wanted(quantity.wanted());
  return json_->get<double>();
}

std::int64_t JsonNode::integer(std::int64_t least, std::int64_t most) const {
  const auto wanted = [&] { return fmt::format("a whole number from {} to {}", least, most); };
  std::int64_t value = 0;
  if (json_->is_number_unsigned()) {
    const auto unsigned_value = json_->get<std::uint64_t>();
    if (most < 0 || unsigned_value > static_cast<std::uint64_t>(most)) fail_wanted(wanted());
    value = static_cast<std::int64_t>(unsigned_value);
  } else if (json_->is_number_integer()) {
    value = json_->get<std::int64_t>();
  } else if (const std::optional<std::int64_t> whole = whole_float(*json_)) {
    value = *whole;
  } else {
    fail_wanted(wanted());
  }
  if (value < least || value > most) fail_wanted(wanted());
  return value;
}

std::uint64_t JsonNode::unsigned_integer(std::uint64_t most) const {
  if (json_->is_number_unsigned()) {
    const auto value = json_->get<std::uint64_t>();
    if (value <= most) return value;
  } else if (const std::optional<std::int64_t> whole = whole_float(*json_)) {
    if (*whole >= 0 && static_cast<std::uint64_t>(*whole) <= most) return static_cast<std::uint64_t>(*whole);
  }
  fail_wanted(fmt::format("a whole number from 0 to {}", most));
}

Vec2d JsonNode::vector(const Quantity& component) const {
  if (!json_->is_array() || json_->size() != 2) {
    const bool has_unit = component.unit[0] != '\0';
    fail_wanted(has_unit ? fmt::format("[x, y], two numbers in {}", component.unit) : "[x, y], a direction");
  }
  return {item(0).number(component), item(1).number(component)};
}

std::vector<Vec2d> JsonNode::points(std::size_t least) const {
  if (!json_->is_array() || json_->size() < least) {
    fail_wanted(least == 0 ? std::string("an array of points [x, y] in m")
                           : fmt::format("an array of {} or more points [x, y] in m", least));
  }
  std::vector<Vec2d> result(json_->size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = item(i).vector(quantities::coordinate);
  return result;
}

}  // namespace throng::scenario
