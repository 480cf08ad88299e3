#include "host/scenario/disc_index.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace throng::scenario {
namespace {

constexpr double smallest_cell = 0x1p-20;  // m; keeps a coordinate of 1e9 m within the integers

std::int64_t cell_of(double coordinate, double cell_size) {
  return static_cast<std::int64_t>(std::floor(coordinate / cell_size));
}

/// All discs of a size class are at most one cell wide.
double cell_size_for(double radius) {
  double size = smallest_cell;
  while (size < 2.0 * radius) size *= 2.0;
  return size;
}

bool near(Vec2d a, Vec2d b, double distance) {
  const double x = a.x - b.x;
  const double y = a.y - b.y;
  return x * x + y * y < distance * distance;
}

}  // namespace

std::size_t DiscIndex::bucket(const Level& level, std::int64_t column, std::int64_t row) {
  // 64-bit finalizer of MurmurHash3 over both; only the spread matters, chains are checked by distance.
  std::uint64_t hash = static_cast<std::uint64_t>(column) * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(row);
  hash = (hash ^ hash >> 33) * 0xFF51AFD7ED558CCDu;
  hash = (hash ^ hash >> 33) * 0xC4CEB9FE1A85EC53u;
  return static_cast<std::size_t>(hash ^ hash >> 33) & (level.buckets.size() - 1);
}

void DiscIndex::link(Level& level, std::int32_t disc) {
  Disc& added = level.discs[static_cast<std::size_t>(disc)];
  std::int32_t& head =
      level.buckets[bucket(level, cell_of(added.center.x, level.cell_size), cell_of(added.center.y, level.cell_size))];
  added.next = head;
  head = disc;
}

void DiscIndex::add(Vec2d center, Outline outline) {
  const double radius = outline.radius, size = cell_size_for(radius);
  if (!outline.vertices.empty()) footprints_.emplace(count_, std::move(outline));
  auto level = std::find_if(levels_.begin(), levels_.end(), [size](const Level& l) { return l.cell_size == size; });
  if (level == levels_.end()) level = levels_.insert(levels_.end(), Level{size, {}, std::vector<std::int32_t>(64, -1)});
  level->discs.push_back({center, radius, -1, count_++});
  if (level->discs.size() <= level->buckets.size()) {
    link(*level, static_cast<std::int32_t>(level->discs.size() - 1));
    return;
  }
  level->buckets.assign(2 * level->buckets.size(), -1);
  for (std::size_t i = 0; i < level->discs.size(); ++i) link(*level, static_cast<std::int32_t>(i));
}

bool DiscIndex::touches(const Disc& disc, Vec2d center, const Outline& outline) const {
  if (!near(disc.center, center, outline.radius + disc.radius)) return false;
  const auto footprint = footprints_.empty() ? footprints_.end() : footprints_.find(disc.number);
  if (footprint == footprints_.end() && outline.vertices.empty()) return true;
  const Vec2d offset{disc.center.x - center.x, disc.center.y - center.y};
  return overlap(outline, footprint == footprints_.end() ? Outline{disc.radius, {}} : footprint->second, offset);
}

std::optional<std::uint32_t> DiscIndex::other_overlapped(const Disc& disc) const {
  const auto footprint = footprints_.find(disc.number);
  return overlapped(disc.center, footprint == footprints_.end() ? Outline{disc.radius, {}} : footprint->second,
                    disc.number);
}

DiscIndex::Overlaps DiscIndex::overlaps() const {
  Overlaps result;
  std::vector<bool> known(count_);
  const auto note = [&](std::uint32_t number, std::uint32_t other) {
    if (known[number]) return;
    known[number] = true;
    if (result.count++ == 0 || number < result.first) {
      result.first = number;
      result.other = other;
    }
  };
  for (const Level& level : levels_) {
    for (const Disc& disc : level.discs) {
      if (known[disc.number]) continue;
      const auto other = other_overlapped(disc);
      if (!other) continue;
      note(disc.number, *other);
      note(*other, disc.number);
    }
  }
  return result;
}

std::optional<std::uint32_t> DiscIndex::overlapped(Vec2d center, const Outline& outline, std::uint32_t but) const {
  for (const Level& level : levels_) {
    if (const auto found = overlapped(level, center, outline, but)) return found;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> DiscIndex::overlapped(const Level& level, Vec2d center, const Outline& outline,
                                                   std::uint32_t but) const {
  const double reach = outline.radius + 0.5 * level.cell_size;
  const double columns = 2.0 * reach / level.cell_size + 1.0;
  if (columns * columns > static_cast<double>(level.discs.size())) {  // a huge disc over small cells
    const auto found = std::find_if(level.discs.begin(), level.discs.end(), [&](const Disc& disc) {
      return disc.number != but && touches(disc, center, outline);
    });
    return found == level.discs.end() ? std::nullopt : std::optional(found->number);
  }
  const std::int64_t last_column = cell_of(center.x + reach, level.cell_size);
  const std::int64_t last_row = cell_of(center.y + reach, level.cell_size);
  for (std::int64_t row = cell_of(center.y - reach, level.cell_size); row <= last_row; ++row) {
    for (std::int64_t column = cell_of(center.x - reach, level.cell_size); column <= last_column; ++column) {
      for (std::int32_t i = level.buckets[bucket(level, column, row)]; i >= 0;
           i = level.discs[static_cast<std::size_t>(i)].next) {
        const Disc& disc = level.discs[static_cast<std::size_t>(i)];
        if (disc.number != but && touches(disc, center, outline)) return disc.number;
      }
    }
  }
  return std::nullopt;
}

}  // namespace throng::scenario
