#include "host/verify/golden_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

namespace throng {
namespace {

/// The recorded simulator knows none of the engine's departures from RVO2. One thread: the cases are tiny.
WorldOptions golden_options(double time_step, ExecutorKind executor) {
  WorldOptions options;
  options.executor = executor;
  options.time_step = time_step;
  options.threads = 1;
  options.break_symmetry = false;
  options.leave_obstacles = false;
  return options;
}

/// Why a world refuses one of the obstacles; none = all are in.
std::optional<std::string> add_obstacles(World& world, const GoldenCase& golden) {
  for (const std::vector<Vec2d>& vertices : golden.obstacles) {
    try {
      if (vertices.size() == 2) {
        world.add_polyline(vertices);
      } else {
        world.add_polygon(vertices);
      }
    } catch (const Error& error) {
      if (error.code() != ErrorCode::invalid_argument) throw;
      return error.what();
    }
  }
  return std::nullopt;
}

void add_agents(World& world, const GoldenCase& golden) {
  std::vector<AgentDescription> agents;
  for (const GoldenAgent& from : golden.agents) {
    AgentDescription agent;
    agent.id = static_cast<AgentId>(agents.size());
    agent.profile = world.add_profile(from.profile);
    agent.position = from.position;
    agent.velocity = from.velocity;
    agent.preferred_velocity = from.preferred_velocity;
    agents.push_back(agent);
  }
  world.add_agents(agents);
}

/// False when the case was refused.
bool run_case(const GoldenCase& golden, GoldenResult& result) {
  World world(golden_options(golden.time_step, result.executor));
  if (const std::optional<std::string> refusal = add_obstacles(world, golden)) {
    if (result.first_refusal.empty()) result.first_refusal = fmt::format("line {}: {}", golden.line, *refusal);
    return false;
  }
  add_agents(world, golden);
  world.step();
  const std::vector<Vec2d> velocities = world.velocities();
  for (std::size_t i = 0; i < golden.agents.size(); ++i) {
    const GoldenAgent& agent = golden.agents[i];
    Agreement& kind = agent.violation > feasible_violation ? result.infeasible : result.feasible;
    kind.add(std::min(deviation(velocities.at(i), agent.expected), deviation(velocities.at(i), agent.expected_double)),
             golden.id);
  }
  return true;
}

}  // namespace

bool GoldenResult::accepted() const {
  return feasible.agents + infeasible.agents > 0 && feasible.share() >= golden_feasible_share_wanted &&
         infeasible.share() >= infeasible_share_wanted;
}

GoldenResult run_golden_cases(std::span<const GoldenCase> cases, ExecutorKind executor, const std::string& path) {
  const auto start = std::chrono::steady_clock::now();
  GoldenResult result;
  result.executor = executor;
  for (const GoldenCase& golden : cases) {
    try {
      ++(run_case(golden, result) ? result.cases : result.refused_cases);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::invalid_argument) throw;
      throw Error(ErrorCode::bad_scene, fmt::format("{}:{}: case {}: {}", path, golden.line, golden.id, error.what()));
    }
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace throng
