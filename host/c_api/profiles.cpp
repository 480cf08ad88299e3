// Profiles and footprints of throng/c/agents.h.
#include "host/c_api/arrays.hpp"
#include "host/c_api/descriptor.hpp"
#include "host/c_api/world_object.hpp"
#include "throng/c/agents.h"

using namespace throng;
using namespace throng::c_api;

static_assert(static_cast<int>(OnArrival::stay) == THRONG_STAY);
static_assert(static_cast<int>(OnArrival::remove) == THRONG_REMOVE);

throng_profile_desc throng::c_api::profile_desc_of(const Profile& profile) {
  throng_profile_desc desc = blank<throng_profile_desc>();
  const DensitySpeed density = profile.density_speed.value_or(DensitySpeed{});
  desc.max_neighbors = profile.max_neighbors;
  desc.radius = number_or_nan(profile.radius);
  desc.max_speed = profile.max_speed;
  desc.preferred_speed = profile.preferred_speed;
  desc.neighbor_distance = profile.neighbor_distance;
  desc.time_horizon = profile.time_horizon;
  desc.time_horizon_obstacle = profile.time_horizon_obstacle;
  desc.escape_time = number_or_nan(profile.escape_time);
  desc.velocity_blend = profile.velocity_blend;
  desc.max_acceleration = number_or_nan(profile.max_acceleration);
  desc.max_turning_rate = number_or_nan(profile.max_turning_rate);
  desc.min_heading_speed = profile.min_heading_speed;
  desc.arrival_tolerance = number_or_nan(profile.arrival_tolerance);
  desc.on_arrival = static_cast<throng_on_arrival>(profile.on_arrival);
  desc.footprint = row_or_none(profile.footprint);
  desc.brakes_when_blocked = profile.brakes_when_blocked ? 1 : 0;
  desc.density_speed = profile.density_speed ? 1 : 0;
  desc.density_gamma = density.gamma;
  desc.density_max = density.max_density;
  desc.density_radius = density.radius;
  desc.density_ahead = density.ahead;
  desc.density_least_factor = density.least_factor;
  return desc;
}

namespace {

Profile profile_of(const throng_profile_desc& desc) {
  Profile profile;
  profile.max_neighbors = desc.max_neighbors;
  profile.radius = optional_number(desc.radius);
  profile.max_speed = desc.max_speed;
  profile.preferred_speed = desc.preferred_speed;
  profile.neighbor_distance = desc.neighbor_distance;
  profile.time_horizon = desc.time_horizon;
  profile.time_horizon_obstacle = desc.time_horizon_obstacle;
  profile.escape_time = optional_number(desc.escape_time);
  profile.velocity_blend = desc.velocity_blend;
  profile.max_acceleration = optional_number(desc.max_acceleration);
  profile.max_turning_rate = optional_number(desc.max_turning_rate);
  profile.min_heading_speed = desc.min_heading_speed;
  profile.arrival_tolerance = optional_number(desc.arrival_tolerance);
  profile.on_arrival = choice(desc.on_arrival, OnArrival::remove, "desc.on_arrival");
  profile.footprint = optional_row<FootprintIndex>(desc.footprint);
  profile.brakes_when_blocked = truth(desc.brakes_when_blocked, "desc.brakes_when_blocked");
  if (truth(desc.density_speed, "desc.density_speed")) {
    profile.density_speed = DensitySpeed{desc.density_gamma, desc.density_max, desc.density_radius, desc.density_ahead,
                                         desc.density_least_factor};
  }
  return profile;
}

}  // namespace

void throng_profile_desc_init(throng_profile_desc* desc, std::size_t struct_size) {
  init_descriptor(desc, struct_size, profile_desc_of(Profile{}));
}
void throng_profile_desc_init_walker(throng_profile_desc* desc, std::size_t struct_size) {
  init_descriptor(desc, struct_size, profile_desc_of(Profile::walker()));
}
void throng_profile_desc_init_rvo2(throng_profile_desc* desc, std::size_t struct_size) {
  init_descriptor(desc, struct_size, profile_desc_of(Profile::rvo2()));
}

throng_status throng_world_add_profile(throng_world* world, const throng_profile_desc* desc, std::uint32_t* row) {
  return on_world(world, [&](World& w) {
    give(row, "row", [&] {
      return w.add_profile(profile_of(read_optional_descriptor(desc, "desc", throng_profile_desc_init))).row;
    });
  });
}
throng_status throng_world_get_profile(throng_world* world, std::uint32_t row, throng_profile_desc* desc) {
  return on_world(world, [&](World& w) { write_descriptor(desc, "desc", profile_desc_of(w.profile({row}))); });
}
throng_status throng_world_get_profile_count(throng_world* world, std::uint64_t* count) {
  return on_world(world, [&](World& w) { give(count, "count", [&] { return w.profile_count(); }); });
}
throng_status throng_world_add_footprint(throng_world* world, const throng_array* vertices, std::uint32_t* row) {
  return on_world(world, [&](World& w) {
    give(row, "row", [&] { return w.add_footprint(read_all<Vec2d>(vertices, "vertices")).row; });
  });
}
throng_status throng_world_get_footprint_radius(throng_world* world, std::uint32_t row, double* radius) {
  return on_world(world, [&](World& w) { give(radius, "radius", [&] { return w.footprint_radius({row}); }); });
}
