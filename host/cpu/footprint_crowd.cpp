#include "host/cpu/footprint_crowd.hpp"

#include <algorithm>

#include "kernels/agent/footprint_lines.hpp"
#include "kernels/agent/move_agent.hpp"

namespace throng {
namespace {

constexpr std::size_t stretch = 4096;    // agents of a task that looks at each in turn
constexpr std::size_t pose_grain = 256;  // of one that turns footprints
constexpr float first_class = 4.0f, next_class = 8.0f;

void fill_ring(const BatchPoint* vertices, std::uint32_t count, FootprintRing& ring) {
  for (std::uint32_t k = 0; k < std::size(ring.x); ++k) {
    const BatchPoint v = vertices[k < count ? k : 0];
    ring.x[k] = v.x;
    ring.y[k] = v.y;
  }
}

EdgeData side_of(const PlainBody& body, std::int32_t k) {
  const ObstacleEdge<float> edge = footprint_edge(body, k);
  return {edge.left.x,
          edge.left.y,
          edge.right.x,
          edge.right.y,
          edge.direction.x,
          edge.direction.y,
          edge.direction_previous.x,
          edge.direction_previous.y,
          edge.direction_next.x,
          edge.direction_next.y,
          3u,
          1u};
}

}  // namespace

void FootprintCrowd::place(const StepData& step, const AgentArrays& a, std::size_t count, bool after_motion,
                           ThreadTeam& team) {
  find(step, a, count, team);
  if (count_ == 0) return;
  classify(step, a, team);
  agents_.resize(count_);
  vertices_.resize(count_ * footprint_vertex_cap);
  edges_.resize(count_ * footprint_vertex_cap);
  sides_.resize(count_ * footprint_vertex_cap);
  rings_.resize(count_);
  team.for_chunks(count_, pose_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t number = begin; number < end; ++number) pose(step, a, number, after_motion);
  });
  measure_classes(a);
  number_.resize(count);
  team.for_chunks(count, stretch, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t self = begin; self < end; ++self) {
      const std::uint32_t number = number_[self] = place_[step.crowd.storage_index[self]];
      if (number != no_footprint) agents_[number].self = static_cast<std::uint32_t>(self);
    }
  });
}

void FootprintCrowd::find(const StepData& step, const AgentArrays& a, std::size_t count, ThreadTeam& team) {
  const auto has_one = [&](std::size_t i) { return step.profiles[a.profile[i]].footprint != no_footprint; };
  const std::size_t stretches = (count + stretch - 1) / stretch;
  place_.resize(count);
  found_.resize(stretches);
  discs_.resize(stretches);
  team.for_chunks(stretches, 1, [&](std::size_t first, std::size_t last, int) {
    for (std::size_t s = first; s < last; ++s) {
      std::uint32_t found = 0;
      float largest = 0.0f;
      for (std::size_t i = s * stretch; i < std::min(count, (s + 1) * stretch); ++i) {
        place_[i] = no_footprint;
        if (has_one(i)) {
          ++found;
        } else {
          largest = std::max(largest, a.radius[i]);
        }
      }
      found_[s] = found;
      discs_[s] = largest;
    }
  });
  count_ = 0;
  largest_disc_ = 0.0f;
  for (std::size_t s = 0; s < stretches; ++s) {
    const std::uint32_t own = found_[s];
    found_[s] = static_cast<std::uint32_t>(count_);
    count_ += own;
    largest_disc_ = std::max(largest_disc_, discs_[s]);
  }
  storage_.resize(count_);
  if (count_ == 0) return;
  team.for_chunks(stretches, 1, [&](std::size_t first, std::size_t last, int) {
    for (std::size_t s = first; s < last; ++s) {
      std::size_t to = found_[s];
      for (std::size_t i = s * stretch; i < std::min(count, (s + 1) * stretch); ++i) {
        if (has_one(i)) storage_[to++] = static_cast<std::uint32_t>(i);
      }
    }
  });
}

void FootprintCrowd::classify(const StepData& step, const AgentArrays& a, ThreadTeam& team) {
  size_.resize(count_);
  sorted_size_.resize(count_);
  float largest = 0.0f;
  for (std::size_t k = 0; k < count_; ++k) {
    const std::uint32_t i = storage_[k];
    const float circle = step.footprints.rows[step.profiles[a.profile[i]].footprint].circle_radius;
    const float speed = square_root(length_sq(Vec2<float>{a.velocity_x[i], a.velocity_y[i]}));
    size_[k] = sorted_size_[k] = std::max(circle, a.radius[i]) + 1.0f * speed;  // of a second
    largest = std::max(largest, size_[k]);
  }
  float* const middle = sorted_size_.data() + count_ / 2;
  std::nth_element(sorted_size_.data(), middle, sorted_size_.data() + count_);
  const float border = first_class * *middle;
  const auto class_of = [&](std::size_t k) {
    std::size_t c = 0;
    for (float most = border; c + 1 < most_classes && size_[k] > most; most *= next_class) ++c;
    return c;
  };
  std::size_t begin[most_classes + 1] = {};
  sorted_.resize(count_);
  if (largest <= border) {
    begin[1] = count_;
    std::copy_n(storage_.data(), count_, sorted_.data());
  } else {
    for (std::size_t k = 0; k < count_; ++k) ++begin[class_of(k) + 1];
    for (std::size_t c = 0; c < most_classes; ++c) begin[c + 1] += begin[c];
    std::size_t next[most_classes];
    std::copy_n(begin, most_classes, next);
    for (std::size_t k = 0; k < count_; ++k) sorted_[next[class_of(k)]++] = storage_[k];
  }
  x_.resize(count_);
  y_.resize(count_);
  for (std::size_t k = 0; k < count_; ++k) {
    x_[k] = a.position_x[sorted_[k]];
    y_[k] = a.position_y[sorted_[k]];
  }
  class_count_ = 0;
  for (std::size_t c = 0; c < most_classes; ++c) {
    const std::size_t own = begin[c + 1] - begin[c];
    if (begin[c + 1] <= begin[c]) continue;
    if (class_count_ == orders_.size()) orders_.emplace_back(0.0);
    GridOrder& order = orders_[class_count_];
    order.build(x_.data() + begin[c], y_.data() + begin[c], own, team);
    for (std::size_t k = 0; k < own; ++k) storage_[begin[c] + k] = sorted_[begin[c] + order.order()[k]];
    classes_[class_count_++] = {order.view(), static_cast<std::uint32_t>(begin[c]), 0.0f, 0.0f, 0.0f};
  }
}

void FootprintCrowd::pose(const StepData& step, const AgentArrays& a, std::size_t number, bool after_motion) {
  const std::uint32_t i = storage_[number];
  const FootprintRow& row = step.footprints.rows[step.profiles[a.profile[i]].footprint];
  const Vec2<float> velocity{a.velocity_x[i], a.velocity_y[i]};
  x_[number] = a.position_x[i];
  y_[number] = a.position_y[i];
  agents_[number] = {a.position_x[i],   a.position_y[i],  velocity.x, velocity.y, square_root(length_sq(velocity)),
                     row.circle_radius, row.vertex_count, i,          0};
  const Vec2<float> heading = after_motion ? heading_after<float>(step, profiles_of<float>(step, i), i,
                                                                  {step.new_velocity_x[i], step.new_velocity_y[i]})
                                           : Vec2<float>{a.heading_x[i], a.heading_y[i]};
  const std::size_t first = number * footprint_vertex_cap;
  BatchPoint* const vertices = vertices_.data() + first;
  turn_footprint(row, step.footprints.shape, heading, vertices, edges_.data() + first);
  place_[i] = static_cast<std::uint32_t>(number);
  if (after_motion) return;
  fill_ring(vertices, row.vertex_count, rings_[number]);
  const auto count = static_cast<std::int32_t>(row.vertex_count);
  const PlainBody body{vertices, edges_.data() + first, count, count};
  for (std::int32_t k = 0; k < count; ++k) sides_[first + static_cast<std::size_t>(k)] = side_of(body, k);
}

void FootprintCrowd::measure_classes(const AgentArrays& a) {
  for (std::size_t c = 0; c < class_count_; ++c) {
    FootprintClass& own = classes_[c];
    for (std::uint32_t number = own.first; number < own.first + own.grid.item_count; ++number) {
      const FootprintAgent& agent = agents_[number];
      own.largest_circle = std::max(own.largest_circle, agent.circle_radius);
      own.largest_radius = std::max(own.largest_radius, a.radius[agent.storage]);
      own.fastest = std::max(own.fastest, agent.speed);
    }
  }
}

void FootprintCrowd::make_contact_room(std::size_t agents) {
  disc_count_.resize(agents);
  disc_list_.resize(agents * disc_body_cap);
  disc_spare_sq_.resize(agents * disc_body_cap);
  footprint_count_.resize(count_);
  footprint_list_.resize(count_ * footprint_body_cap);
  footprint_spare_sq_.resize(count_ * footprint_body_cap);
}

void FootprintCrowd::point_to(FootprintView& view) {
  view.count = static_cast<std::uint32_t>(count_);
  if (count_ == 0) return;
  view.agents = agents_.data();
  view.vertices = vertices_.data();
  view.edges = edges_.data();
  view.place = place_.data();
  view.number = number_.data();
  view.classes = classes_.data();
  view.class_count = static_cast<std::uint32_t>(class_count_);
  view.largest_disc = largest_disc_;
  for (std::size_t c = 0; c < class_count_; ++c) {
    view.largest_circle = std::max(view.largest_circle, classes_[c].largest_circle);
    view.fastest = std::max(view.fastest, classes_[c].fastest);
  }
  view.x = x_.data();
  view.y = y_.data();
  view.rings = rings_.data();
  view.sides = sides_.data();
  view.disc_count = disc_count_.data();
  view.disc_list = disc_list_.data();
  view.disc_spare_sq = disc_spare_sq_.data();
  view.footprint_count = footprint_count_.data();
  view.footprint_list = footprint_list_.data();
  view.footprint_spare_sq = footprint_spare_sq_.data();
}

std::size_t FootprintCrowd::capacity_bytes() const {
  std::size_t bytes = 0;
  for (const GridOrder& order : orders_) bytes += order.capacity_bytes();
  const auto add = [&](const auto&... buffers) { bytes += (buffers.capacity_bytes() + ...); };
  add(found_, discs_, storage_, sorted_, place_, number_, size_, sorted_size_, x_, y_, agents_, vertices_, edges_,
      rings_, sides_, disc_count_, disc_list_, disc_spare_sq_, footprint_count_, footprint_list_, footprint_spare_sq_);
  return bytes;
}

}  // namespace throng
