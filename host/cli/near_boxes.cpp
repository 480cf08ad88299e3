#include "host/cli/near_boxes.hpp"

#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <cmath>
#include <utility>

#include "host/boost_geometry.hpp"

namespace throng::cli {
namespace {

namespace bg = boost::geometry;
using TreePoint = bg::model::d2::point_xy<double>;
using TreeBox = bg::model::box<TreePoint>;
using TreeEntry = std::pair<TreeBox, std::uint32_t>;

TreeBox enlarged(const Box& box, double by) {
  return {TreePoint(box.least.x - by, box.least.y - by), TreePoint(box.most.x + by, box.most.y + by)};
}

bool are_near(const Box& a, const Box& b, double margin) {
  return b.least.x - a.most.x <= margin && a.least.x - b.most.x <= margin && b.least.y - a.most.y <= margin &&
         a.least.y - b.most.y <= margin;
}

}  // namespace

struct NearBoxes::Tree {
  const std::vector<Box>& boxes;
  double margin, reach;
  bg::index::rtree<TreeEntry, bg::index::quadratic<16>> entries;
};

NearBoxes::NearBoxes(const std::vector<Box>& boxes, double margin) {
  std::vector<TreeEntry> entries;
  entries.reserve(boxes.size());
  double farthest = margin;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& box = boxes[i];
    entries.emplace_back(enlarged(box, 0.0), static_cast<std::uint32_t>(i));
    farthest =
        std::max({farthest, std::abs(box.least.x), std::abs(box.least.y), std::abs(box.most.x), std::abs(box.most.y)});
  }
  const double rounding = std::ldexp(farthest, -50);
  tree_ = std::unique_ptr<Tree>(new Tree{boxes, margin, margin + rounding, {entries.begin(), entries.end()}});
}
NearBoxes::~NearBoxes() = default;

void NearBoxes::for_later(std::uint32_t a, const std::function<void(std::uint32_t)>& take) const {
  const Box& own = tree_->boxes[a];
  std::vector<std::uint32_t> found;
  const auto judge = [&](const TreeEntry& entry) {
    const std::uint32_t b = entry.second;
    if (b > a && are_near(own, tree_->boxes[b], tree_->margin)) found.push_back(b);
  };
  tree_->entries.query(bg::index::intersects(enlarged(own, tree_->reach)), boost::make_function_output_iterator(judge));
  std::sort(found.begin(), found.end());
  for (const std::uint32_t b : found) take(b);
}

}  // namespace throng::cli
