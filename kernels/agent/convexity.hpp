// Whether a polygon is convex, and its vertices without those that say nothing: "Checking" of docs/collision.md.
//
// Over the type of a point: for floats, and for doubles. One thread per polygon, no memory of its own.
#pragma once
#include <cstdint>

#include "kernels/agent/batch_point.hpp"
#include "kernels/agent/lane.hpp"
#include "throng/collision.hpp"

namespace throng {

/// What a polygon is found to be.
struct CleanPolygon {
  std::uint32_t fault;   ///< throng::BodyFault
  std::uint32_t count;   ///< of the vertices that are kept; 0 with a fault
  std::uint32_t vertex;  ///< of those given, where the fault is at one; else 0
};

inline namespace THRONG_ISA {

/// From one vertex to another, in units of the polygon's extent: so products neither overflow nor vanish.
template <class Real>
struct Reach {
  Real x, y;
};
template <class Real>
THRONG_HD Real cross(Reach<Real> a, Reach<Real> b) {
  return a.x * b.y - a.y * b.x;
}
template <class Real>
THRONG_HD Real inner(Reach<Real> a, Reach<Real> b) {
  return a.x * b.x + a.y * b.y;
}

/// Of the extent. Rounding costs a distance from a line a third of it at most.
template <class Real>
inline constexpr Real collinear_tolerance = static_cast<Real>(1e-6);

/// Is a chord with twice this area beside it as good as what goes around the area?
template <class Real>
THRONG_HD bool is_flat(Real twice_area, Reach<Real> chord) {
  constexpr Real tolerance = collinear_tolerance<Real>;
  return twice_area * twice_area <= tolerance * tolerance * inner(chord, chord);
}

template <class Point>
THRONG_HD bool same_place(Point a, Point b) {
  return a.x == b.x && a.y == b.y;
}

/// Where it goes back on itself: neither way is short.
template <class Real>
THRONG_HD bool turns_back(Reach<Real> there, Reach<Real> back) {
  constexpr Real least = collinear_tolerance<Real> * collinear_tolerance<Real>;
  return inner(there, back) < 0 && inner(there, there) > least && inner(back, back) > least;
}

/// A polygon with at least 3 distinct vertices, all finite.
template <class Point>
struct GivenPolygon {
  using Real = decltype(Point::x);
  const Point* vertices;
  std::uint32_t count;  ///< without those at the end that repeat the first
  Real extent;

  THRONG_HD Reach<Real> reach(Point from, Point to) const {
    return {(to.x - from.x) / extent, (to.y - from.y) / extent};
  }
  /// The next one that does not repeat vertex i, or `count`.
  THRONG_HD std::uint32_t after(std::uint32_t i, Point vertex) const {
    do ++i;
    while (i < count && same_place(vertices[i], vertex));
    return i;
  }
};

/// The vertices that are not collinear, one after the other. Never looks back: the kept ones may be written over those
/// given.
template <class Point>
class KeptVertices {
 public:
  using Real = typename GivenPolygon<Point>::Real;

  /// Those before the first one kept are judged as if the last vertex were kept.
  THRONG_HD explicit KeptVertices(const GivenPolygon<Point>& polygon)
      : polygon_(polygon), last_(polygon.vertices[polygon.count - 1]), first_(polygon.vertices[0]) {
    while (ahead_ < polygon_.count && !advance()) {
    }
    first_ = last_;
    area_before_first_ = area_before_last_;
    has_first_ = kept_;
  }

  /// Goes on to the next one (at first to the first one); false = there is none.
  THRONG_HD bool next() {
    if (has_first_) {
      has_first_ = false;
      return true;
    }
    while (ahead_ < polygon_.count) {
      if (advance()) return true;
    }
    return false;
  }
  [[nodiscard]] THRONG_HD Point vertex() const { return last_; }
  [[nodiscard]] THRONG_HD std::uint32_t index() const { return index_; }

 private:
  /// Judges the vertex that is ahead between the last one kept and the one behind it; is it kept?
  THRONG_HD bool advance() {
    const std::uint32_t judged = ahead_;
    const Point vertex = polygon_.vertices[judged];
    ahead_ = polygon_.after(judged, vertex);
    const bool closes = ahead_ == polygon_.count;
    const Point following = closes ? first_ : polygon_.vertices[ahead_];
    const Reach<Real> there = polygon_.reach(last_, vertex), on = polygon_.reach(vertex, following);
    const Reach<Real> chord = polygon_.reach(last_, following);
    const Real twice_area = cross(there, on);
    // Each of a thousand vertices on an arc is on a line with its neighbors; together they are not.
    const Real all = dropped_area_ + twice_area + (closes ? area_before_first_ : Real(0));
    if (is_flat(twice_area, chord) && is_flat(all, chord) && !turns_back(there, on)) {
      dropped_area_ = dropped_area_ + twice_area;
      return false;
    }
    last_ = vertex;
    index_ = judged;
    kept_ = true;
    area_before_last_ = dropped_area_;
    dropped_area_ = Real(0);
    return true;
  }

  GivenPolygon<Point> polygon_;
  Point last_, first_;
  std::uint32_t ahead_ = 0, index_ = 0;
  Real dropped_area_ = Real(0);  // twice, from the last one kept on
  Real area_before_last_ = Real(0), area_before_first_ = Real(0);
  bool kept_ = false, has_first_ = false;
};

/// How often the direction of travel along an axis changes. Ways back within the tolerance are none.
template <class Real>
class Travel {
 public:
  THRONG_HD Travel(Real start, Real extent) : least_(start), most_(start), slack_(collinear_tolerance<Real> * extent) {}

  THRONG_HD void go_to(Real x) {
    if (x > most_) most_ = x;
    if (x < least_) least_ = x;
    if (direction_ >= 0 && most_ - x > slack_) turn_to(-1, x);
    if (direction_ <= 0 && x - least_ > slack_) turn_to(1, x);
  }
  THRONG_HD void forget() { changes_ = 0; }
  [[nodiscard]] THRONG_HD int changes() const { return changes_; }

 private:
  THRONG_HD void turn_to(int direction, Real x) {
    direction_ = direction;
    least_ = most_ = x;
    ++changes_;
  }
  Real least_, most_, slack_;
  int direction_ = 0, changes_ = 0;
};

/// The turn at `b`: 1 = left, -1 = right, 0 = within the tolerance of none.
template <class Point>
THRONG_HD int turn_at(const GivenPolygon<Point>& polygon, Point a, Point b, Point c) {
  const auto twice_area = cross(polygon.reach(a, b), polygon.reach(b, c));
  if (is_flat(twice_area, polygon.reach(a, c))) return 0;
  return twice_area > 0 ? 1 : -1;
}

THRONG_HD inline CleanPolygon faulty(BodyFault fault, std::uint32_t vertex = 0) {
  return {static_cast<std::uint32_t>(fault), 0, vertex};
}

/// Fewer than three distinct vertices, of three or more.
template <class Point>
THRONG_HD bool has_two_places(const Point* vertices, std::uint32_t n) {
  std::uint32_t second = 1;
  while (second < n && same_place(vertices[second], vertices[0])) ++second;
  for (std::uint32_t i = second; i < n; ++i) {
    if (!same_place(vertices[i], vertices[0]) && !same_place(vertices[i], vertices[second])) return false;
  }
  return true;
}

template <class Point>
THRONG_HD bool is_on_a_line(const GivenPolygon<Point>& polygon) {
  using Real = typename GivenPolygon<Point>::Real;
  const Point start = polygon.vertices[0];
  Reach<Real> longest{Real(0), Real(0)};
  for (std::uint32_t i = 1; i < polygon.count; ++i) {
    const Reach<Real> to = polygon.reach(start, polygon.vertices[i]);
    if (inner(to, to) > inner(longest, longest)) longest = to;
  }
  for (std::uint32_t i = 1; i < polygon.count; ++i) {
    if (!is_flat(cross(longest, polygon.reach(start, polygon.vertices[i])), longest)) return false;
  }
  return true;
}

/// The first vertex at which the boundary turns back along a line, or `count`.
template <class Point>
THRONG_HD std::uint32_t find_spike(const GivenPolygon<Point>& polygon) {
  using Real = typename GivenPolygon<Point>::Real;
  Point before = polygon.vertices[polygon.count - 1];
  for (std::uint32_t i = 0; i < polygon.count;) {
    const Point vertex = polygon.vertices[i];
    const std::uint32_t next = polygon.after(i, vertex);
    const Point following = polygon.vertices[next == polygon.count ? 0 : next];
    const Reach<Real> there = polygon.reach(before, vertex), back = polygon.reach(vertex, following);
    if (turns_back(there, back) && is_flat(cross(there, back), polygon.reach(before, following))) {
      return i;
    }
    before = vertex;
    i = next;
  }
  return polygon.count;
}

/// The turns at the kept vertices.
struct Turns {
  std::uint32_t kept, left, right;
  std::uint32_t first_left, first_right;  ///< of the vertices given

  /// `turn` as of turn_at.
  THRONG_HD void count(int turn, std::uint32_t vertex) {
    if (turn > 0 && (left++ == 0 || vertex < first_left)) first_left = vertex;
    if (turn < 0 && (right++ == 0 || vertex < first_right)) first_right = vertex;
  }
};
template <class Point>
THRONG_HD Turns count_turns(const GivenPolygon<Point>& polygon) {
  Turns turns{};
  Point first{}, second{}, before{}, vertex{};
  std::uint32_t first_index = 0, index = 0;
  KeptVertices<Point> walk(polygon);
  while (walk.next()) {
    if (turns.kept == 0) {
      first = walk.vertex();
      first_index = walk.index();
    }
    if (turns.kept == 1) second = walk.vertex();
    if (turns.kept >= 2) turns.count(turn_at(polygon, before, vertex, walk.vertex()), index);
    before = vertex;
    vertex = walk.vertex();
    index = walk.index();
    ++turns.kept;
  }
  if (turns.kept < 3) return turns;
  turns.count(turn_at(polygon, before, vertex, first), index);
  turns.count(turn_at(polygon, vertex, first, second), first_index);
  return turns;
}

/// Along x and along y: a way back that is straight up or down shows in y only.
template <class Point>
THRONG_HD bool goes_around_once(const GivenPolygon<Point>& polygon) {
  using Real = typename GivenPolygon<Point>::Real;
  KeptVertices<Point> walk(polygon);
  walk.next();
  Travel<Real> along_x(walk.vertex().x, polygon.extent), along_y(walk.vertex().y, polygon.extent);
  // Which way it goes at its first vertex is known after one round.
  for (int round = 0; round < 2; ++round) {
    along_x.forget();
    along_y.forget();
    KeptVertices<Point> kept(polygon);
    while (kept.next()) {
      along_x.go_to(kept.vertex().x);
      along_y.go_to(kept.vertex().y);
    }
  }
  return along_x.changes() <= 2 && along_y.changes() <= 2;
}

/// Writes the kept vertices counter-clockwise, the first one first.
template <class Point>
THRONG_HD void write_kept(const GivenPolygon<Point>& polygon, bool clockwise, Point* kept) {
  std::uint32_t count = 0;
  KeptVertices<Point> walk(polygon);
  while (walk.next()) kept[count++] = walk.vertex();
  for (std::uint32_t low = 1, high = count - 1; clockwise && low < high; ++low, --high) {
    const Point swapped = kept[low];
    kept[low] = kept[high];
    kept[high] = swapped;
  }
}

/// Checks a polygon, or a segment (n = 2). `kept` has room for n vertices and may be `vertices` itself; null = nobody
/// wants them. With a fault nothing is written.
template <class Point>
THRONG_HD CleanPolygon clean_polygon(const Point* vertices, std::uint32_t n, Point* kept) {
  using Real = decltype(Point::x);
  if (n == 0) return faulty(BodyFault::too_few_vertices);
  Point least = vertices[0], most = vertices[0];
  for (std::uint32_t i = 0; i < n; ++i) {
    const Point p = vertices[i];
    if (!(p.x - p.x == 0 && p.y - p.y == 0)) return faulty(BodyFault::not_finite, i);
    least = {p.x < least.x ? p.x : least.x, p.y < least.y ? p.y : least.y};
    most = {p.x > most.x ? p.x : most.x, p.y > most.y ? p.y : most.y};
  }
  const Real width = most.x - least.x, height = most.y - least.y;
  const Real extent = width > height ? width : height;
  if (!(extent - extent == 0)) return faulty(BodyFault::not_finite);

  if (n < 3) {
    if (!(extent > 0)) return faulty(BodyFault::too_few_vertices);
    const Point first = vertices[0], second = vertices[1];
    if (kept != nullptr) {
      kept[0] = first;
      kept[1] = second;
    }
    return {static_cast<std::uint32_t>(BodyFault::none), 2, 0};
  }
  if (has_two_places(vertices, n)) return faulty(BodyFault::too_few_vertices);

  GivenPolygon<Point> polygon{vertices, n, extent};
  while (same_place(vertices[polygon.count - 1], vertices[0])) --polygon.count;
  if (is_on_a_line(polygon)) return faulty(BodyFault::zero_area);
  const Turns turns = count_turns(polygon);
  if (turns.kept < 3 || turns.left + turns.right == 0) return faulty(BodyFault::zero_area);
  const bool reflex = turns.left > 0 && turns.right > 0;
  if (reflex || !goes_around_once(polygon)) {
    // Only now: the end of a needle may look like a spike, and is none.
    const std::uint32_t spike = find_spike(polygon);
    if (spike < polygon.count) return faulty(BodyFault::spike, spike);
    if (!reflex) return faulty(BodyFault::winds_twice);
    return faulty(BodyFault::reflex_vertex, turns.left < turns.right ? turns.first_left : turns.first_right);
  }
  if (kept != nullptr) write_kept(polygon, turns.right > 0, kept);
  return {static_cast<std::uint32_t>(BodyFault::none), turns.kept, 0};
}

}  // namespace THRONG_ISA
}  // namespace throng
