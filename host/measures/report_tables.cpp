// The series of a measurement as CSV files.
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "host/io/output_file.hpp"
#include "host/measures/report.hpp"
#include "throng/error.hpp"

namespace throng::measures {
namespace {

constexpr const char* people_table = "people.csv";
constexpr const char* frames_table = "frames.csv";
constexpr const char* map_table = "map.csv";
std::string curve_table(std::size_t line) { return fmt::format("line_{}.csv", line); }
std::string passages_table(std::size_t line) { return fmt::format("passages_{}.csv", line); }
std::string area_table(std::size_t area) { return fmt::format("area_{}.csv", area); }
std::string diagram_table(std::size_t area) { return fmt::format("fundamental_diagram_{}.csv", area); }

/// One file under construction.
class Table {
 public:
  explicit Table(const char* header) { fmt::format_to(std::back_inserter(text_), "{}\n", header); }

  template <class... Values>
  void row(const Values&... values) {
    bool first = true;
    const auto cell = [&](const auto& value) {
      if (!first) text_.push_back(',');
      first = false;
      put(value);
    };
    (cell(values), ...);
    text_.push_back('\n');
  }
  void write(const std::filesystem::path& path) const { write_text(path.string(), {text_.data(), text_.size()}); }

 private:
  template <class Value>
  void put(const Value& value) {
    fmt::format_to(std::back_inserter(text_), "{}", value);
  }
  template <class Value>
  void put(const std::optional<Value>& value) {  // nothing where there is none
    if (value) put(*value);
  }

  fmt::memory_buffer text_;
};

void write_lines(const MeasureReport& report, const std::filesystem::path& folder) {
  for (std::size_t k = 0; k < report.lines.size(); ++k) {
    const std::vector<Passage>& passages = report.lines[k].flow.passages;
    Table curve("frame,time,passed"), each("id,frame,time,forward");
    std::size_t passed = 0;
    for (const FrameMeasures& frame : report.frames) {
      while (passed < passages.size() && passages[passed].frame <= frame.frame) ++passed;
      curve.row(frame.frame, frame.time, passed);
    }
    for (const Passage& p : passages) each.row(p.id, p.frame, p.time, p.forward ? 1 : 0);
    curve.write(folder / curve_table(k + 1));
    each.write(folder / passages_table(k + 1));
  }
}

void write_areas(const MeasureReport& report, const std::filesystem::path& folder) {
  for (std::size_t k = 0; k < report.areas.size(); ++k) {
    Table series("frame,time,people,density,voronoi_density,speed,voronoi_speed");
    for (const AreaMoment& m : report.areas[k].moments) {
      series.row(m.frame, m.time, m.count, m.density, m.voronoi_density, m.speed, m.voronoi_speed);
    }
    series.write(folder / area_table(k + 1));
    Table diagram("from,to,frames,density,speed,speed_deviation,flow,weidmann_speed");
    for (const DensityBin& b : report.areas[k].fundamental_diagram) {
      diagram.row(b.low, b.high, b.frames, b.density, b.speed, b.speed_deviation, b.flow, b.weidmann_speed);
    }
    diagram.write(folder / diagram_table(k + 1));
  }
}

void write_people(const MeasureReport& report, const std::filesystem::path& folder) {
  Table table(
      "id,first_time,last_time,first_x,first_y,last_x,last_y,path_length,shortest_way,frames_outside,farthest_outside,"
      "wall_crossings");
  for (const Person& p : report.people) {
    table.row(p.id, p.first_time, p.last_time, p.first.x, p.first.y, p.last.x, p.last.y, p.length, p.shortest_way,
              p.frames_outside, p.farthest_outside, p.wall_crossings);
  }
  table.write(folder / people_table);
}

void write_frames(const MeasureReport& report, const std::filesystem::path& folder) {
  Table table("frame,time,people,speed,overlapping_pairs,deepest_overlap,outside");
  for (const FrameMeasures& f : report.frames) {
    std::optional<std::uint64_t> pairs;
    std::optional<double> deepest;
    if (f.overlap) {
      pairs = f.overlap->pairs;
      deepest = f.overlap->deepest;
    }
    table.row(f.frame, f.time, f.people, f.speed, pairs, deepest, f.outside);
  }
  table.write(folder / frames_table);
}

void write_map(const ServiceMap& map, const std::filesystem::path& folder) {
  Table table("x,y,person_seconds,density,speed,felt_density,service_level");
  for (const MapCell& c : map.cells) {
    std::optional<const char*> level;
    if (c.level) level = service_level_names[*c.level];
    table.row(c.center.x, c.center.y, c.person_seconds, c.density, c.speed, c.felt_density, level);
  }
  table.write(folder / map_table);
}

}  // namespace

std::vector<std::string> measure_table_names(std::size_t lines, std::size_t areas, bool has_map) {
  std::vector<std::string> names{people_table, frames_table};
  for (std::size_t k = 1; k <= lines; ++k) {
    names.push_back(curve_table(k));
    names.push_back(passages_table(k));
  }
  for (std::size_t k = 1; k <= areas; ++k) {
    names.push_back(area_table(k));
    names.push_back(diagram_table(k));
  }
  if (has_map) names.emplace_back(map_table);
  return names;
}

void write_measure_tables(const MeasureReport& report, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw Error(ErrorCode::input_output, fmt::format("{}: can't be made: {}", folder, error.message()));
  }
  write_lines(report, folder);
  write_areas(report, folder);
  write_people(report, folder);
  write_frames(report, folder);
  if (report.map) write_map(*report.map, folder);
}

}  // namespace throng::measures
