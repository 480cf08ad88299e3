#include "host/scenario/walkable_area.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "host/rings.hpp"
#include "host/scenario/near_boxes.hpp"
#include "host/scenario/outline.hpp"
#include "host/scenario/united_rings.hpp"
#include "host/scenario/wkt_parser.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

using Ring = std::vector<Vec2d>;

constexpr double unseen_gap = 1.0e-3;            // m
constexpr std::size_t most_warnings_named = 10;  // of one kind

/// A point inside, well off the ring: in the middle of the widest stretch inside, on the level farthest from vertices.
Vec2d inner_point(const Ring& ring) {
  std::vector<double> levels;
  for (const Vec2d p : ring) levels.push_back(p.y);
  std::sort(levels.begin(), levels.end());
  std::size_t widest = 1;
  for (std::size_t i = 2; i < levels.size(); ++i) {
    if (levels[i] - levels[i - 1] > levels[widest] - levels[widest - 1]) widest = i;
  }
  const double y = levels[widest - 1] + 0.5 * (levels[widest] - levels[widest - 1]);
  std::vector<double> crossings;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    if ((ring[i].y > y) == (ring[j].y > y)) continue;
    crossings.push_back(ring[i].x + (y - ring[i].y) / (ring[j].y - ring[i].y) * (ring[j].x - ring[i].x));
  }
  std::sort(crossings.begin(), crossings.end());
  Vec2d point{crossings.front(), y};
  double width = -1.0;
  for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
    if (!(crossings[i + 1] - crossings[i] > width)) continue;
    width = crossings[i + 1] - crossings[i];
    point.x = crossings[i] + 0.5 * width;
  }
  return point;
}

bool is_in_box(const flow::Box& box, Vec2d p) {
  return p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y;
}

/// What is asked of a part's outer ring again and again.
struct OuterRing {
  flow::Box box;
  double twice_area;
  Vec2d inner;
};
std::vector<OuterRing> outer_rings(const std::vector<WalkableArea::Part>& parts) {
  std::vector<OuterRing> rings;
  for (const auto& part : parts) {
    rings.push_back({flow::box_of(part.outer), -twice_signed_area(part.outer), inner_point(part.outer)});
  }
  return rings;
}

/// The least part around a ring that meets none of them but at points.
std::optional<std::size_t> part_around(const std::vector<WalkableArea::Part>& parts,
                                       const std::vector<OuterRing>& outer, const Ring& hole) {
  const Vec2d point = inner_point(hole);
  const double twice_area = twice_signed_area(hole);
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (outer[i].twice_area < twice_area || !is_in_box(outer[i].box, point)) continue;
    if (least && outer[i].twice_area >= outer[*least].twice_area) continue;
    if (ring_contains(parts[i].outer, point)) least = i;
  }
  return least;
}

std::string point_text(Vec2d p) { return fmt::format("({:.9g}, {:.9g})", p.x, p.y); }

std::string ring_text(const Ring& ring) {
  std::string text = "(";
  for (std::size_t i = 0; i <= ring.size(); ++i) {
    const Vec2d p = ring[i < ring.size() ? i : 0];
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", p.x, p.y);
  }
  return text + ")";
}

std::string part_text(const WalkableArea::Part& part) {
  std::string text = "(" + ring_text(part.outer);
  for (const Ring& hole : part.holes) text += ", " + ring_text(hole);
  return text + ")";
}

double perimeter(const Ring& ring) {
  double sum = 0.0;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    sum += std::hypot(ring[i].x - ring[j].x, ring[i].y - ring[j].y);
  }
  return sum;
}

struct Gap {
  double width;  ///< m; infinite = more than unseen_gap
  Vec2d at;
};

/// Between rings that lie apart, their boxes no further than unseen_gap: the nearest points of two such are a vertex
/// and a point of an edge.
Gap gap_between(const Ring& first, const Ring& second) {
  Gap gap{std::numeric_limits<double>::infinity(), {}};
  const auto look = [&gap](const Ring& vertices, const Ring& edges) {
    for (const Vec2d p : vertices) {
      for (std::size_t i = 0, j = edges.size() - 1; i < edges.size(); j = i++) {
        const double distance = std::sqrt(squared_distance(p, edges[j], edges[i]));
        if (distance < gap.width) gap = {distance, p};
      }
    }
  };
  look(first, second);
  look(second, first);
  return gap;
}

}  // namespace

WalkableArea WalkableArea::of(std::span<const AreaPolygon> polygons, const std::string& place) {
  std::vector<PolygonRings> valid;
  for (const AreaPolygon& polygon : polygons) {
    require_valid(polygon);
    PolygonRings& rings = valid.emplace_back();
    for (const Ring& ring : polygon.rings) rings.push_back(without_repeated(ring));
  }
  if (valid.empty())
    throw Error(ErrorCode::bad_scene, fmt::format("{}: the walkable area is empty, wanted a polygon", place));

  WalkableArea result;
  std::vector<Ring> holes;
  std::vector<Ring> rings;
  try {
    rings = united_rings(std::move(valid));
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: {}", place, error.what()));
  }
  for (Ring& ring : rings) {
    const std::string fault = polygon_fault(ring);
    if (!fault.empty()) {
      throw Error(ErrorCode::bad_scene, fmt::format("{}: a ring of the polygons together {}", place, fault));
    }
    if (twice_signed_area(ring) < 0.0) {
      result.parts_.push_back({std::move(ring), {}});
    } else {
      holes.push_back(std::move(ring));
    }
  }
  const std::vector<OuterRing> outer = outer_rings(result.parts_);
  for (Ring& hole : holes) {
    const auto part = part_around(result.parts_, outer, hole);
    if (!part) {
      throw Error(ErrorCode::bad_scene,
                  fmt::format("{}: the polygons together have a hole at {} that lies in none of them", place,
                              point_text(hole.front())));
    }
    result.parts_[*part].holes.push_back(std::move(hole));
  }
  return result;
}

std::size_t WalkableArea::hole_count() const {
  std::size_t count = 0;
  for (const Part& part : parts_) count += part.holes.size();
  return count;
}

std::size_t WalkableArea::vertex_count() const {
  std::size_t count = 0;
  for (const Part& part : parts_) {
    count += part.outer.size();
    for (const Ring& hole : part.holes) count += hole.size();
  }
  return count;
}

double WalkableArea::area() const {
  double twice = 0.0;
  for (const Part& part : parts_) {
    twice -= twice_signed_area(part.outer);
    for (const Ring& hole : part.holes) twice -= twice_signed_area(hole);
  }
  return 0.5 * twice;
}

bool WalkableArea::contains(Vec2d point) const {
  return std::any_of(parts_.begin(), parts_.end(), [point](const Part& part) {
    return ring_contains(part.outer, point) && std::none_of(part.holes.begin(), part.holes.end(),
                                                            [point](auto& hole) { return ring_contains(hole, point); });
  });
}

WalkableArea::Box WalkableArea::box() const {
  Box box{parts_.front().outer.front(), parts_.front().outer.front()};
  for (const Part& part : parts_) {
    for (const Vec2d p : part.outer) {
      box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
      box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
    }
  }
  return box;
}

std::vector<Scenario::Obstacle> WalkableArea::obstacles() const {
  std::vector<Scenario::Obstacle> obstacles;
  for (const Part& part : parts_) obstacles.push_back({true, part.outer});
  const std::vector<OuterRing> outer = outer_rings(parts_);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    for (Ring hole : parts_[i].holes) {
      const flow::Box box = flow::box_of(hole);
      const double twice_area = twice_signed_area(hole);
      bool has_island = false;
      for (std::size_t k = 0; k < parts_.size() && !has_island; ++k) {
        has_island = k != i && outer[k].twice_area < twice_area && is_in_box(box, outer[k].inner) &&
                     ring_contains(hole, outer[k].inner);
      }
      if (has_island) hole.push_back(hole.front());
      obstacles.push_back({!has_island, std::move(hole)});
    }
  }
  return obstacles;
}

std::string WalkableArea::wkt() const {
  if (parts_.size() == 1) return "POLYGON " + part_text(parts_.front());
  std::string text = "MULTIPOLYGON (";
  for (std::size_t i = 0; i < parts_.size(); ++i) text += (i == 0 ? "" : ", ") + part_text(parts_[i]);
  return text + ")";
}

std::vector<std::string> WalkableArea::warnings() const {
  std::vector<std::string> result;
  const Box b = box();
  const bool on_globe = b.low.x >= -180.0 && b.high.x <= 180.0 && b.low.y >= -90.0 && b.high.y <= 90.0;
  if (on_globe && b.high.x - b.low.x < 1.0 && b.high.y - b.low.y < 1.0) {
    result.push_back(
        fmt::format("the walkable area is {:.3g} m x {:.3g} m: its coordinates look like degrees, and are taken for m",
                    b.high.x - b.low.x, b.high.y - b.low.y));
  }
  std::size_t slits = 0, touches = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    for (const Ring& hole : parts_[i].holes) {
      const double width = twice_signed_area(hole) / perimeter(hole);
      if (width >= unseen_gap || slits++ >= most_warnings_named) continue;
      result.push_back(
          fmt::format("the walkable area has a hole {:.2g} m wide at {}: a wall across it, where its "
                      "polygons hardly meet",
                      width, point_text(hole.front())));
    }
  }
  if (slits > most_warnings_named) {
    result.push_back(fmt::format("and {} more holes like that", slits - most_warnings_named));
  }
  const std::vector<OuterRing> outer = outer_rings(parts_);
  std::vector<flow::Box> boxes;
  for (const OuterRing& ring : outer) boxes.push_back(ring.box);
  std::vector<std::pair<std::size_t, std::size_t>> near;
  each_near_pair(boxes, unseen_gap, [&](std::size_t i, std::size_t k) { near.emplace_back(i, k); });
  std::sort(near.begin(), near.end());
  for (const auto& [i, k] : near) {
    const Gap gap = gap_between(parts_[k].outer, parts_[i].outer);
    if (!(gap.width < unseen_gap)) continue;
    const bool in_each_other =
        ring_contains(parts_[k].outer, outer[i].inner) || ring_contains(parts_[i].outer, outer[k].inner);
    if (in_each_other || touches++ >= most_warnings_named) continue;
    result.push_back(fmt::format("two parts of the walkable area {} at {}: nobody gets from one to the other",
                                 gap.width > 0.0 ? fmt::format("are {:.2g} m apart", gap.width) : "only touch",
                                 point_text(gap.at)));
  }
  if (touches > most_warnings_named) {
    result.push_back(fmt::format("and {} more pairs of parts like that", touches - most_warnings_named));
  }
  return result;
}

bool is_wkt(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const auto take_word = [&text] {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    std::string word;
    for (; !text.empty() && word.size() < 20; text.remove_prefix(1)) {
      const char upper = text[0] >= 'a' && text[0] <= 'z' ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
      if (upper < 'A' || upper > 'Z') break;
      word += upper;
    }
    return word;
  };
  const auto any_of = [](const auto& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  constexpr std::array kinds = {"POINT",           "LINESTRING",   "POLYGON",           "MULTIPOINT",
                                "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION"};
  constexpr std::array suffixes = {"", "Z", "M", "ZM", "EMPTY"};
  if (!any_of(kinds, take_word()) || !any_of(suffixes, take_word())) return false;
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text.empty() || text[0] == '(';
}

WalkableArea walkable_area_of_wkt(std::string_view wkt, const std::string& place) {
  std::vector<AreaPolygon> polygons;
  for (PolygonRings& rings : parse_wkt(wkt, place)) {
    polygons.push_back({std::move(rings), fmt::format("{}: polygon {} of the walkable area", place, polygons.size())});
  }
  return WalkableArea::of(polygons, place);
}

}  // namespace throng::scenario
