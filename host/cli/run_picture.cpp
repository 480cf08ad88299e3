#include "host/cli/run_picture.hpp"

#include <algorithm>
#include <limits>

#include "host/io/profile_footprints.hpp"

namespace throng::cli {
namespace {

constexpr double margin_share = 0.03;  // of the longer side
constexpr double least_margin = 1.0;   // m: room around a single agent

class Bounds {
 public:
  void add(Vec2d p) {
    lower_ = {std::min(lower_.x, p.x), std::min(lower_.y, p.y)};
    upper_ = {std::max(upper_.x, p.x), std::max(upper_.y, p.y)};
  }
  void add(const std::vector<Vec2d>& points) {
    for (const Vec2d& point : points) add(point);
  }

  void fill(PictureOptions& options) const {
    if (!(lower_.x <= upper_.x)) {  // nothing at all
      options.lower = {-least_margin, -least_margin};
      options.upper = {least_margin, least_margin};
      return;
    }
    const double longer = std::max(upper_.x - lower_.x, upper_.y - lower_.y);
    const double margin = std::max(least_margin, margin_share * longer);
    // A street is long and narrow, a picture should not be.
    const double side = longer / 3.0;
    const double x = margin + std::max(0.0, 0.5 * (side - (upper_.x - lower_.x)));
    const double y = margin + std::max(0.0, 0.5 * (side - (upper_.y - lower_.y)));
    options.lower = {lower_.x - x, lower_.y - y};
    options.upper = {upper_.x + x, upper_.y + y};
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec2d lower_{infinity, infinity};
  Vec2d upper_{-infinity, -infinity};
};

/// End of the color scale: the fastest that anyone may be, 0 is no scale.
double greatest_speed(const Scenario& scenario) {
  double result = 0.0;
  for (const AgentDescription& agent : scenario.agents) {
    result = std::max(result, agent.max_speed.value_or(scenario.profiles.at(agent.profile.row).max_speed));
  }
  return result > 0.0 ? result : Profile::walker().max_speed;
}

}  // namespace

PictureOptions picture_options(const Scenario& scenario, const World& world) {
  PictureOptions options;
  options.max_speed = greatest_speed(scenario);
  Bounds bounds;
  options.footprints = profile_footprints(world);
  Snapshot start;
  world.snapshot(start);
  bounds.add(start.position);
  for (std::size_t i = 0; i < start.id.size() && !options.footprints.empty(); ++i) {
    const Vec2d p = start.position[i], h = start.heading[i];
    for (const Vec2d& v : options.footprints[start.profile[i]]) {
      bounds.add(Vec2d{p.x + v.x * h.x - v.y * h.y, p.y + v.x * h.y + v.y * h.x});
    }
  }
  for (const AgentDescription& agent : scenario.agents) {
    if (agent.goal) bounds.add(*agent.goal);
  }
  for (const Scenario::Obstacle& obstacle : scenario.obstacles) {
    bounds.add(obstacle.vertices);
    options.obstacles.push_back({obstacle.closed, obstacle.vertices});
  }
  for (const Scenario::Goal& goal : scenario.goals) {
    bounds.add(goal.vertices);
    if (goal.vertices.size() > 1) options.goals.push_back({goal.closed, goal.vertices});
  }
  bounds.fill(options);
  return options;
}

}  // namespace throng::cli
