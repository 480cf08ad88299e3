#include "host/cpu/key_sort.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace throng {
namespace {

constexpr int digit_bits = 11;
constexpr std::size_t digits = std::size_t{1} << digit_bits;
constexpr std::size_t few_items = 1024;    // sorted by comparisons: tables of digits would cost more
constexpr std::size_t part_items = 32768;  // at least, of each thread that takes part
constexpr std::size_t scan_grain = 16384;

}  // namespace

void KeySort::sort(Buffer<KeyedIndex>& items, ThreadTeam& team) {
  const std::size_t count = items.size();
  if (count < few_items) {
    std::stable_sort(items.data(), items.data() + count,
                     [](const KeyedIndex& a, const KeyedIndex& b) { return a.key < b.key; });
    return;
  }
  // Bits that are the same in all keys order nothing.
  std::atomic<std::uint64_t> differing{0};
  team.for_chunks(count, scan_grain, [&](std::size_t begin, std::size_t end, int) {
    std::uint64_t found = 0;
    for (std::size_t i = begin; i < end; ++i) found |= items[i].key ^ items[0].key;
    differing.fetch_or(found, std::memory_order_relaxed);
  });
  other_.resize(count);
  const std::size_t parts = std::clamp<std::size_t>(count / part_items, 1, static_cast<std::size_t>(team.threads()));
  for (std::uint64_t left = differing; left != 0;) {
    const int shift = std::countr_zero(left);
    distribute(items, shift, parts, team);
    items.swap(other_);
    left = shift + digit_bits >= 64 ? 0 : left >> (shift + digit_bits) << (shift + digit_bits);
  }
}

void KeySort::distribute(const Buffer<KeyedIndex>& items, int shift, std::size_t parts, ThreadTeam& team) {
  const std::size_t count = items.size();
  counts_.resize(0);
  counts_.resize(parts * digits);
  std::fill_n(counts_.data(), parts * digits, 0u);
  const auto begin_of = [&](std::size_t part) { return count * part / parts; };
  const auto digit_of = [shift](const KeyedIndex& item) { return item.key >> shift & (digits - 1); };
  team.for_chunks(parts, 1, [&](std::size_t first, std::size_t last, int) {
    for (std::size_t part = first; part < last; ++part) {
      std::uint32_t* const own = counts_.data() + part * digits;
      for (std::size_t i = begin_of(part); i < begin_of(part + 1); ++i) ++own[digit_of(items[i])];
    }
  });
  std::uint32_t before = 0;
  for (std::size_t digit = 0; digit < digits; ++digit) {
    for (std::size_t part = 0; part < parts; ++part) {
      std::uint32_t& entry = counts_[part * digits + digit];
      const std::uint32_t own = entry;
      entry = before;
      before += own;
    }
  }
  team.for_chunks(parts, 1, [&](std::size_t first, std::size_t last, int) {
    for (std::size_t part = first; part < last; ++part) {
      std::uint32_t* const own = counts_.data() + part * digits;
      for (std::size_t i = begin_of(part); i < begin_of(part + 1); ++i) other_[own[digit_of(items[i])]++] = items[i];
    }
  });
}

}  // namespace throng
