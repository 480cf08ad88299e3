#include "host/verify/golden_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "throng/error.hpp"

namespace throng {
namespace {

using nlohmann::json;

constexpr std::size_t values_per_agent = 12;

/// A line that is no case; the reader adds file and line.
struct Malformed {
  std::string message;
};

const json& member(const json& object, const char* key, const std::string& where) {
  if (!object.is_object()) throw Malformed{fmt::format("{} is {}, wanted an object", where, object.type_name())};
  const auto found = object.find(key);
  if (found == object.end()) throw Malformed{fmt::format("{} has no key \"{}\"", where, key)};
  return *found;
}

double number(const json& value, const std::string& where) {
  if (!value.is_number()) throw Malformed{fmt::format("{} is {}, wanted a number", where, value.dump())};
  const double number = value.get<double>();
  if (!std::isfinite(number)) throw Malformed{fmt::format("{} is {}, wanted a finite number", where, number)};
  return number;
}

const json& list(const json& value, const std::string& where) {
  if (!value.is_array()) throw Malformed{fmt::format("{} is {}, wanted an array", where, value.type_name())};
  return value;
}

std::vector<double> numbers(const json& value, std::size_t count, const std::string& where) {
  if (list(value, where).size() != count) {
    throw Malformed{fmt::format("{} has {} values, wanted {}", where, value.size(), count)};
  }
  std::vector<double> result;
  for (const json& item : value) result.push_back(number(item, fmt::format("{}/{}", where, result.size())));
  return result;
}

Vec2d vector(const json& value, const std::string& where) {
  const std::vector<double> xy = numbers(value, 2, where);
  return {xy[0], xy[1]};
}

int neighbor_count(double value, const std::string& where) {
  if (value < 0.0 || value > limits::max_neighbors || value != std::floor(value)) {
    throw Malformed{fmt::format("{} is {}, wanted a whole number from 0 to {}", where, value, limits::max_neighbors)};
  }
  return static_cast<int>(value);
}

GoldenAgent read_agent(const json& value, const std::string& where) {
  const std::vector<double> in = numbers(member(value, "in", where), values_per_agent, where + "/in");
  GoldenAgent agent;
  agent.position = {in[0], in[1]};
  agent.velocity = {in[2], in[3]};
  agent.preferred_velocity = {in[4], in[5]};
  agent.profile.radius = in[6];
  agent.profile.max_speed = in[7];
  agent.profile.neighbor_distance = in[8];
  agent.profile.max_neighbors = neighbor_count(in[9], where + "/in/9");
  agent.profile.time_horizon = in[10];
  agent.profile.time_horizon_obstacle = in[11];
  agent.expected = vector(member(value, "out", where), where + "/out");
  agent.expected_double = value.contains("out64") ? vector(value["out64"], where + "/out64") : agent.expected;
  agent.violation = number(member(value, "viol", where), where + "/viol");
  return agent;
}

GoldenCase read_case(const std::string& text) {
  const json value = json::parse(text);
  GoldenCase result;
  const json& id = member(value, "id", "the line");
  result.id = id.is_string() ? id.get<std::string>() : id.dump();
  result.time_step = number(member(value, "dt", "the line"), "/dt");
  for (const json& obstacle : list(member(value, "obstacles", "the line"), "/obstacles")) {
    const std::string where = fmt::format("/obstacles/{}", result.obstacles.size());
    std::vector<Vec2d> vertices;
    for (const json& vertex : list(obstacle, where)) {
      vertices.push_back(vector(vertex, fmt::format("{}/{}", where, vertices.size())));
    }
    if (vertices.size() < 2) {
      throw Malformed{fmt::format("{} has {} vertices, wanted 2 or more", where, vertices.size())};
    }
    result.obstacles.push_back(std::move(vertices));
  }
  for (const json& agent : list(member(value, "agents", "the line"), "/agents")) {
    result.agents.push_back(read_agent(agent, fmt::format("/agents/{}", result.agents.size())));
  }
  return result;
}

}  // namespace

std::vector<GoldenCase> read_golden_cases(const std::string& path) {
  errno = 0;
  std::ifstream file(path);
  if (!file) {
    throw Error(ErrorCode::input_output, fmt::format("{}: can't be opened: {}", path, std::strerror(errno)));
  }
  std::vector<GoldenCase> cases;
  std::string text;
  for (std::size_t line = 1; std::getline(file, text); ++line) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto refuse = [&](const std::string& why) {
      throw Error(ErrorCode::bad_scene, fmt::format("{}:{}: no single-step case: {}", path, line, why));
    };
    try {
      cases.push_back(read_case(text));
      cases.back().line = line;
    } catch (const Malformed& malformed) {
      refuse(malformed.message);
    } catch (const json::parse_error& error) {
      refuse(fmt::format("not JSON from column {} on", error.byte));
    } catch (const json::exception& error) {
      const std::string_view what = error.what();  // behind the library's name of it: "[json.exception....] "
      refuse(std::string(what.substr(std::min(what.size(), what.find("] ") + 2))));
    }
  }
  if (file.bad()) {
    throw Error(ErrorCode::input_output, fmt::format("{}: can't be read: {}", path, std::strerror(errno)));
  }
  if (cases.empty()) throw Error(ErrorCode::bad_scene, fmt::format("{}: holds no single-step case", path));
  return cases;
}

}  // namespace throng
