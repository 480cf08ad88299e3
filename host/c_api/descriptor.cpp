#include "host/c_api/descriptor.hpp"

#include <cmath>
#include <limits>

namespace throng::c_api {

std::optional<double> optional_number(double value) {
  return std::isnan(value) ? std::nullopt : std::optional<double>(value);
}
double number_or_nan(const std::optional<double>& value) {
  return value.value_or(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace throng::c_api
