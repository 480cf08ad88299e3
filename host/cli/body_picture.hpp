// A picture of bodies and of what overlaps.
#pragma once
#include <string>

#include "host/cli/body_pairs.hpp"

namespace throng::cli {

/// SVG: bodies, those that overlap in red, each overlapping pair's way out from its points, touching points as dots. y
/// goes up.
std::string body_picture(const BodyPairs& found);

}  // namespace throng::cli
