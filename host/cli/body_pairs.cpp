#include "host/cli/body_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "throng/error.hpp"
#include "throng/parameters.hpp"

namespace throng::cli {
namespace {

using Polygon = std::vector<Vec2d>;

struct Box {
  Vec2d least{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2d most{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  void include(Vec2d p) {
    least = {std::min(least.x, p.x), std::min(least.y, p.y)};
    most = {std::max(most.x, p.x), std::max(most.y, p.y)};
  }
  [[nodiscard]] Vec2d middle() const { return {0.5 * (least.x + most.x), 0.5 * (least.y + most.y)}; }
  [[nodiscard]] double size() const { return std::max(most.x - least.x, most.y - least.y); }
};

Box box_of(const FileBody& body) {
  Box box;
  for (const Vec2d& p : body.vertices) box.include(p);
  if (!body.vertices.empty()) return box;
  box.include({body.center.x - body.radius, body.center.y - body.radius});
  box.include({body.center.x + body.radius, body.center.y + body.radius});
  return box;
}

bool are_near(const Box& a, const Box& b, double margin) {
  return b.least.x - a.most.x <= margin && a.least.x - b.most.x <= margin && b.least.y - a.most.y <= margin &&
         a.least.y - b.most.y <= margin;
}

/// Bodies as the arrays of a call, around an origin.
class Rows {
 public:
  void add(std::span<const Vec2d> polygon, Vec2d origin) {
    for (const Vec2d& p : polygon) {
      vertices_.push_back({static_cast<float>(p.x - origin.x), static_cast<float>(p.y - origin.y)});
    }
    offsets_.push_back(static_cast<std::uint32_t>(vertices_.size()));
  }
  void add_disc(Vec2d center, double radius, Vec2d origin) {
    centers_.push_back({static_cast<float>(center.x - origin.x), static_cast<float>(center.y - origin.y)});
    radii_.push_back(static_cast<float>(radius));
  }
  [[nodiscard]] ConvexBodies bodies() const {
    ConvexBodies result;
    result.polygon_count = offsets_.size() - 1;
    result.offsets = offsets_.data();
    result.vertices = vertices_.data();
    result.disc_count = centers_.size();
    result.center = centers_.data();
    result.radius = radii_.data();
    return result;
  }

 private:
  std::vector<std::uint32_t> offsets_{0};
  std::vector<Vec2f> vertices_, centers_;
  std::vector<float> radii_;
};

/// Halves that both have no more vertices than a body may have, and so on.
void add_in_pieces(const Polygon& convex, std::vector<Polygon>& pieces) {
  if (convex.size() <= limits::max_body_vertices) {
    pieces.push_back(convex);
    return;
  }
  const auto middle = convex.begin() + static_cast<std::ptrdiff_t>(convex.size() / 2);
  add_in_pieces({convex.begin(), middle + 1}, pieces);
  Polygon rest(middle, convex.end());
  rest.push_back(convex.front());
  add_in_pieces(rest, pieces);
}

std::vector<Polygon> parts_of(const Polygon& polygon) {
  std::vector<Polygon> pieces;
  try {
    for (const Polygon& part : convex_parts(polygon)) add_in_pieces(part, pieces);
  } catch (const Error& error) {  // it is not simple
    if (error.code() != ErrorCode::invalid_argument) throw;
    pieces.clear();
  }
  return pieces;
}

void take_polygon(const Polygon& polygon, std::size_t index, bool parts, BodyPairs& result) {
  RefusedBody fault;
  Polygon fixed = fixed_polygon(polygon, &fault);
  fault.index = index;
  const bool too_many = polygon.size() > limits::max_body_vertices;
  if (parts && (fixed.empty() || too_many)) {
    const std::vector<Polygon> pieces = parts_of(polygon);
    for (std::size_t part = 0; part < pieces.size(); ++part) {
      result.bodies.push_back({index, part, pieces[part], {}, 0.0});
    }
    if (!pieces.empty()) return;
  }
  if (fault.fault == BodyFault::none && too_many) fault.fault = BodyFault::too_many_vertices;
  if (fault.fault != BodyFault::none) {
    result.refused.push_back(fault);
    return;
  }
  result.bodies.push_back({index, parts ? std::optional<std::size_t>(0) : std::nullopt, std::move(fixed), {}, 0.0});
}

void take_disc(const scenario::BodyFile::Disc& disc, std::size_t index, bool parts, BodyPairs& result) {
  if (!(disc.radius > 0.0)) {
    result.refused.push_back({index, BodyFault::bad_radius, 0});
    return;
  }
  result.bodies.push_back({index, parts ? std::optional<std::size_t>(0) : std::nullopt, {}, disc.center, disc.radius});
}

/// Those that are bodies in double precision, but not in single.
void refuse_thin_ones(BodyPairs& result) {
  Rows rows;
  for (const FileBody& body : result.bodies) rows.add(body.vertices, box_of(body).middle());
  std::vector<RefusedBody> refused;
  is_convex(rows.bodies(), &refused);
  std::vector<bool> gone(result.bodies.size());
  for (RefusedBody& fault : refused) {
    if (result.bodies[fault.index].vertices.empty()) continue;  // a disc
    gone[fault.index] = true;
    result.refused.push_back({result.bodies[fault.index].index, fault.fault, 0});
  }
  std::vector<FileBody> kept;
  for (std::size_t i = 0; i < gone.size(); ++i) {
    if (!gone[i]) kept.push_back(std::move(result.bodies[i]));
  }
  result.bodies = std::move(kept);
  std::stable_sort(result.refused.begin(), result.refused.end(),
                   [](const RefusedBody& a, const RefusedBody& b) { return a.index < b.index; });
}

/// By boxes a little too large, which floats around the middle of all of them can hold; then by those of the file.
std::vector<BodyPair> find_near(const std::vector<FileBody>& bodies, double margin) {
  std::vector<Box> boxes;
  Box all;
  for (const FileBody& body : bodies) {
    boxes.push_back(box_of(body));
    all.include(boxes.back().least);
    all.include(boxes.back().most);
  }
  if (bodies.empty()) return {};
  const Vec2d origin = all.middle();
  const double rounding = std::ldexp(all.size() + margin, -22);
  Rows rows;
  for (const Box& box : boxes) {
    // Thin boxes would have no area.
    const double more = std::max(rounding, 4e-6 * box.size());
    const Vec2d low{box.least.x - more, box.least.y - more}, high{box.most.x + more, box.most.y + more};
    rows.add(Polygon{low, {high.x, low.y}, high, {low.x, high.y}}, origin);
  }
  std::vector<BodyPair> pairs = find_pairs(ConvexSet(rows.bodies()), margin);
  std::erase_if(pairs, [&](const BodyPair& pair) {
    const bool same = bodies[pair.a].index == bodies[pair.b].index;
    return same || !are_near(boxes[pair.a], boxes[pair.b], margin);
  });
  return pairs;
}

/// A pair's own origin: the middle of the smaller one.
Vec2d origin_of(const FileBody& a, const FileBody& b) {
  const Box box_a = box_of(a), box_b = box_of(b);
  return box_a.size() <= box_b.size() ? box_a.middle() : box_b.middle();
}

void measure(std::span<const BodyPair> pairs, BodyPairs& result) {
  Rows rows;
  std::vector<Vec2d> origins;
  for (const BodyPair& pair : pairs) origins.push_back(origin_of(result.bodies[pair.a], result.bodies[pair.b]));
  std::vector<BodyPair> numbers(pairs.size());
  std::uint32_t next = 0;
  for (const bool discs : {false, true}) {  // which come behind the polygons
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      for (const bool first : {true, false}) {
        const FileBody& body = result.bodies[first ? pairs[i].a : pairs[i].b];
        if (body.vertices.empty() != discs) continue;
        (first ? numbers[i].a : numbers[i].b) = next++;
        if (discs) {
          rows.add_disc(body.center, body.radius, origins[i]);
        } else {
          rows.add(body.vertices, origins[i]);
        }
      }
    }
  }
  const ConvexSet set(rows.bodies());
  const std::vector<Contact> contacts = collide(set, numbers);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Contact& contact = contacts[i];
    if (contact.state == PairState::invalid) continue;
    FilePair found{pairs[i].a, pairs[i].b, contact.state, static_cast<float>(contact.depth), contact.normal, {}};
    for (const Vec2f& p : contact.points) {
      found.points.push_back({origins[i].x + static_cast<double>(p.x), origins[i].y + static_cast<double>(p.y)});
    }
    result.pairs.push_back(std::move(found));
  }
}

}  // namespace

BodyPairs meet(const scenario::BodyFile& file, const BodyPairOptions& options) {
  BodyPairs result;
  for (std::size_t i = 0; i < file.polygons.size(); ++i) take_polygon(file.polygons[i], i, options.parts, result);
  for (std::size_t i = 0; i < file.discs.size(); ++i) {
    take_disc(file.discs[i], file.polygons.size() + i, options.parts, result);
  }
  refuse_thin_ones(result);
  const std::vector<BodyPair> near = find_near(result.bodies, options.margin);
  constexpr std::size_t at_once = 1 << 16;  // each pair has its bodies for itself
  for (std::size_t begin = 0; begin < near.size(); begin += at_once) {
    measure(std::span(near).subspan(begin, std::min(at_once, near.size() - begin)), result);
  }
  return result;
}

}  // namespace throng::cli
