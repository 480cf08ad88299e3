#include "host/io/shuffled_chunk.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <random>

namespace throng::io_shuffled_chunk_tests {
namespace {

std::vector<std::uint8_t> unpack(const std::vector<std::uint8_t>& stream, std::size_t size) {
  std::vector<std::uint8_t> bytes(size + 1);
  uLongf length = bytes.size();
  EXPECT_EQ(uncompress(bytes.data(), &length, stream.data(), stream.size()), Z_OK);
  bytes.resize(length);
  return bytes;
}

TEST(ShuffledChunk, IsTheByteTransposeOfItsElements) {
  constexpr std::size_t n = 70001;  // more than one stored block, no multiple of anything
  struct Row {
    std::uint64_t a;
    double b;
  };
  std::mt19937_64 random(3);
  std::vector<Row> rows(n);
  for (std::size_t i = 0; i < n; ++i) rows[i] = {i, static_cast<double>(random()) * 1e-9};
  ShuffledChunk chunk(sizeof(Row), n);
  for (std::size_t first = 0; first < n; first += 999) {  // in pieces, as frames come
    const std::size_t count = std::min<std::size_t>(999, n - first);
    chunk.put(0, first, count, [&](std::size_t i) { return rows[first + i].a; });
    chunk.put(8, first, count, [&](std::size_t i) { return rows[first + i].b; });
  }
  std::vector<std::uint8_t> stream;
  chunk.compress(stream);
  const std::vector<std::uint8_t> bytes = unpack(stream, n * sizeof(Row));
  ASSERT_EQ(bytes.size(), n * sizeof(Row));
  const auto* plain = reinterpret_cast<const std::uint8_t*>(rows.data());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t byte = 0; byte < sizeof(Row); ++byte) {
      wrong += bytes[byte * n + i] != plain[i * sizeof(Row) + byte] ? 1 : 0;
    }
  }
  EXPECT_EQ(wrong, 0u);
}

TEST(ShuffledChunk, EmptyRowsCostNearlyNothing) {
  ShuffledChunk chunk(40, 65536);
  chunk.put(0, 0, 10, [](std::size_t i) { return static_cast<std::int64_t>(i + 1); });
  std::vector<std::uint8_t> stream;
  chunk.compress(stream);
  EXPECT_LT(stream.size(), 20000u);
  chunk.clear();
  chunk.compress(stream);
  EXPECT_EQ(unpack(stream, 40 * 65536), std::vector<std::uint8_t>(40 * 65536, 0));
}

}  // namespace
}  // namespace throng::io_shuffled_chunk_tests
