#include "host/scenario/obstacle_index.hpp"

#include <algorithm>

#include <boost/geometry/index/rtree.hpp>
#include <utility>

#include "host/boost_geometry.hpp"
#include "host/rings.hpp"

namespace throng::scenario {
namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;
using Point = bg::model::d2::point_xy<double>;
using Box = bg::model::box<Point>;

Box box_around(const Vec2d* begin, const Vec2d* end) {
  Vec2d low = *begin;
  Vec2d high = *begin;
  for (const Vec2d* p = begin; p != end; ++p) {
    low = {std::min(low.x, p->x), std::min(low.y, p->y)};
    high = {std::max(high.x, p->x), std::max(high.y, p->y)};
  }
  return {Point(low.x, low.y), Point(high.x, high.y)};
}

}  // namespace

struct ObstacleIndex::Trees {
  using Tree = bgi::rtree<std::pair<Box, std::uint32_t>, bgi::quadratic<16>>;

  std::vector<std::vector<Vec2d>> rings;  // solids, then those of the walkable area
  std::size_t solid_count = 0;
  std::vector<Edge> edges;
  Tree ring_tree, edge_tree;
};

ObstacleIndex::ObstacleIndex(const std::vector<Scenario::Obstacle>& obstacles, std::size_t first_geometry_ring)
    : trees_(std::make_unique<Trees>()) {
  std::vector<std::vector<Vec2d>> walkable;
  std::vector<std::pair<Box, std::uint32_t>> edge_boxes, ring_boxes;
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    const std::vector<Vec2d>& vertices = obstacles[i].vertices;
    if (i >= first_geometry_ring) {
      walkable.push_back(vertices);
    } else if (obstacles[i].closed && twice_signed_area(vertices) > 0.0) {
      trees_->rings.push_back(vertices);
    }
    for (std::size_t k = obstacles[i].closed ? 0 : 1; k < vertices.size(); ++k) {
      const Vec2d ends[2] = {vertices[k == 0 ? vertices.size() - 1 : k - 1], vertices[k]};
      edge_boxes.emplace_back(box_around(ends, ends + 2), static_cast<std::uint32_t>(trees_->edges.size()));
      trees_->edges.push_back({ends[0], ends[1]});
    }
  }
  trees_->solid_count = trees_->rings.size();
  trees_->rings.insert(trees_->rings.end(), walkable.begin(), walkable.end());
  for (std::size_t i = 0; i < trees_->rings.size(); ++i) {
    const std::vector<Vec2d>& ring = trees_->rings[i];
    ring_boxes.emplace_back(box_around(ring.data(), ring.data() + ring.size()), static_cast<std::uint32_t>(i));
  }
  trees_->edge_tree = Trees::Tree(edge_boxes.begin(), edge_boxes.end());
  trees_->ring_tree = Trees::Tree(ring_boxes.begin(), ring_boxes.end());
}

ObstacleIndex::~ObstacleIndex() = default;
ObstacleIndex::ObstacleIndex(ObstacleIndex&&) noexcept = default;
ObstacleIndex& ObstacleIndex::operator=(ObstacleIndex&&) noexcept = default;

bool ObstacleIndex::blocked(Vec2d point) const {
  const Trees& trees = *trees_;
  bool in_solid = false;
  bool walkable = trees.rings.size() == trees.solid_count;
  const bgi::rtree<std::pair<Box, std::uint32_t>, bgi::quadratic<16>>& tree = trees.ring_tree;
  for (auto hit = tree.qbegin(bgi::intersects(Point(point.x, point.y))); hit != tree.qend() && !in_solid; ++hit) {
    if (!ring_contains(trees.rings[hit->second], point)) continue;
    // Rings of the walkable area lie inside each other: an odd number of them around a point means free space.
    if (hit->second < trees.solid_count) {
      in_solid = true;
    } else {
      walkable = !walkable;
    }
  }
  return in_solid || !walkable;
}

std::optional<ObstacleIndex::Edge> ObstacleIndex::edge_in(Vec2d center, const Outline& outline) const {
  const double radius = outline.radius;
  const Box reach(Point(center.x - radius, center.y - radius), Point(center.x + radius, center.y + radius));
  const auto comes_in = [&](const std::pair<Box, std::uint32_t>& hit) {
    const Edge& edge = trees_->edges[hit.second];
    if (outline.vertices.empty()) return squared_distance(center, edge.from, edge.to) < radius * radius;
    const auto relative = [center](Vec2d p) { return Vec2d{p.x - center.x, p.y - center.y}; };
    return meets_segment(outline.vertices, relative(edge.from), relative(edge.to));
  };
  const auto& tree = trees_->edge_tree;
  const auto found = tree.qbegin(bgi::intersects(reach) && bgi::satisfies(comes_in));
  return found == tree.qend() ? std::nullopt : std::optional(trees_->edges[found->second]);
}

}  // namespace throng::scenario
