// Every executor against the double-precision reference, over random crowds.
#include "tests/support/executors.hpp"
#include "tests/support/random_crowd.hpp"

namespace throng::test::oracle_agreement_tests {
namespace {

class OracleAgreement : public OnExecutor {};
THRONG_ON_FAST_EXECUTORS(OracleAgreement);

constexpr double tolerance = 1.0e-4;  // m/s

std::vector<Vec2d> step_once(const RandomCrowd& crowd, ExecutorKind executor) {
  World world = crowd.make(executor);
  world.step();
  return world.velocities();
}

/// The crowd as an executor in float might see it: every number moved by up to its rounding.
RandomCrowd rounded_crowd(RandomCrowd crowd, std::uint64_t seed) {
  Random random(seed);
  const auto move = [&](Vec2d& v) {
    v.x *= 1.0 + random.between(-0x1p-23, 0x1p-23);
    v.y *= 1.0 + random.between(-0x1p-23, 0x1p-23);
  };
  for (AgentDescription& agent : crowd.agents) {
    move(agent.position);
    move(agent.velocity);
    const Profile& p = crowd.profiles[agent.profile.row];
    agent.radius = *p.radius * (1.0 + random.between(-0x1p-23, 0x1p-23));
  }
  return crowd;
}

TEST_P(OracleAgreement, WithinTheOraclesOwnSensitivity) {
  std::size_t feasible = 0, feasible_beyond_plain = 0, infeasible = 0, infeasible_off = 0;
  for (std::uint64_t seed = 2000; seed < 2300; ++seed) {
    const RandomCrowd crowd = random_crowd(seed);
    World oracle = crowd.make(ExecutorKind::reference);
    std::vector<std::vector<Constraint>> lines;
    for (const AgentHandle agent : oracle.handles()) lines.push_back(oracle.constraints(agent));
    oracle.step();
    const std::vector<Vec2d> wanted = oracle.velocities(), got = step_once(crowd, GetParam());
    std::vector<std::vector<Vec2d>> shaken;  // only where the plain tolerance is not enough
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const double off = max_difference(wanted[k], got[k]);
      const bool solvable = violation(lines[k], wanted[k]) <= 1.0e-4;
      ++(solvable ? feasible : infeasible);
      if (off <= tolerance) continue;
      if (shaken.empty()) {
        for (std::uint64_t s = 0; s < 8; ++s) {
          shaken.push_back(step_once(rounded_crowd(crowd, 10 * seed + s), ExecutorKind::reference));
        }
      }
      double spread = 0.0;
      for (const auto& velocities : shaken) spread = std::max(spread, max_difference(wanted[k], velocities[k]));
      const bool agrees = off <= tolerance + 4.0 * spread;
      if (!solvable) {
        infeasible_off += !agrees;
        continue;
      }
      ++feasible_beyond_plain;
      EXPECT_TRUE(agrees) << "seed " << seed << " agent " << k << ": off by " << off << ", spread " << spread;
    }
  }
  RecordProperty("feasible_beyond_plain", static_cast<int>(feasible_beyond_plain));
  EXPECT_GT(feasible, 4000u);
  EXPECT_GT(infeasible, 500u);
  // Sensitive agents are the exception.
  EXPECT_LE(static_cast<double>(feasible_beyond_plain), 0.01 * static_cast<double>(feasible));
  EXPECT_LE(static_cast<double>(infeasible_off), 0.015 * static_cast<double>(infeasible));
}

}  // namespace
}  // namespace throng::test::oracle_agreement_tests
