// The space that each person has: Voronoi cells, cut by the walkable area and at a distance.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "host/cpu/thread_team.hpp"
#include "host/measures/point_grid.hpp"
#include "host/measures/walkable_space.hpp"
#include "host/navigation/plane.hpp"

namespace throng::measures {

/// Convex, counter-clockwise.
using ConvexRing = std::vector<Vec2d>;

/// The part of a ring on the left of the line through `point` along `direction`. A ring that is not convex may come
/// back with edges that lie upon each other; its area is right.
void clip_to_left(std::vector<Vec2d>& ring, Vec2d point, Vec2d direction, std::vector<Vec2d>& spare);
/// m^2, of the part of a polygon inside a convex ring.
double area_inside(const PolygonRings& polygon, const ConvexRing& area);

/// As PedPy's: of the points nearer to a person than to any other those in the walkable area, and in the regular
/// polygon of 12 corners on the circle of `cut_off` around them. Of several pieces the one with the person in it.
class VoronoiCells {
 public:
  /// `space` may be missing, then `cut_off` (m) must be there. `space` must outlive it.
  VoronoiCells(const WalkableSpace* space, std::optional<double> cut_off, ThreadTeam& team);
  ~VoronoiCells();

  struct Cells {
    /// m^2, by person; 0 who was left out, or stands outside of the walkable area.
    std::vector<double> area;
    /// m^2, of a cell's part in each measuring area: person i, area k at i * areas + k.
    std::vector<double> in_area;
  };
  /// Of people at `positions`. With `all` false only of those whose cells may reach one of the areas.
  void compute(std::span<const Vec2d> positions, std::span<const ConvexRing> areas, bool all, Cells& out);

 private:
  struct Worker;
  void convex_cell(std::span<const Vec2d> positions, std::size_t person, Worker& worker) const;
  void first_ring(Vec2d position, ConvexRing& ring) const;
  [[nodiscard]] bool may_reach(Vec2d position, std::span<const flow::Box> boxes) const;

  const WalkableSpace* space_;
  std::optional<double> cut_off_;
  ThreadTeam& team_;
  PointGrid grid_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace throng::measures
