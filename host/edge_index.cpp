#include "host/edge_index.hpp"

#include <boost/geometry/index/rtree.hpp>
#include <cstdint>
#include <utility>
#include "host/boost_geometry.hpp"

namespace throng {
namespace bg = boost::geometry;
using BgPoint = bg::model::d2::point_xy<double>;
using BgBox = bg::model::box<BgPoint>;

struct EdgeIndex::Tree {
  bg::index::rtree<std::pair<BgBox, std::uint32_t>, bg::index::quadratic<16>> boxes;
  std::vector<Edge> edges;
};

EdgeIndex::EdgeIndex() : tree_(std::make_unique<Tree>()) {}
EdgeIndex::~EdgeIndex() = default;
EdgeIndex::EdgeIndex(EdgeIndex&&) noexcept = default;
EdgeIndex& EdgeIndex::operator=(EdgeIndex&&) noexcept = default;

void EdgeIndex::build(std::vector<Edge> edges) {
  tree_->edges = std::move(edges);
  std::vector<std::pair<BgBox, std::uint32_t>> boxes;
  for (const Edge& edge : tree_->edges) {
    const flow::Box box = flow::box_of(edge);
    boxes.emplace_back(BgBox({box.low.x, box.low.y}, {box.high.x, box.high.y}),
                       static_cast<std::uint32_t>(boxes.size()));
  }
  tree_->boxes = {boxes.begin(), boxes.end()};
}

std::optional<EdgeIndex::Edge> EdgeIndex::find(const flow::Box& box,
                                               const std::function<bool(const Edge&)>& is_wanted) const {
  const BgBox around({box.low.x, box.low.y}, {box.high.x, box.high.y});
  const auto wanted = [&](const std::pair<BgBox, std::uint32_t>& entry) {
    return is_wanted(tree_->edges[entry.second]);
  };
  const auto found = tree_->boxes.qbegin(bg::index::intersects(around) && bg::index::satisfies(wanted));
  return found == tree_->boxes.qend() ? std::nullopt : std::optional(tree_->edges[found->second]);
}

bool EdgeIndex::is_any_near(Vec2d place, double distance) const {
  const auto near = [&](const Edge& edge) { return flow::distance_sq(edge, place) < distance * distance; };
  return find(flow::grown({place, place}, distance), near).has_value();
}

}  // namespace throng
