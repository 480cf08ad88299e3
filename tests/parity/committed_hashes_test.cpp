// Hashes that every build must meet: each compiler, optimization level and instruction set (tools/parity_builds.sh).
//
// They change only with the model (docs/model.md) or with the scenes: then the new values are what a failure prints.
#include <gtest/gtest.h>

#include "tests/parity/parity_scene.hpp"

namespace throng {
namespace {

using testing::Outcome;

/// After 500 steps: hash, agents left, arrived, infeasible, wall crossings.
TEST(CommittedHashes, Crossing) {
  EXPECT_EQ(testing::run(testing::crossing_scene(), {}, 500), (Outcome{0, 0, 0, 0, 0}));
}
TEST(CommittedHashes, Bottleneck) {
  EXPECT_EQ(testing::run(testing::bottleneck_scene(), {}, 500), (Outcome{0, 0, 0, 0, 0}));
}
TEST(CommittedHashes, Streams) { EXPECT_EQ(testing::run(testing::streams_scene(), {}, 500), (Outcome{0, 0, 0, 0, 0})); }
TEST(CommittedHashes, Changing) {
  EXPECT_EQ(testing::run(testing::changing_scene(), {}, 500), (Outcome{0, 0, 0, 0, 0}));
}
TEST(CommittedHashes, Coincident) {
  EXPECT_EQ(testing::run(testing::coincident_scene(), {}, 500), (Outcome{0, 0, 0, 0, 0}));
}
TEST(CommittedHashes, Dense) { EXPECT_EQ(testing::run(testing::dense_scene(), {}, 500), (Outcome{0, 0, 0, 0, 0})); }

/// Beginnings, which tell where a difference comes from.
TEST(CommittedHashes, FirstStep) {
  EXPECT_EQ(testing::run(testing::crossing_scene(), {}, 1).state_hash, 0u);
  EXPECT_EQ(testing::run(testing::dense_scene(), {}, 1).state_hash, 0u);
}

}  // namespace
}  // namespace throng
