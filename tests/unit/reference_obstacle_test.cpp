#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "host/reference/obstacle_chain.hpp"
#include "host/reference/obstacle_constraint.hpp"
#include "host/reference/polygon.hpp"
#include "tests/unit/reference_fixtures.hpp"

namespace throng::reference::reference_obstacle_tests {
namespace {

using namespace testing_support;

std::vector<ChainVertex> chains_of(std::vector<Obstacle> obstacles) { return link_chains(obstacles); }

/// Radius 0.5 m, horizon 2 s: rho = 0.25 m/s.
Mover mover_at(const Vec& position, const Vec& velocity = Vec::Zero()) { return {position, velocity, 0.5, 2.0}; }

// ---- Chains ----

TEST(ReferenceChain, ThinWallIsSeenFromBothSides) {
  const auto chains = chains_of({wall({{0, 0}, {1, 0}, {1, 1}})});
  ASSERT_EQ(chains.size(), 4u);
  const std::vector<Vec> ring = {{0, 0}, {1, 0}, {1, 1}, {1, 0}};
  for (std::size_t k = 0; k < 4; ++k) {
    expect_near(chains[k].point, ring[k]);
    EXPECT_EQ(chains[k].next, (k + 1) % 4);
    EXPECT_EQ(chains[k].previous, (k + 3) % 4);
    EXPECT_EQ(chains[k].edge, k);
    EXPECT_FALSE(chains[k].solid);
  }
  EXPECT_TRUE(chains[0].convex);   // an end
  EXPECT_TRUE(chains[1].convex);   // the corner from outside
  EXPECT_TRUE(chains[2].convex);   // an end
  EXPECT_FALSE(chains[3].convex);  // the corner from inside
}

TEST(ReferenceChain, TwoPointsAreARingOfTwo) {
  const auto chains = chains_of({wall({{0, 0}, {2, 0}})});
  ASSERT_EQ(chains.size(), 2u);
  expect_near(chains[0].direction, {1, 0});
  expect_near(chains[1].direction, {-1, 0});
  EXPECT_TRUE(chains[0].convex && chains[1].convex);
}

TEST(ReferenceChain, EdgesOfZeroLengthAreDropped) {
  const auto closed = chains_of({polygon({{0, 0}, {0, 0}, {1, 0}, {1, 1}, {1, 1}, {0, 0}})});
  ASSERT_EQ(closed.size(), 3u);
  for (const ChainVertex& vertex : closed) EXPECT_NEAR(vertex.direction.norm(), 1.0, 1.0e-15);
  EXPECT_EQ(chains_of({wall({{1, 1}, {1, 1}, {2, 1}})}).size(), 2u);
  EXPECT_EQ(chains_of({wall({{1, 1}, {1, 1}})}).size(), 0u);
}

TEST(ReferenceChain, OnlyCounterClockwisePolygonsAreSolid) {
  EXPECT_TRUE(is_solid(box(0, 0, 1, 1)));
  EXPECT_FALSE(is_solid(polygon({{0, 0}, {0, 1}, {1, 1}, {1, 0}})));
  EXPECT_FALSE(is_solid(wall({{0, 0}, {1, 0}, {1, 1}, {0, 0}})));
}

TEST(ReferenceChain, StraightOnIsConvex) {
  const auto chains = chains_of({polygon({{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}})});
  EXPECT_TRUE(chains[1].convex);
}

TEST(ReferencePolygon, AreaAndInside) {
  const std::vector<Vec> notched = {{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}};
  EXPECT_DOUBLE_EQ(signed_area(notched), 10.0);
  EXPECT_TRUE(contains(notched, {0.5, 2.0}));
  EXPECT_FALSE(contains(notched, {2.0, 2.0}));  // in the notch
  EXPECT_FALSE(contains(notched, {5.0, 1.0}));
  const std::vector<Vec> reversed(notched.rbegin(), notched.rend());
  EXPECT_DOUBLE_EQ(signed_area(reversed), -10.0);
  EXPECT_TRUE(contains(reversed, {0.5, 2.0}));
}

// ---- Which edges, in which order ----

TEST(ReferenceObstacle, EdgesActFromTheirRightOnlyAndWithinRange) {
  const auto chains = chains_of({wall({{-5, 1}, {5, 1}})});
  EXPECT_EQ(edges_in_range(chains, {0, 0}, 3.0), (std::vector<std::size_t>{0}));
  EXPECT_EQ(edges_in_range(chains, {0, 2}, 3.0), (std::vector<std::size_t>{1}));
  EXPECT_TRUE(edges_in_range(chains, {0, 1}, 3.0).empty());  // on the wall
  EXPECT_TRUE(edges_in_range(chains, {0, 0}, 1.0).empty());  // strictly nearer
}

TEST(ReferenceObstacle, EdgesComeByDistanceThenObstacleThenEdge) {
  // Diagonally before a corner both edges are equally far, and the same box again has a higher id.
  const auto chains = chains_of({box(1, 1, 3, 3, 4), box(1, 1, 3, 3, 9), wall({{-5, -0.5}, {5, -0.5}}, 12)});
  EXPECT_EQ(edges_in_range(chains, {0, 0}, 9.0), (std::vector<std::size_t>{9, 0, 3, 4, 7}));
}

// ---- The line of one edge ----

TEST(ReferenceObstacle, AheadOfAWallTheApproachIsLimited) {
  const auto chains = chains_of({wall({{-5, 1}, {5, 1}})});
  const auto line = obstacle_constraint(chains, 0, mover_at({0, 0}), {});
  ASSERT_TRUE(line);
  expect_line(*line, {0.0, 0.25}, {-1.0, 0.0});  // (1 m - 0.5 m) / 2 s
}

TEST(ReferenceObstacle, TouchingAWallForbidsApproach) {
  const auto chains = chains_of({wall({{-5, 0.3}, {5, 0.3}})});
  expect_line(*obstacle_constraint(chains, 0, mover_at({0, 0}, {0, 1}), {}), {0, 0}, {-1, 0});
}

TEST(ReferenceObstacle, TouchingAnEndTurnsAroundIt) {
  const auto chains = chains_of({wall({{0.3, 0.1}, {5, 0.1}})});
  // The disc touches the left end; the line is square to the way there.
  const Vec l(0.3, 0.1);
  expect_line(*obstacle_constraint(chains, 0, mover_at({0, 0}), {}), {0, 0}, turned_left(l).normalized());
  // And the right end, from the other side of the wall.
  const auto mirrored = chains_of({wall({{-5, 0.1}, {-0.3, 0.1}})});
  const Vec q(-0.3, 0.1);
  expect_line(*obstacle_constraint(mirrored, 0, mover_at({0, 0}), {}), {0, 0}, turned_left(q).normalized());
}

TEST(ReferenceObstacle, TouchingAReflexVertexBelongsToTheOtherEdge) {
  // The inner corner of a room at (1, 1), the agent beyond the left end of the upper wall's line.
  const auto chains = chains_of({polygon({{-9, -9}, {-9, 1}, {1, 0.9}, {1, -9}})});
  // Edge 2 runs down from the corner (1, 0.9): the agent at (0.8, 1.0) is past its start.
  EXPECT_FALSE(chains[2].convex);
  EXPECT_FALSE(obstacle_constraint(chains, 2, mover_at({0.8, 1.0}), {}));
  // Edge 1 ends in that corner; an agent past its end touches a reflex vertex, too.
  EXPECT_FALSE(obstacle_constraint(chains, 1, mover_at({1.2, 0.6}), {}));
}

TEST(ReferenceObstacle, TouchingAVertexIsLeftToTheNextEdgeWhenThatActs) {
  const auto chains = chains_of({box(0, 0, 2, 2)});
  // Diagonally off the corner (2, 0): the bottom edge ends there, the right edge begins there, and both act.
  const Mover mover = mover_at({2.2, -0.2});
  EXPECT_FALSE(obstacle_constraint(chains, 0, mover, {}));
  const auto line = obstacle_constraint(chains, 1, mover, {});
  ASSERT_TRUE(line);
  expect_line(*line, {0, 0}, turned_left(Vec(-0.2, 0.2)).normalized());
}

TEST(ReferenceObstacle, SeenEndOnAWallIsItsNearEnd) {
  const auto chains = chains_of({wall({{-5, 1}, {5, 1}})});
  const Vec l(2.0, 0.1);
  const auto line = obstacle_constraint(chains, 0, mover_at({-7, 0.9}), {});
  ASSERT_TRUE(line);
  expect_line(*line, (l.norm() - 0.5) / 2.0 * l.normalized(), turned_left(l).normalized());
  const Vec q(-2.0, 0.1);
  const auto other = obstacle_constraint(chains, 0, mover_at({7, 0.9}), {});
  ASSERT_TRUE(other);
  expect_line(*other, (q.norm() - 0.5) / 2.0 * q.normalized(), turned_left(q).normalized());
}

TEST(ReferenceObstacle, SeenEndOnThroughAReflexVertexThereIsNoLine) {
  const auto chains = chains_of({polygon({{-9, -9}, {-9, 1}, {1, 0.9}, {1, -9}})});
  EXPECT_FALSE(obstacle_constraint(chains, 2, mover_at({0.9, 3.0}), {}));  // its start is reflex
}

TEST(ReferenceObstacle, LegsAreTangentsToTheDiscsAroundTheEnds) {
  const auto chains = chains_of({wall({{-1, 2}, {1, 2}})});
  // Fast to the right: the nearest boundary is the right leg.
  const auto line = obstacle_constraint(chains, 0, mover_at({0, 0}, {1.5, 2.0}), {});
  ASSERT_TRUE(line);
  const Vec q(1, 2);
  const double g = std::sqrt(4.75);
  const Vec right_leg = Vec(q.x() * g + q.y() * 0.5, -q.x() * 0.5 + q.y() * g) / 5.0;
  expect_line(*line, {0, 0}, -right_leg);  // the leg's line passes through the apex, velocity 0
}

TEST(ReferenceObstacle, ForeignLegGivesNoLine) {
  const auto chains = chains_of({box(0, 0, 1, 1)});
  const Vec position(-3, -3);
  const Vec alpha = Vec(3, 3) / 2.0;
  // Left of the bottom edge stands the left edge: what projects there is that edge's matter, not the bottom's ...
  EXPECT_FALSE(obstacle_constraint(chains, 0, mover_at(position, alpha + Vec(-0.05, 0.5)), {}));
  EXPECT_TRUE(obstacle_constraint(chains, 3, mover_at(position, alpha + Vec(-0.05, 0.2)), {}));
  // ... and the other way round.
  EXPECT_FALSE(obstacle_constraint(chains, 3, mover_at(position, alpha + Vec(0.5, -0.05)), {}));
  EXPECT_TRUE(obstacle_constraint(chains, 0, mover_at(position, alpha + Vec(0.2, -0.05)), {}));
}

TEST(ReferenceObstacle, CoveredEdgesAreSkipped) {
  const auto chains = chains_of({wall({{-5, 1}, {5, 1}}), wall({{-1, 2}, {1, 2}}, 1)});
  const Mover mover = mover_at({0, 0});
  const std::vector<HalfPlane> near = {*obstacle_constraint(chains, 0, mover, {})};
  EXPECT_FALSE(obstacle_constraint(chains, 2, mover, near));
  EXPECT_TRUE(obstacle_constraint(chains, 2, mover, {}));
  EXPECT_EQ(obstacle_constraints(chains, mover, 2.0).size(), 1u);
}

/// Four random obstacles, polygons (they may cross themselves and each other) and thin walls.
std::vector<Obstacle> random_obstacles(Random& random, int vertices) {
  std::vector<Obstacle> obstacles;
  for (std::uint64_t id = 0; id < 4; ++id) {
    Obstacle& obstacle = obstacles.emplace_back(Obstacle{id, vertices > 2 && id % 2 == 0, {}});
    for (int k = 0; k < vertices; ++k) obstacle.vertices.push_back(random.in_square(4.0));
  }
  return obstacles;
}

bool overlaps_an_edge(const std::vector<ChainVertex>& chains, const Mover& mover) {
  return std::any_of(chains.begin(), chains.end(), [&](const ChainVertex& vertex) {
    const Vec nearest = nearest_on_segment(mover.position, vertex.point, chains[vertex.next].point);
    return (nearest - mover.position).norm() <= mover.radius;
  });
}

TEST(ReferenceObstacle, EveryLineAllowsStandingStill) {
  Random random(41);
  std::size_t lines = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const auto chains = chains_of(random_obstacles(random, 2 + trial % 4));
    const Mover mover{random.in_square(4.0), random.in_square(2.0), random.between(0.0, 1.0), 2.0};
    const bool overlaps = overlaps_an_edge(chains, mover);
    for (const HalfPlane& line : obstacle_constraints(chains, mover, 2.0)) {
      ++lines;
      ASSERT_TRUE(line.origin().allFinite() && line.direction().allFinite());
      EXPECT_NEAR(line.direction().norm(), 1.0, 1.0e-12);
      if (!overlaps) {
        EXPECT_LE(violation(line, Vec::Zero()), 1.0e-12) << trial;
      }
    }
  }
  EXPECT_GT(lines, 50000u);
}

/// The promise, tested without the formulas: an allowed velocity does not touch the obstacle within the horizon.
TEST(ReferenceObstacle, AllowedVelocitiesDoNotHit) {
  Random random(42);
  const std::vector<std::vector<Obstacle>> scenes = {{wall({{-2, 0}, {2, 0}})}, {box(-1, -1, 1, 1)}};
  int checked = 0;
  for (const auto& scene : scenes) {
    const auto chains = chains_of(scene);
    const auto& shape = scene[0];
    for (int trial = 0; trial < 4000; ++trial) {
      const Mover mover = mover_at(random.in_square(5.0), random.in_square(2.0));
      if (nearest_on_path(shape.vertices, shape.closed, mover.position).distance_sq <= 0.25) continue;
      if (shape.closed && contains(shape.vertices, mover.position)) continue;
      const auto lines = obstacle_constraints(chains, mover, 4.0);
      const Vec velocity = random.in_square(2.0);
      const bool allowed = std::all_of(lines.begin(), lines.end(),
                                       [&](const HalfPlane& line) { return violation(line, velocity) <= 0.0; });
      if (!allowed) continue;
      ++checked;
      for (double t = 0.0; t <= 2.0; t += 0.05) {
        const Vec position = mover.position + t * velocity;
        const double nearest = std::sqrt(nearest_on_path(shape.vertices, shape.closed, position).distance_sq);
        ASSERT_GE(nearest, 0.5 - 1.0e-4) << "trial " << trial << " at " << t << " s";
      }
    }
  }
  EXPECT_GT(checked, 1500);
}

}  // namespace
}  // namespace throng::reference::reference_obstacle_tests
