#include "bench/convex_scenes.hpp"

#include <cmath>
#include <numbers>

#include "kernels/agent/counter_random.hpp"

namespace throng::scenes {
namespace {

/// Numbers in [0, 1) that are a function of their place.
class PlacedRandom {
 public:
  explicit PlacedRandom(std::uint64_t seed) : key_(philox_key(seed)) {}
  double operator()(std::size_t place, std::uint32_t draw) const {
    const PhiloxCounter bits =
        philox4x32_10({{static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(place >> 32), draw, 0}}, key_);
    return uniform_unit(bits.word[0], bits.word[1]);
  }

 private:
  PhiloxKey key_;
};

}  // namespace

ConvexScene scattered_polygons(std::size_t count, int corners, double side, std::uint32_t variant) {
  const PlacedRandom random(20);
  const std::uint32_t places = 2 + 3 * variant;
  ConvexScene scene;
  const double turn = 2.0 * std::numbers::pi;
  for (std::size_t k = 0; k < count; ++k) {
    const double width = 0.4 + 0.2 * random(k, 0), height = 0.4 + 0.2 * random(k, 1),
                 heading = turn * random(k, places);
    for (int i = 0; i < corners; ++i) {
      const double angle = turn * (i + 0.5) / corners;
      scene.vertices.push_back(
          {static_cast<float>(width * std::cos(angle)), static_cast<float>(height * std::sin(angle))});
    }
    scene.offsets.push_back(static_cast<std::uint32_t>(scene.vertices.size()));
    scene.rotation.push_back({static_cast<float>(std::cos(heading)), static_cast<float>(std::sin(heading))});
    scene.translation.push_back(
        {static_cast<float>(side * random(k, places + 1)), static_cast<float>(side * random(k, places + 2))});
  }
  return scene;
}

ConvexScene crowded_polygons(std::size_t count, int corners, int pairs_per_body) {
  ConvexScene scene = scattered_polygons(count, corners, corners == 4 ? 1.86 : 2.13);
  const PlacedRandom random(21);
  for (std::size_t a = 0; a < count; ++a) {
    for (int i = 0; i < pairs_per_body; ++i) {
      const double other = random(a, static_cast<std::uint32_t>(i)) * static_cast<double>(count);
      const auto b = static_cast<std::uint32_t>(other);
      scene.pairs.push_back({static_cast<std::uint32_t>(a), b == a ? static_cast<std::uint32_t>((b + 1) % count) : b});
    }
  }
  return scene;
}

}  // namespace throng::scenes
