#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/cli/commands.hpp"
#include "host/cli/log.hpp"
#include "host/cli/measure_summary.hpp"
#include "host/cli/progress.hpp"
#include "host/cli/signals.hpp"
#include "host/io/output_file.hpp"
#include "host/measures/measure_file.hpp"
#include "host/measures/report.hpp"
#include "host/scenario/walkable_area.hpp"
#include "host/scenario/wkt_parser.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"

namespace throng::cli {
namespace {

using measures::Line;
using measures::MeasureReport;
using measures::WalkableSpace;

/// "x0,y0,x1,y1"
std::array<double, 4> four_numbers(const char* option, const std::string& text) {
  std::array<double, 4> values{};
  std::string_view rest = text;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::size_t comma = k + 1 < values.size() ? rest.find(',') : rest.size();
    std::string_view word = rest.substr(0, comma);
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), values[k]);
    if (comma == std::string_view::npos || word.empty() || error != std::errc() || end != word.data() + word.size()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("{}: found '{}', wanted four numbers x0,y0,x1,y1 in m", option, shown(text)));
    }
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return values;
}

Line line_of(const std::string& text) {
  const auto [x0, y0, x1, y1] = four_numbers("--line", text);
  return {{x0, y0}, {x1, y1}};
}

/// A rectangle between two opposite corners, or a polygon as well-known text.
std::vector<Vec2d> area_of(const std::string& text) {
  if (scenario::is_wkt(text)) {
    const std::vector<scenario::PolygonRings> polygons = scenario::parse_wkt(text, "--area");
    if (polygons.size() != 1 || polygons.front().size() != 1) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("--area: found '{}', wanted one polygon without holes", shown(text)));
    }
    return polygons.front().front();
  }
  const auto [x0, y0, x1, y1] = four_numbers("--area", text);
  if (x0 == x1 || y0 == y1) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("--area: found '{}', a rectangle without an area", shown(text)));
  }
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

MeasureSettings settings_of(const MeasureOptions& options) {
  MeasureSettings settings;
  for (const std::string& text : options.lines) settings.lines.push_back(line_of(text));
  for (const std::string& text : options.areas) settings.areas.push_back(area_of(text));
  settings.from = options.from;
  settings.to = options.to;
  settings.frame_step = options.frame_step;
  settings.cut_off = options.cut_off;
  settings.grid = options.grid;
  settings.density_bin = options.density_bin;
  settings.radius = options.radius;
  settings.scene_folder = options.scene_folder;
  settings.shortest_ways = options.shortest_ways;
  settings.threads = options.threads;
  settings.geometry = options.geometry;
  settings.frame_rate = options.frame_rate;
  if (options.unit) settings.meters_per_length = *options.unit == "cm" ? 0.01 : 1.0;
  settings.table_folder = options.csv;
  return settings;
}

/// Before anything is read: nothing is written over what is measured, and nothing is measured that can't
/// be written.
void check_targets(const MeasureOptions& options, const MeasureSettings& settings) {
  FileRoles roles;
  roles.take(options.file, "what is measured");
  roles.take(options.geometry, "--geometry");
  roles.take(options.json, "--json");
  if (options.json) check_text_target(*options.json);
  measures::take_table_files(settings, "a table of --csv", roles);
}

}  // namespace

ExitCode measure_trajectory(const MeasureOptions& options) {
  const MeasureSettings settings = settings_of(options);
  check_targets(options, settings);
  const std::unique_ptr<measures::Trajectory> trajectory =
      measures::open_trajectory(options.file, measures::text_defaults(settings));
  const std::optional<WalkableSpace> space = measures::walkable_space_of(trajectory->info(), settings.geometry);

  SignalGuard signals;
  Progress progress(progress_style(stderr, options.quiet), stderr);
  const std::uint64_t frames = trajectory->info().frames;
  const MeasureReport report = measures::measure(*trajectory, space ? &*space : nullptr, settings, [&](double share) {
    if (progress.is_due()) {
      progress.show({share, fmt::format("frame {:.0f} of {}", share * static_cast<double>(frames), frames)});
    }
    return !signals.stop_requested();
  });
  progress.clear();
  if (!report.complete) {
    log_warning("stopped: nothing is written, a part of the frames is not what was asked for");
    return ExitCode::interrupted;
  }
  for (const std::string& note : report.notes) log_warning(note);
  if (options.csv) measures::write_measure_tables(report, *options.csv);
  if (options.json) write_text(*options.json, measures::measure_json(report));
  if (!options.quiet) fmt::print("{}", measure_summary(report));
  return ExitCode::ok;
}

}  // namespace throng::cli
