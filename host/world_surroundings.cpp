// Obstacles and goals of a world, its local origin, and keeping the executor up to date with them.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/heights.hpp"
#include "host/ring_index.hpp"
#include "host/rings.hpp"
#include "host/room.hpp"
#include "host/world_impl.hpp"

namespace throng {

World::Impl::Impl(const WorldOptions& requested) : options_(requested) {
  const FloatingPointMode mode;
  check_options(options_);
  options_ = resolve_executor(options_);
  executor_ = make_executor(options_);
}

std::uint32_t World::Impl::first_generation_of_new_world() {
  static std::atomic<std::uint32_t> worlds{0};
  // Spread over the lower half: far apart, and no slot ever runs out of generations.
  return (worlds++ * 0x9e3779b1u) >> 1;
}

std::vector<Vec2d> World::Impl::relative_to(Vec2d origin, std::span<const Vec2d> world) {
  std::vector<Vec2d> engine;
  engine.reserve(world.size());
  for (const Vec2d& v : world) engine.push_back({v.x - origin.x, v.y - origin.y});
  return engine;
}

void World::Impl::check_footprint_row(FootprintIndex index) const {
  if (index.row < footprints_.size()) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("footprint {} does not exist; the world has {}", index.row, footprints_.size()));
}

void World::Impl::check_obstacle_room(std::size_t vertices) const {
  if (vertices <= limits::max_obstacle_vertices - obstacle_vertices_) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("an obstacle of {} vertices beside the {} there are would exceed the limit of {}", vertices,
                          obstacle_vertices_, limits::max_obstacle_vertices));
}

ObstacleHandle World::Impl::add_obstacle(bool closed, std::span<const Vec2d> vertices) {
  const FloatingPointMode mode;
  if (origin_fixed_) {
    for (const Vec2d& v : vertices) check_extent("obstacle vertex", v, origin_);
  }
  // All memory first, so that nothing can stop halfway.
  SavedObstacle added{next_obstacle_id_, 0, closed, {vertices.begin(), vertices.end()}};
  make_room(obstacles_, obstacles_.size() + 1);
  obstacle_slots_.reserve(1);
  if (origin_fixed_ && closed && twice_signed_area(vertices) > 0.0) new_solids_.push_back(to_engine(vertices));
  const std::uint32_t slot = obstacle_slots_.acquire();
  added.slot = slot;
  obstacles_.push_back(std::move(added));
  ++next_obstacle_id_;
  obstacle_vertices_ += vertices.size();
  obstacles_changed_ = true;
  ++obstacles_revision_;
  solids_known_ = walls_known_ = false;
  return {slot, obstacle_slots_.generation(slot)};
}

void World::Impl::remove_obstacle(ObstacleHandle obstacle) {
  const FloatingPointMode mode;
  if (!obstacle_slots_.contains(obstacle.slot, obstacle.generation)) {
    throw Error(
        ErrorCode::stale_handle,
        fmt::format("obstacle handle (slot {}, generation {}) is stale: it was removed, or it is of another world",
                    obstacle.slot, obstacle.generation));
  }
  obstacle_slots_.release(obstacle.slot);
  const auto removed = std::find_if(obstacles_.begin(), obstacles_.end(),
                                    [&](const SavedObstacle& o) { return o.slot == obstacle.slot; });
  obstacle_vertices_ -= removed->vertices.size();
  obstacles_.erase(removed);
  obstacles_changed_ = true;
  ++obstacles_revision_;
  solids_known_ = walls_known_ = false;
}

GoalIndex World::Impl::add_goal(bool closed, std::span<const Vec2d> vertices) {
  const FloatingPointMode mode;
  if (origin_fixed_) {
    for (const Vec2d& v : vertices) check_extent("goal vertex", v, origin_);
  }
  goals_.push_back({closed, {vertices.begin(), vertices.end()}});
  goals_changed_ = true;
  return {static_cast<std::uint32_t>(goals_.size() - 1)};
}

void World::Impl::mark_records_inside(std::span<AgentRecord> records) const {
  if (!solids_known_) {
    std::vector<std::vector<Vec2d>> rings;
    for (const SavedObstacle& o : obstacles_) {
      if (o.closed && twice_signed_area(o.vertices) > 0.0) rings.push_back(to_engine(o.vertices));
    }
    solids_.build(std::move(rings));
    solids_known_ = true;
  }
  if (solids_.empty()) return;
  for (AgentRecord& r : records) {
    const bool inside = solids_.contains({r.position_x, r.position_y});
    r.flags = inside ? r.flags | agent_flag::inside_obstacle : r.flags & ~agent_flag::inside_obstacle;
  }
}

void World::Impl::mark_agents_inside(std::vector<std::vector<Vec2d>> solid_rings) {
  RingIndex solids;
  solids.build(std::move(solid_rings));
  executor_->read_motion(motion_);
  std::vector<std::uint32_t> inside;
  for (std::size_t i = 0; i < motion_.slot.size(); ++i) {
    if (solids.contains(motion_.position[i])) inside.push_back(motion_.slot[i]);
  }
  std::vector<AgentRecord> records(inside.size());
  executor_->read(inside, records);
  for (AgentRecord& r : records) r.flags |= agent_flag::inside_obstacle;
  executor_->write(records);
}

Vec2d World::Impl::bounding_box_center() const {
  double min_x = INFINITY, min_y = INFINITY, max_x = -INFINITY, max_y = -INFINITY;
  const auto include = [&](double x, double y) {
    min_x = std::min(min_x, x);
    max_x = std::max(max_x, x);
    min_y = std::min(min_y, y);
    max_y = std::max(max_y, y);
  };
  for (const AgentRecord& r : staged_) include(r.position_x, r.position_y);
  for (const SavedObstacle& o : obstacles_) {
    for (const Vec2d& v : o.vertices) include(v.x, v.y);
  }
  for (const Source& source : journeys_.sources) {
    for (const Vec2d& p : source.region) include(p.x, p.y);
    for (const Source::Entry& entry : source.entries) include(entry.position.x, entry.position.y);
  }
  for (const Door& door : journeys_.doors) {
    for (const Vec2d& p : door.line) include(p.x, p.y);
  }
  if (min_x > max_x) return {};
  return {0.5 * (min_x + max_x), 0.5 * (min_y + max_y)};
}

void World::Impl::check_staged_extent(Vec2d origin) const {
  const auto check = [&]<class... Names>(Vec2d world, fmt::format_string<const Names&...> name, const Names&... names) {
    if (distance_from(origin, world) > limits::max_extent) check_extent(fmt::format(name, names...), world, origin);
  };
  for (const AgentRecord& r : staged_) {
    check({r.position_x, r.position_y}, "position of agent {}", r.id);
    if (r.goal == goal_kind::point) check({r.goal_x, r.goal_y}, "goal of agent {}", r.id);
  }
  for (const SavedObstacle& o : obstacles_) {
    for (std::size_t k = 0; k < o.vertices.size(); ++k) check(o.vertices[k], "vertex {} of obstacle {}", k, o.id);
  }
  const auto check_rows = [&](const std::vector<SavedGoal>& rows, const char* what) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (std::size_t k = 0; k < rows[row].vertices.size(); ++k) {
        check(rows[row].vertices[k], "vertex {} of {} {}", k, what, row);
      }
    }
  };
  for (const Queue& queue : journeys_.queues) {
    for (const Vec2d p : queue.line) check(p, "line of queue '{}'", queue.name);
  }
  for (const Door& door : journeys_.doors) {
    for (const Vec2d p : door.line) check(p, "line of door '{}'", door.name);
  }
  for (const Source& source : journeys_.sources) {
    for (const Vec2d p : source.region) check(p, "region of source '{}'", source.name);
    for (const Source::Entry& e : source.entries) check(e.position, "entry of source '{}'", source.name);
    if (source.goal) check(*source.goal, "goal of source '{}'", source.name);
  }
  check_rows(goals_, "goal");
  check_rows(paths_, "path");
  for (std::uint32_t slot = 0; slot < steering_.size(); ++slot) {
    for (std::size_t k = 0; k < max_steering_targets; ++k) {
      const auto* point = std::get_if<Vec2d>(&steering_[slot].steering.targets[k]);
      if (point != nullptr) check(*point, "target {} of agent {}", k, id_of_slot_[slot]);
    }
  }
}

void World::Impl::synchronize() const {
  const FloatingPointMode mode;
  // Before the first step each change of agents or obstacles may move the origin: then everything is given anew.
  auto& self = const_cast<Impl&>(*this);
  const bool anew = !origin_fixed_ && (agents_changed_ || obstacles_changed_);
  const Vec2d origin = origin_fixed_ ? origin_ : anew ? bounding_box_center() : provisional_origin_;
  if (anew || (!origin_fixed_ && (goals_changed_ || steering_changed_))) {
    check_staged_extent(origin);
  }
  if (profiles_changed_) {
    std::vector<std::vector<Vec2d>> footprints;
    for (const SavedFootprint& f : footprints_) footprints.push_back(f.vertices);
    self.executor_->set_footprints(footprints);
    self.executor_->set_profiles(profiles_);
  }
  // Fields come with the next step.
  if (goals_changed_ || obstacles_changed_ || anew) ways_changed_ = !ways_.empty();
  if (goals_changed_ || anew) {
    std::vector<GoalShape> shapes;
    for (const SavedGoal& g : goals_) shapes.push_back({g.closed, relative_to(origin, g.vertices)});
    self.executor_->set_goals(shapes);
  }
  if (heights_changed_ || (anew && heights_)) {
    self.executor_->set_heights(relative_heights(heights_.value_or(Heights()), origin));
  }
  if (obstacles_changed_ || anew) {
    std::vector<ObstacleShape> shapes;
    for (const SavedObstacle& o : obstacles_) shapes.push_back({o.id, o.closed, relative_to(origin, o.vertices)});
    self.executor_->set_obstacles(shapes);
  }
  if (anew) {
    provisional_origin_ = origin;
    executor_->read_motion(motion_);
    const std::vector<std::uint32_t> present = motion_.slot;
    self.executor_->remove(present);
    std::vector<AgentRecord> records = staged_;
    self.mark_records_inside(records);  // in world coordinates, as the staged records and the obstacles are
    for (AgentRecord& r : records) {
      r.position_x -= origin.x;
      r.position_y -= origin.y;
      if (r.goal == goal_kind::point) {
        r.goal_x -= origin.x;
        r.goal_y -= origin.y;
      }
    }
    self.executor_->add(records);
  }
  if (anew || steering_changed_) synchronize_steering(origin, anew);
  // All at once: each pass looks at every agent.
  if (!new_solids_.empty()) {
    self.mark_agents_inside(new_solids_);
    new_solids_.clear();
  }
  agents_changed_ = profiles_changed_ = goals_changed_ = obstacles_changed_ = heights_changed_ = false;
}

}  // namespace throng
