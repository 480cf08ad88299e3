#include "host/sine_cosine.hpp"

namespace throng {
namespace {

// pi / 2 in two parts: differences from it keep their digits.
constexpr double half_pi = 0x1.921fb54442d18p+0, half_pi_rest = 0x1.1a62633145c07p-54;

/// Taylor series, for angles up to pi / 4 in size: the first term left out is below 2^-60.
SineCosine of_small(double angle) {
  const double square = angle * angle;
  double sine = 1.0, cosine = 1.0;
  for (int k = 18; k >= 2; k -= 2) {
    sine = 1.0 - square / (k * (k + 1)) * sine;
    cosine = 1.0 - square / (k * (k - 1)) * cosine;
  }
  return {angle * sine, cosine};
}

}  // namespace

SineCosine sine_cosine(double angle) {
  if (angle <= 0.5 * half_pi) return of_small(angle);
  if (angle < 1.5 * half_pi) {
    const SineCosine turned = of_small((angle - half_pi) - half_pi_rest);
    return {turned.cosine, -turned.sine};
  }
  const SineCosine turned = of_small((2.0 * half_pi - angle) + 2.0 * half_pi_rest);
  return {turned.sine, -turned.cosine};
}

}  // namespace throng
