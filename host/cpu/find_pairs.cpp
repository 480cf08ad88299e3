#include "host/cpu/find_pairs.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <new>

#include "throng/error.hpp"

namespace throng {
namespace {

constexpr std::size_t sort_grain = 8192, search_grain = 1024;  // bodies per task
constexpr std::uint64_t most_found_pairs = std::uint64_t{1} << 31;
/// Of each thread. With more, bodies are searched a second time instead: then pairs are kept once, not twice.
constexpr std::size_t most_kept_pairs = std::size_t{1} << 24;
constexpr std::uint64_t counted_pairs = 64;              // of a thread, before all are told of them
constexpr std::size_t long_list = std::size_t{1} << 15;  // sorted by all threads together
constexpr std::size_t boxes_ahead = 16, places_ahead = 32, pairs_ahead = 16;  // of what is asked for before it is read
constexpr std::uint32_t cursors_per_level = 4;  // a search looks at about three rows of a level

/// first_not_less, begun where an earlier search ended: what bodies side by side look for is side by side.
std::uint32_t first_not_less_near(const std::uint64_t* keys, std::uint32_t begin, std::uint32_t end, std::uint64_t key,
                                  std::uint32_t hint) {
  hint = std::clamp(hint, begin, end);
  std::uint32_t step = 1;
  if (hint < end && keys[hint] < key) {
    begin = hint + 1;
    while (end - begin > step && keys[begin + step - 1] < key) {
      begin += step;
      step *= 2;
    }
    return first_not_less(keys, begin, end - begin > step ? begin + step : end, key);
  }
  end = hint;
  while (end - begin > step && keys[end - step] >= key) {
    end -= step;
    step *= 2;
  }
  return first_not_less(keys, end - begin > step ? end - step : begin, end, key);
}

}  // namespace

void PairFinder::sort_bodies(const BodiesView& bodies, float margin, ThreadTeam& team) {
  const std::size_t n = bodies.count;
  level_of_.resize(n);
  sums_.assign(static_cast<std::size_t>(team.threads()) * pair_level_count, {});
  team.for_chunks(n, sort_grain, [&](std::size_t begin, std::size_t end, int worker) {
    LevelSum* const sums = sums_.data() + static_cast<std::size_t>(worker) * pair_level_count;
    for (std::size_t i = begin; i < end; ++i) {
      const BodyBox& box = bodies.boxes[i];
      const std::uint32_t level = bodies.bodies[i].fault != 0 ? level_of_nowhere : pair_level(box, margin);
      level_of_[i] = static_cast<std::uint8_t>(level);
      LevelSum& sum = sums[level];
      ++sum.count;
      if (level >= level_of_everywhere) continue;
      sum.half_width = larger(sum.half_width, half_of(box.min_x, box.max_x));
      sum.half_height = larger(sum.half_height, half_of(box.min_y, box.max_y));
    }
  });
  levels_.clear();
  std::array<float, pair_level_count> inverse_row{};
  std::uint32_t before = 0;
  for (std::uint32_t level = 0; level < level_of_nowhere; ++level) {
    LevelSum all{};
    for (std::size_t part = level; part < sums_.size(); part += pair_level_count) {
      all.count += sums_[part].count;
      all.half_width = larger(all.half_width, sums_[part].half_width);
      all.half_height = larger(all.half_height, sums_[part].half_height);
    }
    if (all.count == 0) continue;
    inverse_row[level] = inverse_row_height(level, all.half_height, margin);
    levels_.push_back({all.half_width, all.half_height, inverse_row[level], level, before, before + all.count});
    before += all.count;
  }
  keyed_.resize(n);
  team.for_chunks(n, sort_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t level = level_of_[i];
      keyed_[i] = {body_key(bodies.boxes[i], level, inverse_row[level]), static_cast<std::uint32_t>(i)};
    }
  });
  key_sort_.sort(keyed_, team);
  keys_.resize(before);
  boxes_.resize(before);
  numbers_.resize(before);
  team.for_chunks(before, sort_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t p = begin; p < end; ++p) {
      if (p + boxes_ahead < end) __builtin_prefetch(&bodies.boxes[keyed_[p + boxes_ahead].index]);
      keys_[p] = keyed_[p].key;
      numbers_[p] = keyed_[p].index;
      boxes_[p] = bodies.boxes[keyed_[p].index];
    }
  });
  search_ = {keys_.data(), boxes_.data(), numbers_.data(), levels_.data(), static_cast<std::uint32_t>(levels_.size()),
             before,       margin};
}

template <class Take>
std::uint64_t PairFinder::for_each_pair(ThreadTeam& team, Take&& take) {
  const PairSearch search = search_;
  std::atomic<std::uint64_t> total{0};
  for (Found& found : found_) found.cursors.assign(search.level_count * cursors_per_level, 0);
  team.for_chunks(search.count, search_grain, [&](std::size_t begin, std::size_t end, int worker) {
    Found& found = found_[static_cast<std::size_t>(worker)];
    std::uint32_t* const cursors = found.cursors.data();
    std::uint64_t pairs = 0;
    for (std::size_t p = begin; p < end; ++p) {
      const BodyBox box = search.boxes[p];
      const std::uint32_t own = search.numbers[p];
      for_partners(
          search, static_cast<std::uint32_t>(p),
          [&](std::uint32_t level, std::uint32_t row, std::uint32_t first, std::uint32_t last, std::uint64_t key) {
            std::uint32_t& cursor = cursors[level * cursors_per_level + row % cursors_per_level];
            return cursor = first_not_less_near(search.keys, first, last, key, cursor);
          },
          [&](std::uint32_t q) {
            const bool near = boxes_are_near(box, search.boxes[q], search.margin);
            const std::uint32_t other = search.numbers[q];
            take(PairRow{std::min(own, other), std::max(own, other)}, near, found);
            pairs += near ? 1 : 0;
          });
      if (pairs < counted_pairs && p + 1 < end) continue;
      if (total.fetch_add(pairs, std::memory_order_relaxed) + pairs > most_found_pairs) return;
      pairs = 0;
    }
  });
  return total;
}

template <class Take>
void PairFinder::for_each_kept(ThreadTeam& team, Take&& take) {
  for (const Found& found : found_) {
    team.for_chunks(found.kept, sort_grain,
                    [&](std::size_t begin, std::size_t end, int) { take(found.pairs.data() + begin, end - begin); });
  }
}

void PairFinder::find(const BodiesView& bodies, float margin, ThreadTeam& team, Buffer<PairRow>& pairs) try {
  const FloatingPointMode mode;
  sort_bodies(bodies, margin, team);
  if (found_.size() < static_cast<std::size_t>(team.threads())) found_.resize(static_cast<std::size_t>(team.threads()));
  for (Found& found : found_) found.kept = 0;

  // How many each body is the first of; then where they begin; then, when they are in place, where they end.
  const std::size_t n = bodies.count;
  place_.resize(n + 1);
  std::fill_n(place_.data(), n + 1, 0u);
  const bool alone = team.threads() == 1;
  const auto next_place = [&](const PairRow& pair) {
    std::uint32_t& place = place_[pair.a];
    return alone ? place++ : std::atomic_ref(place).fetch_add(1, std::memory_order_relaxed);
  };
  std::atomic<bool> all_kept{true};
  const std::uint64_t total = for_each_pair(team, [&](const PairRow& pair, bool near, Found& found) {
    if (found.kept < most_kept_pairs) {
      // Written in any case: whether a pair is near can't be foretold.
      if (found.kept == found.pairs.size()) found.pairs.resize(found.kept + found.kept / 2 + search_grain);
      found.pairs[found.kept] = pair;
      found.kept += near ? 1 : 0;
    } else if (near) {
      all_kept.store(false, std::memory_order_relaxed);
      next_place(pair);
    }
  });
  if (total > most_found_pairs)
    throw Error(ErrorCode::out_of_memory, "more than 2147483648 pairs of bodies are near each other");
  // Kept first: their places are known early enough to ask for them.
  for_each_kept(team, [&](const PairRow* kept, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      if (k + places_ahead < count) __builtin_prefetch(&place_[kept[k + places_ahead].a], 1);
      next_place(kept[k]);
    }
  });
  std::uint32_t before = 0;
  for (std::size_t a = 0; a <= n; ++a) {
    const std::uint32_t count = place_[a];
    place_[a] = before;
    before += count;
  }
  pairs.resize(0);
  pairs.resize(total);
  if (all_kept) {
    for_each_kept(team, [&](const PairRow* kept, std::size_t count) {
      for (std::size_t k = 0; k < count; ++k) {
        if (k + places_ahead < count) __builtin_prefetch(&place_[kept[k + places_ahead].a], 1);
        if (k + pairs_ahead < count) {
          const std::uint32_t a = kept[k + pairs_ahead].a;
          __builtin_prefetch(&pairs[std::atomic_ref(place_[a]).load(std::memory_order_relaxed)], 1);
        }
        pairs[next_place(kept[k])] = kept[k];
      }
    });
  } else {
    for_each_pair(team, [&](const PairRow& pair, bool near, Found&) {
      if (near) pairs[next_place(pair)] = pair;
    });
  }
  const auto by_second = [](const PairRow& a, const PairRow& b) { return a.b < b.b; };
  const auto begin_of = [&](std::size_t a) { return a == 0 ? pairs.data() : pairs.data() + place_[a - 1]; };
  const auto end_of = [&](std::size_t a) { return pairs.data() + place_[a]; };
  std::atomic<bool> any_long{false};
  team.for_chunks(n, search_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t a = begin; a < end; ++a) {
      const auto length = static_cast<std::size_t>(end_of(a) - begin_of(a));
      if (length < 2) continue;
      if (length < long_list) {
        std::sort(begin_of(a), end_of(a), by_second);
      } else {
        any_long.store(true, std::memory_order_relaxed);
      }
    }
  });
  for (std::size_t a = 0; any_long && a < n; ++a) {
    if (static_cast<std::size_t>(end_of(a) - begin_of(a)) >= long_list) team.sort(begin_of(a), end_of(a), by_second);
  }
} catch (const std::bad_alloc&) {
  throw Error(ErrorCode::out_of_memory, "the pairs of bodies that are near each other do not fit into memory");
}

}  // namespace throng
