#include "host/cli/body_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "host/cli/near_boxes.hpp"
#include "host/rings.hpp"
#include "throng/error.hpp"
#include "throng/parameters.hpp"

namespace throng::cli {
namespace {

using Polygon = std::vector<Vec2d>;

Box box_of(const FileBody& body) {
  Box box;
  for (const Vec2d& p : body.vertices) box.include(p);
  if (!body.vertices.empty()) return box;
  box.include({body.center.x - body.radius, body.center.y - body.radius});
  box.include({body.center.x + body.radius, body.center.y + body.radius});
  return box;
}

Vec2f narrow(Vec2d from, Vec2d to) { return {static_cast<float>(to.x - from.x), static_cast<float>(to.y - from.y)}; }

/// Bodies as the arrays of a call. A shape is given around its own middle: so it is the same body wherever the origin.
class Rows {
 public:
  void add(const FileBody& body, Vec2d origin) {
    if (body.vertices.empty()) {
      centers_.push_back(narrow(origin, body.center));
      radii_.push_back(static_cast<float>(body.radius));
      return;
    }
    const Vec2d middle = box_of(body).middle();
    for (const Vec2d& p : body.vertices) vertices_.push_back(narrow(middle, p));
    offsets_.push_back(static_cast<std::uint32_t>(vertices_.size()));
    translations_.push_back(narrow(origin, middle));
  }
  void clear() {
    offsets_.assign(1, 0);
    for (std::vector<Vec2f>* rows : {&vertices_, &translations_, &centers_}) rows->clear();
    radii_.clear();
  }
  [[nodiscard]] ConvexBodies bodies() const {
    ConvexBodies result;
    result.polygon_count = offsets_.size() - 1;
    result.offsets = offsets_.data();
    result.vertices = vertices_.data();
    result.translation = translations_.data();
    result.disc_count = centers_.size();
    result.center = centers_.data();
    result.radius = radii_.data();
    return result;
  }

 private:
  std::vector<std::uint32_t> offsets_{0};
  std::vector<Vec2f> vertices_, translations_, centers_;
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

/// What keeps a polygon from being a body, or from being taken apart.
RefusedEntry refusal(const Polygon& polygon, std::size_t index, const RefusedBody& fault, bool parts) {
  RefusedEntry entry{index, std::string(fault_name(fault.fault)), std::nullopt, std::nullopt};
  const bool at_vertex = fault.fault == BodyFault::reflex_vertex || fault.fault == BodyFault::spike;
  if (at_vertex) entry.vertex = fault.vertex;
  if (parts && (at_vertex || fault.fault == BodyFault::winds_twice)) {
    if (const std::optional<MeetingEdges> edges = meeting_edges(polygon)) {
      return {index, "self_intersection", edges->first, edges->second};
    }
  }
  return entry;
}

void take_polygon(const Polygon& polygon, std::size_t index, bool parts, FileBodies& result) {
  RefusedBody fault;
  Polygon fixed = fixed_polygon(polygon, &fault);
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
    result.refused.push_back(refusal(polygon, index, fault, parts));
    return;
  }
  result.bodies.push_back({index, parts ? std::optional<std::size_t>(0) : std::nullopt, std::move(fixed), {}, 0.0});
}

/// Those that are bodies in double precision, but not in single: thin ones, and those of a size that a float lacks.
void refuse_in_single_precision(FileBodies& result) {
  Rows rows;
  for (const FileBody& body : result.bodies) rows.add(body, box_of(body).middle());
  std::vector<bool> gone(result.bodies.size());
  for (const RefusedBody& fault : ConvexSet(rows.bodies()).refused()) {
    gone[fault.index] = true;
    result.refused.push_back(
        {result.bodies[fault.index].index, std::string(fault_name(fault.fault)), std::nullopt, std::nullopt});
  }
  std::vector<FileBody> kept;
  for (std::size_t i = 0; i < gone.size(); ++i) {
    if (!gone[i]) kept.push_back(std::move(result.bodies[i]));
  }
  result.bodies = std::move(kept);
  std::stable_sort(result.refused.begin(), result.refused.end(),
                   [](const RefusedEntry& a, const RefusedEntry& b) { return a.index < b.index; });
}

/// A pair's own origin: the middle of the smaller one.
Vec2d origin_of(const FileBody& a, const FileBody& b) {
  const Box box_a = box_of(a), box_b = box_of(b);
  return box_a.size() <= box_b.size() ? box_a.middle() : box_b.middle();
}

/// Pairs whose bodies are made for them alone.
class PairMeter {
 public:
  explicit PairMeter(const std::vector<FileBody>& bodies) : bodies_(bodies) {}

  void measure(std::span<const BodyPair> pairs, const std::function<void(const FilePair&)>& take) {
    const std::size_t count = pairs.size();
    place(pairs);
    states_.resize(count), depths_.resize(count), normals_.resize(count);
    point_counts_.resize(count), points_.resize(2 * count);
    PairBatch batch;
    batch.pairs = numbers_.data();
    batch.count = count;
    batch.measure_misses = true;
    batch.out.state = states_.data();
    batch.out.depth = depths_.data();
    batch.out.normal = normals_.data();
    batch.out.point_count = point_counts_.data();
    batch.out.points = points_.data();
    collide(ConvexSet(rows_.bodies()), batch);
    for (std::size_t i = 0; i < count; ++i) {
      FilePair found{pairs[i].a, pairs[i].b, states_[i], point_counts_[i], depths_[i], normals_[i], {}};
      for (std::size_t k = 0; k < found.point_count; ++k) {
        const Vec2f p = points_[2 * i + k];
        found.points[k] = {origins_[i].x + static_cast<double>(p.x), origins_[i].y + static_cast<double>(p.y)};
      }
      take(found);
    }
  }

 private:
  void place(std::span<const BodyPair> pairs) {
    rows_.clear();
    origins_.clear();
    for (const BodyPair& pair : pairs) origins_.push_back(origin_of(bodies_[pair.a], bodies_[pair.b]));
    numbers_.assign(pairs.size(), {});
    std::uint32_t next = 0;
    for (const bool discs : {false, true}) {  // which come behind the polygons
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        for (const bool first : {true, false}) {
          const FileBody& body = bodies_[first ? pairs[i].a : pairs[i].b];
          if (body.vertices.empty() != discs) continue;
          (first ? numbers_[i].a : numbers_[i].b) = next++;
          rows_.add(body, origins_[i]);
        }
      }
    }
  }

  const std::vector<FileBody>& bodies_;
  Rows rows_;
  std::vector<Vec2d> origins_;
  std::vector<BodyPair> numbers_;
  std::vector<PairState> states_;
  std::vector<float> depths_;
  std::vector<Vec2f> normals_, points_;
  std::vector<std::uint8_t> point_counts_;
};

constexpr std::size_t most_pairs_at_once = 1 << 14, bodies_at_once = 1 << 12;

}  // namespace

FileBodies make_file_bodies(const scenario::BodyFile& file, bool parts, const KeepOn& keep_on) {
  FileBodies result;
  const std::size_t polygons = file.polygons.size(), all = polygons + file.discs.size();
  for (std::size_t i = 0; i < polygons; ++i) {
    if (!keep_on({i, all, 0})) return {};
    take_polygon(file.polygons[i], i, parts, result);
  }
  for (std::size_t i = 0; i < file.discs.size(); ++i) {
    const scenario::BodyFile::Disc& disc = file.discs[i];
    result.bodies.push_back(
        {polygons + i, parts ? std::optional<std::size_t>(0) : std::nullopt, {}, disc.center, disc.radius});
  }
  refuse_in_single_precision(result);
  return result;
}

void for_each_pair(const std::vector<FileBody>& bodies, double margin, const std::function<void(const FilePair&)>& take,
                   const KeepOn& keep_on) {
  std::vector<Box> boxes;
  boxes.reserve(bodies.size());
  for (const FileBody& body : bodies) boxes.push_back(box_of(body));
  const NearBoxes search(boxes, margin);
  PairMeter meter(bodies);
  BodyProgress progress{0, bodies.size(), 0};
  std::vector<BodyPair> pairs;
  for (std::uint32_t a = 0; a < bodies.size(); ++a) {
    search.for_later(a, [&](std::uint32_t b) {
      if (bodies[a].index != bodies[b].index) pairs.push_back({a, b});
    });
    progress.done = a;
    const bool last = a + 1 == bodies.size();
    if (pairs.size() < most_pairs_at_once && !last) {
      if (a % bodies_at_once == 0 && !keep_on(progress)) return;
      continue;
    }
    for (std::size_t begin = 0; begin < pairs.size(); begin += most_pairs_at_once) {
      if (!keep_on(progress)) return;
      const std::size_t count = std::min(most_pairs_at_once, pairs.size() - begin);
      meter.measure(std::span(pairs).subspan(begin, count), take);
      progress.pairs += count;
    }
    pairs.clear();
  }
}

}  // namespace throng::cli
