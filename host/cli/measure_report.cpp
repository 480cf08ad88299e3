#include "host/cli/measure_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "host/cli/json_output.hpp"
#include "host/cli/measure_figures.hpp"
#include "host/cli/number_text.hpp"

namespace throng::cli {
namespace {

using measures::AreaMeasures;
using measures::LineMeasures;
using measures::MeasureReport;

constexpr const char* level_names[] = {"A", "B", "C", "D", "E", "F"};

std::string text_of(const Spread& spread, const char* unit) {
  return fmt::format("{:.3g} {} ({:.3g} to {:.3g})", spread.mean, unit, spread.least, spread.most);
}

class Summary {
 public:
  template <class... Values>
  void line(const char* name, fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), "  {:<16}", name);
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_.push_back('\n');
  }
  void add(const LineMeasures& measures, std::size_t number) {
    const std::string name = fmt::format("line {}", number);
    const measures::FlowThroughLine& flow = measures.flow;
    if (!flow.first) {
      line(name.c_str(), "nobody passes");
      return;
    }
    const auto forward =
        std::count_if(flow.passages.begin(), flow.passages.end(), [](const auto& p) { return p.forward; });
    line(name.c_str(), "{} pass, {} from right to left, {} back; from {:.6g} s to {:.6g} s", flow.passages.size(),
         forward, static_cast<std::ptrdiff_t>(flow.passages.size()) - forward, *flow.first, *flow.last);
    if (flow.flow) line("", "flow {:.4g} people/s, {:.4g} people/(m s)", *flow.flow, *measures.specific_flow);
  }
  void add(const AreaMeasures& measures, std::size_t number) {
    const AreaFigures figures = figures_of(measures);
    const std::string name = fmt::format("area {}", number);
    line(name.c_str(), "{:.4g} m^2, density {}", measures.size, text_of(*figures.density, "people/m^2"));
    if (figures.voronoi_density) line("", "Voronoi density {}", text_of(*figures.voronoi_density, "people/m^2"));
    if (figures.speed) line("", "speed {}", text_of(*figures.speed, "m/s"));
  }
  [[nodiscard]] std::string text() const { return fmt::to_string(text_); }

 private:
  fmt::memory_buffer text_;
};

JsonOutput json_of(const Spread& spread) {
  return JsonOutput::object().set("least", spread.least).set("mean", spread.mean).set("most", spread.most);
}

void set_if(JsonOutput& object, const char* key, const std::optional<Spread>& spread) {
  if (spread) object.set(key, json_of(*spread));
}
void set_if(JsonOutput& object, const char* key, const std::optional<double>& value) {
  if (value) object.set(key, *value);
}

JsonOutput json_of(const LineMeasures& measures) {
  JsonOutput json = JsonOutput::object();
  json.set("line", std::vector<double>{measures.line.a.x, measures.line.a.y, measures.line.b.x, measures.line.b.y});
  json.set("length", measures.length);
  set_if(json, "walkable_length", measures.walkable_length);
  const auto& passages = measures.flow.passages;
  const auto forward = std::count_if(passages.begin(), passages.end(), [](const auto& p) { return p.forward; });
  json.set("passages", std::uint64_t{passages.size()}).set("forward", static_cast<std::uint64_t>(forward));
  json.set("backward", static_cast<std::uint64_t>(passages.size()) - static_cast<std::uint64_t>(forward));
  set_if(json, "first_passage", measures.flow.first);
  set_if(json, "last_passage", measures.flow.last);
  set_if(json, "flow", measures.flow.flow);
  set_if(json, "specific_flow", measures.specific_flow);
  return json;
}

JsonOutput json_of(const AreaMeasures& measures) {
  JsonOutput json = JsonOutput::object();
  JsonOutput corners = JsonOutput::array();
  for (const Vec2d& v : measures.area) corners.add(std::vector<double>{v.x, v.y});
  json.set("area", corners).set("size", measures.size);
  set_if(json, "walkable_size", measures.walkable_size);
  const AreaFigures figures = figures_of(measures);
  set_if(json, "density", figures.density);
  set_if(json, "voronoi_density", figures.voronoi_density);
  set_if(json, "speed", figures.speed);
  JsonOutput bins = JsonOutput::array();
  for (const measures::DensityBin& bin : measures.fundamental_diagram) {
    JsonOutput one = JsonOutput::object();
    one.set("from", bin.low).set("to", bin.high).set("frames", bin.frames).set("density", bin.density);
    one.set("speed", bin.speed).set("speed_deviation", bin.speed_deviation).set("flow", bin.flow);
    bins.add(one.set("weidmann_speed", bin.weidmann_speed));
  }
  return json.set("fundamental_diagram", bins);
}

JsonOutput json_of(const measures::ServiceMap& map) {
  JsonOutput json = JsonOutput::object();
  if (!map.person_seconds) return json;
  const double total = std::accumulate(map.person_seconds->begin(), map.person_seconds->end(), 0.0);
  for (std::size_t k = 0; k < measures::service_levels; ++k) {
    json.set(level_names[k], total > 0.0 ? (*map.person_seconds)[k] / total : 0.0);
  }
  return json;
}

}  // namespace

std::string measure_summary(const MeasureReport& report) {
  const MeasureFigures figures = figures_of(report);
  Summary summary;
  summary.line("file", "{}", report.source.path);
  summary.line("frames", "{}, from {:.6g} s to {:.6g} s, {:.6g} a second", report.frames.size(), figures.first_time,
               figures.last_time, report.source.frame_rate);
  summary.line("people", "{}, {} at once; {} in the last frame", report.people.size(), figures.most_at_once,
               figures.still_there);
  for (std::size_t k = 0; k < report.lines.size(); ++k) summary.add(report.lines[k], k + 1);
  for (std::size_t k = 0; k < report.areas.size(); ++k) summary.add(report.areas[k], k + 1);
  if (figures.time_spent) summary.line("time spent", "{}", text_of(*figures.time_spent, "s"));
  summary.line("last seen", "{:.6g} s", figures.last_seen);
  if (figures.path_length) summary.line("path", "{}", text_of(*figures.path_length, "m"));
  if (figures.detour) summary.line("detour", "{} the shortest way", text_of(*figures.detour, "times"));
  if (report.deepest_overlap) {
    const measures::Overlaps::Deepest& deepest = *report.deepest_overlap;
    if (deepest.depth > 0.0) {
      summary.line("overlaps", "{} pairs in all frames, {} at once; deepest {:.3g} m ({} and {} at {:.6g} s)",
                   figures.overlapping_pairs, figures.most_pairs, deepest.depth, deepest.a, deepest.b, deepest.time);
    } else {
      summary.line("overlaps", "none");
    }
  }
  if (report.has_walls) {
    if (figures.people_outside == 0) {
      summary.line("outside", "nobody; {} through walls", counted(figures.wall_crossings, "step"));
    } else {
      summary.line("outside", "{} of the people, in {} places; {:.3g} m at most; {} through walls",
                   figures.people_outside, figures.frames_outside, figures.farthest_outside,
                   counted(figures.wall_crossings, "step"));
    }
  }
  if (report.map && report.map->person_seconds) {
    std::string shares;
    const double total = std::accumulate(report.map->person_seconds->begin(), report.map->person_seconds->end(), 0.0);
    for (std::size_t k = 0; k < measures::service_levels; ++k) {
      shares += fmt::format("{}{} {:.1f} %", k == 0 ? "" : ", ", level_names[k],
                            total > 0.0 ? 100.0 * (*report.map->person_seconds)[k] / total : 0.0);
    }
    summary.line("service levels", "{}", shares);
  }
  return summary.text();
}

std::string measure_json(const MeasureReport& report) {
  const MeasureFigures figures = figures_of(report);
  JsonOutput json = JsonOutput::object();
  json.set("file", report.source.path).set("format", report.source.format);
  json.set("frame_rate", report.source.frame_rate).set("frames", std::uint64_t{report.frames.size()});
  json.set("first_time", figures.first_time).set("last_time", figures.last_time);
  json.set("people", std::uint64_t{report.people.size()}).set("most_at_once", figures.most_at_once);
  json.set("still_there", figures.still_there).set("last_seen", figures.last_seen);
  JsonOutput lines = JsonOutput::array(), areas = JsonOutput::array();
  for (const LineMeasures& line : report.lines) lines.add(json_of(line));
  for (const AreaMeasures& area : report.areas) areas.add(json_of(area));
  json.set("lines", lines).set("areas", areas);
  set_if(json, "time_spent", figures.time_spent);
  set_if(json, "path_length", figures.path_length);
  set_if(json, "detour", figures.detour);
  if (report.deepest_overlap) {
    JsonOutput overlaps = JsonOutput::object();
    overlaps.set("pairs", figures.overlapping_pairs).set("pairs_at_once", figures.most_pairs);
    overlaps.set("deepest", report.deepest_overlap->depth).set("deepest_time", report.deepest_overlap->time);
    json.set("overlaps", overlaps);
  }
  if (report.has_walls) {
    JsonOutput outside = JsonOutput::object();
    outside.set("people", figures.people_outside).set("places", figures.frames_outside);
    outside.set("farthest", figures.farthest_outside).set("wall_crossings", figures.wall_crossings);
    json.set("outside", outside);
  }
  if (report.map) json.set("service_levels", json_of(*report.map));
  json.set("notes", report.notes);
  return json.text() + "\n";
}

}  // namespace throng::cli
