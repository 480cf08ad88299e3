#include <numeric>

#include "host/io/json_output.hpp"
#include "host/measures/figures.hpp"
#include "host/measures/report.hpp"

namespace throng::measures {
namespace {

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
  const std::uint64_t passages = measures.flow.passages.size(), forward = passages_forward(measures.flow);
  json.set("passages", passages).set("forward", forward).set("backward", passages - forward);
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
  for (const DensityBin& bin : measures.fundamental_diagram) {
    JsonOutput one = JsonOutput::object();
    one.set("from", bin.low).set("to", bin.high).set("frames", bin.frames).set("density", bin.density);
    one.set("speed", bin.speed).set("speed_deviation", bin.speed_deviation).set("flow", bin.flow);
    bins.add(one.set("weidmann_speed", bin.weidmann_speed));
  }
  return json.set("fundamental_diagram", bins);
}

JsonOutput json_of(const ServiceMap& map) {
  JsonOutput json = JsonOutput::object();
  if (!map.person_seconds) return json;
  const double total = std::accumulate(map.person_seconds->begin(), map.person_seconds->end(), 0.0);
  for (std::size_t k = 0; k < service_levels; ++k) {
    json.set(service_level_names[k], total > 0.0 ? (*map.person_seconds)[k] / total : 0.0);
  }
  return json;
}

}  // namespace

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

}  // namespace throng::measures
