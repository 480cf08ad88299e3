// How many of many numbers are less than one: for who comes before whom.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>

namespace throng {

/// Counts by key. Costs follow the span of the keys there are, not how many have been counted.
class RankedCounts {
 public:
  void add(std::uint64_t key) {
    Block& block = blocks_[key / block_size];
    ++block.counts[key % block_size];
    ++block.total;
    ++total_;
  }
  /// One that has been added.
  void remove(std::uint64_t key) {
    const auto block = blocks_.find(key / block_size);
    --block->second.counts[key % block_size];
    if (--block->second.total == 0) blocks_.erase(block);
    --total_;
  }
  [[nodiscard]] std::uint64_t below(std::uint64_t key) const {
    std::uint64_t sum = 0;
    auto block = blocks_.begin();
    for (; block != blocks_.end() && block->first < key / block_size; ++block) sum += block->second.total;
    if (block == blocks_.end() || block->first != key / block_size) return sum;
    const auto first = block->second.counts.begin();
    return std::accumulate(first, first + static_cast<std::ptrdiff_t>(key % block_size), sum);
  }
  [[nodiscard]] std::uint64_t at(std::uint64_t key) const {
    const auto block = blocks_.find(key / block_size);
    return block == blocks_.end() ? 0 : block->second.counts[key % block_size];
  }
  [[nodiscard]] std::uint64_t total() const { return total_; }

 private:
  static constexpr std::uint64_t block_size = 256;
  struct Block {
    std::uint64_t total = 0;
    std::array<std::uint32_t, block_size> counts{};
  };
  std::map<std::uint64_t, Block> blocks_;
  std::uint64_t total_ = 0;
};

}  // namespace throng
