#include "host/scenario/file_text.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "throng/error.hpp"

namespace throng::scenario {

std::string read_file(const std::string& path) {
  const auto fail = [&path](int reason) {
    throw Error(ErrorCode::input_output, fmt::format("{}: can't be read: {}", path, std::strerror(reason)));
  };
  std::error_code ignored;  // of a path that isn't there: the next call says so better
  const std::filesystem::file_type type = std::filesystem::status(path, ignored).type();
  if (type == std::filesystem::file_type::character || type == std::filesystem::file_type::block) {
    throw Error(ErrorCode::input_output, fmt::format("{}: this is a device, wanted a file", path));
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) fail(errno);
  std::string text;
  char block[1 << 16];
  while (const std::size_t count = std::fread(block, 1, sizeof block, file.get())) text.append(block, count);
  if (std::ferror(file.get()) != 0) fail(errno);
  return text;
}

std::string read_file_named_at(const JsonNode& node, const std::string& path) {
  try {
    return read_file(path);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: {}", node.place(), error.what()));
  }
}

std::string resolve_path(const std::string& directory, const std::string& path) {
  return (std::filesystem::path(directory) / path).string();
}

}  // namespace throng::scenario
