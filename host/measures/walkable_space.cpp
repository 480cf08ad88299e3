#include "host/measures/walkable_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/geometry/index/rtree.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "host/boost_geometry.hpp"
#include "host/orientation.hpp"
#include "host/rings.hpp"
#include "host/scenario/walkable_area.hpp"
#include "throng/error.hpp"

namespace throng::measures {
namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;
using IndexPoint = bg::model::d2::point_xy<double>;
using IndexBox = bg::model::box<IndexPoint>;
using IndexEntry = std::pair<IndexBox, std::uint32_t>;

IndexBox box_of(Vec2d a, Vec2d b) {
  return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
}

double distance_to(const Wall& wall, Vec2d p) {
  const Vec2d along{wall.b.x - wall.a.x, wall.b.y - wall.a.y};
  const double length_sq = along.x * along.x + along.y * along.y;
  const double t = ((p.x - wall.a.x) * along.x + (p.y - wall.a.y) * along.y) / length_sq;
  const double s = std::clamp(t, 0.0, 1.0);
  return std::hypot(p.x - wall.a.x - s * along.x, p.y - wall.a.y - s * along.y);
}

}  // namespace

struct WalkableSpace::Impl {
  std::vector<PolygonRings> polygons;
  std::optional<GeosArea> to_cut;  ///< nobody asks it anything: that is left to its copies
  std::vector<Wall> walls;
  std::vector<std::uint32_t> previous, next;  ///< of a wall, in its ring
  bgi::rtree<IndexEntry, bgi::rstar<16>> index;
  Vec2d low, high;
  double area = 0.0;

  void add_ring(const std::vector<Vec2d>& ring) {
    const auto first = static_cast<std::uint32_t>(walls.size());
    const auto count = static_cast<std::uint32_t>(ring.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      walls.push_back({ring[i], ring[(i + 1) % count]});
      previous.push_back(first + (i + count - 1) % count);
      next.push_back(first + (i + 1) % count);
    }
  }

  void make_index() {
    std::vector<IndexEntry> entries;
    low = high = walls.front().a;
    for (std::uint32_t i = 0; i < walls.size(); ++i) {
      entries.emplace_back(box_of(walls[i].a, walls[i].b), i);
      low = {std::min(low.x, walls[i].a.x), std::min(low.y, walls[i].a.y)};
      high = {std::max(high.x, walls[i].a.x), std::max(high.y, walls[i].a.y)};
    }
    index = bgi::rtree<IndexEntry, bgi::rstar<16>>(entries);
  }

  /// By the parity of the walls that a ray to the right crosses.
  [[nodiscard]] bool is_inside(Vec2d p) const {
    bool inside = false;
    const IndexBox ray({p.x, p.y}, {std::max(p.x, high.x), p.y});
    for (auto hit = index.qbegin(bgi::intersects(ray)); hit != index.qend(); ++hit) {
      const Wall& wall = walls[hit->second];
      if ((wall.a.y > p.y) == (wall.b.y > p.y)) continue;
      const bool up = wall.b.y > wall.a.y;
      const int side = orientation(wall.a, wall.b, p);
      inside ^= up ? side > 0 : side < 0;
    }
    return inside;
  }
};

WalkableSpace::WalkableSpace(std::string_view wkt, const std::string& place) : impl_(std::make_unique<Impl>()) {
  const scenario::WalkableArea area = scenario::walkable_area_of_wkt(wkt, place);
  for (const scenario::WalkableArea::Part& part : area.parts()) {
    PolygonRings& rings = impl_->polygons.emplace_back(PolygonRings{part.outer});
    rings.insert(rings.end(), part.holes.begin(), part.holes.end());
  }
  for (const PolygonRings& rings : impl_->polygons) {
    for (std::size_t i = 0; i < rings.size(); ++i) {
      impl_->add_ring(rings[i]);
      impl_->area += (i == 0 ? 0.5 : -0.5) * std::abs(twice_signed_area(rings[i]));
    }
  }
  if (impl_->walls.empty()) throw Error(ErrorCode::bad_scene, fmt::format("{}: the walkable area is empty", place));
  impl_->make_index();
  impl_->to_cut.emplace(impl_->polygons, "the walkable area");
}

WalkableSpace::~WalkableSpace() = default;
WalkableSpace::WalkableSpace(WalkableSpace&&) noexcept = default;
WalkableSpace& WalkableSpace::operator=(WalkableSpace&&) noexcept = default;

const std::vector<PolygonRings>& WalkableSpace::polygons() const { return impl_->polygons; }
GeosArea WalkableSpace::copy_to_cut() const { return *impl_->to_cut; }
std::span<const Wall> WalkableSpace::walls() const { return impl_->walls; }
Vec2d WalkableSpace::low() const { return impl_->low; }
Vec2d WalkableSpace::high() const { return impl_->high; }
double WalkableSpace::area() const { return impl_->area; }

bool WalkableSpace::contains(Vec2d point) const {
  if (impl_->is_inside(point)) return true;
  const double rounding = 1e-12 * std::max({1.0, std::abs(point.x), std::abs(point.y)});
  return has_wall_in({point.x - rounding, point.y - rounding}, {point.x + rounding, point.y + rounding}) &&
         distance_to_wall(point) <= rounding;
}

double WalkableSpace::distance_to_wall(Vec2d point) const {
  double nearest = std::numeric_limits<double>::infinity();
  const IndexPoint p(point.x, point.y);
  const auto count = static_cast<unsigned>(impl_->walls.size());
  for (auto hit = impl_->index.qbegin(bgi::nearest(p, count)); hit != impl_->index.qend(); ++hit) {
    if (bg::distance(p, hit->first) >= nearest) break;  // by the distance of their boxes, ascending
    nearest = std::min(nearest, distance_to(impl_->walls[hit->second], point));
  }
  return nearest;
}

bool WalkableSpace::crosses_wall(Vec2d from, Vec2d to) const {
  if (from == to) return false;
  for (auto hit = impl_->index.qbegin(bgi::intersects(box_of(from, to))); hit != impl_->index.qend(); ++hit) {
    const Wall& wall = impl_->walls[hit->second];
    const int of_from = orientation(wall.a, wall.b, from), of_to = orientation(wall.a, wall.b, to);
    if (of_from * of_to >= 0) continue;
    const int of_a = orientation(from, to, wall.a), of_b = orientation(from, to, wall.b);
    if (of_a * of_b < 0) return true;
    // Through a vertex: it is crossed when the two walls that meet there lie on different sides of the way.
    if (of_a == 0 && of_b != 0) {
      const Wall& other = impl_->walls[impl_->previous[hit->second]];
      if (orientation(from, to, other.a) * of_b < 0) return true;
    }
    if (of_b == 0 && of_a != 0) {
      const Wall& other = impl_->walls[impl_->next[hit->second]];
      if (orientation(from, to, other.b) * of_a < 0) return true;
    }
  }
  return false;
}

bool WalkableSpace::has_wall_in(Vec2d low, Vec2d high) const {
  return impl_->index.qbegin(bgi::intersects(IndexBox({low.x, low.y}, {high.x, high.y}))) != impl_->index.qend();
}

}  // namespace throng::measures
