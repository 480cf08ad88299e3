#include "host/verify/self_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "host/verify/self_check_scenes.hpp"

namespace throng {
namespace {

constexpr std::size_t oracle_states = 12;
constexpr std::uint64_t steps_between_states = 8;
constexpr std::uint64_t bits_steps = 60;

using Order = std::vector<std::size_t>;

Order ascending(const SelfCheckScene& scene) {
  Order order(scene.agents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

Order descending(const SelfCheckScene& scene) {
  Order order = ascending(scene);
  std::reverse(order.begin(), order.end());
  return order;
}

/// Rows 0, 37, 74, ..., then 1, 38, ...: neighbors in space are far apart in this order.
Order shuffled(const SelfCheckScene& scene) {
  constexpr std::size_t stride = 37;
  const std::size_t count = scene.agents.size();
  Order order;
  for (std::size_t start = 0; start < std::min(stride, count); ++start) {
    for (std::size_t row = start; row < count; row += stride) order.push_back(row);
  }
  return order;
}

/// To 2^-16 m: relative to any origin on that grid, this is exact in float at the size of the scenes, so that oracle
/// and candidate step the very same state. Rounded apart, agents that all but touch get other constraints: their legs
/// are roots of small differences of large squares.
Vec2d on_grid(Vec2d position) {
  constexpr double cells_per_meter = 65536.0;
  return {std::round(position.x * cells_per_meter) / cells_per_meter,
          std::round(position.y * cells_per_meter) / cells_per_meter};
}

/// The scene with its agents where `world` has them now; without those that have left, and with those that came.
SelfCheckScene at_state(SelfCheckScene scene, const World& world) {
  const std::vector<AgentDescription> began = std::move(scene.agents);
  scene.agents.clear();
  for (const AgentHandle handle : world.handles()) {
    const AgentState now = world.state(handle);
    AgentDescription agent;
    if (static_cast<std::size_t>(now.id) < began.size()) {
      agent = began[static_cast<std::size_t>(now.id)];
    } else {
      agent.profile = now.profile;
      if (const auto journey = world.journey_state(handle)) agent.journey = journey->journey;
    }
    agent.id = now.id;
    agent.position = on_grid(now.position);
    agent.velocity = now.velocity;
    agent.heading = now.heading;
    scene.agents.push_back(agent);
  }
  return scene;
}

double violation(std::span<const Constraint> constraints, Vec2d velocity) {
  double worst = 0.0;
  for (const Constraint& c : constraints) {
    const Vec2d offset{c.point.x - velocity.x, c.point.y - velocity.y};
    worst = std::max(worst, c.direction.x * offset.y - c.direction.y * offset.x);
  }
  return worst;
}

std::map<AgentId, Vec2d> velocities_of(const World& world) {
  const std::vector<AgentId> ids = world.ids();
  const std::vector<Vec2d> velocities = world.velocities();
  std::map<AgentId, Vec2d> by_id;
  for (std::size_t i = 0; i < ids.size(); ++i) by_id.emplace(ids[i], velocities[i]);
  return by_id;
}

void compare_one_step(const SelfCheckScene& scene, OracleCheck& check) {
  World oracle = make_world(scene, ExecutorKind::reference, 1, ascending(scene));
  World candidate = make_world(scene, check.executor, 0, ascending(scene));
  const std::vector<AgentId> ids = oracle.ids();
  std::vector<std::vector<Constraint>> constraints;
  for (const AgentHandle agent : oracle.handles()) constraints.push_back(oracle.constraints(agent));
  oracle.step();
  candidate.step();
  const std::map<AgentId, Vec2d> wanted = velocities_of(oracle), found = velocities_of(candidate);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto ours = found.find(ids[i]), theirs = wanted.find(ids[i]);
    if (ours == found.end() && theirs == wanted.end()) continue;  // left in that step
    const bool in_both = ours != found.end() && theirs != wanted.end();
    const double apart = in_both ? deviation(ours->second, theirs->second) : std::numeric_limits<double>::infinity();
    const bool infeasible = in_both && violation(constraints[i], theirs->second) > feasible_violation;
    Agreement& kind = infeasible ? check.infeasible : check.feasible;
    kind.add(apart, fmt::format("state {}, agent {}", check.states, ids[i]));
  }
  ++check.states;
}

OracleCheck check_against_oracle(const SelfCheckScene& scene, ExecutorKind executor) {
  OracleCheck check;
  check.scene = scene.name;
  check.executor = executor;
  World run = make_world(scene, executor, 0, ascending(scene));
  for (std::size_t state = 0; state < oracle_states; ++state) {
    compare_one_step(at_state(scene, run), check);
    run.step(steps_between_states);
  }
  return check;
}

/// Not every executor has all that agents may have.
std::string why_unavailable(const SelfCheckScene& scene, ExecutorKind executor) {
  try {
    make_world(scene, executor, 0, ascending(scene));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unavailable) throw;
    return error.what();
  }
  return "";
}

std::uint64_t hash_after_run(const SelfCheckScene& scene, ExecutorKind executor, int threads, const Order& order) {
  World world = make_world(scene, executor, threads, order);
  world.step(bits_steps);
  return world.state_hash();
}

void check_bits(const SelfCheckScene& scene, std::span<const ExecutorKind> executors, std::vector<BitsCheck>& out) {
  const std::uint64_t expected = hash_after_run(scene, ExecutorKind::cpu, 1, ascending(scene));
  const auto check = [&](ExecutorKind executor, int threads, const char* name, const Order& order) {
    BitsCheck bits{scene.name, executor, threads, name, 0, expected};
    bits.state_hash = hash_after_run(scene, executor, threads, order);
    out.push_back(std::move(bits));
  };
  for (const ExecutorKind executor : executors) {
    for (const int threads : {1, 2, 3, 8}) {
      if (executor == ExecutorKind::cpu || threads == 1) check(executor, threads, "ascending", ascending(scene));
    }
    check(executor, 1, "descending", descending(scene));
    check(executor, 1, "shuffled", shuffled(scene));
  }
}

}  // namespace

bool OracleCheck::passed() const {
  if (!unavailable.empty()) return true;
  return feasible.agents > 0 && feasible.within == feasible.agents && infeasible.share() >= infeasible_share_wanted;
}

bool SelfCheckReport::passed() const {
  const auto was_run = [](const OracleCheck& check) { return check.unavailable.empty(); };
  return std::any_of(oracle.begin(), oracle.end(), was_run) &&
         std::all_of(oracle.begin(), oracle.end(), [](const OracleCheck& check) { return check.passed(); }) &&
         std::all_of(bits.begin(), bits.end(), [](const BitsCheck& check) { return check.passed(); });
}

SelfCheckReport run_self_check(std::span<const ExecutorKind> executors) {
  std::vector<ExecutorKind> kinds(executors.begin(), executors.end());
  std::erase(kinds, ExecutorKind::reference);
  SelfCheckReport report;
  if (kinds.empty()) return report;
  for (const SelfCheckScene& scene : self_check_scenes()) {
    std::vector<ExecutorKind> able;
    for (const ExecutorKind executor : kinds) {
      std::string reason = why_unavailable(scene, executor);
      if (reason.empty()) {
        able.push_back(executor);
        report.oracle.push_back(check_against_oracle(scene, executor));
      } else {
        OracleCheck& check = report.oracle.emplace_back();
        check.scene = scene.name;
        check.executor = executor;
        check.unavailable = std::move(reason);
      }
    }
    check_bits(scene, able, report.bits);
  }
  return report;
}

}  // namespace throng
