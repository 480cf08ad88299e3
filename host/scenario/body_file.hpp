// Files of bodies for `throng collide`: well-known text, or JSON.
#pragma once
#include <string>
#include <vector>

#include "throng/types.hpp"

namespace throng::scenario {

/// Bodies as they stand in a file, m.
struct BodyFile {
  struct Disc {
    Vec2d center;
    double radius = 0.0;
  };
  /// In the order of the file; 2 vertices are a segment.
  std::vector<std::vector<Vec2d>> polygons;
  std::vector<Disc> discs;
};

/// POLYGON, MULTIPOLYGON, LINESTRING of two points, GEOMETRYCOLLECTION of them; or
/// {"polygons": [[[x, y], ...], ...], "discs": [{"center": [x, y], "radius": r}, ...]}. Whether they are bodies is not
/// looked at. Throws input_output for a file that can't be read, bad_scene with the place of what is wrong: text that
/// is neither, numbers out of limits, a polygon with a hole.
BodyFile read_body_file(const std::string& path);
/// `path` is for messages.
BodyFile parse_body_file(const std::string& text, const std::string& path);

}  // namespace throng::scenario
