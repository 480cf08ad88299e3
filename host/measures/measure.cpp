#include "host/measures/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "host/checks.hpp"
#include "host/measures/shortest_ways.hpp"
#include "host/orientation.hpp"
#include "host/rings.hpp"
#include "throng/error.hpp"

namespace throng::measures {
namespace {

constexpr std::size_t ways_at_once = 4;

double length_of(const Line& line) { return std::hypot(line.b.x - line.a.x, line.b.y - line.a.y); }

void check_line(const Line& line, const GeosArea* area, const std::string& name) {
  check_coordinates(name, line.a);
  check_coordinates(name, line.b);
  if (line.a == line.b) {
    refuse(fmt::format("{} goes from ({:g}, {:g}) to the same point, wanted a line with a length", name, line.a.x,
                       line.a.y));
  }
  if (area != nullptr && area->length_inside(line.a, line.b) <= 0.0) {
    refuse(fmt::format("{} from ({:g}, {:g}) to ({:g}, {:g}) lies outside of the walkable area", name, line.a.x,
                       line.a.y, line.b.x, line.b.y));
  }
}

/// Counter-clockwise, without repeated and straight corners.
ConvexRing checked_area(std::span<const Vec2d> points, const GeosArea* walkable, const std::string& name) {
  check_polygon(name, points);
  ConvexRing ring = without_repeated(points);
  if (twice_signed_area(ring) < 0.0) std::reverse(ring.begin(), ring.end());
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2d at = ring[(i + 1) % ring.size()];
    if (orientation(ring[i], at, ring[(i + 2) % ring.size()]) < 0) {
      refuse(fmt::format("{} is not convex: it turns inward at ({:g}, {:g})", name, at.x, at.y));
    }
  }
  if (walkable != nullptr && walkable->area_inside(ring) <= 0.0) {
    refuse(fmt::format("{} lies outside of the walkable area", name));
  }
  return ring;
}

struct FrameRange {
  std::uint64_t first, last;
};

FrameRange frames_between(const Trajectory& trajectory, const MeasureSettings& settings) {
  const std::uint64_t count = trajectory.info().frames;
  constexpr double rounding = 1e-9;
  FrameRange range{0, count - 1};
  // Times ascend: by halves.
  const auto first_from = [&](double time) {
    std::uint64_t low = 0, high = count;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (trajectory.time(middle) < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  if (settings.from) range.first = first_from(*settings.from - rounding);
  const std::uint64_t end = settings.to ? first_from(std::nextafter(*settings.to + rounding, INFINITY)) : count;
  if (range.first >= end) {
    refuse(fmt::format("no frame lies between {:g} s and {:g} s: the file goes from {:g} s to {:g} s",
                       settings.from.value_or(trajectory.time(0)), settings.to.value_or(trajectory.time(count - 1)),
                       trajectory.time(0), trajectory.time(count - 1)));
  }
  range.last = end - 1;
  return range;
}

void check(const MeasureSettings& settings) {
  if (settings.frame_step < 1 || settings.frame_step > 10'000) {
    refuse(fmt::format("frame step is {}, wanted 1 to 10000 frames", settings.frame_step));
  }
  if (settings.cut_off) check_above("cut-off", *settings.cut_off, 0.0, limits::max_length, "m");
  if (settings.grid) check_range("grid", *settings.grid, 0.01, limits::max_length, "m");
  check_range("density bin", settings.density_bin, 1e-3, 1e3, "people/m^2");
  if (settings.radius) check_above("radius", *settings.radius, 0.0, limits::max_length, "m");
  const auto is_bad = [](const std::optional<double>& time) { return time && !std::isfinite(*time); };
  if (is_bad(settings.from) || is_bad(settings.to)) refuse("a time is not finite");
}

std::optional<double> mean_speed(const FrameView& frame) {
  double sum = 0.0;
  std::uint64_t count = 0;
  for (const double speed : frame.speed) {
    if (std::isnan(speed)) continue;
    sum += speed;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

void find_shortest_ways(const WalkableSpace* space, std::vector<Person>& people, ThreadTeam& team) {
  if (space == nullptr) {
    for (Person& p : people) p.shortest_way = std::hypot(p.last.x - p.first.x, p.last.y - p.first.y);
    return;
  }
  const ShortestWays ways(*space);
  team.for_chunks(people.size(), ways_at_once, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) people[i].shortest_way = ways.between(people[i].first, people[i].last);
  });
}

}  // namespace

MeasureReport measure(Trajectory& trajectory, const WalkableSpace* space, const MeasureSettings& settings,
                      const std::function<bool(double)>& go_on) {
  check(settings);
  MeasureReport report;
  report.source = trajectory.info();
  report.notes = trajectory.info().notes;
  report.has_walls = space != nullptr;
  std::optional<GeosArea> walkable;
  if (space != nullptr) walkable.emplace(space->copy_to_cut());
  const GeosArea* area = walkable ? &*walkable : nullptr;

  std::vector<LineFlow> flows;
  for (std::size_t k = 0; k < settings.lines.size(); ++k) {
    const Line& line = settings.lines[k];
    check_line(line, area, fmt::format("line {}", k + 1));
    flows.emplace_back(line);
    LineMeasures& measures = report.lines.emplace_back();
    measures.line = line;
    measures.length = length_of(line);
    if (area != nullptr) measures.walkable_length = area->length_inside(line.a, line.b);
  }
  std::vector<AreaSeries> series;
  std::vector<ConvexRing> rings;
  for (std::size_t k = 0; k < settings.areas.size(); ++k) {
    rings.push_back(checked_area(settings.areas[k], area, fmt::format("area {}", k + 1)));
    series.emplace_back(rings.back());
  }

  ThreadTeam team(settings.threads);
  People people(space, team);
  std::optional<Overlaps> overlaps;
  if (settings.radius) {
    overlaps.emplace(Radii(*settings.radius), team);
  } else {
    std::string why;
    const std::string beside = std::filesystem::path(trajectory.info().path).parent_path().string();
    const std::string folder = settings.scene_folder.value_or(beside);
    if (std::optional<Radii> radii = Radii::of_recording(trajectory.info(), folder, why)) {
      overlaps.emplace(std::move(*radii), team);
    } else {
      report.notes.push_back(fmt::format(
          "no overlaps: {}; --scene-folder says where its files are, --radius gives one radius for all", why));
    }
  }
  std::optional<VoronoiCells> voronoi;
  const bool wants_cells = !rings.empty() || settings.grid;
  if (wants_cells && (space != nullptr || settings.cut_off)) {
    voronoi.emplace(space, settings.cut_off, team);
  } else if (wants_cells) {
    report.notes.emplace_back("no Voronoi cells: they need a walkable area or --cut-off");
  }
  std::optional<ServiceMapBuilder> map;
  if (settings.grid) map.emplace(*settings.grid);

  const FrameRange range = frames_between(trajectory, settings);
  FrameWindow window(trajectory, range.first, range.last, settings.frame_step);
  VoronoiCells::Cells cells;
  FrameView frame;
  std::uint64_t without_cell = 0;
  for (std::uint64_t done = 1; window.next(frame); ++done) {
    for (LineFlow& flow : flows) flow.add(frame);
    if (voronoi) {
      voronoi->compute(frame.position, rings, settings.grid.has_value(), cells);
      if (settings.grid || !settings.cut_off) {
        without_cell += static_cast<std::uint64_t>(std::count(cells.area.begin(), cells.area.end(), 0.0));
      }
    }
    const VoronoiCells::Cells* known = voronoi ? &cells : nullptr;
    for (std::size_t k = 0; k < series.size(); ++k) series[k].add(frame, known, k, series.size());
    if (map) map->add(frame, known);
    FrameMeasures& moment = report.frames.emplace_back();
    moment.frame = frame.number;
    moment.time = frame.time;
    moment.people = frame.size();
    moment.speed = mean_speed(frame);
    if (overlaps) moment.overlap = overlaps->add(frame);
    const std::uint64_t outside = people.add(frame);
    if (space != nullptr) moment.outside = outside;
    if (go_on && !go_on(static_cast<double>(done) / static_cast<double>(range.last - range.first + 1))) {
      report.complete = done == range.last - range.first + 1;
      break;
    }
  }
  if (overlaps && overlaps->unknown() > 0) {
    report.notes.push_back(fmt::format(
        "{} people come from sources and have no known radius: they are left out of overlaps; --radius gives "
        "one for all",
        overlaps->unknown()));
  }
  if (without_cell > 0) {
    report.notes.push_back(
        fmt::format("{} places lie outside of the walkable area and have no Voronoi cell", without_cell));
  }

  for (std::size_t k = 0; k < flows.size(); ++k) {
    LineMeasures& measures = report.lines[k];
    measures.flow = flows[k].result();
    if (measures.flow.flow) {
      measures.specific_flow = *measures.flow.flow / measures.walkable_length.value_or(measures.length);
    }
  }
  for (std::size_t k = 0; k < series.size(); ++k) {
    AreaMeasures& measures = report.areas.emplace_back();
    measures.area = rings[k];
    measures.size = series[k].size();
    if (area != nullptr) measures.walkable_size = area->area_inside(rings[k]);
    measures.moments = series[k].moments();
    measures.fundamental_diagram = fundamental_diagram(measures.moments, settings.density_bin);
  }
  if (map) report.map = map->result();
  if (overlaps) report.deepest_overlap = overlaps->deepest();
  if (settings.shortest_ways) find_shortest_ways(space, people.all(), team);
  report.people = std::move(people.all());
  report.all_gone = report.frames.back().people == 0;
  return report;
}

}  // namespace throng::measures
