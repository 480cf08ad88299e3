#include "host/io/picture.hpp"
#include "host/rings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "host/io/canvas.hpp"
#include "host/io/picture_legend.hpp"

namespace throng {
namespace {

constexpr double bounds_margin = 16.0;  // px around the bounds

void require(bool good, const std::string& problem) {
  if (!good) throw Error(ErrorCode::invalid_argument, "picture: " + problem);
}

/// Cuts the segment to [0, width] x [0, height] (Liang and Barsky, 1984); false when nothing is left.
bool clip(Vec2d& from, Vec2d& to, double width, double height) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double step[] = {-dx, dx, -dy, dy}, room[] = {from.x, width - from.x, from.y, height - from.y};
  double begin = 0.0, end = 1.0;
  for (int side = 0; side < 4; ++side) {
    if (step[side] == 0.0) {
      if (room[side] < 0.0) return false;
    } else if (step[side] < 0.0) {
      begin = std::max(begin, room[side] / step[side]);
    } else {
      end = std::min(end, room[side] / step[side]);
    }
  }
  if (begin > end) return false;
  to = {from.x + end * dx, from.y + end * dy};
  from = {from.x + begin * dx, from.y + begin * dy};
  return true;
}

}  // namespace

PathPicture::PathPicture(PictureOptions options) : options_(std::move(options)) {
  const Vec2d lower = options_.lower, upper = options_.upper;
  const double extent_x = upper.x - lower.x, extent_y = upper.y - lower.y;
  require(std::isfinite(extent_x) && std::isfinite(extent_y) && extent_x >= 0 && extent_y >= 0,
          fmt::format("bounds ({}, {}) to ({}, {}) are not finite or in the wrong order", lower.x, lower.y, upper.x,
                      upper.y));
  require(options_.width >= 200 && options_.width <= 8192,
          fmt::format("width = {} px, wanted is 200 to 8192", options_.width));
  require(std::isfinite(options_.max_speed) && options_.max_speed > 0,
          fmt::format("max_speed = {} m/s, wanted is a finite speed above 0", options_.max_speed));
  const double inner = options_.width - 2 * bounds_margin, highest = 4.0 * options_.width - 2 * bounds_margin;
  scale_ = std::min(inner / std::max(extent_x, 1e-3), highest / std::max(extent_y, 1e-3));
  const double inner_height = std::max(extent_y * scale_, 64.0);
  height_ = static_cast<int>(std::ceil(inner_height + 2 * bounds_margin));
  offset_ = {(options_.width - extent_x * scale_) / 2, (height_ - extent_y * scale_) / 2};
  traces_.resize(static_cast<std::size_t>(options_.width) * static_cast<std::size_t>(height_));
}

Vec2d PathPicture::to_pixel(const Vec2d& position) const {
  return {offset_.x + (position.x - options_.lower.x) * scale_,
          height_ - offset_.y - (position.y - options_.lower.y) * scale_};
}

void PathPicture::add(const Snapshot& frame) {
  const std::size_t n = frame.id.size();
  require(frame.position.size() == n, fmt::format("a frame has {} positions for {} agents", frame.position.size(), n));
  if (!any_) first_time_ = frame.time;
  const double elapsed = frame.time - last_time_;
  if (any_ && elapsed > 0) {
    const double farthest = 3.0 * options_.max_speed * elapsed;
    std::size_t before = 0;
    for (std::size_t i = 0; i < n; ++i) {
      while (before < last_ids_.size() && last_ids_[before] < frame.id[i]) ++before;
      if (before == last_ids_.size()) break;
      if (last_ids_[before] != frame.id[i]) continue;
      const Vec2d &from = last_positions_[before], &to = frame.position[i];
      const double dx = to.x - from.x, dy = to.y - from.y, way = std::sqrt(dx * dx + dy * dy);
      if (way <= farthest) add_way(to_pixel(from), to_pixel(to), static_cast<float>(way / elapsed));
    }
  }
  take_poses(frame);
  last_ids_ = frame.id;
  last_positions_ = frame.position;
  last_time_ = frame.time;
  any_ = true;
  most_agents_ = std::max(most_agents_, n);
}

void PathPicture::take_poses(const Snapshot& frame) {
  if (options_.footprints.empty()) return;
  const std::size_t n = frame.id.size();
  require(frame.heading.size() == n && frame.velocity.size() == n && frame.profile.size() == n,
          fmt::format("a frame has {} headings, {} velocities and {} profiles for {} agents", frame.heading.size(),
                      frame.velocity.size(), frame.profile.size(), n));
  last_poses_.clear();
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t row = frame.profile[i];
    if (row >= options_.footprints.size() || options_.footprints[row].empty()) continue;
    const Vec2d v = frame.velocity[i];
    last_poses_.push_back({frame.id[i], row, frame.position[i], frame.heading[i], std::sqrt(v.x * v.x + v.y * v.y)});
  }
  std::vector<Pose> first;
  std::set_union(first_poses_.begin(), first_poses_.end(), last_poses_.begin(), last_poses_.end(),
                 std::back_inserter(first), [](const Pose& a, const Pose& b) { return a.id < b.id; });
  first_poses_ = std::move(first);
}

std::vector<Vec2d> PathPicture::pixels_of(const Pose& pose) const {
  std::vector<Vec2d> pixels;
  const Vec2d p = pose.position, h = pose.heading;
  for (const Vec2d& v : options_.footprints[pose.profile]) {
    pixels.push_back(to_pixel({p.x + v.x * h.x - v.y * h.y, p.y + v.x * h.y + v.y * h.x}));
  }
  return pixels;
}

void PathPicture::add_way(Vec2d from, Vec2d to, float speed) {
  // One pixel of room on each side for the four pixels around a point.
  if (!clip(from, to, options_.width - 1.0, height_ - 1.0)) return;
  const double dx = to.x - from.x, dy = to.y - from.y, length = std::sqrt(dx * dx + dy * dy);
  // Points at most 1 px apart, each spread over four pixels: an even line without steps. Each stands for its part of
  // the length, so that a path is equally strong however fast it is walked and however often it is recorded.
  const int points = 1 + static_cast<int>(length);
  const auto weight = static_cast<float>(length / points);
  for (int k = 0; k < points; ++k) {
    const double t = (k + 0.5) / points;
    const double x = std::clamp(from.x + t * dx - 0.5, 0.0, options_.width - 1.001);
    const double y = std::clamp(from.y + t * dy - 0.5, 0.0, height_ - 1.001);
    const auto column = static_cast<std::size_t>(x), row = static_cast<std::size_t>(y);
    const auto right = static_cast<float>(x - static_cast<double>(column)),
               down = static_cast<float>(y - static_cast<double>(row));
    Trace* trace = &traces_[row * static_cast<std::size_t>(options_.width) + column];
    const auto put = [&](Trace& pixel, float share) {
      pixel.length += share;
      pixel.speed += share * speed;
    };
    put(trace[0], weight * (1 - right) * (1 - down));
    put(trace[1], weight * right * (1 - down));
    put(trace[options_.width], weight * (1 - right) * down);
    put(trace[options_.width + 1], weight * right * down);
  }
}

/// What is drawn at full strength: denser than 99.5 % of the pixels that anybody crossed.
float PathPicture::reference_density() const {
  std::vector<float> densities;
  for (const Trace& trace : traces_) {
    if (trace.length > 0.05f) densities.push_back(trace.length);
  }
  constexpr float smallest = 4.0f;  // a single path is to look like a single path
  if (densities.empty()) return smallest;
  const std::size_t rank = densities.size() - 1 - densities.size() / 200;
  std::nth_element(densities.begin(), densities.begin() + static_cast<std::ptrdiff_t>(rank), densities.end());
  return std::max(smallest, densities[rank]);
}

std::string PathPicture::encode() const {
  constexpr Color ground{250, 250, 248}, solid{196, 196, 192}, wall{70, 70, 74}, goal{214, 120, 60};
  Canvas canvas(options_.width, height_ + legend_height, ground);
  const auto outline = [&](const PictureShape& shape, double line_width, Color color) {
    const std::size_t n = shape.vertices.size();
    for (std::size_t i = 0; i + (shape.closed ? 0 : 1) < n; ++i) {
      canvas.draw_line(to_pixel(shape.vertices[i]), to_pixel(shape.vertices[(i + 1) % n]), line_width, color);
    }
  };
  for (const PictureShape& shape : options_.obstacles) {
    if (!shape.closed || twice_signed_area(shape.vertices) <= 0) continue;
    std::vector<Vec2d> pixels;
    for (const Vec2d& vertex : shape.vertices) pixels.push_back(to_pixel(vertex));
    canvas.fill_polygon(pixels, solid);
  }
  const float scale = 1.0f / std::log1p(reference_density());
  for (int y = 0; y < height_; ++y) {
    const Trace* row = traces_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(options_.width);
    for (int x = 0; x < options_.width; ++x) {
      const Trace& trace = row[x];
      if (trace.length <= 0.0f) continue;
      // The logarithm keeps a single path visible beside a thousand of them; the ramp fades the edge of a line.
      const float strength = 0.4f * std::min(1.0f, 1.6f * trace.length) + 0.6f * std::log1p(trace.length) * scale;
      canvas.paint(x, y, viridis(trace.speed / trace.length / options_.max_speed), strength);
    }
  }
  for (const Pose& pose : first_poses_) draw_footprint(canvas, pixels_of(pose), std::nullopt);
  for (const Pose& pose : last_poses_) {
    draw_footprint(canvas, pixels_of(pose), viridis(pose.speed / options_.max_speed));
  }
  for (const PictureShape& shape : options_.goals) outline(shape, 1.5, goal);
  for (const PictureShape& shape : options_.obstacles) outline(shape, 2.0, wall);
  draw_legend(canvas,
              {options_.max_speed, scale_, fmt::format("{} agents  {:.6g} s", most_agents_, last_time_ - first_time_),
               !first_poses_.empty()});
  return canvas.encode_png();
}

void PathPicture::write(const std::string& path, Existing existing) const {
  AtomicFile target(path, existing);
  write_bytes(target.temporary_path(), encode(), path);
  target.commit();
}

}  // namespace throng
