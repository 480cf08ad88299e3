#include "host/verify/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace throng {

double deviation(Vec2d a, Vec2d b) {
  const double x = std::abs(a.x - b.x);
  const double y = std::abs(a.y - b.y);
  // std::max alone would lose a NaN in its second argument, and with it a failure.
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::infinity();
  return std::max(x, y);
}

void Agreement::add(double deviation, const std::string& case_name) {
  ++agents;
  if (deviation <= agreement_tolerance) ++within;
  if (worst_case.empty() || deviation > worst_deviation) {
    worst_deviation = deviation;
    worst_case = case_name;
  }
}

double Agreement::share() const {
  return agents == 0 ? 1.0 : static_cast<double>(within) / static_cast<double>(agents);
}

}  // namespace throng
