#include "host/cpu/footprint_crowd.hpp"

#include <algorithm>

#include "kernels/agent/footprint.hpp"
#include "kernels/agent/move_agent.hpp"

namespace throng {

void FootprintCrowd::place(const StepData& step, const AgentArrays& a, std::size_t count, bool after_motion,
                           ThreadTeam& team) {
  place_.resize(count);
  std::fill_n(place_.data(), count, no_footprint);
  count_ = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (step.profiles[a.profile[i]].footprint == no_footprint) continue;
    storage_.resize(std::max(storage_.size(), count_ + 1));
    storage_[count_++] = static_cast<std::uint32_t>(i);
  }
  if (count_ == 0) return;
  x_.resize(count_);
  y_.resize(count_);
  for (std::size_t k = 0; k < count_; ++k) {
    x_[k] = a.position_x[storage_[k]];
    y_[k] = a.position_y[storage_[k]];
  }
  order_.build(x_.data(), y_.data(), count_, team);
  agents_.resize(count_);
  vertices_.resize(count_ * footprint_vertex_cap);
  edges_.resize(count_ * footprint_vertex_cap);
  largest_circle_ = fastest_ = 0.0f;
  for (std::size_t number = 0; number < count_; ++number) {
    const std::uint32_t i = storage_[order_.order()[number]];
    const FootprintRow& row = step.footprints.rows[step.profiles[a.profile[i]].footprint];
    const Vec2<float> velocity{a.velocity_x[i], a.velocity_y[i]};
    FootprintAgent& agent = agents_[number];
    agent = {a.position_x[i],   a.position_y[i],  velocity.x, velocity.y, square_root(length_sq(velocity)),
             row.circle_radius, row.vertex_count, i,          0};
    const Vec2<float> heading = after_motion ? heading_after<float>(step, profiles_of<float>(step, i), i,
                                                                    {step.new_velocity_x[i], step.new_velocity_y[i]})
                                             : Vec2<float>{a.heading_x[i], a.heading_y[i]};
    turn_footprint(row, step.footprints.shape, heading, vertices_.data() + number * footprint_vertex_cap,
                   edges_.data() + number * footprint_vertex_cap);
    place_[i] = static_cast<std::uint32_t>(number);
    largest_circle_ = std::max(largest_circle_, agent.circle_radius);
    fastest_ = std::max(fastest_, agent.speed);
  }
  number_.resize(count);
  for (std::size_t self = 0; self < count; ++self) {
    const std::uint32_t number = number_[self] = place_[step.crowd.storage_index[self]];
    if (number != no_footprint) agents_[number].self = static_cast<std::uint32_t>(self);
  }
}

void FootprintCrowd::make_contact_room(std::size_t agents) {
  disc_count_.resize(agents);
  disc_list_.resize(agents * disc_body_cap);
  footprint_count_.resize(count_);
  footprint_list_.resize(count_ * footprint_body_cap);
}

void FootprintCrowd::point_to(FootprintView& view) {
  view.count = static_cast<std::uint32_t>(count_);
  if (count_ == 0) return;
  view.grid = order_.view();
  view.agents = agents_.data();
  view.vertices = vertices_.data();
  view.edges = edges_.data();
  view.place = place_.data();
  view.number = number_.data();
  view.largest_circle = largest_circle_;
  view.fastest = fastest_;
  view.disc_count = disc_count_.data();
  view.disc_list = disc_list_.data();
  view.footprint_count = footprint_count_.data();
  view.footprint_list = footprint_list_.data();
}

std::size_t FootprintCrowd::capacity_bytes() const {
  return order_.capacity_bytes() + storage_.capacity_bytes() + place_.capacity_bytes() + number_.capacity_bytes() +
         x_.capacity_bytes() + y_.capacity_bytes() + agents_.capacity_bytes() + vertices_.capacity_bytes() +
         edges_.capacity_bytes() + disc_count_.capacity_bytes() + footprint_count_.capacity_bytes() +
         disc_list_.capacity_bytes() + footprint_list_.capacity_bytes();
}

}  // namespace throng
