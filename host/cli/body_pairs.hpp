// Pairs of the bodies of a file, each measured in coordinates of its own: a file may reach over a country.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/scenario/body_file.hpp"
#include "throng/collision.hpp"

namespace throng::cli {

/// A body, or a part of one.
struct FileBody {
  std::size_t index = 0;            ///< in the file: polygons, then discs
  std::optional<std::size_t> part;  ///< where polygons are taken apart
  std::vector<Vec2d> vertices;      ///< m, convex; empty = a disc
  Vec2d center;                     ///< of a disc
  double radius = 0.0;
};

struct RefusedEntry {
  std::size_t index = 0;                    ///< in the file
  std::string reason;                       ///< a fault_name, or "self_intersection"
  std::optional<std::size_t> vertex;        ///< where the reason is at one, or the first edge's
  std::optional<std::size_t> other_vertex;  ///< of a self_intersection: the edge from `vertex` meets the one from here
};

struct FileBodies {
  std::vector<FileBody> bodies;       ///< those that are not refused: polygons and their parts, then discs
  std::vector<RefusedEntry> refused;  ///< in ascending order
};

struct FilePair {
  std::uint32_t a = 0, b = 0;  ///< in FileBodies::bodies
  PairState state = PairState::apart;
  std::uint8_t point_count = 0;
  float depth = 0.0f;  ///< m
  Vec2f normal;
  std::array<Vec2d, 2> points;  ///< m, in the coordinates of the file
};

/// How far the work is.
struct BodyProgress {
  std::size_t done = 0, all = 0;  ///< bodies
  std::uint64_t pairs = 0;        ///< measured; of no meaning while bodies are made
};
/// Called now and then; false = leave the rest undone.
using KeepOn = std::function<bool(const BodyProgress&)>;

/// The bodies of a file. `parts`: polygons that are not convex are taken apart, large ones too.
FileBodies make_file_bodies(const scenario::BodyFile& file, bool parts, const KeepOn& keep_on);

/// Measures the pairs whose boxes are at most `margin` (m) apart on both axes, in ascending order; those of parts of
/// one polygon are left out. Its memory does not grow with their number.
void for_each_pair(const std::vector<FileBody>& bodies, double margin, const std::function<void(const FilePair&)>& take,
                   const KeepOn& keep_on);

}  // namespace throng::cli
