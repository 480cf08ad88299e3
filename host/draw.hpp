// Random numbers of hosts, drawn from Philox: by key and counter, the same on every machine.
#pragma once
#include <cstdint>
#include <optional>

#include "throng/distribution.hpp"

namespace throng {

/// The mean of the uniform, the mean parameter of the normal, moved to where draws can be.
double center_of(const Distribution& distribution);

/// By (seed, id, stream, number): no two of them share random bits. Nothing when no draw of many falls between `least`
/// and `most`. Numbers below 2^20.
std::optional<double> draw(const Distribution& distribution, std::uint64_t seed, std::int64_t id, std::uint32_t stream,
                           std::uint32_t number = 0);

/// In [0, 1).
double draw_unit(std::uint64_t seed, std::uint64_t id, std::uint32_t number, std::uint32_t stream);

/// Exponential, mean 1: by comparing uniform numbers, without a logarithm, whose last bit differs between libraries.
/// J. von Neumann, "Various techniques used in connection with random digits" (1951).
double draw_exponential(std::uint64_t seed, std::uint64_t id, std::uint32_t stream);

}  // namespace throng
