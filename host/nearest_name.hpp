// "Did you mean ...?"
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace throng {

/// The one of `known` that somebody who typed `name` most likely meant (by edit distance), or nothing when none is
/// near.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view name, std::span<const char* const> known);

}  // namespace throng
