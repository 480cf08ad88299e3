#include "host/draw.hpp"

#include <algorithm>

#include "kernels/agent/counter_random.hpp"

namespace throng {
namespace {

constexpr std::uint32_t max_draws = 1000;

PhiloxCounter bits_of(std::uint64_t seed, std::uint64_t id, std::uint32_t word, std::uint32_t stream) {
  return philox4x32_10({{static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32), word, stream}},
                       philox_key(seed));
}

/// Sum of twelve uniforms less 6 (Irwin-Hall): mean 0, variance 1, never beyond 6. An integer sum, so that every
/// machine gives the same bits; a library's logarithm and cosine do not.
double standard_normal(std::uint64_t seed, std::uint64_t id, std::uint32_t stream, std::uint32_t draw) {
  std::uint64_t sum = 0;
  for (std::uint32_t block = 0; block < 3; ++block) {
    const PhiloxCounter bits = bits_of(seed, id, 3 * draw + block, stream);
    for (const std::uint32_t word : bits.word) sum += word;
  }
  constexpr double half_of_each = 6.0;  // a word stands for its middle: (word + 1/2) / 2^32
  return (static_cast<double>(sum) + half_of_each) * 0x1p-32 - 6.0;
}

}  // namespace

double center_of(const Distribution& d) {
  switch (d.kind) {
    case Distribution::Kind::uniform:
      return d.first + 0.5 * (d.second - d.first);
    case Distribution::Kind::normal:
      return std::clamp(d.first, d.least, d.most);
    case Distribution::Kind::fixed:
      break;
  }
  return d.first;
}

double draw_unit(std::uint64_t seed, std::uint64_t id, std::uint32_t number, std::uint32_t stream) {
  const PhiloxCounter bits = bits_of(seed, id, number, stream);
  return uniform_unit(bits.word[0], bits.word[1]);
}

std::optional<double> draw(const Distribution& d, std::uint64_t seed, std::int64_t id, std::uint32_t stream,
                           std::uint32_t number) {
  if (d.kind == Distribution::Kind::fixed) return d.first;
  const auto bits = static_cast<std::uint64_t>(id);
  const std::uint32_t first = number * (3 * max_draws + 3);
  if (d.kind == Distribution::Kind::uniform) {
    return std::min(d.first + (d.second - d.first) * draw_unit(seed, bits, first, stream), d.second);
  }
  for (std::uint32_t attempt = 0; attempt < max_draws; ++attempt) {
    const double value = d.first + d.second * standard_normal(seed, bits, stream, first / 3 + attempt);
    if (value >= d.least && value <= d.most) return value;
  }
  return std::nullopt;
}

double draw_exponential(std::uint64_t seed, std::uint64_t id, std::uint32_t stream) {
  std::uint32_t number = 0;
  for (double whole = 0.0;; whole += 1.0) {
    // A run of falling numbers: of odd length with probability exp(-first) given its first.
    const double first = draw_unit(seed, id, number++, stream);
    double last = first;
    std::uint32_t length = 1;
    for (;; ++length) {
      const double next = draw_unit(seed, id, number++, stream);
      if (next >= last) break;
      last = next;
    }
    if (length % 2 == 1) return whole + first;
  }
}

}  // namespace throng
