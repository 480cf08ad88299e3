// An engine that owns its agents: on every executor the bits of a world's step.
#include <cstddef>

#include "tests/support/executors.hpp"
#include "tests/support/solver_scenes.hpp"

namespace throng::test::solver_tests {
namespace {

SolverOptions solver_options(const WorldOptions& options, ExecutorKind executor) {
  return {.executor = executor,
          .threads = 2,
          .time_step = options.time_step,
          .responsibility = options.responsibility,
          .neighbor_query = options.neighbor_query,
          .break_symmetry = options.break_symmetry,
          .leave_obstacles = options.leave_obstacles};
}

/// Agents as an engine may have them.
struct Engine {
  struct Body {
    Vec2d position, velocity, heading, new_velocity, new_heading;
  };
  std::vector<Body> bodies;
  std::vector<Vec2d> preferred;
  std::vector<float> priorities;
  std::vector<std::uint32_t> profiles, layers, masks;
  std::vector<std::uint8_t> avoids, infeasible;
  std::vector<AgentId> ids;

  explicit Engine(const RandomCrowd& crowd) {
    for (const AgentDescription& a : crowd.agents) {
      bodies.push_back({a.position, a.velocity, a.heading.value_or(Vec2d{1.0, 0.0}), {}, {}});
      preferred.push_back(a.preferred_velocity.value_or(Vec2d{}));
      priorities.push_back(static_cast<float>(a.priority));
      profiles.push_back(a.profile.row);
      layers.push_back(a.layer);
      masks.push_back(a.mask);
      avoids.push_back(a.avoids ? 1 : 0);
      ids.push_back(*a.id);
    }
    infeasible.assign(bodies.size(), 9);
  }

  [[nodiscard]] std::vector<Vec2d> new_velocities() const {
    std::vector<Vec2d> all;
    for (const Body& body : bodies) all.push_back(body.new_velocity);
    return all;
  }

  SolverBatch batch() {
    const auto of_bodies = [&](Vec2d Body::*member) {
      return WritableArray(&(bodies.data()->*member), bodies.size(), sizeof(Body));
    };
    const auto read = [&](Vec2d Body::*member) {
      return BorrowedArray(static_cast<const Vec2d*>(&(bodies.data()->*member)), bodies.size(), sizeof(Body));
    };
    SolverBatch batch;
    batch.positions = read(&Body::position);
    batch.velocities = read(&Body::velocity);
    batch.headings = read(&Body::heading);
    batch.preferred_velocities = preferred;
    batch.priorities = priorities;
    batch.profiles = profiles;
    batch.layers = layers;
    batch.masks = masks;
    batch.avoids = avoids;
    batch.ids = ids;
    batch.new_velocities = of_bodies(&Body::new_velocity);
    batch.new_headings = of_bodies(&Body::new_heading);
    return batch;
  }
};

class SolverBits : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(SolverBits);

TEST_P(SolverBits, AreThoseOfAWorldWhileAgentsComeAndGo) {
  std::uint64_t agents = 0, infeasible = 0;
  const std::uint64_t seeds = GetParam() == ExecutorKind::cpu ? 150 : 12;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(seed);
    RandomCrowd crowd = random_solver_crowd(seed);
    for (AgentDescription& a : crowd.agents) a.priority = static_cast<float>(a.priority);
    Solver solver(solver_options(crowd.options, GetParam()));
    solver.set_profiles(crowd.profiles);
    solver.set_obstacles(outlines_of(crowd));
    Random random(seed);
    AgentId next_id = 1000;
    for (int round = 0; round < 3; ++round) {
      World world = crowd.make(GetParam());
      world.step();
      Engine engine(crowd);
      const SolverCounts counts = solver.solve(engine.batch());
      ASSERT_EQ(solver.origin(), world.origin());
      EXPECT_EQ(counts.infeasible, world.statistics().infeasible);
      EXPECT_EQ(counts.neighbor_cap_hits, world.statistics().neighbor_cap_hits);
      agents += crowd.agents.size();
      infeasible += counts.infeasible;
      for (std::size_t k = 0; k < crowd.agents.size(); ++k) {
        AgentDescription& a = crowd.agents[k];
        const AgentState state = world.state(*world.find(*a.id));
        EXPECT_EQ(engine.bodies[k].new_velocity, state.velocity) << k;
        EXPECT_EQ(engine.bodies[k].new_heading, state.heading) << k;
        a.velocity = state.velocity;
        a.position = plus(a.position, times(crowd.options.time_step, state.velocity));
        a.heading = state.heading;
      }
      // The two posts stay, at the end.
      const auto anywhere = [&](std::size_t places) {
        return crowd.agents.begin() + static_cast<std::ptrdiff_t>(random.below(places));
      };
      for (std::size_t gone = random.below(4); gone > 0; --gone) {
        if (crowd.agents.size() > 2) crowd.agents.erase(anywhere(crowd.agents.size() - 2));
      }
      for (std::size_t come = random.below(6); come > 0; --come) {
        AgentDescription agent = agent_at(random.in_box(5.0));
        agent.id = ++next_id;
        agent.preferred_velocity = random.in_disc(1.5);
        agent.heading = agent.preferred_velocity;
        crowd.agents.insert(anywhere(crowd.agents.size() - 1), agent);
      }
    }
  }
  EXPECT_GT(agents, 60 * seeds);
  EXPECT_GT(infeasible, 2 * seeds);
}

TEST(SolverCpu, SaysWhoIsInfeasible) {
  std::uint64_t infeasible = 0;
  for (const ExecutorKind executor : {ExecutorKind::cpu, ExecutorKind::reference}) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const RandomCrowd crowd = random_solver_crowd(seed);
      Solver solver(solver_options(crowd.options, executor));
      solver.set_profiles(crowd.profiles);
      solver.set_obstacles(outlines_of(crowd));
      Engine engine(crowd);
      SolverBatch batch = engine.batch();
      batch.infeasible = engine.infeasible;
      const SolverCounts counts = solver.solve(batch);
      std::uint64_t marked = 0;
      for (const std::uint8_t mark : engine.infeasible) {
        EXPECT_LE(mark, 1);
        marked += mark;
      }
      EXPECT_EQ(marked, counts.infeasible);
      infeasible += marked;
      if (executor == ExecutorKind::reference) continue;
      const ObstacleSet obstacles(outlines_of(crowd), {.origin = Vec2d{}});
      for (std::size_t i = 0; i < crowd.agents.size(); ++i) {
        if (!crowd.agents[i].avoids) continue;
        const SoleAgent sole = sole_agent(crowd, i);
        const VelocitySolution own = solve_velocity(crowd.profiles[crowd.agents[i].profile.row], sole.asking,
                                                    sole.neighbors, &obstacles, solve_options(crowd.options));
        EXPECT_EQ(engine.infeasible[i] != 0, own.infeasible) << i;
      }
    }
  }
  EXPECT_GT(infeasible, 100u);
}

TEST(SolverCpu, CellsAndThreadsDontShow) {
  constexpr std::size_t count = 12000;
  Random random(5);
  std::vector<Vec2d> positions, preferred;
  for (std::size_t k = 0; k < count; ++k) {
    positions.push_back(random.in_box(60.0));
    preferred.push_back(random.in_disc(1.4));
  }
  std::vector<std::vector<Vec2d>> results;
  for (const int threads : {1, 3}) {
    for (const double cell_size : {0.0, 7.0}) {
      Solver solver({.executor = ExecutorKind::cpu, .threads = threads, .cell_size = cell_size});
      EXPECT_EQ(solver.threads(), threads);
      std::vector<Vec2d> velocities(count);
      SolverBatch batch;
      batch.positions = positions;
      batch.velocities = velocities;
      batch.preferred_velocities = preferred;
      batch.new_velocities = velocities;  // in the place of what is read
      for (int call = 0; call < 3; ++call) solver.solve(batch);
      results.push_back(velocities);
    }
  }
  for (const auto& result : results) EXPECT_EQ(result, results[0]);
}

TEST(SolverCpu, TypesAndStridesOfElementsDontShow) {
  constexpr std::size_t count = 300;
  struct Plain {
    char name[3];
    Vec2f position, velocity;
    float radius;
    double max_speed;
  };
  Random random(6);
  std::vector<Plain> plain(count);
  std::vector<Vec2d> positions, velocities, doubles(count);
  std::vector<double> radii;
  std::vector<float> max_speeds;
  for (Plain& p : plain) {
    const Vec2d at = random.in_box(8.0), moving = random.in_disc(1.0);
    p.position = {static_cast<float>(at.x), static_cast<float>(at.y)};
    p.velocity = {static_cast<float>(moving.x), static_cast<float>(moving.y)};
    p.radius = static_cast<float>(random.between(0.1, 0.3));
    p.max_speed = static_cast<float>(random.between(0.5, 2.0));
    positions.push_back({p.position.x, p.position.y});
    velocities.push_back({p.velocity.x, p.velocity.y});
    radii.push_back(p.radius);
    max_speeds.push_back(static_cast<float>(p.max_speed));
  }
  SolverBatch one;
  one.positions = positions;
  one.velocities = velocities;
  one.preferred_velocities = velocities;
  one.radii = radii;
  one.max_speeds = max_speeds;
  one.new_velocities = doubles;
  Solver solver({.executor = ExecutorKind::cpu});
  solver.solve(one);

  SolverBatch other;
  other.positions = {&plain[0].position, count, sizeof(Plain)};
  other.velocities = {&plain[0].velocity, count, sizeof(Plain)};
  other.preferred_velocities = other.velocities;
  other.radii = {&plain[0].radius, count, sizeof(Plain)};
  other.max_speeds = {&plain[0].max_speed, count, sizeof(Plain)};
  std::vector<Vec2f> floats(count);
  other.new_velocities = floats;
  solver.solve(other);
  for (std::size_t k = 0; k < count; ++k) EXPECT_EQ((Vec2d{floats[k].x, floats[k].y}), doubles[k]) << k;

  // Backward: the last agent first. Ids go along.
  std::vector<AgentId> ids;
  for (std::size_t k = 0; k < count; ++k) ids.push_back(static_cast<AgentId>(count - 1 - k));
  const auto backward = [&](auto* member) {
    return BorrowedArray(member, count, element_type_of<std::remove_cvref_t<decltype(*member)>>,
                         -static_cast<std::ptrdiff_t>(sizeof(Plain)));
  };
  Plain& last = plain.back();
  other.positions = backward(&last.position);
  other.velocities = other.preferred_velocities = backward(&last.velocity);
  other.radii = backward(&last.radius);
  other.max_speeds = backward(&last.max_speed);
  other.ids = ids;
  solver.solve(other);
  for (std::size_t k = 0; k < count; ++k) {
    const Vec2f v = floats[count - 1 - k];
    EXPECT_EQ((Vec2d{v.x, v.y}), doubles[k]) << k;
  }
}

}  // namespace
}  // namespace throng::test::solver_tests
