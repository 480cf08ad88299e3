// Where agents with a footprint start: fills leave them room, warnings say where given places do not.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/scenario/outline.hpp"
#include "tests/files/scenario_testing.hpp"
#include "tests/support/random.hpp"
#include "throng/collision.hpp"

namespace throng::scenario_footprints_tests {
namespace {

/// Agents and edges as bodies of the collision library, in their poses.
class Bodies {
 public:
  void add_polygon(std::span<const Vec2d> vertices, Vec2d at, Vec2d along) {
    for (const Vec2d& v : vertices) vertices_.push_back(single(v));
    offsets_.push_back(static_cast<std::uint32_t>(vertices_.size()));
    translation_.push_back(single(at));
    rotation_.push_back(single(along));
  }
  void add_disc(Vec2d center, double radius) {
    centers_.push_back(single(center));
    radii_.push_back(static_cast<float>(radius));
  }
  /// m, of all pairs of which `counts` says so (by number: polygons, then discs).
  template <class Counts>
  [[nodiscard]] double deepest(Counts counts) const {
    const ConvexSet set({.polygon_count = translation_.size(),
                         .offsets = offsets_.data(),
                         .vertices = vertices_.data(),
                         .translation = translation_.data(),
                         .rotation = rotation_.data(),
                         .disc_count = centers_.size(),
                         .center = centers_.data(),
                         .radius = radii_.data()});
    EXPECT_TRUE(set.refused().empty());
    std::vector<BodyPair> pairs = find_pairs(set);
    std::erase_if(pairs, [&](const BodyPair& pair) { return !counts(pair.a, pair.b); });
    double deepest = 0.0;
    for (const Contact& contact : collide(set, pairs)) deepest = std::max(deepest, contact.depth);
    return deepest;
  }

 private:
  static Vec2f single(Vec2d v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }
  std::vector<std::uint32_t> offsets_{0};
  std::vector<Vec2f> vertices_, translation_, rotation_, centers_;
  std::vector<float> radii_;
};

/// m, of any two agents, or of an agent and an edge of an obstacle, in the poses that the world gives them.
double deepest_at_the_start(Scenario scenario) {
  scenario.options.executor = ExecutorKind::cpu;
  const World world = make_world(scenario);
  Bodies bodies;
  std::uint32_t edges = 0;
  for (const Scenario::Obstacle& obstacle : scenario.obstacles) {
    const std::size_t n = obstacle.vertices.size();
    for (std::size_t k = obstacle.closed ? 0 : 1; k < n; ++k, ++edges) {
      bodies.add_polygon(std::vector<Vec2d>{obstacle.vertices[k == 0 ? n - 1 : k - 1], obstacle.vertices[k]}, {},
                         {1, 0});
    }
  }
  for (const AgentHandle handle : world.handles()) {
    const AgentState agent = world.state(handle);
    const auto footprint = world.profile(agent.profile).footprint;
    if (footprint) {
      bodies.add_polygon(world.footprint(*footprint), agent.position, agent.heading);
    } else {
      bodies.add_disc(agent.position, agent.radius);
    }
  }
  return bodies.deepest([edges](std::uint32_t a, std::uint32_t b) { return a >= edges || b >= edges; });
}

const std::string profiles = R"("seed": 5, "profiles": {
    "cart": {"footprint": [[-0.6, -0.35], [-0.6, 0.35], [0.5, 0.35], [0.6, 0], [0.5, -0.35]]},
    "bus": {"footprint": [[-6, -1.25], [6, -1.25], [6, 1.25], [-6, 1.25]], "radius": 1.3}}, )";

TEST(ScenarioFootprints, FillsLeaveThemRoom) {
  const Scenario scenario = parse(scenario_text(profiles + R"("agents": [
      {"profile": "bus", "position": [0, 0], "heading": [1, 2]},
      {"profile": "cart", "count": 40, "fill": {"rectangle": [[-10, -10], [10, 10]]}, "goal": [30, 30]},
      {"profile": "cart", "count": 40, "fill": {"disc": {"center": [0, 0], "radius": 10}}, "goal": {"line": [[-30, -5], [-30, 5]]}},
      {"count": 250, "fill": {"rectangle": [[-10, -10], [10, 10]]}}],
      "obstacles": [{"polygon": [[6, -6], [7, -6], [7, -5], [6, -5]]}, {"polyline": [[-9, 4], [-4, 9]]}])"));
  ASSERT_EQ(scenario.agents.size(), 331u);
  EXPECT_TRUE(scenario.warnings.empty());
  EXPECT_LT(deepest_at_the_start(scenario), 1e-5);
}

TEST(ScenarioFootprints, FillsUseWhatIsFreeBesideThem) {
  // Ten circles around the bus would take 1,130 m^2 of the 800 m^2.
  const Scenario scenario = parse(scenario_text(
      profiles +
      R"("agents": [{"profile": "bus", "count": 10, "fill": {"rectangle": [[0, 0], [40, 20]]}, "heading": [0, -2]}])"));
  EXPECT_LT(deepest_at_the_start(scenario), 1e-5);
}

TEST(ScenarioFootprints, FillsKeepThemOnTheWalkableArea) {
  const Scenario scenario = parse(scenario_text(
      profiles + R"x("agents": [{"profile": "bus", "count": 3, "fill": {"rectangle": [[0, 0], [30, 12]]}}],
      "geometry": {"wkt": "POLYGON ((0 0, 30 0, 30 12, 0 12, 0 0), (14 5.9, 14.1 5.9, 14.1 6, 14 6, 14 5.9))"})x"));
  EXPECT_LT(deepest_at_the_start(scenario), 1e-5);
  for (const AgentDescription& agent : scenario.agents) {
    EXPECT_TRUE(agent.position.x >= 6 && agent.position.x <= 24 && agent.position.y >= 1.25 &&
                agent.position.y <= 10.75);
  }
}

TEST(ScenarioFootprints, TooManyAreCounted) {
  const auto filled = [](int count, const char* side) {
    return error_of([&] {
      parse(scenario_text(
          profiles +
          fmt::format(R"("agents": [{{"profile": "bus", "count": {}, "fill": {{"rectangle": [[0, 0], [{}, {}]]}}}}])",
                      count, side, side)));
    });
  };
  expect_contains(filled(30, "20"), "/agents/0/count: asked for 30 agents, but only ");
  expect_contains(filled(30000000, "3000"), "the largest discs in their footprints would fill the shape");
}

std::vector<std::string> warnings_of(const std::string& keys) { return parse(scenario_text(profiles + keys)).warnings; }

TEST(ScenarioFootprints, GivenPlacesThatOverlapAreNamed) {
  const std::vector<std::string> found = warnings_of(R"("agents": [
      {"position": [5, 1.35], "id": 7}, {"profile": "bus", "position": [0, 0]}, {"position": [1, 1.5]},
      {"profile": "cart", "position": [6.3, 0], "heading": [0, 3]}, {"profile": "cart", "position": [-6.3, 0], "goal": [-9, 0]}])");
  ASSERT_EQ(found.size(), 1u);
  expect_contains(found[0],
                  "4 of the agents with given places overlap another one at the start: the first is agent 7 "
                  "(/agents/0) at (5, 1.35), on agent 8 (/agents/1) at (0, 0) heading (1, 0)");
  EXPECT_EQ(found[0].find("7 (/agents/0) at (5, 1.35) heading"), std::string::npos);
}

TEST(ScenarioFootprints, BothOfAPairThatOverlapsCount) {
  const std::vector<std::string> found = warnings_of(R"("agents": [
      {"position": [0, 0]}, {"position": [10, 0]}, {"position": [0, 10]}, {"position": [90, 0]},
      {"position": [3, 3], "radius": 20}])");
  ASSERT_EQ(found.size(), 1u);
  expect_contains(found[0],
                  "4 of the agents with given places overlap another one at the start: the first is agent 0 "
                  "(/agents/0) at (0, 0), on agent 4 (/agents/4) at (3, 3)");
}

TEST(ScenarioFootprints, CirclesThatOverlapAreNoReason) {
  EXPECT_TRUE(
      warnings_of(R"("agents": [{"profile": "bus", "position": [0, 0]}, {"profile": "bus", "position": [0, 2.6]},
      {"profile": "bus", "position": [8, 0], "heading": [0, 1]}, {"position": [0, -1.5]}],
      "obstacles": [{"polyline": [[-20, -1.75], [20, -1.75]]}])")
          .size() == 1u);  // the one across the line
  EXPECT_TRUE(
      warnings_of(R"("agents": [{"profile": "bus", "position": [0, 0]}, {"profile": "bus", "position": [0, 2.6]}],
      "obstacles": [{"polyline": [[-20, -1.3], [20, -1.3]]}])")
          .empty());
}

TEST(ScenarioFootprints, ThoseAcrossEdgesAreNamed) {
  const std::vector<std::string> wall = warnings_of(R"("agents": [{"position": [0, 9]},
      {"fill": {"grid": {"origin": [0, 0], "columns": 3, "rows": 1, "spacing": 2}}, "profile": "cart", "heading": [0, 1]}],
      "obstacles": [{"polyline": [[1.5, 0.55], [9, 0.55]]}])");
  ASSERT_EQ(wall.size(), 1u);
  expect_contains(wall[0], "2 of the agents start with their footprint across a wall");
  expect_contains(
      wall[0], "the first is agent 2 (/agents/1) at (2, 0) heading (0, 1), on the edge from (1.5, 0.55) to (9, 0.55)");

  const std::vector<std::string> area = warnings_of(R"x("agents": [{"profile": "bus", "position": [5, 5]}],
      "geometry": {"wkt": "POLYGON ((0 0, 90 0, 90 10, 0 10, 0 0))"})x");
  ASSERT_EQ(area.size(), 1u);
  expect_contains(area[0], "(/agents/0) at (5, 5) heading (1, 0), on the edge from (0, 0) to (0, 10)");

  const std::vector<std::string> pillar = warnings_of(R"("agents": [{"profile": "bus", "position": [0, 0]}],
      "obstacles": [{"polygon": [[4, 0], [4.2, 0], [4.2, 0.2], [4, 0.2]]}])");
  ASSERT_EQ(pillar.size(), 1u) << "one that is all within the footprint";
}

// ---- Outlines ----

TEST(Outline, AgreesWithTheCollisionLibrary) {
  test::Random random(17);
  const std::vector<std::vector<Vec2d>> shapes{
      {{-0.5, -0.25}, {1.0, -0.25}, {1.0, 0.5}, {-0.5, 0.5}}, {{1.5, 0.0}, {-0.5, 0.75}, {-0.5, -0.75}}, {}};
  int overlapping = 0, apart = 0;
  for (int n = 0; n < 3000; ++n) {
    Bodies bodies;
    scenario::Outline outlines[2];
    const Vec2d offset{random.between(-2.5, 2.5), random.between(-2.5, 2.5)};
    for (const int k : {0, 1}) {
      const double angle = random.between(-3.2, 3.2);
      const Vec2d heading{std::cos(angle), std::sin(angle)}, at = k == 0 ? Vec2d{} : offset;
      const auto& shape = shapes[static_cast<std::size_t>(random.between(0.0, 3.0))];
      outlines[k] = scenario::turned(shape, heading);
      if (shape.empty()) {
        outlines[k].radius = random.between(0.1, 1.0);
        bodies.add_disc(at, outlines[k].radius);
      } else {
        bodies.add_polygon(shape, at, heading);
      }
    }
    const double depth = bodies.deepest([](std::uint32_t, std::uint32_t) { return true; });
    const bool found = scenario::overlap(outlines[0], outlines[1], offset);
    EXPECT_EQ(found, scenario::overlap(outlines[1], outlines[0], {-offset.x, -offset.y}));
    EXPECT_TRUE(found || depth <= 1e-5) << n << ": " << depth;
    EXPECT_TRUE(!found || depth > 0.0) << n;
    ++(found ? overlapping : apart);
  }
  EXPECT_GT(overlapping, 500);
  EXPECT_GT(apart, 500);
}

TEST(Outline, SegmentsComeInOrTouch) {
  const std::vector<Vec2d> square{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  EXPECT_TRUE(scenario::meets_segment(square, {-5, 0}, {5, 0}));
  EXPECT_TRUE(scenario::meets_segment(square, {0.2, 0.1}, {0.3, 0.3}));
  EXPECT_TRUE(scenario::meets_segment(square, {0.5, 1.4}, {1.4, 0.5}));
  EXPECT_FALSE(scenario::meets_segment(square, {0.7, 1.4}, {1.4, 0.7}));
  EXPECT_FALSE(scenario::meets_segment(square, {-5, 1}, {5, 1}));
  EXPECT_FALSE(scenario::meets_segment(square, {1.5, 0}, {5, 0}));
  EXPECT_DOUBLE_EQ(scenario::inner_radius(square), 1.0);
}

}  // namespace
}  // namespace throng::scenario_footprints_tests
