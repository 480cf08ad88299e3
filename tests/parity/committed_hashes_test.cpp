// Hashes that every build must meet: each compiler, optimization level and instruction set (tools/parity_builds.sh).
//
// They change only with the model (docs/model.md) or with the scenes: then the new values are what a failure prints.
#include <gtest/gtest.h>

#include "tests/parity/parity_scene.hpp"

namespace throng::committed_hashes_tests {
namespace {

using test::Outcome;

/// After 500 steps: hash, agents left, arrived, infeasible, wall crossings.
TEST(CommittedHashes, Crossing) {
  EXPECT_EQ(test::run(test::crossing_scene(), {}, 500), (Outcome{0xb4f4e93bd831b5c9, 34, 366, 11528, 0}));
}
TEST(CommittedHashes, Bottleneck) {
  EXPECT_EQ(test::run(test::bottleneck_scene(), {}, 500), (Outcome{0xca134f0c7f530c3e, 96, 204, 35401, 0}));
}
TEST(CommittedHashes, Streams) {
  EXPECT_EQ(test::run(test::streams_scene(), {}, 500), (Outcome{0x90f8249e8a6bbe67, 283, 435, 13018, 775}));
}
TEST(CommittedHashes, Changing) {
  EXPECT_EQ(test::run(test::changing_scene(), {}, 500), (Outcome{0xcc594ca1be9cc4e9, 325, 217, 13120, 0}));
}
TEST(CommittedHashes, Coincident) {
  EXPECT_EQ(test::run(test::coincident_scene(), {}, 500), (Outcome{0x9b112b07c1c48da1, 300, 70, 77644, 0}));
}
TEST(CommittedHashes, Steering) {
  EXPECT_EQ(test::run(test::steering_scene(), {}, 500), (Outcome{0x7ef1123807c0f334, 367, 51, 10916, 9}));
}
TEST(CommittedHashes, Turning) {
  EXPECT_EQ(test::run(test::turning_scene(), {}, 500), (Outcome{0x7b413f9b494fdd49, 300, 299, 8885, 0}));
}
TEST(CommittedHashes, TurningRoom) {
  EXPECT_EQ(test::run(test::turning_room_scene(), {}, 500), (Outcome{0x2f0480127c15df2b, 215, 273, 10741, 0}));
}
TEST(CommittedHashes, Contact) {
  EXPECT_EQ(test::run(test::contact_scene(), {}, 500), (Outcome{0xc03f7d1eb10251ea, 329, 383, 17319, 640}));
}
TEST(CommittedHashes, Pressed) {
  EXPECT_EQ(test::run(test::pressed_scene(), {}, 500), (Outcome{0x6f17d7bb9f59f3a2, 119, 181, 38480, 0}));
}
TEST(CommittedHashes, Dense) {
  EXPECT_EQ(test::run(test::dense_scene(), {}, 500), (Outcome{0xc45006f5c24583a2, 3000, 44, 1148446, 0}));
}

TEST(CommittedHashes, Footprints) {
  EXPECT_EQ(test::run(test::footprints_scene(), {}, 500), (Outcome{0xfa08645d23bbe3bd, 381, 304, 43200, 487}));
}

TEST(CommittedHashes, Density) {
  EXPECT_EQ(test::run(test::density_scene(), {}, 500), (Outcome{0xce025b6acec0d4aa, 210, 115, 44077, 0}));
}
TEST(CommittedHashes, Slopes) {
  EXPECT_EQ(test::run(test::slopes_scene(), {}, 500), (Outcome{0x95dca705d286f3f0, 38, 362, 10538, 0}));
}
TEST(CommittedHashes, Ramps) {
  EXPECT_EQ(test::run(test::ramps_scene(), {}, 500), (Outcome{0xca59a951001ba66b, 371, 46, 12768, 21}));
}

/// Beginnings, which tell where a difference comes from.
TEST(CommittedHashes, FirstStep) {
  EXPECT_EQ(test::run(test::crossing_scene(), {}, 1).state_hash, 0x6cbf708b19e16198ull);
  EXPECT_EQ(test::run(test::dense_scene(), {}, 1).state_hash, 0x23a49e2e04568c79ull);
}

}  // namespace
}  // namespace throng::committed_hashes_tests
