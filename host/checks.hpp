// Checks of what comes in through the public interface. Each throws Error{invalid_argument} that names the thing and
// its value.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "throng/world.hpp"

namespace throng {

[[noreturn]] void refuse(const std::string& message);
/// An error about agent `i` of `count`, which its message names when there are several.
Error about_agent(std::size_t i, std::size_t count, const Error& error);

/// `name` is what the message calls the value, `unit` may be empty.
void check_range(std::string_view name, double value, double least, double most, std::string_view unit);
/// Above `least`, not equal to it.
void check_above(std::string_view name, double value, double least, double most, std::string_view unit);
void check_coordinates(std::string_view name, Vec2d value);
void check_velocity(std::string_view name, Vec2d value);
/// m, along the axis where it is greater.
double distance_from(Vec2d origin, Vec2d world);
/// Of a point in world coordinates from the local origin.
void check_extent(std::string_view name, Vec2d world, Vec2d origin);
void check_id(std::string_view name, AgentId id);
void check_priority(std::string_view name, double priority);
/// Of any length but 0.
void check_heading(std::string_view name, Vec2d heading);
void check_density_speed(const DensitySpeed& density_speed);
void check_profile(const Profile& profile);
/// World::add_footprint. Returns the vertices that are kept, counter-clockwise.
std::vector<Vec2d> check_footprint(std::span<const Vec2d> vertices);
void check_options(const WorldOptions& options);
void check_flow_field_options(const FlowFieldOptions& options);
/// All but what refers to the world's tables and its ids.
void check_agent(const AgentDescription& agent);

/// A simple polygon of non-zero area: >= 3 distinct vertices, no self-intersection, no spike. `name` as above.
void check_polygon(std::string_view name, std::span<const Vec2d> vertices);
/// >= 2 distinct points.
void check_polyline(std::string_view name, std::span<const Vec2d> vertices);

}  // namespace throng
