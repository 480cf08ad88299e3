// What `collide` says of pairs of every kind, held against exact arithmetic and against the reference in double.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "host/reference/collision.hpp"
#include "tests/support/convex_cases.hpp"
#include "tests/support/exact_pair.hpp"

namespace throng::collision_agreement_tests {
namespace {

using convex_cases::Case;
using convex_cases::Cases;
using convex_cases::CaseSet;
using convex_cases::Shape;

reference::Vec vec(Vec2f p) { return {static_cast<double>(p.x), static_cast<double>(p.y)}; }

reference::ConvexBody body_of(const Shape& shape) {
  if (shape.is_disc()) return reference::make_disc(vec(shape.center), static_cast<double>(shape.radius));
  reference::Vertices vertices;
  for (const Vec2f& p : shape.vertices) vertices.push_back(vec(p));
  return reference::make_polygon(vertices);
}

/// Near the tolerance within which a vertex is collinear, or in it.
bool has_flat_corner(const Shape& shape, double extent) {
  const std::size_t n = shape.vertices.size();
  for (std::size_t i = 0; i < n && n > 2; ++i) {
    const reference::Vec p = vec(shape.vertices[(i + n - 1) % n]), q = vec(shape.vertices[i]);
    const reference::Vec chord = vec(shape.vertices[(i + 1) % n]) - p;
    if (std::abs(reference::det(q - p, chord)) <= 2e-6 * extent * chord.norm()) return true;
  }
  return false;
}

struct Found {
  std::vector<PairState> state;
  std::vector<float> depth;
  std::vector<Vec2f> normal, points;
  std::vector<std::uint8_t> point_count;
  std::vector<std::uint32_t> axis;

  explicit Found(const CaseSet& cases) {
    const ConvexSet set = cases.make();
    EXPECT_TRUE(set.refused().empty());
    const std::vector<BodyPair> pairs = cases.pairs();
    const std::size_t n = pairs.size();
    state.resize(n), depth.resize(n), normal.resize(n), points.resize(2 * n), point_count.resize(n), axis.resize(n);
    PairBatch batch;
    batch.pairs = pairs.data();
    batch.count = n;
    batch.measure_misses = true;
    batch.out = {state.data(), depth.data(), normal.data(), point_count.data(), points.data(), axis.data()};
    collide(set, batch);
  }
};

CaseSet make_cases(std::uint64_t seed, std::size_t count) {
  Cases source(seed);
  CaseSet cases;
  for (std::size_t i = 0; i < count; ++i) cases.add(source.next());
  return cases;
}

/// m: what rounding may do to a depth, as docs/collision.md says.
double rounding(const reference::ConvexBody& a, const reference::ConvexBody& b) {
  return std::ldexp(std::max(a.extent + b.extent, (b.center - a.center).norm()), -21);
}

/// Counts what went wrong, and shows the first few of it.
class Faults {
 public:
  void expect(bool good, const Case& c, std::size_t i, const std::string& what) {
    ++checked_;
    if (good || ++faults_ > 10) return;
    std::string text = std::string(c.kind) + ", pair " + std::to_string(i) + ": " + what + "\n";
    for (const auto* shape : {&c.a, &c.b}) {
      for (const Vec2f& p : shape->vertices)
        text += testing::PrintToString(p.x) + " " + testing::PrintToString(p.y) + ", ";
      if (shape->is_disc()) {
        text += "disc " + testing::PrintToString(shape->center.x) + " " + testing::PrintToString(shape->center.y) +
                " " + testing::PrintToString(shape->radius);
      }
      text += "\n";
    }
    ADD_FAILURE() << text;
  }
  ~Faults() { EXPECT_EQ(faults_, 0u) << "of " << checked_; }

 private:
  std::size_t checked_ = 0, faults_ = 0;
};

void expect_each_kind_has_all_states(const CaseSet& cases, const std::vector<PairState>& states) {
  std::map<std::string, std::map<PairState, int>> count;
  for (std::size_t i = 0; i < states.size(); ++i) ++count[cases.cases()[i].kind][states[i]];
  EXPECT_EQ(count.size(), 13u);
  for (auto& [kind, of] : count) {
    EXPECT_EQ(of[PairState::invalid], 0) << kind;
    EXPECT_GT(of[PairState::overlapping] + of[PairState::touching], 50) << kind;
    if (kind == "contained" || kind == "identical") continue;
    EXPECT_GT(of[PairState::apart], 50) << kind;
  }
  EXPECT_GT(count["touching"][PairState::touching], 10);
}

/// In both bodies, or out of them by half of the depth, or of what is between the two. Of bodies of which a vertex was
/// dropped it holds to within what that changes.
void expect_points_in_reach(const Case& c, std::size_t i, const exact::Pair& pair, const Found& found, double tolerance,
                            Faults& faults) {
  double reach = tolerance + std::max(0.0, 0.5 * static_cast<double>(found.depth[i]));
  if (found.state[i] == PairState::touching) reach += pair.distance();
  for (std::size_t k = 0; k < found.point_count[i]; ++k) {
    const Vec2f p = found.points[2 * i + k];
    const double rounding = std::ldexp(std::max(std::abs(p.x), std::abs(p.y)), -23);
    const auto [from_a, from_b] = pair.distances(p);
    faults.expect(std::max(from_a, from_b) <= reach + rounding, c, i,
                  "point " + testing::PrintToString(p.x) + " " + testing::PrintToString(p.y) + " is " +
                      testing::PrintToString(from_a) + " and " + testing::PrintToString(from_b) +
                      " m out of the bodies, depth " + testing::PrintToString(found.depth[i]) + ", tolerance " +
                      testing::PrintToString(tolerance));
  }
}

void expect_exact_answers(std::uint64_t seed, std::size_t count) {
  const CaseSet cases = make_cases(seed, count);
  const Found found(cases);
  expect_each_kind_has_all_states(cases, found.state);
  Faults faults;
  for (std::size_t i = 0; i < count; ++i) {
    const Case& c = cases.cases()[i];
    const reference::ConvexBody a = body_of(c.a), b = body_of(c.b);
    const exact::Pair pair(c);
    const double depth = pair.depth(), bound = rounding(a, b), tolerance = reference::touching_tolerance(a, b);
    if (!c.a.is_disc() && !c.b.is_disc()) {
      faults.expect(pair.meet() == (depth >= 0.0), c, i, "the oracle contradicts itself");
    }
    const PairState state = found.state[i];
    const auto expect = [&](bool good, const char* what) {
      faults.expect(good, c, i,
                    std::string(what) + ": state " + std::to_string(static_cast<int>(state)) + ", depth " +
                        testing::PrintToString(found.depth[i]) + ", exactly " + testing::PrintToString(depth) +
                        ", tolerance " + testing::PrintToString(tolerance));
    };
    expect(state != PairState::overlapping || depth > 0.0, "overlapping, but it is not");
    expect(state != PairState::apart || depth < 0.0, "apart, but it is not");
    expect(state != PairState::touching || std::abs(depth) <= tolerance + bound, "touching, but it is not");
    // Of bodies with nearly flat corners, which may be dropped, a gap may be the one along another edge's normal.
    const bool is_flat = has_flat_corner(c.a, a.extent) || has_flat_corner(c.b, b.extent);
    const double gap_bound = is_flat && state == PairState::apart ? 1e-3 * (a.extent + b.extent) : 0.0;
    expect(std::abs(static_cast<double>(found.depth[i]) - depth) <= std::max(bound, gap_bound), "depth");
    if (!c.a.is_disc() && !c.b.is_disc()) expect_points_in_reach(c, i, pair, found, tolerance, faults);
  }
}

struct Compared {
  std::map<std::string, std::size_t> points, unclear;
  std::size_t dropped = 0;
};

/// One pair: depth, the axis that decided, the direction on it, and the points that follow from it.
void compare(const Found& found, std::size_t i, const Case& c, bool swapped, Faults& faults, Compared& compared) {
  const reference::ConvexBody a = body_of(c.a), b = body_of(c.b);
  const reference::BodyContact wanted = reference::collide(a, b);
  const double bound = rounding(a, b), tolerance = reference::touching_tolerance(a, b);
  const double depth = static_cast<double>(found.depth[i]);
  const auto expect = [&](bool good, const char* what) { faults.expect(good, c, i, what); };
  expect(std::abs(depth - wanted.depth) <= bound, "depth");
  expect(found.state[i] == wanted.state || std::abs(std::abs(wanted.depth) - tolerance) <= bound, "state");

  // Where a vertex is nearly collinear, floats may drop another one than doubles: edges then have other numbers.
  if (has_flat_corner(c.a, a.extent) || has_flat_corner(c.b, b.extent)) {
    ++compared.dropped;
    return;
  }
  const std::vector<reference::AxisDepth> axes = reference::all_axes(a, b);
  const std::size_t axis = found.axis[i];
  if (axis >= axes.size()) return expect(false, "axis");
  // Any of those that are as deep within rounding; the other way along it where that is as deep.
  expect(axes[axis].depth <= wanted.depth + 2.0 * bound, "axis");
  const reference::Vec normal = (swapped ? -1.0 : 1.0) * vec(found.normal[i]);
  const double cosine = normal.dot(axes[axis].direction);
  expect(std::abs(normal.norm() - 1.0) < 1e-6, "length of the normal");
  const bool the_other_way = cosine < 0.0;
  expect(std::abs(std::abs(cosine) - 1.0) < 1e-6, "normal");
  reference::AxisDepth decided = axes[axis];
  if (the_other_way) decided.direction = -decided.direction;

  if (found.state[i] == PairState::overlapping) {
    reference::ConvexBody moved = b;
    moved.center += depth * normal;
    expect(std::abs(reference::collide(a, moved).depth) <= bound, "moved by its depth it does not just touch");
    moved.center = b.center + 0.99 * depth * normal;
    const bool still = reference::collide(a, moved).state == PairState::overlapping;
    expect(still || depth <= 100.0 * (tolerance + bound), "moved by 0.99 of its depth it overlaps no more");
  }

  const std::size_t count = found.point_count[i];
  expect((count == 0) == (found.state[i] == PairState::apart), "number of points");
  for (std::size_t k = count; k < 2; ++k) expect(found.points[2 * i + k] == Vec2f{}, "a point that is none");
  if (count == 0) return;
  const reference::ContactPoints points = reference::contact_points(a, b, axis, decided, tolerance);
  const double place = std::ldexp(a.center.cwiseAbs().maxCoeff() + b.center.cwiseAbs().maxCoeff(), -23);
  const double point_bound = 4.0 * bound;
  ++compared.points[c.kind];
  if (points.margin <= 2e-7) {
    ++compared.unclear[c.kind];
    return;
  }
  expect(count == points.at.size(), "number of points");
  for (std::size_t k = 0; k < std::min(count, points.at.size()); ++k) {
    expect((vec(found.points[2 * i + k]) - points.at[k]).norm() <= point_bound * points.stretch + place, "point");
  }
}

void expect_reference_answers(std::uint64_t seed, std::size_t count) {
  Compared compared;
  Faults faults;
  constexpr std::size_t at_once = 20000;
  for (std::size_t done = 0; done < count; done += at_once) {
    const CaseSet cases = make_cases(seed + done, std::min(at_once, count - done));
    const Found found(cases);
    const std::vector<BodyPair> pairs = cases.pairs();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      compare(found, i, cases.cases()[i], pairs[i].a > pairs[i].b, faults, compared);
    }
  }
  EXPECT_LT(compared.dropped, count / 25);
  for (const auto& [kind, points] : compared.points) {
    EXPECT_GT(points, count / 200) << kind;
    EXPECT_LT(compared.unclear[kind], points / (kind == "needles" ? 4 : 10)) << kind << ", of " << points;
  }
}

TEST(CollisionAgreement, StatesAndDepthsAreThoseOfExactArithmetic) { expect_exact_answers(6001, 20000); }
TEST(CollisionAgreementLong, StatesAndDepthsAreThoseOfExactArithmetic) { expect_exact_answers(6002, 500000); }

TEST(CollisionAgreement, DepthsNormalsAndPointsAreThoseOfTheReference) { expect_reference_answers(6003, 100000); }
TEST(CollisionAgreementLong, DepthsNormalsAndPointsAreThoseOfTheReference) { expect_reference_answers(6004, 1000000); }

/// The reference itself, which has no bound to hide behind.
TEST(CollisionReference, DepthsAreThoseOfExactArithmetic) {
  const CaseSet cases = make_cases(6005, 20000);
  std::size_t compared = 0;
  Faults faults;
  for (std::size_t i = 0; i < cases.cases().size(); ++i) {
    const Case& c = cases.cases()[i];
    const reference::ConvexBody a = body_of(c.a), b = body_of(c.b);
    // Of those with vertices that are no corners the depth is that of the corners.
    if (a.corners.size() != c.a.vertices.size() || b.corners.size() != c.b.vertices.size()) continue;
    ++compared;
    const double depth = exact::Pair(c).depth(), of_reference = reference::collide(a, b).depth;
    const double extent = a.extent + b.extent + a.center.norm() + b.center.norm();
    faults.expect(std::abs(depth - of_reference) <= 1e-14 * extent, c, i,
                  testing::PrintToString(of_reference) + ", exactly " + testing::PrintToString(depth));
  }
  EXPECT_GT(compared, 19000u);
}

}  // namespace
}  // namespace throng::collision_agreement_tests
