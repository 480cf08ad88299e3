#include "host/scenario/join_borders.hpp"

#include <algorithm>
#include <boost/geometry/index/rtree.hpp>
#include <cmath>
#include <optional>
#include <utility>

#include "host/boost_geometry.hpp"
#include "host/scenario/outline.hpp"

namespace throng::scenario {
namespace {

namespace bgi = boost::geometry::index;
using BorderPoint = boost::geometry::model::d2::point_xy<double>;
using BorderBox = boost::geometry::model::box<BorderPoint>;
using Ring = std::vector<Vec2d>;
struct Vertex {
  Vec2d at;
  std::size_t polygon;
};
using VertexTree = bgi::rtree<std::pair<BorderPoint, std::size_t>, bgi::quadratic<16>>;

BorderBox box_around(Vec2d a, Vec2d b) {
  return {BorderPoint(std::min(a.x, b.x) - joined_gap, std::min(a.y, b.y) - joined_gap),
          BorderPoint(std::max(a.x, b.x) + joined_gap, std::max(a.y, b.y) + joined_gap)};
}

double distance(Vec2d a, Vec2d b) { return std::hypot(a.x - b.x, a.y - b.y); }

class Borders {
 public:
  /// The vertex that takes the place of one of a polygon's.
  Vec2d joined(Vec2d p, std::size_t polygon) {
    std::optional<std::size_t> best;
    each_in(box_around(p, p), [&](std::size_t i) {
      const Vertex& v = vertices_[i];
      if (v.polygon == polygon && !(v.at == p)) return;
      if (distance(v.at, p) <= joined_gap && (!best || i < *best)) best = i;
    });
    if (best) p = vertices_[*best].at;
    tree_.insert({BorderPoint(p.x, p.y), vertices_.size()});
    vertices_.push_back({p, polygon});
    return p;
  }

  /// Vertices of other polygons on the way from one vertex to the next.
  [[nodiscard]] Ring between(Vec2d from, Vec2d to, std::size_t polygon) const {
    Ring points;
    each_in(box_around(from, to), [&](std::size_t i) {
      const Vertex& v = vertices_[i];
      if (v.polygon == polygon || distance(v.at, from) <= joined_gap || distance(v.at, to) <= joined_gap) return;
      if (squared_distance(v.at, from, to) <= joined_gap * joined_gap) points.push_back(v.at);
    });
    std::sort(points.begin(), points.end(), [from](Vec2d p, Vec2d q) {
      const double a = distance(p, from), b = distance(q, from);
      return a < b || (a == b && (p.x < q.x || (p.x == q.x && p.y < q.y)));
    });
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
  }

 private:
  template <class Visit>
  void each_in(const BorderBox& box, Visit visit) const {
    for (auto hit = tree_.qbegin(bgi::intersects(box)); hit != tree_.qend(); ++hit) visit(hit->second);
  }

  std::vector<Vertex> vertices_;
  VertexTree tree_;
};

}  // namespace

void join_borders(std::vector<PolygonRings>& polygons) {
  Borders borders;
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    for (Ring& ring : polygons[i]) {
      for (Vec2d& p : ring) p = borders.joined(p, i);
    }
  }
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    for (Ring& ring : polygons[i]) {
      Ring cut;
      for (std::size_t k = 0; k < ring.size(); ++k) {
        const Vec2d from = ring[k], to = ring[k + 1 < ring.size() ? k + 1 : 0];
        cut.push_back(from);
        const Ring between = borders.between(from, to, i);
        cut.insert(cut.end(), between.begin(), between.end());
      }
      ring = std::move(cut);
    }
  }
}

}  // namespace throng::scenario
