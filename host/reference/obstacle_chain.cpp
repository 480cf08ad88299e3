#include "host/reference/obstacle_chain.hpp"

#include "host/reference/polygon.hpp"

namespace throng::reference {

std::vector<Vec> distinct_vertices(const Obstacle& obstacle) {
  std::vector<Vec> kept;
  for (const Vec& vertex : obstacle.vertices) {
    if (kept.empty() || kept.back() != vertex) kept.push_back(vertex);
  }
  while (obstacle.closed && kept.size() > 1 && kept.front() == kept.back()) kept.pop_back();
  return kept;
}

namespace {

std::vector<Vec> ring_of(const Obstacle& obstacle) {
  std::vector<Vec> ring = distinct_vertices(obstacle);
  if (!obstacle.closed) {
    const std::size_t count = ring.size();
    for (std::size_t back = 2; back < count; ++back) ring.push_back(ring[count - back]);
  }
  return ring;
}

}  // namespace

bool is_solid(const Obstacle& obstacle) { return obstacle.closed && signed_area(obstacle.vertices) > 0.0; }

std::vector<ChainVertex> link_chains(std::span<const Obstacle> obstacles) {
  std::vector<ChainVertex> chains;
  for (const Obstacle& obstacle : obstacles) {
    const std::vector<Vec> ring = ring_of(obstacle);
    const std::size_t count = ring.size();
    if (count < 2) continue;
    const std::size_t base = chains.size();
    const bool solid = is_solid(obstacle);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t next = (k + 1) % count;
      const std::size_t previous = (k + count - 1) % count;
      chains.push_back({.point = ring[k],
                        .next = base + next,
                        .previous = base + previous,
                        .direction = (ring[next] - ring[k]).normalized(),
                        .convex = det(ring[k] - ring[previous], ring[next] - ring[k]) >= 0.0,
                        .obstacle = obstacle.id,
                        .edge = k,
                        .solid = solid});
    }
  }
  return chains;
}

}  // namespace throng::reference
