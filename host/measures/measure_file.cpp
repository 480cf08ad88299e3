#include "host/measures/measure_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/measures/report.hpp"
#include "host/scenario/file_text.hpp"
#include "host/scenario/geojson.hpp"
#include "host/scenario/walkable_area.hpp"
#include "throng/error.hpp"

namespace throng::measures {

TextDefaults text_defaults(const MeasureSettings& settings) {
  const std::optional<double> unit = settings.meters_per_length;
  if (unit && *unit != 1.0 && *unit != 0.01) refuse(fmt::format("meters per length is {:g}, wanted 1 or 0.01", *unit));
  return {settings.frame_rate, unit};
}

std::optional<WalkableSpace> walkable_space_of(const TrajectoryInfo& info, const std::optional<std::string>& geometry) {
  if (geometry) {
    const std::string text = scenario::read_file(*geometry);
    if (!geometry->ends_with(".geojson")) return WalkableSpace(text, *geometry);
    return WalkableSpace(scenario::walkable_area_of_geojson(text, *geometry).area.wkt(), *geometry);
  }
  if (info.wkt_geometry.empty()) return std::nullopt;
  return WalkableSpace(info.wkt_geometry, info.path + ": its walkable area");
}

void take_table_files(const MeasureSettings& settings, const char* role, FileRoles& roles) {
  if (!settings.table_folder) return;
  const std::filesystem::path folder = *settings.table_folder;
  std::error_code ignored;
  if (std::filesystem::exists(folder, ignored) && !std::filesystem::is_directory(folder, ignored)) {
    throw Error(ErrorCode::input_output,
                fmt::format("'{}' can't be written to: it is not a folder, which tables want", folder.string()));
  }
  for (const std::string& table :
       measure_table_names(settings.lines.size(), settings.areas.size(), settings.grid.has_value())) {
    roles.take((folder / table).string(), role);
  }
}

MeasureReport measure_file(const std::string& path, const MeasureSettings& settings, const MeasureProgress& progress) {
  const FloatingPointMode mode;
  check_range("threads", settings.threads, 0, 1024, "");
  FileRoles roles;
  roles.take(path, "what is measured");
  roles.take(settings.geometry, "the walkable area");
  take_table_files(settings, "a table of measures", roles);
  const std::unique_ptr<Trajectory> trajectory = open_trajectory(path, text_defaults(settings));
  const std::optional<WalkableSpace> space = walkable_space_of(trajectory->info(), settings.geometry);
  const MeasureProgress told = [&](double done) {
    const FloatingPointMode::Pause pause(mode);
    return progress(done);
  };
  MeasureReport report = measure(*trajectory, space ? &*space : nullptr, settings, progress ? told : MeasureProgress{});
  if (!report.complete) throw Error(ErrorCode::cancelled, path + ": measuring was cancelled");
  if (settings.table_folder) write_measure_tables(report, *settings.table_folder);
  return report;
}

}  // namespace throng::measures

namespace throng {

std::string measure_trajectory(const std::string& path, const MeasureSettings& settings,
                               const MeasureProgress& progress) {
  const measures::MeasureReport report = measures::measure_file(path, settings, progress);
  const FloatingPointMode mode;
  return measures::measure_json(report);
}

}  // namespace throng
