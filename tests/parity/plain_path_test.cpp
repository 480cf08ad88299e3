// One agent at a time, as a device thread runs it, against eight at a time: the same bits, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "host/cpu/solver_memory.hpp"
#include "host/cpu/step_kernels.hpp"
#include "kernels/agent/brake.hpp"
#include "kernels/agent/density_speed.hpp"
#include "kernels/agent/footprint_lines.hpp"
#include "kernels/agent/solve_agent.hpp"
#include "tests/parity/instruction_sets.hpp"
#include "tests/parity/random_step.hpp"

namespace throng::plain_path_tests {
namespace {

using test::RandomStep;
using test::StepKind;

struct PlainCounts {
  std::uint64_t infeasible = 0, cap_hits = 0, obstacle_lines = 0, turned = 0, footprint_lines = 0, slowed = 0;
};

void keep_discs(const StepData& step, NeighborList& neighbors) {
  std::int32_t discs = 0;
  for (std::int32_t n = 0; n < neighbors.count; ++n) {
    if (footprint_of(step, step.crowd.storage_index[neighbors.index[n]]) != no_footprint) continue;
    neighbors.index[discs++] = neighbors.index[n];
  }
  neighbors.count = discs;
}

SolvedVelocity solve_plainly(const StepData& step, std::uint32_t self, PlainCounts& counts) {
  SelfAgent agent = load_self(step, self);
  if (follows_density(step, agent.storage)) {
    const Vec2<float> wanted = agent.preferred_velocity;
    agent.preferred_velocity = slowed_velocity(step, self, wanted);
    counts.slowed += agent.preferred_velocity.x != wanted.x ? 1 : 0;
  }
  if (step.brakes && step.profiles[step.agents.profile[agent.storage]].brakes != 0) {
    agent.preferred_velocity = braked_velocity(step, self, agent.preferred_velocity);
  }
  float distance_sq[neighbor_cap + 1];
  std::uint32_t index[neighbor_cap + 1];
  NeighborList neighbors{distance_sq, index, 0, 0};
  std::vector<float> edge_distance_sq(1000);
  std::vector<std::uint32_t> edge(1000);
  EdgeList edges{edge_distance_sq.data(), edge.data(), 1000, 0};
  if (agent.avoids) {
    counts.cap_hits += find_agent_neighbors(step, self, agent, neighbors) ? 1 : 0;
    const float reach = obstacle_reach(step.profiles[step.agents.profile[agent.storage]], agent);
    EXPECT_TRUE(find_edges(step.obstacles, agent.position, reach, edges));
  }
  const auto rows = static_cast<std::size_t>(edges.count + neighbors.count + footprint_row_cap);
  std::vector<HalfPlane<float>> lines(rows), scratch(rows);
  const HalfPlaneRows<float> line_rows{lines.data()}, scratch_rows{scratch.data()};
  const std::int32_t walls = obstacle_lines(step, agent, edges, line_rows);
  counts.obstacle_lines += static_cast<std::uint64_t>(walls);
  if (step.footprints.count == 0) {
    agent_lines(step, agent, neighbors, walls, line_rows);
    const SolvedVelocity solved = solve_lines(step, agent, line_rows, walls, walls + neighbors.count, scratch_rows);
    counts.infeasible += solved.infeasible ? 1 : 0;
    return solved;
  }
  const std::int32_t hard = walls + (agent.avoids ? footprint_lines(step, agent, lines.data() + walls) : 0);
  keep_discs(step, neighbors);
  agent_lines(step, agent, neighbors, hard, line_rows);
  const SolvedVelocity solved =
      solve_lines_of_footprints(step, agent, line_rows, walls, hard, hard + neighbors.count, scratch_rows);
  counts.infeasible += solved.infeasible ? 1 : 0;
  counts.footprint_lines += static_cast<std::uint64_t>(hard - walls);
  return solved;
}

bool same_bits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

PlainCounts expect_same_velocities(const StepKind& kind) {
  PlainCounts plain;
  const RandomStep scene(kind);
  const StepData& step = scene.data();
  const std::uint32_t n = scene.size();
  std::vector<Vec2<float>> expected(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    expected[step.crowd.storage_index[i]] = solve_plainly(step, i, plain).velocity;
  }
  // Of those whose turning is not limited the packs write what they like, and nobody reads it.
  const auto turns = [&](std::uint32_t i) {
    return step.turns_limited && turns_slowly(step.profiles[step.agents.profile[i]].turn_cosine);
  };
  const std::vector<float> heading_x(step.next_heading_x, step.next_heading_x + n);
  const std::vector<float> heading_y(step.next_heading_y, step.next_heading_y + n);
  for (std::uint32_t i = 0; i < n; ++i) plain.turned += turns(i) && heading_x[i] != step.agents.heading_x[i] ? 1 : 0;
  std::fill_n(step.next_heading_x, n, 1.0e9f);
  std::fill_n(step.next_heading_y, n, 1.0e9f);
  const std::vector<float> starts(step.search_start_sq, step.search_start_sq + n);
  for (const StepKernels* kernels : test::instruction_sets()) {
    OwnedSolverMemory memory(*kernels);
    WorkerCounts counts{};
    // In pieces that are no multiples of eight, as threads get them.
    for (std::uint32_t begin = 0; begin < n; begin += 61) {
      kernels->solve(step, memory.memory(), counts, begin, std::min(n, begin + 61));
    }
    kernels->flush(step, memory.memory());
    int wrong = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      wrong +=
          same_bits(step.new_velocity_x[i], expected[i].x) && same_bits(step.new_velocity_y[i], expected[i].y) ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0) << kernels->name << ", seed " << kind.seed;
    int wrong_headings = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      const bool same =
          same_bits(step.next_heading_x[i], heading_x[i]) && same_bits(step.next_heading_y[i], heading_y[i]);
      wrong_headings += !turns(i) || same ? 0 : 1;
    }
    EXPECT_EQ(wrong_headings, 0) << kernels->name << ", seed " << kind.seed;
    EXPECT_EQ(counts.infeasible, plain.infeasible) << kernels->name;
    EXPECT_EQ(counts.neighbor_cap_hits, plain.cap_hits) << kernels->name;
    std::copy(starts.begin(), starts.end(), step.search_start_sq);
    std::fill_n(step.new_velocity_x, n, 1.0e9f);
    std::fill_n(step.new_velocity_y, n, 1.0e9f);
    std::fill_n(step.next_heading_x, n, 1.0e9f);
    std::fill_n(step.next_heading_y, n, 1.0e9f);
  }
  return plain;
}

/// All settings crossed; the seed decides the rest.
PlainCounts cross_settings(std::uint64_t seed, const StepKind& base) {
  PlainCounts sum;
  for (std::int32_t policy = 0; policy < 4; ++policy) {
    for (unsigned bits = 0; bits < 32; ++bits) {
      StepKind kind = base;
      kind.seed = ++seed;
      kind.responsibility = policy;
      kind.range_query = (bits & 1) != 0;
      kind.limits = (bits & 2) != 0;
      kind.layers = (bits & 4) != 0;
      kind.obstacles = (bits & 8) != 0;
      kind.break_symmetry = (bits & 16) != 0;
      const PlainCounts counts = expect_same_velocities(kind);
      sum.infeasible += counts.infeasible;
      sum.cap_hits += counts.cap_hits;
      sum.obstacle_lines += counts.obstacle_lines;
      sum.turned += counts.turned;
      sum.footprint_lines += counts.footprint_lines;
      sum.slowed += counts.slowed;
    }
  }
  return sum;
}

TEST(PlainPath, AnyDensity) {
  const PlainCounts counts = cross_settings(1, {.agents = 200});
  EXPECT_GT(counts.infeasible, 500u);  // else the 3-D program goes untested
  EXPECT_GT(counts.obstacle_lines, 500u);
}

TEST(PlainPath, EqualDistancesAndCoincidentAgents) { cross_settings(2000, {.agents = 150, .on_lattice = true}); }

TEST(PlainPath, LimitedTurning) {
  const PlainCounts counts = cross_settings(4000, {.agents = 150, .turning = true});
  EXPECT_GT(counts.turned, 5000u);
  EXPECT_GT(counts.infeasible, 500u);
}

TEST(PlainPath, Density) {
  const PlainCounts counts = cross_settings(8000, {.agents = 150, .density = true});
  EXPECT_GT(counts.slowed, 8000u);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    expect_same_velocities({.seed = seed, .agents = 600, .side = 6.0, .density = true});
    expect_same_velocities({.seed = seed, .agents = 300, .side = 80.0, .density = true});
    expect_same_velocities({.seed = seed, .agents = 90, .on_lattice = true, .density = true});
    expect_same_velocities({.seed = seed, .agents = 90, .density = true, .footprints = true});
  }
}

TEST(PlainPath, Footprints) {
  const PlainCounts counts = cross_settings(6000, {.agents = 150, .footprints = true});
  EXPECT_GT(counts.infeasible, 500u);
  EXPECT_GT(counts.footprint_lines, 50000u);
}

TEST(PlainPath, FootprintsInDenseCrowdsAndAlone) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    expect_same_velocities({.seed = seed, .agents = 600, .side = 6.0, .limits = true, .footprints = true});
    expect_same_velocities({.seed = seed, .agents = 300, .side = 80.0, .footprints = true});
    expect_same_velocities({.seed = seed, .agents = 90, .on_lattice = true, .footprints = true});
    expect_same_velocities({.seed = seed, .agents = static_cast<std::uint32_t>(seed), .footprints = true});
  }
}

TEST(PlainPath, MoreNeighborsThanTheCap) {
  const PlainCounts counts = expect_same_velocities({.seed = 5, .agents = 500, .side = 4.0, .range_query = true});
  EXPECT_GT(counts.cap_hits, 100u);
}

TEST(PlainPath, FewAgents) {
  for (std::uint32_t agents = 1; agents <= 17; ++agents) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      expect_same_velocities({.seed = seed, .agents = agents, .side = 3.0, .limits = true});
    }
  }
}

}  // namespace
}  // namespace throng::plain_path_tests
