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
  EXPECT_EQ(testing::run(testing::crossing_scene(), {}, 500), (Outcome{0xb4f4e93bd831b5c9, 34, 366, 11528, 0}));
}
TEST(CommittedHashes, Bottleneck) {
  EXPECT_EQ(testing::run(testing::bottleneck_scene(), {}, 500), (Outcome{0xcc6738f187b39c9d, 98, 202, 39249, 0}));
}
TEST(CommittedHashes, Streams) {
  EXPECT_EQ(testing::run(testing::streams_scene(), {}, 500), (Outcome{0x163b622a963a355b, 280, 448, 15188, 775}));
}
TEST(CommittedHashes, Changing) {
  EXPECT_EQ(testing::run(testing::changing_scene(), {}, 500), (Outcome{0xb6b983fdf4f43242, 325, 214, 13451, 0}));
}
TEST(CommittedHashes, Coincident) {
  EXPECT_EQ(testing::run(testing::coincident_scene(), {}, 500), (Outcome{0x855e4678071bc94d, 300, 33, 80372, 0}));
}
TEST(CommittedHashes, Dense) {
  EXPECT_EQ(testing::run(testing::dense_scene(), {}, 500), (Outcome{0x0c990b1572738934, 3000, 49, 1149216, 0}));
}

/// Beginnings, which tell where a difference comes from.
TEST(CommittedHashes, FirstStep) {
  EXPECT_EQ(testing::run(testing::crossing_scene(), {}, 1).state_hash, 0x6cbf708b19e16198ull);
  EXPECT_EQ(testing::run(testing::dense_scene(), {}, 1).state_hash, 0xb7a9ab801f450cb4ull);
}

}  // namespace
}  // namespace throng
