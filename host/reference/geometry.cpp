#include "host/reference/geometry.hpp"

#include <array>

namespace throng::reference {

Vec nearest_on_segment(const Vec& p, const Vec& a, const Vec& b) {
  const Vec edge = b - a;
  const double length_sq = edge.squaredNorm();
  if (length_sq == 0.0) return a;
  const double s = (p - a).dot(edge) / length_sq;
  if (s < 0.0) return a;
  if (s > 1.0) return b;
  return a + s * edge;
}

Vec unit_direction(unsigned k) {
  constexpr double c1 = 0.92387953251128674;  // cos(pi / 8)
  constexpr double c2 = 0.70710678118654752;  // cos(pi / 4)
  constexpr double c3 = 0.38268343236508977;  // cos(3 pi / 8)
  constexpr std::array<double, 16> cosine = {1.0, c1, c2, c3, 0.0, -c3, -c2, -c1, -1.0, -c1, -c2, -c3, 0.0, c3, c2, c1};
  // sin a = cos(a - pi / 2): four places back.
  return {cosine[k % 16], cosine[(k + 12) % 16]};
}

}  // namespace throng::reference
