// What the numbers of a scenario are: their units and limits, once for JSON and for tables of agents.
#pragma once
#include <string>

#include "throng/parameters.hpp"

namespace throng::scenario {

struct Quantity {
  double least = 0.0;
  double most = 0.0;
  const char* unit = "";
  bool above_least = false;  ///< `least` itself is not allowed

  [[nodiscard]] bool allows(double value) const {  // false for NaN
    return (above_least ? value > least : value >= least) && value <= most;
  }
  /// "a number from 0 to 1e+06 m"
  [[nodiscard]] std::string wanted() const;
};

namespace quantities {
inline constexpr Quantity coordinate{-limits::max_coordinate, limits::max_coordinate, "m"};
inline constexpr Quantity length{0.0, limits::max_length, "m"};
inline constexpr Quantity positive_length{0.0, limits::max_length, "m", true};
inline constexpr Quantity velocity{-limits::max_speed, limits::max_speed, "m/s"};
inline constexpr Quantity speed{0.0, limits::max_speed, "m/s"};
inline constexpr Quantity time{limits::min_time, limits::max_time, "s"};
inline constexpr Quantity acceleration{0.0, limits::max_acceleration, "m/s^2", true};
inline constexpr Quantity turning_rate{0.0, limits::max_turning_rate, "rad/s", true};
inline constexpr Quantity blend{0.0, 1.0, "", true};
inline constexpr Quantity factor{0.0, 1.0, ""};
inline constexpr Quantity density_gamma{0.0, limits::max_density_gamma, "1/m^2", true};
inline constexpr Quantity density{limits::min_density, limits::max_density, "1/m^2"};
inline constexpr Quantity density_radius{limits::min_density_radius, limits::max_density_radius, "m"};
inline constexpr Quantity density_ahead{0.0, limits::max_density_radius, "m"};
inline constexpr Quantity priority{0.0, limits::max_priority, ""};
inline constexpr Quantity agents_per_area{0.0, 1.0e6, "agents per m^2", true};
inline constexpr Quantity direction{-limits::max_coordinate, limits::max_coordinate, ""};
}  // namespace quantities

}  // namespace throng::scenario
