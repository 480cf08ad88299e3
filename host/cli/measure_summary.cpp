#include "host/cli/measure_summary.hpp"

#include <fmt/format.h>

#include <iterator>
#include <numeric>

#include "host/cli/number_text.hpp"
#include "host/measures/figures.hpp"

namespace throng::cli {
namespace {

using measures::AreaFigures;
using measures::AreaMeasures;
using measures::LineMeasures;
using measures::MeasureFigures;
using measures::MeasureReport;
using measures::Spread;

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
    const std::uint64_t passages = flow.passages.size(), forward = measures::passages_forward(flow);
    line(name.c_str(), "{} pass, {} from right to left, {} back; from {:.6g} s to {:.6g} s", passages, forward,
         passages - forward, *flow.first, *flow.last);
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
      shares += fmt::format("{}{} {:.1f} %", k == 0 ? "" : ", ", measures::service_level_names[k],
                            total > 0.0 ? 100.0 * (*report.map->person_seconds)[k] / total : 0.0);
    }
    summary.line("service levels", "{}", shares);
  }
  return summary.text();
}

}  // namespace throng::cli
