#include "host/scenario/body_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "host/scenario/file_text.hpp"
#include "host/scenario/json_node.hpp"
#include "host/scenario/text_position.hpp"
#include "host/scenario/wkt_parser.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

/// Not above 0 is no error of the file: the disc is refused, as a polygon that is no body.
double radius_of(const JsonNode& disc) {
  const JsonNode radius = disc.at("radius");
  constexpr Quantity any_number{-std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  const std::string wanted = quantities::positive_length.wanted();
  if (!radius.is_number()) radius.fail_wanted(wanted);
  const double value = radius.number(any_number);
  if (value > limits::max_length) radius.fail_wanted(wanted);
  return value;
}

BodyFile from_wkt(const std::string& text, const std::string& path) {
  BodyFile file;
  for (WktShape& shape : parse_wkt_shapes(text, path)) {
    if (shape.rings.size() > 1) {
      const auto [line, column] = position_behind(std::string_view(text).substr(0, shape.position));
      throw Error(ErrorCode::bad_scene,
                  fmt::format("{}: line {}, column {}: polygon {} has {} hole{}, wanted none", path, line, column,
                              file.polygons.size(), shape.rings.size() - 1, shape.rings.size() == 2 ? "" : "s"));
    }
    file.polygons.push_back(std::move(shape.rings[0]));
  }
  return file;
}

BodyFile from_json(const std::string& text, const std::string& path) {
  const JsonDocument document(text, path);
  const JsonNode root(document.root(), path);
  root.require_object({"polygons", "discs"});
  if (!root.has("polygons") && !root.has("discs")) root.fail("wanted `polygons`, `discs` or both");
  BodyFile file;
  if (root.has("polygons")) {
    const JsonNode polygons = root.at("polygons");
    const std::size_t count = polygons.require_array("an array of polygons [[x, y], ...]");
    for (std::size_t i = 0; i < count; ++i) file.polygons.push_back(polygons.item(i).points(0));
  }
  if (root.has("discs")) {
    const JsonNode discs = root.at("discs");
    const std::size_t count = discs.require_array("an array of discs");
    for (std::size_t i = 0; i < count; ++i) {
      const JsonNode disc = discs.item(i);
      disc.require_object({"center", "radius"});
      file.discs.push_back({disc.at("center").vector(quantities::coordinate), radius_of(disc)});
    }
  }
  return file;
}

/// Also values that are no object, and whose error should say so.
bool is_json(std::string_view text) {
  constexpr std::string_view words[] = {"null", "true", "false"};
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return text.starts_with(word); }) ||
         std::string_view("{[\"-0123456789").find(text[0]) != std::string_view::npos;
}

}  // namespace

BodyFile parse_body_file(const std::string& text, const std::string& path) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    throw Error(ErrorCode::bad_scene, fmt::format("{}: begins as text in UTF-16 does, wanted UTF-8", path));
  }
  if (text.starts_with(byte_order_mark)) return parse_body_file(text.substr(byte_order_mark.size()), path);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) {
    throw Error(ErrorCode::bad_scene, fmt::format("{}: the file is empty, wanted well-known text or JSON", path));
  }
  const char c = text[first];
  if (is_json(std::string_view(text).substr(first))) return from_json(text, path);
  if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) return from_wkt(text, path);
  throw Error(ErrorCode::bad_scene,
              fmt::format("{}: begins with `{}`, wanted well-known text (POLYGON ((...)), ...) or "
                          "JSON ({{\"polygons\": [...]}})",
                          path, shown(text.substr(first, 20))));
}

BodyFile read_body_file(const std::string& path) { return parse_body_file(read_file(path), path); }

}  // namespace throng::scenario
