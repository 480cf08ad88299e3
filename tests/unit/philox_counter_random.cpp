#include <gtest/gtest.h>

#include "kernels/agent/counter_random.hpp"

namespace throng::philox_counter_random_tests {
namespace {

void expect_words(const PhiloxCounter& found, const PhiloxCounter& wanted) {
  for (int i = 0; i < 4; ++i) EXPECT_EQ(found.word[i], wanted.word[i]) << "word " << i;
}

// The vectors that the authors publish with Random123 (kat_vectors, philox4x32 10).
TEST(Philox, KnownAnswers) {
  expect_words(philox4x32_10({{0, 0, 0, 0}}, {{0, 0}}), {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
  expect_words(philox4x32_10({{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}}, {{0xffffffff, 0xffffffff}}),
               {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}});
  expect_words(philox4x32_10({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, {{0xa4093822, 0x299f31d0}}),
               {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});
}

TEST(Philox, IsConstantExpression) {
  static_assert(philox4x32_10({{0, 0, 0, 0}}, {{0, 0}}).word[0] == 0x6627e8d5);
  static_assert(philox_key(0x299f31d0a4093822).word[0] == 0xa4093822);
  static_assert(philox_key(0x299f31d0a4093822).word[1] == 0x299f31d0);
}

TEST(Philox, UniformUnitCoversItsHalfOpenRange) {
  EXPECT_EQ(uniform_unit(0, 0), 0.0);
  EXPECT_EQ(uniform_unit(0x80000000, 0), 0.5);
  EXPECT_EQ(uniform_unit(0xffffffff, 0xffffffff), 1.0 - 0x1p-53);
}

}  // namespace
}  // namespace throng::philox_counter_random_tests
