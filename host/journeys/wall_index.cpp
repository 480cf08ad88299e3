#include "host/journeys/wall_index.hpp"

#include <algorithm>
#include <boost/geometry/index/rtree.hpp>
#include "host/boost_geometry.hpp"
#include "host/navigation/plane.hpp"

namespace throng {
namespace bg = boost::geometry;
using BgPoint = bg::model::d2::point_xy<double>;
using BgBox = bg::model::box<BgPoint>;
using Edge = std::pair<Vec2d, Vec2d>;

struct WallIndex::Tree {
  bg::index::rtree<std::pair<BgBox, std::size_t>, bg::index::quadratic<16>> boxes;
  std::vector<Edge> edges;
};

WallIndex::WallIndex() : tree_(std::make_unique<Tree>()) {}
WallIndex::~WallIndex() = default;
WallIndex::WallIndex(WallIndex&&) noexcept = default;
WallIndex& WallIndex::operator=(WallIndex&&) noexcept = default;

void WallIndex::build(const std::vector<Edge>& edges) {
  tree_->edges = edges;
  std::vector<std::pair<BgBox, std::size_t>> boxes;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto& [a, b] = edges[e];
    boxes.push_back({BgBox({std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}), e});
  }
  tree_->boxes = {boxes.begin(), boxes.end()};
}

bool WallIndex::is_any_near(Vec2d place, double distance) const {
  const BgBox around({place.x - distance, place.y - distance}, {place.x + distance, place.y + distance});
  const auto near = [&](const std::pair<BgBox, std::size_t>& entry) {
    const auto& [a, b] = tree_->edges[entry.second];
    return flow::distance_sq(flow::Segment{a, b}, place) < distance * distance;
  };
  return tree_->boxes.qbegin(bg::index::intersects(around) && bg::index::satisfies(near)) != tree_->boxes.qend();
}

}  // namespace throng
