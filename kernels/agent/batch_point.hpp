// A pair of coordinates as users have them. Plain data, as views.hpp.
#pragma once

namespace throng {

struct BatchPoint {
  float x, y;
};

}  // namespace throng
