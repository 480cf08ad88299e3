// What has been measured, for people.
#pragma once
#include <string>

#include "host/measures/measure.hpp"

namespace throng::cli {

/// Several lines, the last one ended.
[[nodiscard]] std::string measure_summary(const measures::MeasureReport& report);

}  // namespace throng::cli
