#include "host/scenario/profile_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "host/checks.hpp"
#include "host/shown_text.hpp"

namespace throng::scenario {
namespace {

constexpr std::array profile_key_list = {
    "radius",         "max_speed",           "preferred_speed",   "neighbor_distance", "max_neighbors",
    "time_horizon",   "escape_time",         "velocity_blend",    "max_acceleration",  "time_horizon_obstacle",
    "responsibility", "on_arrival",          "arrival_tolerance", "max_turning_rate",  "min_heading_speed",
    "footprint",      "brakes_when_blocked", "density_speed"};

Distribution fixed(double value) { return {Distribution::Kind::fixed, value, 0.0, value, value}; }

void read_optional(const JsonNode& node, const char* key, const Quantity& quantity, std::optional<double>& out) {
  const auto value = node.find(key);
  if (!value) return;
  if (value->is_null()) {
    out.reset();
  } else if (!value->is_number()) {
    value->fail_wanted(quantity.wanted() + " or null");
  } else {
    out = value->number(quantity);
  }
}

void read_number(const JsonNode& node, const char* key, const Quantity& quantity, double& out) {
  if (const auto value = node.find(key)) out = value->number(quantity);
}

void read_drawn(const JsonNode& node, const char* key, const Quantity& quantity, Distribution& out) {
  if (const auto value = node.find(key)) out = read_distribution(*value, quantity);
}

/// The row of the scenario's table, made when there is no equal one.
FootprintIndex read_footprint(const JsonNode& node, Scenario& scenario) {
  const std::vector<Vec2d> vertices = node.points(limits::min_footprint_vertices);
  try {
    check_footprint(vertices);
  } catch (const Error& error) {
    node.fail(error.what());
  }
  std::vector<std::vector<Vec2d>>& rows = scenario.footprints;
  const auto found = std::find(rows.begin(), rows.end(), vertices);
  const auto row = static_cast<std::uint32_t>(found - rows.begin());
  if (found == rows.end()) rows.push_back(vertices);
  return {row};
}

std::optional<DensitySpeed> read_density_speed(const JsonNode& node) {
  if (node.is_null()) return std::nullopt;
  DensitySpeed rule;
  if (node.is_boolean()) return node.boolean() ? std::optional(rule) : std::nullopt;
  if (!node.is_object()) node.fail_wanted("true, false, null or an object");
  node.require_object({"gamma", "max_density", "radius", "ahead", "least_factor"});
  read_number(node, "gamma", quantities::density_gamma, rule.gamma);
  read_number(node, "max_density", quantities::density, rule.max_density);
  read_number(node, "radius", quantities::density_radius, rule.radius);
  read_number(node, "ahead", quantities::density_ahead, rule.ahead);
  read_number(node, "least_factor", quantities::factor, rule.least_factor);
  try {
    check_density_speed(rule);
  } catch (const Error& error) {
    node.fail(error.what());
  }
  return rule;
}

double circle_radius(const std::vector<Vec2d>& vertices) {
  double largest_sq = 0.0;
  for (const Vec2d& v : vertices) largest_sq = std::max(largest_sq, v.x * v.x + v.y * v.y);
  return std::sqrt(largest_sq);
}

}  // namespace

ProfileSpec::ProfileSpec(std::string spec_name, const Profile& profile)
    : name(std::move(spec_name)),
      row(profile),
      radius(fixed(profile.radius.value_or(Profile::disc_radius))),
      max_speed(fixed(profile.max_speed)),
      preferred_speed(fixed(profile.preferred_speed)),
      radius_given(profile.radius.has_value()) {
  row.radius = center_of(radius);
}

ProfileSpec walker_spec() {
  ProfileSpec spec("walker", Profile::walker());
  spec.preferred_speed = Profile::walker_preferred_speed();
  spec.disc_radius = *spec.row.radius;
  spec.radius_given = false;  // a footprint in place of the disc has its own
  spec.walker = true;
  return spec;
}

std::span<const char* const> profile_keys() { return profile_key_list; }

Responsibility read_responsibility(const JsonNode& node) {
  constexpr const char* wanted = R"("equal", "priority", "side" or "speed")";
  const std::string& name = node.text(wanted);
  if (name == "equal") return Responsibility::equal;
  if (name == "priority") return Responsibility::priority;
  if (name == "side") return Responsibility::side;
  if (name == "speed") return Responsibility::speed;
  node.fail_wanted(wanted);
}

void ProfileTable::apply_keys(const JsonNode& node, ProfileSpec& spec) const {
  read_drawn(node, "radius", quantities::length, spec.radius);
  spec.radius_given = spec.radius_given || node.has("radius");
  read_drawn(node, "max_speed", quantities::speed, spec.max_speed);
  read_drawn(node, "preferred_speed", quantities::speed, spec.preferred_speed);
  Profile& row = spec.row;
  read_number(node, "neighbor_distance", quantities::length, row.neighbor_distance);
  read_number(node, "time_horizon", quantities::time, row.time_horizon);
  read_number(node, "time_horizon_obstacle", quantities::time, row.time_horizon_obstacle);
  read_number(node, "velocity_blend", quantities::blend, row.velocity_blend);
  read_optional(node, "escape_time", quantities::time, row.escape_time);
  read_optional(node, "max_acceleration", quantities::acceleration, row.max_acceleration);
  read_optional(node, "max_turning_rate", quantities::turning_rate, row.max_turning_rate);
  read_number(node, "min_heading_speed", quantities::speed, row.min_heading_speed);
  read_optional(node, "arrival_tolerance", quantities::length, row.arrival_tolerance);
  if (const auto value = node.find("footprint")) {
    row.footprint.reset();
    if (!value->is_null()) row.footprint = read_footprint(*value, scenario_);
    if (!spec.radius_given) {
      spec.radius = fixed(row.footprint ? circle_radius(scenario_.footprints[row.footprint->row]) : spec.disc_radius);
    }
  }
  if (const auto value = node.find("brakes_when_blocked")) row.brakes_when_blocked = value->boolean();
  if (const auto value = node.find("density_speed")) row.density_speed = read_density_speed(*value);
  if (const auto value = node.find("max_neighbors")) {
    row.max_neighbors = static_cast<int>(value->integer(0, limits::max_neighbors));
  }
  if (const auto value = node.find("on_arrival")) {
    const std::string& name = value->text(R"("stay" or "remove")");
    if (name != "stay" && name != "remove") value->fail_wanted(R"("stay" or "remove")");
    row.on_arrival = name == "remove" ? OnArrival::remove : OnArrival::stay;
  }
  if (const auto value = node.find("responsibility")) {
    if (read_responsibility(*value) != scenario_.options.responsibility) {
      value->fail_wanted("the same as the world's key `responsibility`: who gives way is one rule for all agents");
    }
  }
}

void ProfileTable::read(const JsonNode& profiles) {
  if (!profiles.is_object()) profiles.fail_wanted("an object of profiles by name");
  const std::vector<std::string> names = profiles.keys();
  for (const std::string& name : names) {
    const JsonNode node = profiles.at(name.c_str());
    if (name.empty() || has_control_character(name))
      node.fail("this name of a profile is empty or has control characters");
    if (specs_.count(name) != 0) node.fail("this is the name of a built-in profile, wanted another one");
  }
  std::vector<std::string> waiting;
  for (const std::string& name : names) row(read_spec(profiles, name, waiting));
}

const ProfileSpec& ProfileTable::read_spec(const JsonNode& profiles, const std::string& name,
                                           std::vector<std::string>& waiting) {
  if (const ProfileSpec* known = find(name)) return *known;
  const JsonNode node = profiles.at(name.c_str());
  std::vector<const char*> keys(profile_key_list.begin(), profile_key_list.end());
  keys.push_back("base");
  node.require_object(keys);
  ProfileSpec spec(name, Profile{});
  if (const auto base = node.find("base")) {
    const std::string& base_name = base->text("the name of a profile");
    waiting.push_back(name);
    if (const auto first = std::find(waiting.begin(), waiting.end(), base_name); first != waiting.end()) {
      base->fail(fmt::format("profiles start from each other in a circle: {}, {}",
                             fmt::join(first, waiting.end(), ", "), base_name));
    }
    if (find(base_name) == nullptr && !profiles.has(base_name.c_str())) {
      std::vector<std::string> names = profiles.keys();
      for (const auto& [known, unused] : specs_) names.push_back(known);
      base->fail_unknown_name("the name of a profile", names);
    }
    spec = read_spec(profiles, base_name, waiting);
    spec.name = name;
    waiting.pop_back();
  }
  apply_keys(node, spec);
  spec.row.radius = center_of(spec.radius);
  spec.row.max_speed = center_of(spec.max_speed);
  spec.row.preferred_speed = center_of(spec.preferred_speed);
  return specs_.emplace(name, std::move(spec)).first->second;
}

bool ProfileTable::has_walkers() const {
  const auto is_walker = [&](ProfileIndex profile) { return bool{walker_rows_[profile.row]}; };
  const auto makes_walkers = [&](const Source& source) {
    return std::any_of(source.kinds.begin(), source.kinds.end(),
                       [&](const Source::Kind& kind) { return is_walker(kind.profile); });
  };
  const std::vector<AgentDescription>& agents = scenario_.agents;
  return std::any_of(agents.begin(), agents.end(),
                     [&](const AgentDescription& agent) { return is_walker(agent.profile); }) ||
         std::any_of(scenario_.sources.begin(), scenario_.sources.end(), makes_walkers);
}

const ProfileSpec* ProfileTable::find(const std::string& name) const {
  const auto found = specs_.find(name);
  return found == specs_.end() ? nullptr : &found->second;
}

ProfileSpec ProfileTable::spec_of_entry(const JsonNode& entry) const {
  std::string name = "walker";
  if (const auto given = entry.find("profile")) {
    name = given->text("the name of a profile");
    if (find(name) == nullptr) {
      std::vector<std::string> names;
      for (const auto& [known, spec] : specs_) names.push_back(known);
      given->fail_unknown_name("the name of a profile", names);
    }
  }
  ProfileSpec spec = *find(name);
  const Profile before = spec.row;
  apply_keys(entry, spec);
  if (!(spec.row == before)) spec.name = fmt::format("{} ({})", name, entry.pointer());
  return spec;
}

ProfileIndex ProfileTable::row(const ProfileSpec& spec) {
  std::vector<Profile>& rows = scenario_.profiles;
  const auto found = std::find(rows.begin(), rows.end(), spec.row);
  const auto index = static_cast<std::uint32_t>(found - rows.begin());
  if (found == rows.end()) {
    rows.push_back(spec.row);
    scenario_.profile_names.push_back(spec.name);
  }
  walker_rows_.resize(rows.size());
  if (spec.walker) walker_rows_[index] = true;
  return {index};
}

}  // namespace throng::scenario
