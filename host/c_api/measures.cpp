#include "throng/c/measures.h"

#include "host/c_api/lent.hpp"
#include "host/c_api/text.hpp"
#include "host/c_api/world_object.hpp"
#include "host/measures/measure_file.hpp"
#include "host/measures/report.hpp"

using namespace throng;
using namespace throng::c_api;

namespace {

std::vector<MeasureLine> lines_of(const throng_array& array) {
  const std::vector<Vec2d> points = read_column<Vec2d>(array, "desc.lines");
  if (points.size() % 2 != 0) {
    refuse("desc.lines.count is " + std::to_string(points.size()) + ", wanted two points of each line");
  }
  std::vector<MeasureLine> lines;
  for (std::size_t i = 0; i < points.size(); i += 2) lines.push_back({points[i], points[i + 1]});
  return lines;
}

std::optional<std::string> optional_text(const char* text) {
  return text == nullptr ? std::nullopt : std::optional<std::string>(text);
}

MeasureSettings settings_of(const throng_measure_desc& desc) {
  MeasureSettings settings;
  settings.threads = desc.threads;
  settings.lines = lines_of(desc.lines);
  for (const throng_array& area : borrowed(desc.areas, desc.area_count, "desc.areas")) {
    const std::string name = "desc.areas[" + std::to_string(settings.areas.size()) + "]";
    settings.areas.push_back(InArray<Vec2d>(area, name.c_str()).all());
  }
  settings.from = optional_number(desc.from);
  settings.to = optional_number(desc.to);
  settings.frame_step = desc.frame_step;
  settings.cut_off = optional_number(desc.cut_off);
  settings.grid = optional_number(desc.grid);
  settings.density_bin = desc.density_bin;
  settings.radius = optional_number(desc.radius);
  settings.scene_folder = optional_text(desc.scene_folder);
  settings.geometry = optional_text(desc.geometry);
  settings.frame_rate = optional_number(desc.frame_rate);
  settings.meters_per_length = optional_number(desc.meters_per_length);
  settings.table_folder = optional_text(desc.table_folder);
  settings.shortest_ways = truth(desc.shortest_ways, "desc.shortest_ways");
  return settings;
}

}  // namespace

void throng_measure_desc_init(throng_measure_desc* desc, std::size_t struct_size) {
  throng_measure_desc defaults = blank<throng_measure_desc>();
  const MeasureSettings settings;
  const double none = number_or_nan(std::nullopt);
  defaults.from = defaults.to = defaults.cut_off = defaults.grid = defaults.radius = none;
  defaults.frame_rate = defaults.meters_per_length = none;
  defaults.frame_step = settings.frame_step;
  defaults.density_bin = settings.density_bin;
  init_descriptor(desc, struct_size, defaults);
}

throng_status throng_measure(throng_instance* instance, const char* path, const throng_measure_desc* desc,
                             throng_text** json) {
  return create(instance, json, "json", [&](const Callbacks& callbacks) {
    const std::string file = wanted_text(path, "path");
    const MeasureSettings settings = settings_of(read_optional_descriptor(desc, "desc", throng_measure_desc_init));
    const measures::MeasureReport report = measures::measure_file(file, settings, callbacks.progress_of("measure"));
    for (const std::string& note : report.notes) callbacks.tell(THRONG_LOG_WARNING, (file + ": " + note).c_str());
    return make_object<throng_text>(callbacks, measures::measure_json(report));
  });
}
