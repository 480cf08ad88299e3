#include "host/measures/figures.hpp"

#include <algorithm>

namespace throng::measures {
namespace {

class SpreadSum {
 public:
  void add(double value) {
    spread_.least = count_ == 0 ? value : std::min(spread_.least, value);
    spread_.most = count_ == 0 ? value : std::max(spread_.most, value);
    sum_ += value;
    ++count_;
  }
  [[nodiscard]] std::optional<Spread> result() const {
    if (count_ == 0) return std::nullopt;
    return Spread{spread_.least, sum_ / static_cast<double>(count_), spread_.most};
  }

 private:
  Spread spread_;
  double sum_ = 0.0;
  std::uint64_t count_ = 0;
};

constexpr double shortest_for_a_detour = 0.1;  ///< m

}  // namespace

MeasureFigures figures_of(const MeasureReport& report) {
  MeasureFigures figures;
  figures.first_time = report.frames.front().time;
  figures.last_time = report.frames.back().time;
  figures.still_there = report.frames.back().people;
  for (const FrameMeasures& frame : report.frames) {
    figures.most_at_once = std::max(figures.most_at_once, frame.people);
    if (!frame.overlap) continue;
    figures.overlapping_pairs += frame.overlap->pairs;
    figures.most_pairs = std::max(figures.most_pairs, frame.overlap->pairs);
  }
  SpreadSum time, length, detour;
  for (const Person& person : report.people) {
    time.add(person.last_time - person.first_time);
    length.add(person.length);
    if (person.shortest_way && *person.shortest_way > shortest_for_a_detour) {
      detour.add(person.length / *person.shortest_way);
    }
    figures.last_seen = std::max(figures.last_seen, person.last_time);
    figures.people_outside += person.frames_outside > 0 ? 1 : 0;
    figures.frames_outside += person.frames_outside;
    figures.wall_crossings += person.wall_crossings;
    figures.farthest_outside = std::max(figures.farthest_outside, person.farthest_outside);
  }
  figures.time_spent = time.result();
  figures.path_length = length.result();
  figures.detour = detour.result();
  return figures;
}

AreaFigures figures_of(const AreaMeasures& area) {
  SpreadSum density, voronoi, speed;
  for (const AreaMoment& moment : area.moments) {
    density.add(moment.density);
    if (moment.voronoi_density) voronoi.add(*moment.voronoi_density);
    if (moment.speed) speed.add(*moment.speed);
  }
  return {density.result(), voronoi.result(), speed.result()};
}

}  // namespace throng::measures
