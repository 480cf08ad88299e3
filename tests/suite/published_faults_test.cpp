// Faults seen in published versions of the algorithm: each has a test that it would fail.
#include <limits>

#include "kernels/agent/responsibility.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::published_faults_tests {
namespace {

class PublishedFaults : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(PublishedFaults);

/// Two overlapping discs at rest, radius 0.5, 0.6 m apart: w = -x / dt, so |w| = 6 m/s, u = (1 / dt - 6) n = 4 n with
/// dt 0.1 s, and half of it is 2 m/s away from the other. Dividing by dt twice or keeping |w| in the direction gives
/// others.
TEST_P(PublishedFaults, OverlapIsDividedByTheStepOnceAndTheDirectionIsUnit) {
  World world(options(0.1));
  Profile p;
  p.radius = 0.5;
  p.max_speed = 10.0;
  const ProfileIndex profile = world.add_profile(p);
  const AgentHandle left = world.add_agent(agent_at({0.0, 0.0}, profile));
  world.add_agent(agent_at({0.6, 0.0}, profile));
  const auto lines = world.constraints(left);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NEAR(norm(lines[0].direction), 1.0, 1.0e-6);
  EXPECT_NEAR(lines[0].point.x, -2.0, 1.0e-5);
  EXPECT_NEAR(lines[0].point.y, 0.0, 1.0e-5);
  world.step();
  EXPECT_NEAR(world.velocities()[0].x, -2.0, 1.0e-5);
  EXPECT_NEAR(world.velocities()[1].x, 2.0, 1.0e-5);
  EXPECT_NEAR(world.measure().deepest_overlap, 0.0, 1.0e-5);  // apart after one step
}

TEST_P(PublishedFaults, EveryDirectionIsUnit) {
  Random random(3);
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  world.add_polygon(box(-1.0, -1.0, 1.0, 1.0));
  for (int k = 0; k < 120; ++k) {
    AgentDescription agent = agent_at(random.in_box(3.0), profile);
    agent.velocity = random.in_disc(1.8);
    world.add_agent(agent);
  }
  std::size_t lines = 0;
  for (const AgentHandle agent : world.handles()) {
    for (const Constraint& c : world.constraints(agent)) {
      EXPECT_NEAR(norm(c.direction), 1.0, 1.0e-5);
      ++lines;
    }
  }
  EXPECT_GT(lines, 1000u);
}

TEST_P(PublishedFaults, ConstraintsComeFromCurrentVelocitiesNotPreferredOnes) {
  std::vector<Constraint> seen[2];
  for (int variant = 0; variant < 2; ++variant) {
    World world(options());
    const ProfileIndex profile = world.add_profile({});
    AgentDescription a = agent_at({0.0, 0.0}, profile), b = agent_at({2.0, 0.3}, profile);
    a.velocity = {1.2, 0.1};
    b.velocity = {-0.7, -0.2};
    a.preferred_velocity = variant == 0 ? Vec2d{1.3, 0.0} : Vec2d{-0.2, 0.9};
    b.preferred_velocity = variant == 0 ? Vec2d{-1.3, 0.0} : Vec2d{0.4, 1.1};
    const AgentHandle agent = world.add_agent(a);
    world.add_agent(b);
    seen[variant] = world.constraints(agent);
  }
  ASSERT_EQ(seen[0].size(), 1u);
  ASSERT_EQ(seen[1].size(), 1u);
  EXPECT_EQ(seen[0][0].point, seen[1][0].point);
  EXPECT_EQ(seen[0][0].direction, seen[1][0].direction);
}

TEST_P(PublishedFaults, AgentExactlyAtItsGoalStandsStill) {
  World world(options());
  Profile p;
  p.arrival_tolerance = 0.0;  // so that arriving is not what saves it
  const ProfileIndex profile = world.add_profile(p);
  world.add_agent(agent_to({3.0, -2.0}, {3.0, -2.0}, profile));
  world.add_agent(agent_to({9.0, -2.0}, {9.0, -2.0}, profile));
  world.step(5);
  EXPECT_EQ(world.velocities()[0], (Vec2d{0.0, 0.0}));
  EXPECT_EQ(world.positions()[0], (Vec2d{3.0, -2.0}));
  EXPECT_EQ(world.statistics().arrived, 2u);
}

TEST_P(PublishedFaults, PreferredVelocityHasThePreferredSpeed) {
  World world(options());
  std::vector<double> speeds{0.1, 0.5, 1.34, 4.0};
  for (std::size_t k = 0; k < speeds.size(); ++k) {
    Profile p;
    p.preferred_speed = speeds[k];
    p.max_speed = 5.0;
    const double y = 50.0 * static_cast<double>(k);
    world.add_agent(agent_to({0.0, y}, {30.0, y + 40.0}, world.add_profile(p)));
  }
  world.step();
  for (std::size_t k = 0; k < speeds.size(); ++k) {
    EXPECT_NEAR(norm(world.velocities()[k]), speeds[k], 1.0e-5 * speeds[k]);
    EXPECT_NEAR(world.velocities()[k].x, 0.6 * speeds[k], 1.0e-5 * speeds[k]);
  }
}

TEST_P(PublishedFaults, PreferredVelocityIsCappedByTheMaximumSpeed) {
  World world(options());
  Profile p;
  p.max_speed = 0.7;
  world.add_agent(agent_to({0.0, 0.0}, {100.0, 0.0}, world.add_profile(p)));
  world.step();
  EXPECT_NEAR(world.velocities()[0].x, 0.7, 1.0e-6);
}

/// Parallel constraints at any scale: three agents on a line, the middle one squeezed, lengths and speeds times
/// `scale`.
TEST_P(PublishedFaults, ParallelConstraintsAreRecognisedAtEveryScale) {
  Vec2d at_one;
  for (const double scale : {1.0, 1.0 / 1024.0, 1024.0}) {
    World world(options(0.125));
    Profile p;
    p.radius = 0.25 * scale;
    p.max_speed = 2.0 * scale;
    p.neighbor_distance = 8.0 * scale;
    const ProfileIndex profile = world.add_profile(p);
    // Two in a row from the same side (parallel lines, same way) and one from the other side (opposite way).
    AgentDescription middle = agent_moving({0.0, 0.0}, {1.5 * scale, 0.125 * scale}, profile);
    world.add_agent(middle);
    world.add_agent(agent_moving({2.0 * scale, 0.0}, {-1.0 * scale, 0.0}, profile));
    world.add_agent(agent_moving({3.0 * scale, 0.0}, {-1.5 * scale, 0.0}, profile));
    world.add_agent(agent_moving({-2.0 * scale, 0.0}, {1.75 * scale, 0.0}, profile));
    world.step();
    const Vec2d velocity = times(1.0 / scale, world.velocities()[0]);
    if (scale == 1.0) at_one = velocity;
    EXPECT_LE(max_difference(velocity, at_one), 1.0e-5) << "scale " << scale;
  }
  EXPECT_LT(at_one.x, 1.49);  // it had to give way
}

TEST_P(PublishedFaults, TheNearestNeighborsAreKeptNotTheFirst) {
  World world(options());
  Profile p;
  p.max_neighbors = 3;
  p.neighbor_distance = 100.0;
  const ProfileIndex profile = world.add_profile(p);
  const AgentHandle self = world.add_agent(agent_at({0.0, 0.0}, profile));
  std::vector<AgentHandle> far_to_near;
  for (int k = 20; k >= 1; --k) far_to_near.push_back(world.add_agent(agent_at({1.0 * k, 0.0}, profile)));
  const std::vector<AgentHandle> wanted{far_to_near[19], far_to_near[18], far_to_near[17]};
  EXPECT_EQ(world.neighbors(self), wanted);
}

TEST_P(PublishedFaults, NobodyIsItsOwnNeighbor) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  for (int k = 0; k < 3; ++k) world.add_agent(agent_at({0.0, 0.0}, profile));  // in one spot, where only ids tell
  for (const AgentHandle agent : world.handles()) {
    const auto near = world.neighbors(agent);
    EXPECT_EQ(near.size(), 2u);
    EXPECT_EQ(std::count(near.begin(), near.end(), agent), 0);
  }
}

TEST_P(PublishedFaults, TheOrderOfAddingChangesNoBit) {
  Random random(11);
  std::vector<AgentDescription> agents;
  for (int k = 0; k < 150; ++k) {
    // Half of them on a lattice: equal distances, where only ids decide.
    const Vec2d at = k % 2 == 0 ? Vec2d{0.5 * (k % 12), 0.5 * (k / 12)} : random.in_box(6.0);
    agents.push_back(agent_to(at, times(-1.0, at)));
    agents.back().id = 7 * k + 3;
  }
  std::vector<std::vector<Vec2d>> ends;
  std::vector<std::uint64_t> hashes;
  for (int order = 0; order < 3; ++order) {
    std::vector<AgentDescription> added = agents;
    if (order == 1) std::reverse(added.begin(), added.end());
    if (order == 2) {
      for (std::size_t k = added.size() - 1; k > 0; --k) std::swap(added[k], added[random.below(k + 1)]);
    }
    World world(options());
    const ProfileIndex profile = world.add_profile({});
    for (AgentDescription& agent : added) agent.profile = profile;
    world.add_polygon(box(-0.5, -8.0, 0.5, -2.0));
    world.add_agents(added);
    world.step(20);
    ends.push_back(world.positions());
    hashes.push_back(world.state_hash());
  }
  EXPECT_EQ(ends[0], ends[1]);
  EXPECT_EQ(ends[0], ends[2]);
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

// ---- Shares of responsibility ----

/// With both known, the shares can be read off a pair's constraints: the lines pass through v_i + k_i u and v_j - k_j
/// u, so (point_i - v_i) - (point_j - v_j) = (k_i + k_j) u, which `equal` shows for a sum of 1.
TEST_P(PublishedFaults, SharesSumToOneUnderEveryPolicy) {
  Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    AgentDescription a = agent_at({0.0, 0.0}), b = agent_at(plus({1.5, 0.0}, random.in_disc(1.0)));
    a.velocity = random.in_disc(1.5);
    b.velocity = random.in_disc(1.5);
    a.heading = plus({0.0, 2.0}, random.in_disc(1.0));
    b.heading = plus({0.0, -2.0}, random.in_disc(1.0));
    a.priority = random.between(0.0, 3.0);
    b.priority = trial % 5 == 0 ? std::numeric_limits<double>::infinity() : random.between(0.0, 3.0);
    Vec2d whole_change[4];
    for (int policy = 0; policy < 4; ++policy) {
      WorldOptions settings = options();
      settings.responsibility = static_cast<Responsibility>(policy);
      settings.break_symmetry = false;  // it is wider with `side`: another change, not another share
      World world(settings);
      a.profile = b.profile = world.add_profile({});
      const AgentHandle i = world.add_agent(a), j = world.add_agent(b);
      const auto of_i = world.constraints(i), of_j = world.constraints(j);
      ASSERT_GE(of_i.size() + of_j.size(), 1u);
      // Without a line the share is 0: no change.
      const Vec2d change_of_i = of_i.empty() ? Vec2d{} : minus(of_i[0].point, a.velocity);
      const Vec2d change_of_j = of_j.empty() ? Vec2d{} : minus(of_j[0].point, b.velocity);
      whole_change[policy] = minus(change_of_i, change_of_j);
      EXPECT_LE(max_difference(whole_change[policy], whole_change[0]), 1.0e-5) << "policy " << policy;
    }
  }
}

template <class Share>
void expect_exactly_one(Share&& share) {
  Random random(17);
  const auto f = [&](double low, double high) { return static_cast<float>(random.between(low, high)); };
  const auto v = [&] { return Vec2<float>{f(-2.0, 2.0), f(-2.0, 2.0)}; };
  for (int trial = 0; trial < 20000; ++trial) {
    PairMember<float> a{v(), v(), v(), f(0.0, 5.0)}, b{v(), v(), v(), f(0.0, 1.0e3)};
    if (trial % 7 == 0) b.velocity = a.velocity;
    if (trial % 11 == 0) b.heading = -a.heading;
    if (trial % 13 == 0) a.priority = std::numeric_limits<float>::infinity();
    if (trial % 17 == 0) b.priority = a.priority;
    if (trial % 19 == 0) b.priority = 0.0f;
    const float of_a = share(a, b, true), of_b = share(b, a, false);
    ASSERT_GE(of_a, 0.0f);
    ASSERT_LE(of_a, 1.0f);
    ASSERT_EQ(of_a + of_b, 1.0f) << trial;
  }
}

TEST(PublishedFaultsKernel, SharesOfAPairSumToExactlyOne) {
  for (std::int32_t policy = 0; policy < 4; ++policy) {
    SCOPED_TRACE(policy);
    expect_exactly_one([policy](const auto& own, const auto& other, bool lower) {
      return pair_share<float>(policy, own, other, lower);
    });
  }
}

}  // namespace
}  // namespace throng::test::published_faults_tests
