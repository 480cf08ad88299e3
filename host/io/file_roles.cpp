#include "host/io/file_roles.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "throng/error.hpp"

namespace throng {

namespace fs = std::filesystem;

void FileRoles::take(const std::optional<std::string>& path, const std::string& role) {
  if (!path) return;
  std::error_code ignored;
  const fs::file_status status = fs::status(*path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) return;
  const std::string key = fs::weakly_canonical(fs::absolute(*path, ignored), ignored).string();
  const auto [place, is_new] = roles_.emplace(key, role);
  if (is_new || place->second == role) return;
  throw Error(ErrorCode::invalid_argument, fmt::format("'{}' is both {} and {}", *path, place->second, role));
}

}  // namespace throng
