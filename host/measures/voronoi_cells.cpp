#include "host/measures/voronoi_cells.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "host/rings.hpp"

namespace throng::measures {
namespace {

constexpr int corners_of_cut_off = 12;
constexpr std::size_t cells_at_once = 64;  ///< of a thread

Vec2d operator-(Vec2d a, Vec2d b) { return {a.x - b.x, a.y - b.y}; }
double length_sq(Vec2d a) { return a.x * a.x + a.y * a.y; }
double cross(Vec2d a, Vec2d b) { return a.x * b.y - a.y * b.x; }

double farthest_sq(const ConvexRing& ring, Vec2d from) {
  double result = 0.0;
  for (const Vec2d v : ring) result = std::max(result, length_sq(v - from));
  return result;
}

void clip_to_convex(std::vector<Vec2d>& ring, const ConvexRing& area, std::vector<Vec2d>& spare) {
  for (std::size_t k = 0; k < area.size() && !ring.empty(); ++k) {
    clip_to_left(ring, area[k], area[(k + 1) % area.size()] - area[k], spare);
  }
}

}  // namespace

void clip_to_left(std::vector<Vec2d>& ring, Vec2d point, Vec2d direction, std::vector<Vec2d>& spare) {
  spare.clear();
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2d a = ring[i], b = ring[i + 1 == ring.size() ? 0 : i + 1];
    const double of_a = cross(direction, a - point), of_b = cross(direction, b - point);
    if (of_a >= 0.0) spare.push_back(a);
    if ((of_a > 0.0 && of_b < 0.0) || (of_a < 0.0 && of_b > 0.0)) {
      const double t = of_a / (of_a - of_b);
      spare.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
    }
  }
  std::swap(ring, spare);
}

double area_inside(const PolygonRings& polygon, const ConvexRing& area) {
  double result = 0.0;
  std::vector<Vec2d> ring, spare;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    ring = polygon[k];
    clip_to_convex(ring, area, spare);
    if (ring.size() >= 3) result += (k == 0 ? 0.5 : -0.5) * std::abs(twice_signed_area(ring));
  }
  return result;
}

struct VoronoiCells::Worker {
  std::optional<GeosArea> area;
  ConvexRing ring, spare;
  std::vector<std::pair<double, std::uint32_t>> near;  ///< squared distance, person
};

VoronoiCells::VoronoiCells(const WalkableSpace* space, std::optional<double> cut_off, ThreadTeam& team)
    : space_(space), cut_off_(cut_off), team_(team) {
  for (int i = 0; i < team.threads(); ++i) {
    workers_.push_back(std::make_unique<Worker>());
    if (space != nullptr) workers_.back()->area.emplace(space->copy_to_cut());
  }
}

VoronoiCells::~VoronoiCells() = default;

void VoronoiCells::compute(std::span<const Vec2d> positions, std::span<const ConvexRing> areas, bool all, Cells& out) {
  out.area.assign(positions.size(), 0.0);
  out.in_area.assign(positions.size() * areas.size(), 0.0);
  std::vector<flow::Box> boxes;
  for (const ConvexRing& area : areas) boxes.push_back(flow::box_of(area));
  grid_.build(positions, 1.0);
  team_.for_chunks(positions.size(), cells_at_once, [&](std::size_t begin, std::size_t end, int number) {
    Worker& worker = *workers_[static_cast<std::size_t>(number)];
    for (std::size_t i = begin; i < end; ++i) {
      if (!all && cut_off_ && !may_reach(positions[i], boxes)) continue;
      convex_cell(positions, i, worker);
      if (worker.ring.size() < 3) continue;
      PolygonRings pieces;
      const flow::Box box = flow::box_of(worker.ring);
      if (space_ != nullptr && space_->has_wall_in(box.low, box.high)) {
        pieces = worker.area->piece_at(worker.ring, positions[i]);
      } else if (space_ == nullptr || space_->contains(positions[i])) {
        pieces.push_back(worker.ring);
      }
      for (std::size_t k = 0; k < pieces.size(); ++k) {
        out.area[i] += (k == 0 ? 0.5 : -0.5) * std::abs(twice_signed_area(pieces[k]));
      }
      for (std::size_t k = 0; k < areas.size(); ++k) {
        const bool apart = box.high.x <= boxes[k].low.x || box.low.x >= boxes[k].high.x ||
                           box.high.y <= boxes[k].low.y || box.low.y >= boxes[k].high.y;
        if (!apart) out.in_area[i * areas.size() + k] = area_inside(pieces, areas[k]);
      }
    }
  });
}

bool VoronoiCells::may_reach(Vec2d position, std::span<const flow::Box> boxes) const {
  const double reach = *cut_off_;
  return std::any_of(boxes.begin(), boxes.end(), [&](const flow::Box& box) {
    return position.x >= box.low.x - reach && position.x <= box.high.x + reach && position.y >= box.low.y - reach &&
           position.y <= box.high.y + reach;
  });
}

/// What a cell can be at most.
void VoronoiCells::first_ring(Vec2d position, ConvexRing& ring) const {
  ring.clear();
  if (cut_off_) {
    for (int k = 0; k < corners_of_cut_off; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / corners_of_cut_off;
      ring.push_back({position.x + *cut_off_ * std::cos(angle), position.y + *cut_off_ * std::sin(angle)});
    }
    return;
  }
  // A box around the walkable area and the person, who may have left it.
  const Vec2d low{std::min(space_->low().x, position.x) - 1.0, std::min(space_->low().y, position.y) - 1.0};
  const Vec2d high{std::max(space_->high().x, position.x) + 1.0, std::max(space_->high().y, position.y) + 1.0};
  ring = {low, {high.x, low.y}, high, {low.x, high.y}};
}

/// Cuts by the bisectors to the others, the nearest first, until the rest are too far away to matter.
void VoronoiCells::convex_cell(std::span<const Vec2d> positions, std::size_t person, Worker& worker) const {
  const Vec2d here = positions[person];
  double seen = 0.0;  // everybody within this distance has been taken into account
  for (double reach = 2.0 * grid_.cell();; reach *= 2.0) {
    worker.near.clear();
    grid_.for_each_near(here, reach, [&](std::uint32_t other) {
      const double distance_sq = length_sq(positions[other] - here);
      if (other != person && distance_sq <= reach * reach) worker.near.emplace_back(distance_sq, other);
    });
    std::sort(worker.near.begin(), worker.near.end());
    first_ring(here, worker.ring);
    double extent_sq = farthest_sq(worker.ring, here);
    for (const auto& [distance_sq, other] : worker.near) {
      if (distance_sq >= 4.0 * extent_sq) break;
      const Vec2d to = positions[other] - here;
      if (distance_sq == 0.0) continue;  // on one spot: they share a cell
      const Vec2d middle{0.5 * (here.x + positions[other].x), 0.5 * (here.y + positions[other].y)};
      clip_to_left(worker.ring, middle, {-to.y, to.x}, worker.spare);
      extent_sq = farthest_sq(worker.ring, here);
    }
    seen = reach;
    if (seen * seen >= 4.0 * extent_sq || seen > 2.0 * grid_.widest()) return;
  }
}

}  // namespace throng::measures
