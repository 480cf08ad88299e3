// Pairs of the bodies of a file, each measured in coordinates of its own: a file may reach over a country.
#pragma once
#include <cstdint>
#include <optional>
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

struct FilePair {
  std::size_t a = 0, b = 0;  ///< in BodyPairs::bodies
  PairState state = PairState::apart;
  float depth = 0.0f;  ///< m
  Vec2f normal;
  std::vector<Vec2d> points;  ///< m, in the coordinates of the file
};

struct BodyPairs {
  std::vector<FileBody> bodies;      ///< those that are not refused
  std::vector<RefusedBody> refused;  ///< in ascending order
  std::vector<FilePair> pairs;       ///< in ascending order
};

struct BodyPairOptions {
  double margin = 0.0;  ///< m, of find_pairs
  bool parts = false;   ///< polygons that are not convex are taken apart, large ones too
};

/// Pairs whose boxes are near each other; those of parts of one polygon are left out.
BodyPairs meet(const scenario::BodyFile& file, const BodyPairOptions& options);

}  // namespace throng::cli
