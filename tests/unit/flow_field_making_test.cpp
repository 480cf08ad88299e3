// How flow fields are made: the same bits on any number of threads, bounded memory, progress.
#include <gtest/gtest.h>

#include <cstring>

#include "flow_field_worlds.hpp"
#include "kernels/agent/sample_flow.hpp"
#include "throng/error.hpp"

namespace throng::flow_field_making_tests {
namespace {

template <class Row>
bool same_bytes(const std::vector<Row>& a, const std::vector<Row>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Row)) == 0);
}
bool same_bits(const FlowField& a, const FlowField& b) {
  return a.origin_x == b.origin_x && a.origin_y == b.origin_y && a.cell == b.cell && same_bytes(a.tile, b.tile) &&
         same_bytes(a.nodes, b.nodes) && same_bytes(a.quads, b.quads) && same_bytes(a.first_wall, b.first_wall) &&
         same_bytes(a.walls, b.walls);
}

TEST(FlowFieldMaking, HasTheSameBitsOnAnyNumberOfThreads) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const flow_testing::FlowScene scene = flow_testing::random_scene(seed);
    const std::vector<FlowGoal> goals{scene.goal, {false, {{3.0, 4.0}}, scene.goal.options}, scene.goal};
    const auto one = make_flow_fields(scene.walls, goals, {.threads = 1, .progress = {}});
    const auto four = make_flow_fields(scene.walls, goals, {.threads = 4, .progress = {}});
    for (std::size_t k = 0; k < goals.size(); ++k) EXPECT_TRUE(same_bits(*one[k], *four[k])) << "seed " << seed;
    EXPECT_TRUE(same_bits(*one[0], *one[2]));
  }
}

/// Streets in a map of 10 km x 10 km.
std::vector<flow::WallShape> streets() {
  return {{true, {{-5000.0, -3.0}, {-5000.0, 3.0}, {5000.0, 3.0}, {5000.0, -3.0}}},
          {true, {{4990.0, 4980.0}, {4990.0, 5000.0}, {5000.0, 5000.0}, {5000.0, 4980.0}}}};
}

TEST(FlowFieldMaking, KeepsTilesOnlyWhereThereIsAWay) {
  const FlowGoal goal{false, {{0.0, 0.0}}, {0.5, 0.6, 2.0}};
  const auto field = make_flow_fields(streets(), {&goal, 1}, {.threads = 2, .progress = {}}).front();
  EXPECT_EQ(field->tile.size(), static_cast<std::size_t>(field->columns * field->rows));
  EXPECT_GT(field->tile.size(), 700000u);
  EXPECT_LT(field->nodes.size(), 1252u * 2u * 289u);
  EXPECT_NEAR(sample_flow(field->view(), {4000.0f, 0.0f}).way, 4000.0f, 0.5f);
  EXPECT_EQ(sample_flow(field->view(), {4995.0f, 4990.0f}).way, flow_unreached);
}

TEST(FlowFieldMaking, RefusesTooManyNodes) {
  const FlowGoal goal{false, {{0.0, 100.0}}, {0.25, 0.6, 2.0}};
  try {
    make_flow_fields({}, std::vector<FlowGoal>{{false, {{0.0, 0.0}, {300.0, 300.0}}, {0.25, 0.6, 2.0}}},
                     {.threads = 1, .most_nodes = 100000, .progress = {}});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_NE(std::string(error.what()).find("more than 99840 nodes"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("a cell size of"), std::string::npos) << error.what();
  }
  const std::vector<FlowGoal> far{{false, {{0.0, 0.0}, {1.0e6, 1.0e6}}, {0.01, 0.6, 2.0}}};
  EXPECT_THROW(make_flow_fields({}, far, {.threads = 1, .progress = {}}), Error);
}

TEST(FlowFieldMaking, TellsHowFarItIsAndCanBeCancelled) {
  const std::vector<flow::WallShape> hall{{true, {{-50.0, -50.0}, {-50.0, 50.0}, {50.0, 50.0}, {50.0, -50.0}}}};
  const std::vector<FlowGoal> goals(3, FlowGoal{false, {{1.0, 2.0}}, {}});
  double last = 0.0;
  int calls = 0;
  make_flow_fields(hall, goals, {.threads = 1, .progress = [&](double done) {
                                   EXPECT_GE(done, last);
                                   EXPECT_LE(done, 1.0);
                                   last = done;
                                   ++calls;
                                   return true;
                                 }});
  EXPECT_GT(calls, 10);
  EXPECT_GT(last, 0.99);
  for (const int threads : {1, 3}) {
    calls = 0;
    try {
      make_flow_fields(hall, goals, {.threads = threads, .progress = [&](double) { return ++calls < 5; }});
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
    EXPECT_EQ(calls, 5);
  }
}

}  // namespace
}  // namespace throng::flow_field_making_tests
