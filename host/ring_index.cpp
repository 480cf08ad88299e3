#include "host/ring_index.hpp"

#include <boost/geometry/index/rtree.hpp>
#include <iterator>
#include "host/boost_geometry.hpp"
#include "host/navigation/plane.hpp"
#include "host/rings.hpp"

namespace throng {
namespace bg = boost::geometry;
using BgPoint = bg::model::d2::point_xy<double>;
using BgBox = bg::model::box<BgPoint>;

struct RingIndex::Tree {
  std::vector<std::vector<Vec2d>> rings;
  bg::index::rtree<std::pair<BgBox, std::size_t>, bg::index::quadratic<16>> boxes;
};

RingIndex::RingIndex() : tree_(std::make_unique<Tree>()) {}
RingIndex::~RingIndex() = default;
RingIndex::RingIndex(RingIndex&&) noexcept = default;
RingIndex& RingIndex::operator=(RingIndex&&) noexcept = default;

void RingIndex::build(std::vector<std::vector<Vec2d>> rings) {
  tree_->rings = std::move(rings);
  std::vector<std::pair<BgBox, std::size_t>> boxes;
  for (std::size_t r = 0; r < tree_->rings.size(); ++r) {
    const flow::Box box = flow::box_of(tree_->rings[r]);
    boxes.push_back({BgBox({box.low.x, box.low.y}, {box.high.x, box.high.y}), r});
  }
  tree_->boxes = {boxes.begin(), boxes.end()};
}

bool RingIndex::contains(Vec2d point) const {
  const auto inside = [&](const std::pair<BgBox, std::size_t>& entry) {
    return ring_contains(tree_->rings[entry.second], point);
  };
  const BgPoint at(point.x, point.y);
  return tree_->boxes.qbegin(bg::index::intersects(at) && bg::index::satisfies(inside)) != tree_->boxes.qend();
}

std::size_t RingIndex::count_around(Vec2d point) const {
  std::size_t count = 0;
  const BgPoint at(point.x, point.y);
  for (auto hit = tree_->boxes.qbegin(bg::index::intersects(at)); hit != tree_->boxes.qend(); ++hit) {
    count += ring_contains(tree_->rings[hit->second], point) ? 1 : 0;
  }
  return count;
}

bool RingIndex::empty() const { return tree_->rings.empty(); }

}  // namespace throng
