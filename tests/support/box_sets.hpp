// Sets of boxes of all kinds, for those who look for pairs of them.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kernels/agent/collision_data.hpp"
#include "tests/support/random.hpp"

namespace throng::test {

struct BoxSet {
  std::string name;
  std::vector<BodyBox> boxes;

  void add(double x, double y, double width, double height) {
    boxes.push_back({static_cast<float>(x - 0.5 * width), static_cast<float>(y - 0.5 * height),
                     static_cast<float>(x + 0.5 * width), static_cast<float>(y + 0.5 * height)});
  }
};

/// Boxes of 0.5 to 1.5 m, one to 2 m2.
inline BoxSet even_boxes(std::size_t count, Random& random) {
  BoxSet set{"even", {}};
  const double half = 0.5 * std::sqrt(2.0 * static_cast<double>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2d at = random.in_box(half);
    set.add(at.x, at.y, random.between(0.5, 1.5), random.between(0.5, 1.5));
  }
  return set;
}

inline constexpr int box_set_kinds = 12;

inline BoxSet some_boxes(int kind, std::size_t count, Random& random) {
  BoxSet set = kind == 0 ? even_boxes(count, random) : BoxSet{};
  const auto fill = [&](const char* name, auto&& add_one) {
    set.name = name;
    for (std::size_t i = 0; i < count; ++i) add_one(i);
  };
  const auto size = [&](double least, double most) { return least * std::pow(most / least, random.between(0.0, 1.0)); };
  constexpr float infinity = std::numeric_limits<float>::infinity();
  switch (kind) {
    case 1:
      fill("from 1 mm to 1 km", [&](std::size_t) {
        const double s = size(1.0e-3, 1.0e3);
        const Vec2d at = random.in_box(random.chance(0.5) ? 5.0 : 2000.0);
        set.add(at.x, at.y, s, s * random.between(0.2, 1.0));
      });
      break;
    case 2:
      fill("on one spot", [&](std::size_t) { set.add(3.0, -7.0, 1.0, 1.0); });
      break;
    case 3:
      set = even_boxes(count, random);
      set.name = "one far away";
      set.add(1.0e6, -3.0, 1.0, 1.0);
      break;
    case 4:
      fill("walls", [&](std::size_t i) {
        const Vec2d at = random.in_box(20.0);
        const double length = size(0.5, 40.0);
        set.add(at.x, at.y, i % 2 == 0 ? length : 0.0, i % 2 == 0 ? 0.01 : length);
      });
      break;
    case 5:
      fill("side by side", [&](std::size_t i) {
        const auto column = static_cast<double>(i % 10), row = static_cast<double>(i / 10);
        set.add(column + 0.5, 2.0 * row - 41.0, 1.0, 2.0);
      });
      break;
    case 6:
      fill("far from the origin", [&](std::size_t) {
        set.add(1.0e9 - random.between(0.0, 2.0e3), random.between(-9.0e8, -9.0e8 + 2.0e3), size(1.0e-3, 300.0),
                size(1.0e-3, 300.0));
      });
      break;
    case 7:
      fill("points and zeros", [&](std::size_t) {
        const float values[] = {0.0f, -0.0f, 1.0e-45f, -1.0e-45f, 1.0e-38f, -1.2e-38f, 0.25f, -0.25f};
        const float x = values[random.below(8)], y = values[random.below(8)];
        set.boxes.push_back({x, y, std::max(x, values[random.below(3)]), y});
      });
      break;
    case 8:
      fill("beyond all bounds", [&](std::size_t) {
        const auto end = [&] { return random.chance(0.2) ? infinity : static_cast<float>(size(1.0, 3.3e38)); };
        const BodyBox box{-end(), -end(), end(), end()};
        set.boxes.push_back(random.chance(0.5) ? box : BodyBox{box.min_x, box.min_y, 0.9f * box.min_x, 0.0f});
      });
      break;
    case 9:
      set = even_boxes(count, random);
      set.name = "under a large one";
      set.add(0.0, 0.0, 1000.0, 3.0);
      set.add(0.0, 0.0, 1000.0, 1000.0);
      break;
    case 10:
      fill("in clumps", [&](std::size_t i) {
        const double clump = static_cast<double>(i % 3) * 1.0e4;
        const Vec2d at = random.in_disc(3.0);
        set.add(clump + at.x, at.y - clump, size(0.05, 0.5), size(0.05, 0.5));
      });
      break;
    case 11:
      fill("powers of two", [&](std::size_t) {  // just at and just beside where levels and rows change
        const double s = std::ldexp(1.0, static_cast<int>(random.below(7)) - 3);
        const auto x = static_cast<double>(random.below(33)) * 0.25, y = static_cast<double>(random.below(33)) * 0.25;
        set.add(x + 0.5 * s, y, s, random.chance(0.5) ? s : std::nextafter(static_cast<float>(s), 100.0f));
      });
      break;
    default:
      break;
  }
  return set;
}

}  // namespace throng::test
