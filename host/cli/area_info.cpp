// info FILE: what a walkable area is.
#include <fmt/format.h>

#include <string>

#include "host/cli/commands.hpp"
#include "host/cli/number_text.hpp"
#include "host/io/json_output.hpp"
#include "host/scenario/file_text.hpp"
#include "host/scenario/geojson.hpp"
#include "host/scenario/walkable_area.hpp"

namespace throng::cli {
namespace {

using scenario::GeoJsonArea;
using scenario::WalkableArea;

constexpr const char* wkt_suffix = ".wkt";
constexpr const char* geojson_suffix = ".geojson";

GeoJsonArea read(const std::string& path) {
  const std::string text = scenario::read_file(path);
  if (path.ends_with(geojson_suffix)) return scenario::walkable_area_of_geojson(text, path);
  GeoJsonArea result{scenario::walkable_area_of_wkt(text, path), {}};
  result.warnings = result.area.warnings();
  return result;
}

void print(const std::string& path, const GeoJsonArea& read) {
  const WalkableArea& area = read.area;
  const WalkableArea::Box box = area.box();
  const auto line = [](const char* name, const std::string& value) { fmt::print("  {:<12}{}\n", name, value); };
  fmt::print("{}: walkable area\n", path);
  line("area", fmt::format("{:.10g} m^2", area.area()));
  line("parts", fmt::format("{}", area.parts().size()));
  line("holes", fmt::format("{}", area.hole_count()));
  line("vertices", fmt::format("{}", area.vertex_count()));
  line("from", fmt::format("({:.10g}, {:.10g})", box.low.x, box.low.y));
  line("to", fmt::format("({:.10g}, {:.10g})", box.high.x, box.high.y));
  for (const std::string& warning : read.warnings) fmt::print("  warning: {}\n", warning);
}

void print_json(const std::string& path, const GeoJsonArea& read) {
  JsonOutput parts = JsonOutput::array();
  for (const WalkableArea::Part& part : read.area.parts()) {
    parts.add(JsonOutput::object().set("vertices", part.outer.size()).set("holes", part.holes.size()));
  }
  const WalkableArea::Box box = read.area.box();
  JsonOutput result = JsonOutput::object();
  result.set("file", path).set("area", read.area.area());
  result.set("low", std::vector<double>{box.low.x, box.low.y}).set("high", std::vector<double>{box.high.x, box.high.y});
  result.set("parts", parts).set("warnings", read.warnings);
  fmt::print("{}\n", result.text());
}

}  // namespace

bool is_area_file(const std::string& path) { return path.ends_with(wkt_suffix) || path.ends_with(geojson_suffix); }

ExitCode show_area(const std::string& path, bool json) {
  const GeoJsonArea area = read(path);
  json ? print_json(path, area) : print(path, area);
  return ExitCode::ok;
}

}  // namespace throng::cli
