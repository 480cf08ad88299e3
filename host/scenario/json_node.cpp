#include "host/scenario/json_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "throng/error.hpp"

namespace throng::scenario {
namespace {

std::string describe(const Json& json) {
  if (json.is_object()) return fmt::format("an object of {} keys", json.size());
  if (json.is_array() && json.size() > 4) return fmt::format("an array of {} items", json.size());
  constexpr std::size_t longest = 60;
  std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  return text;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
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

std::optional<std::string> nearest_key(std::string_view key, std::span<const char* const> known) {
  if (key.size() > 64) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(2, key.size() / 3) + 1;
  for (const char* candidate : known) {
    const std::size_t distance = edit_distance(key, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string JsonNode::pointer() const {
  if (parent_ == nullptr) return "";
  return parent_->pointer() + (key_ != nullptr ? pointer_step(key_) : fmt::format("/{}", index_));
}

void JsonNode::fail(const std::string& message) const {
  const std::string at = pointer();
  throw Error(ErrorCode::bad_scene, fmt::format("{}: {}: {}", *file_, at.empty() ? "(top level)" : at, message));
}

void JsonNode::fail_wanted(const std::string& wanted) const {
  fail(fmt::format("found {}, wanted {}", describe(*json_), wanted));
}

void JsonNode::require_object(std::span<const char* const> keys) const {
  if (!json_->is_object()) fail_wanted("an object");
  for (const auto& [key, value] : json_->items()) {
    if (std::any_of(keys.begin(), keys.end(), [&name = key](const char* known) { return name == known; })) continue;
    const std::optional<std::string> meant = nearest_key(key, keys);
    const std::string shown = key.size() > 64 ? key.substr(0, 64) + "..." : key;
    throw Error(ErrorCode::bad_scene,
                fmt::format("{}: {}{}: unknown key{}", *file_, pointer(), pointer_step(shown),
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
  if (!json_->is_array() || json_->size() != 2) fail_wanted(fmt::format("[x, y], two numbers in {}", component.unit));
  return {item(0).number(component), item(1).number(component)};
}

std::vector<Vec2d> JsonNode::points(std::size_t least) const {
  if (!json_->is_array() || json_->size() < least) {
    fail_wanted(fmt::format("an array of {} or more points [x, y] in m", least));
  }
  std::vector<Vec2d> result(json_->size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = item(i).vector(quantities::coordinate);
  return result;
}

}  // namespace throng::scenario
