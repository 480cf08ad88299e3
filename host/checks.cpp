#include "host/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/rings.hpp"
#include "kernels/agent/convexity.hpp"

namespace throng {
namespace {

void check_vertices(std::string_view name, std::span<const Vec2d> vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    check_coordinates(fmt::format("{} vertex {}", name, i), vertices[i]);
  }
}

std::string why_not_convex(BodyFault fault, std::size_t vertex, std::span<const Vec2d> vertices) {
  const auto at_vertex = [&](const char* what) {
    return fmt::format("{} at vertex {} ({}, {})", what, vertex, vertices[vertex].x, vertices[vertex].y);
  };
  switch (fault) {
    case BodyFault::reflex_vertex:
      return at_vertex("it turns the other way");
    case BodyFault::spike:
      return at_vertex("it turns back by 180 degrees");
    case BodyFault::too_few_vertices:
      return "fewer than 3 of its vertices are distinct";
    case BodyFault::zero_area:
      return "all of its vertices are on a line";
    case BodyFault::winds_twice:
      return "it goes around more than once";
    default:
      return std::string(fault_name(fault));
  }
}

std::string with_unit(double value, std::string_view unit) {
  return unit.empty() ? fmt::format("{}", value) : fmt::format("{} {}", value, unit);
}

}  // namespace

void refuse(const std::string& message) { throw Error(ErrorCode::invalid_argument, message); }

Error about_agent(std::size_t i, std::size_t count, const Error& error) {
  return {error.code(), count == 1 ? error.what() : fmt::format("agent {} of {}: {}", i, count, error.what())};
}

void check_range(std::string_view name, double value, double least, double most, std::string_view unit) {
  if (value >= least && value <= most) return;
  refuse(fmt::format("{} is {}; it must be from {} to {}", name, value, least, with_unit(most, unit)));
}

void check_above(std::string_view name, double value, double least, double most, std::string_view unit) {
  if (value > least && value <= most) return;
  refuse(fmt::format("{} is {}; it must be above {} and at most {}", name, value, least, with_unit(most, unit)));
}

void check_coordinates(std::string_view name, Vec2d value) {
  const double most = limits::max_coordinate;
  if (std::abs(value.x) <= most && std::abs(value.y) <= most) return;
  refuse(fmt::format("{} is ({}, {}); coordinates must be finite and within {} m of 0", name, value.x, value.y, most));
}

double distance_from(Vec2d origin, Vec2d world) {
  return std::max(std::abs(world.x - origin.x), std::abs(world.y - origin.y));
}

void check_extent(std::string_view name, Vec2d world, Vec2d origin) {
  const double distance = distance_from(origin, world);
  if (distance <= limits::max_extent) return;
  refuse(fmt::format("{} ({}, {}) is {} m from the local origin ({}, {}); at most {} m are possible", name, world.x,
                     world.y, distance, origin.x, origin.y, limits::max_extent));
}

void check_id(std::string_view name, AgentId id) {
  if (id >= 0 && id <= limits::max_id) return;
  refuse(fmt::format("{} is {}; it must be from 0 to {}", name, id, limits::max_id));
}

void check_priority(std::string_view name, double priority) {
  if (!std::isinf(priority) || priority < 0.0) check_range(name, priority, 0.0, limits::max_priority, "");
}

void check_velocity(std::string_view name, Vec2d value) {
  const double most = limits::max_speed;
  if (std::abs(value.x) <= most && std::abs(value.y) <= most) return;
  refuse(fmt::format("{} is ({}, {}); components must be finite and at most {} m/s", name, value.x, value.y, most));
}

void check_profile(const Profile& p) {
  check_range("radius", p.radius.value_or(Profile::disc_radius), 0.0, limits::max_length, "m");
  check_range("max_speed", p.max_speed, 0.0, limits::max_speed, "m/s");
  check_range("preferred_speed", p.preferred_speed, 0.0, limits::max_speed, "m/s");
  check_range("neighbor_distance", p.neighbor_distance, 0.0, limits::max_length, "m");
  check_range("max_neighbors", p.max_neighbors, 0, limits::max_neighbors, "");
  check_range("time_horizon", p.time_horizon, limits::min_time, limits::max_time, "s");
  check_range("time_horizon_obstacle", p.time_horizon_obstacle, limits::min_time, limits::max_time, "s");
  if (p.escape_time) check_range("escape_time", *p.escape_time, limits::min_time, limits::max_time, "s");
  check_above("velocity_blend", p.velocity_blend, 0.0, 1.0, "");
  if (p.max_acceleration) check_above("max_acceleration", *p.max_acceleration, 0.0, limits::max_acceleration, "m/s^2");
  if (p.max_turning_rate) {
    check_above("max_turning_rate", *p.max_turning_rate, 0.0, limits::max_turning_rate, "rad/s");
  }
  check_range("min_heading_speed", p.min_heading_speed, 0.0, limits::max_speed, "m/s");
  if (p.arrival_tolerance) check_range("arrival_tolerance", *p.arrival_tolerance, 0.0, limits::max_length, "m");
  if (p.density_speed) check_density_speed(*p.density_speed);
  if (p.on_arrival != OnArrival::stay && p.on_arrival != OnArrival::remove) {
    refuse(fmt::format("on_arrival is {}; it must be a value of OnArrival", static_cast<int>(p.on_arrival)));
  }
}

void check_density_speed(const DensitySpeed& d) {
  check_above("density_speed gamma", d.gamma, 0.0, limits::max_density_gamma, "1/m^2");
  check_range("density_speed max_density", d.max_density, limits::min_density, limits::max_density, "1/m^2");
  check_range("density_speed radius", d.radius, limits::min_density_radius, limits::max_density_radius, "m");
  check_range("density_speed ahead", d.ahead, 0.0, limits::max_density_radius, "m");
  check_range("density_speed least_factor", d.least_factor, 0.0, 1.0, "");
  if (d.max_density * d.radius * d.radius > limits::max_density_product) {
    refuse(
        fmt::format("density_speed max_density {} and radius {}: the product of the density with the square of the "
                    "radius is at most {}",
                    d.max_density, d.radius, limits::max_density_product));
  }
}

std::vector<Vec2d> check_footprint(std::span<const Vec2d> vertices) {
  constexpr std::size_t least = limits::min_footprint_vertices, most = limits::max_footprint_vertices;
  if (vertices.size() < least || vertices.size() > most) {
    refuse(fmt::format("footprint has {} vertices; it must have {} to {}", vertices.size(), least, most));
  }
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec2d v = vertices[i];
    if (std::abs(v.x) <= limits::max_length && std::abs(v.y) <= limits::max_length) continue;
    refuse(fmt::format("footprint vertex {} is ({}, {}); coordinates must be finite and within {} m of 0", i, v.x, v.y,
                       limits::max_length));
  }
  std::vector<Vec2d> kept(vertices.size());
  const CleanPolygon clean = clean_polygon(vertices.data(), static_cast<std::uint32_t>(vertices.size()), kept.data());
  if (const auto fault = static_cast<BodyFault>(clean.fault); fault != BodyFault::none) {
    refuse(fmt::format("footprint is not a convex polygon: {}", why_not_convex(fault, clean.vertex, vertices)));
  }
  kept.resize(clean.count);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const Vec2d a = kept[k], b = kept[(k + 1) % kept.size()];
    // To the right of an edge is outside. Rounding of a boundary through (0, 0) is let pass.
    const double side = a.x * b.y - a.y * b.x, length_sq = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
    if (side >= 0.0 || side * side <= 1.0e-12 * length_sq * length_sq) continue;
    refuse(
        fmt::format("footprint does not contain (0, 0), the agent's position: it is outside of the edge from ({}, "
                    "{}) to ({}, {})",
                    a.x, a.y, b.x, b.y));
  }
  return kept;
}

void check_options(const WorldOptions& o) {
  const auto check_enum = [](std::string_view name, int value, int last) {
    if (value < 0 || value > last) refuse(fmt::format("{} is {}; it must be a value of its enumeration", name, value));
  };
  check_enum("executor", static_cast<int>(o.executor), static_cast<int>(ExecutorKind::reference));
  check_enum("responsibility", static_cast<int>(o.responsibility), static_cast<int>(Responsibility::speed));
  check_enum("neighbor_query", static_cast<int>(o.neighbor_query), static_cast<int>(NeighborQuery::range));
  check_range("time_step", o.time_step, limits::min_time, limits::max_time, "s");
  check_range("threads", o.threads, 0, 1024, "");
  check_range("device", o.device, 0, 1023, "");
  check_range("preferred_velocity_noise", o.preferred_velocity_noise, 0.0, limits::max_speed, "m/s");
  if (o.contact) check_range("contact iterations", o.contact->iterations, 1, limits::max_contact_iterations, "");
  if (o.stuck) {
    const StuckAgents& stuck = *o.stuck;
    check_enum("stuck relief", static_cast<int>(stuck.relief), static_cast<int>(StuckRelief::sidestep));
    check_range("stuck time", stuck.time, 2.0 * o.time_step, std::min(limits::max_time, 1.0e8 * o.time_step), "s");
    if (!(stuck.progress > 0.0)) refuse(fmt::format("stuck progress is {} m; it must be above 0", stuck.progress));
    check_range("stuck progress", stuck.progress, 0.0, limits::max_length, "m");
    check_range("stuck period", stuck.period, limits::min_time, std::min(limits::max_time, 1.0e8 * o.time_step), "s");
  }
  check_range("cell_size", o.cell_size, 0.0, limits::max_length, "m");
  if (o.cell_size > 0.0) check_range("cell_size", o.cell_size, 1.0e-3, limits::max_length, "m");
}

void check_heading(std::string_view name, Vec2d heading) {
  const double length = std::hypot(heading.x, heading.y);
  if (length > 0.0 && std::isfinite(length)) return;
  refuse(fmt::format("{} is ({}, {}); it must be finite and not zero", name, heading.x, heading.y));
}

void check_agent(const AgentDescription& a) {
  if (a.id) check_id("id", *a.id);
  check_coordinates("position", a.position);
  check_velocity("velocity", a.velocity);
  if (a.radius) check_range("radius", *a.radius, 0.0, limits::max_length, "m");
  if (a.max_speed) check_range("max_speed", *a.max_speed, 0.0, limits::max_speed, "m/s");
  if (a.preferred_speed) check_range("preferred_speed", *a.preferred_speed, 0.0, limits::max_speed, "m/s");
  const int aims = (a.preferred_velocity ? 1 : 0) + (a.goal ? 1 : 0) + (a.goal_region ? 1 : 0) + (a.journey ? 1 : 0);
  if (aims > 1) {
    refuse(fmt::format("{} of preferred_velocity, goal, goal_region and journey are given; they exclude each other",
                       aims));
  }
  if (a.preferred_velocity) check_velocity("preferred_velocity", *a.preferred_velocity);
  if (a.goal) check_coordinates("goal", *a.goal);
  if (a.heading) check_heading("heading", *a.heading);
  check_priority("priority", a.priority);
}

void check_polyline(std::string_view name, std::span<const Vec2d> vertices) {
  check_vertices(name, vertices);
  for (const Vec2d& v : vertices) {
    if (!(v == vertices.front())) return;
  }
  refuse(fmt::format("{} has {} vertices, fewer than 2 distinct ones", name, vertices.size()));
}

void check_flow_field_options(const FlowFieldOptions& o) {
  check_range("cell_size", o.cell_size, limits::min_flow_cell, limits::max_flow_cell, "m");
  check_range("clearance", o.clearance, 0.0, limits::max_length, "m");
  check_range("wall_cost", o.wall_cost, 0.0, limits::max_wall_cost, "");
}

void check_polygon(std::string_view name, std::span<const Vec2d> vertices) {
  check_vertices(name, vertices);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const bool repeated = (i > 0 && vertices[i] == vertices[i - 1]) ||
                          (i + 1 == vertices.size() && kept > 0 && vertices[i] == vertices[0]);
    kept += repeated ? 0 : 1;
  }
  if (kept < 3) refuse(fmt::format("{} has {} distinct vertices; a polygon needs 3", name, kept));
  const std::string fault = polygon_fault(vertices);
  if (!fault.empty()) refuse(fmt::format("{} {}", name, fault));
}

}  // namespace throng
