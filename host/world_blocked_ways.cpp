// Which parts of journeys and sources have no way to where they lead: what validate and run warn of.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/floating_point_mode.hpp"
#include "host/journeys/source_places.hpp"
#include "host/navigation/plane.hpp"
#include "host/rings.hpp"
#include "host/world_impl.hpp"
#include "kernels/agent/sample_flow.hpp"

namespace throng {
namespace {

/// Places all over a polygon, a line or a point (m, world): its vertices, pieces of its edges, and a lattice inside.
std::vector<Vec2d> places_of(bool closed, std::span<const Vec2d> points) {
  constexpr int pieces = 4, lattice = 16;
  std::vector<Vec2d> places;
  if (closed && !points.empty()) {
    const flow::Box box = flow::box_of(points);
    for (int i = 0; i < lattice * lattice; ++i) {
      const double u = (i % lattice + 0.5) / lattice, v = (i / lattice + 0.5) / lattice;
      const Vec2d p{box.low.x + u * (box.high.x - box.low.x), box.low.y + v * (box.high.y - box.low.y)};
      if (ring_contains(points, p)) places.push_back(p);
    }
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vec2d a = points[k], b = points[k + 1 < points.size() ? k + 1 : closed ? 0 : k];
    for (int i = 0; i < pieces; ++i) {
      const double share = static_cast<double>(i) / pieces;
      places.push_back({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
    }
  }
  return places;
}

/// Not those that only touch.
bool cross(const flow::Segment& a, const flow::Segment& b) {
  using flow::operator-;
  const auto parts = [](const flow::Segment& s, const flow::Segment& of) {
    return flow::det(s.to - s.from, of.from - s.from) * flow::det(s.to - s.from, of.to - s.from) < 0.0;
  };
  return parts(a, b) && parts(b, a);
}

}  // namespace

bool World::Impl::leads_from_any(std::span<const Vec2d> places, GoalIndex goal) const {
  if (ways_.count(goal.row) == 0) return true;
  const FlowField& field = *fields_.at(field_key(goal.row));
  const SavedGoal& shape = goals_[goal.row];
  const auto leads_from = [&](Vec2d place) {
    const Vec2d here{place.x - fields_origin_.x, place.y - fields_origin_.y};
    const Vec2<float> held{static_cast<float>(here.x), static_cast<float>(here.y)};
    if (sample_flow(field.view(), held).way < flow_unreached) return true;
    if (!field.is_on_grid(here) && field.is_open_outside()) return true;
    return shape.closed && ring_contains(shape.vertices, place);
  };
  // A place on a wall is reached from beside it.
  const double beside = field.cell;
  return std::any_of(places.begin(), places.end(), [&](Vec2d place) {
    for (int k = 0; k < 9; ++k) {
      if (leads_from({place.x + (k % 3 - 1) * beside, place.y + (k / 3 - 1) * beside})) return true;
    }
    return false;
  });
}

bool World::Impl::crosses_obstacle(std::span<const Vec2d> line) const {
  const std::vector<std::optional<ObstacleHandle>> doors = journeys_.walls();
  const auto is_door = [&](const SavedObstacle& o) {
    return std::any_of(doors.begin(), doors.end(), [&](const auto& wall) { return wall && wall->slot == o.slot; });
  };
  for (const SavedObstacle& o : obstacles_) {
    if (is_door(o)) continue;
    for (std::size_t i = 0; i + (o.closed ? 0 : 1) < o.vertices.size(); ++i) {
      const flow::Segment edge{o.vertices[i], o.vertices[(i + 1) % o.vertices.size()]};
      for (std::size_t k = 0; k + 1 < line.size(); ++k) {
        if (cross({line[k], line[k + 1]}, edge)) return true;
      }
    }
  }
  return false;
}

/// From stages that somebody gets to, beginning with the first.
void World::Impl::find_blocked_stages(JourneyIndex index, std::vector<std::string>& out) const {
  const Journey& journey = journeys_.journeys[index.row];
  std::vector<std::uint32_t> reached{0};
  for (std::size_t done = 0; done < reached.size(); ++done) {
    const std::uint32_t s = reached[done];
    const Stage& stage = journey.stages[s];
    if (stage.kind == Stage::Kind::leave) continue;
    const SavedGoal& goal = goals_[journeys_.goal_of(index, s).row];
    const std::vector<Vec2d> places =
        stage.queue ? places_of(false, journeys_.queues[stage.queue->row].line) : places_of(goal.closed, goal.vertices);
    std::vector<std::string> blocked;
    const std::vector<std::uint32_t>& next = journeys_.next_of(index, s);
    for (std::size_t k = 0; k < next.size(); ++k) {
      const bool is_never_drawn =
          next.size() > 1 && stage.choice == Stage::Choice::probability && stage.next[k].probability <= 0.0;
      if (is_never_drawn) continue;
      if (!leads_from_any(places, journeys_.goal_of(index, next[k]))) {
        blocked.push_back(journey.stages[next[k]].name);
      } else if (std::find(reached.begin(), reached.end(), next[k]) == reached.end()) {
        reached.push_back(next[k]);
      }
    }
    // Who chooses by least time does not choose what it can't get to.
    if (stage.choice == Stage::Choice::least_time && blocked.size() < next.size()) continue;
    for (const std::string& to : blocked) {
      out.push_back(
          fmt::format("journey '{}': no way leads from stage '{}' to stage '{}'", journey.name, stage.name, to));
    }
  }
}

std::vector<std::string> World::Impl::blocked_ways() const {
  const FloatingPointMode mode;
  make_fields({});
  std::vector<std::string> result;
  for (const Queue& queue : journeys_.queues) {
    if (!crosses_obstacle(queue.line)) continue;
    result.push_back(
        fmt::format("queue '{}': its line crosses an obstacle, and who stands there gets no further", queue.name));
  }
  for (const Source& source : journeys_.sources) {
    if (!source.journey && !source.goal_region) continue;
    const GoalIndex goal = source.journey ? journeys_.first_goal(*source.journey) : *source.goal_region;
    std::vector<Vec2d> places = places_of(source.region.size() > 2, source.region);
    for (const Source::Entry& entry : source.entries) places.push_back(entry.position);
    if (leads_from_any(places, goal)) continue;
    const std::string where =
        source.journey ? fmt::format("the first stage of journey '{}'", journeys_.journeys[source.journey->row].name)
                       : "their goal";
    result.push_back(fmt::format("source '{}': no way leads from where its agents appear to {}", source.name, where));
  }
  for (std::uint32_t j = 0; j < journeys_.journeys.size(); ++j) find_blocked_stages({j}, result);
  return result;
}

std::vector<std::string> World::blocked_ways() const { return settled().blocked_ways(); }

}  // namespace throng
