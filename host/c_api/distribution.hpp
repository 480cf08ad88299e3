// Distributions of throng/c/journeys.h.
#pragma once
#include <optional>

#include "throng/c/journeys.h"
#include "throng/distribution.hpp"

namespace throng::c_api {

/// Throws invalid_argument for an unknown kind.
std::optional<Distribution> optional_distribution(const throng_distribution& given, const char* name);
throng_distribution c_distribution(const std::optional<Distribution>& distribution);

}  // namespace throng::c_api
