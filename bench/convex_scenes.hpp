// Convex bodies for measuring: as arrays, with the pairs to be looked at.
#pragma once
#include <vector>

#include "throng/collision.hpp"

namespace throng::scenes {

struct ConvexScene {
  std::vector<std::uint32_t> offsets{0};
  std::vector<Vec2f> vertices, translation, rotation;
  std::vector<BodyPair> pairs;

  [[nodiscard]] ConvexBodies bodies() const {
    return {.polygon_count = offsets.size() - 1,
            .offsets = offsets.data(),
            .vertices = vertices.data(),
            .translation = translation.data(),
            .rotation = rotation.data()};
  }
};

/// `count` polygons of `corners` vertices on ellipses of 0.4 to 0.6 m, turned anyhow, at random places of a square of
/// `side` m. Variants have the same polygons in the same order, elsewhere.
ConvexScene scattered_polygons(std::size_t count, int corners, double side, std::uint32_t variant = 0);
/// The same so close that about two in five of its pairs overlap; each body has `pairs_per_body` with any others.
ConvexScene crowded_polygons(std::size_t count, int corners, int pairs_per_body);

}  // namespace throng::scenes

namespace throng {
void register_collision_benchmarks();
/// Those of `collide/SHAPE/given` and nothing else, with one thread. Returns the number of pairs of all calls.
std::size_t collide_given_pairs(int corners, bool with_points, std::uint64_t calls);
}  // namespace throng
