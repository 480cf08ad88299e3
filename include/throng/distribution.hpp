// Values that differ from one to the next: drawn, not given.
#pragma once
#include <limits>

namespace throng {

/// A number, or a distribution that numbers are drawn from. A draw depends on the seed, the agent's id and what the
/// number is for, never on the order of agents.
struct Distribution {
  enum class Kind { fixed, normal, uniform };
  Kind kind = Kind::fixed;
  double first = 0.0;   ///< the value; the mean; the lower bound
  double second = 0.0;  ///< standard deviation; upper bound
  double least = 0.0;   ///< of what is drawn; a normal draw beyond is drawn again
  double most = 0.0;

  static Distribution fixed(double value) { return {Kind::fixed, value, 0.0, value, value}; }
  static Distribution uniform(double least, double most) { return {Kind::uniform, least, most, least, most}; }
  /// A sum of twelve uniform numbers: never beyond six deviations of the mean.
  static Distribution normal(double mean, double deviation, double least = 0.0,
                             double most = std::numeric_limits<double>::max()) {
    const double low = mean - 6.0 * deviation, high = mean + 6.0 * deviation;
    return {Kind::normal, mean, deviation, low > least ? low : least, high < most ? high : most};
  }
  friend bool operator==(const Distribution&, const Distribution&) = default;
};

}  // namespace throng
