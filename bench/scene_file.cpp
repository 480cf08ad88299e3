#include "bench/scene_file.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace throng::scenes {
namespace {

using nlohmann::json;

// One agent's row of the file.
constexpr std::array columns = {"x",      "y",      "vx",     "vy",        "preferred_vx",    "preferred_vy",
                                "goal_x", "goal_y", "radius", "max_speed", "preferred_speed", "profile"};
using Row = std::array<double, columns.size()>;

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

Row row_of(const AgentDescription& agent, const Profile& profile) {
  const Vec2d none{absent, absent};
  const Vec2d preferred = agent.preferred_velocity.value_or(none), goal = agent.goal.value_or(none);
  return {agent.position.x,
          agent.position.y,
          agent.velocity.x,
          agent.velocity.y,
          preferred.x,
          preferred.y,
          goal.x,
          goal.y,
          agent.radius.value_or(profile.radius.value_or(Profile::disc_radius)),
          agent.max_speed.value_or(profile.max_speed),
          agent.preferred_speed.value_or(profile.preferred_speed),
          static_cast<double>(agent.profile.row)};
}

AgentDescription agent_of(const Row& row, AgentId id) {
  AgentDescription agent;
  agent.id = id;
  agent.position = {row[0], row[1]};
  agent.velocity = {row[2], row[3]};
  if (!std::isnan(row[4])) agent.preferred_velocity = Vec2d{row[4], row[5]};
  if (!std::isnan(row[6])) agent.goal = Vec2d{row[6], row[7]};
  agent.radius = row[8];
  agent.max_speed = row[9];
  agent.preferred_speed = row[10];
  agent.profile.row = static_cast<std::uint32_t>(row[11]);
  return agent;
}

json json_of(const Profile& profile) {
  return {{"radius", profile.radius.value_or(Profile::disc_radius)},
          {"max_speed", profile.max_speed},
          {"preferred_speed", profile.preferred_speed},
          {"neighbor_distance", profile.neighbor_distance},
          {"max_neighbors", profile.max_neighbors},
          {"time_horizon", profile.time_horizon},
          {"time_horizon_obstacle", profile.time_horizon_obstacle}};
}

Profile profile_of(const json& from) {
  Profile profile;
  profile.radius = from.at("radius");
  profile.max_speed = from.at("max_speed");
  profile.preferred_speed = from.at("preferred_speed");
  profile.neighbor_distance = from.at("neighbor_distance");
  profile.max_neighbors = from.at("max_neighbors");
  profile.time_horizon = from.at("time_horizon");
  profile.time_horizon_obstacle = from.at("time_horizon_obstacle");
  return profile;
}

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw Error(ErrorCode::input_output, fmt::format("{}: {}", path, why));
}

ReadScene scene_of(const json& header) {
  ReadScene read;
  read.time_step = header.at("time_step");
  const json& profiles = header.at("profiles");
  read.scene.profile = profile_of(profiles.at(0));
  for (std::size_t k = 1; k < profiles.size(); ++k) read.scene.more_profiles.push_back(profile_of(profiles[k]));
  for (const json& from : header.at("obstacles")) {
    Obstacle obstacle{from.at("closed"), {}};
    for (const json& vertex : from.at("vertices")) obstacle.vertices.push_back({vertex.at(0), vertex.at(1)});
    read.scene.obstacles.push_back(std::move(obstacle));
  }
  return read;
}

}  // namespace

void write_file(const Scene& scene, double time_step, const std::string& path) {
  if (!scene.steering.empty()) fail(path, "a scene file has no behaviors, this scene has");
  if (!scene.footprints.empty()) fail(path, "a scene file has no footprints, this scene has");
  json profiles = {json_of(scene.profile)}, obstacles = json::array();
  for (const Profile& profile : scene.more_profiles) profiles.push_back(json_of(profile));
  for (const Obstacle& obstacle : scene.obstacles) {
    json vertices = json::array();
    for (const Vec2d& v : obstacle.vertices) vertices.push_back({v.x, v.y});
    obstacles.push_back({{"closed", obstacle.closed}, {"vertices", vertices}});
  }
  std::ofstream file(path, std::ios::binary);
  file << json{{"agents", scene.agents.size()},
               {"columns", columns},
               {"time_step", time_step},
               {"profiles", profiles},
               {"obstacles", obstacles}}
              .dump()
       << "\n";
  for (const AgentDescription& agent : scene.agents) {
    const Profile& profile = agent.profile.row == 0 ? scene.profile : scene.more_profiles.at(agent.profile.row - 1);
    const Row row = row_of(agent, profile);
    file.write(reinterpret_cast<const char*>(row.data()), sizeof row);
  }
  if (!file.flush()) fail(path, "can't be written");
}

ReadScene read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  if (!std::getline(file, line)) fail(path, "can't be read");
  try {
    const json header = json::parse(line);
    if (header.at("columns") != json(columns)) fail(path, fmt::format("columns {}", header.at("columns").dump()));
    ReadScene read = scene_of(header);
    const auto count = header.at("agents").get<std::int64_t>();
    for (std::int64_t k = 0; k < count; ++k) {
      Row row;
      if (!file.read(reinterpret_cast<char*>(row.data()), sizeof row)) fail(path, fmt::format("ends at agent {}", k));
      read.scene.agents.push_back(agent_of(row, k));
    }
    return read;
  } catch (const json::exception& error) {
    fail(path, error.what());
  }
}

}  // namespace throng::scenes
