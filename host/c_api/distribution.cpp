#include "host/c_api/distribution.hpp"

#include "host/c_api/guard.hpp"

using namespace throng;
using namespace throng::c_api;

namespace throng::c_api {

static_assert(static_cast<int>(Distribution::Kind::fixed) + 1 == THRONG_FIXED);
static_assert(static_cast<int>(Distribution::Kind::normal) + 1 == THRONG_NORMAL);
static_assert(static_cast<int>(Distribution::Kind::uniform) + 1 == THRONG_UNIFORM);

std::optional<Distribution> optional_distribution(const throng_distribution& given, const char* name) {
  if (given.kind == THRONG_NO_DISTRIBUTION) return std::nullopt;
  if (given.kind > THRONG_UNIFORM) {
    refuse(std::string(name) + ".kind is " + std::to_string(given.kind) + ", wanted 0 to 3 (throng_distribution_kind)");
  }
  if (given.kind == THRONG_FIXED) return Distribution::fixed(given.first);
  return Distribution{static_cast<Distribution::Kind>(given.kind - 1), given.first, given.second, given.least,
                      given.most};
}

throng_distribution c_distribution(const std::optional<Distribution>& distribution) {
  if (!distribution) return {};
  const Distribution& d = *distribution;
  return {static_cast<throng_distribution_kind>(d.kind) + 1, 0, d.first, d.second, d.least, d.most};
}

}  // namespace throng::c_api

throng_distribution throng_distribution_fixed(double value) { return c_distribution(Distribution::fixed(value)); }
throng_distribution throng_distribution_uniform(double least, double most) {
  return c_distribution(Distribution::uniform(least, most));
}
throng_distribution throng_distribution_normal(double mean, double deviation, double least, double most) {
  const FloatingPointMode mode;
  return c_distribution(Distribution::normal(mean, deviation, least, most));
}
