#include "host/io/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "host/io/atomic_file.hpp"
#include "throng/error.hpp"

namespace throng {
namespace {

namespace fs = std::filesystem;

bool is_device_or_pipe(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

void write_directly(const std::string& path, std::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file != nullptr) {
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    const int error = errno;
    std::fclose(file);
    if (written) return;
    errno = error;
  }
  throw Error(ErrorCode::input_output, fmt::format("'{}' can't be written: {}", path, std::strerror(errno)));
}

}  // namespace

void check_writable(const std::string& path, bool overwrite) {
  check_target(path, overwrite ? Existing::replace : Existing::refuse);
  const fs::path parent = fs::path(path).parent_path();
  if (access(parent.empty() ? "." : parent.c_str(), W_OK | X_OK) != 0) {
    throw Error(ErrorCode::input_output,
                fmt::format("'{}' can't be written: its folder: {}", path, std::strerror(errno)));
  }
}

void check_text_target(const std::string& path) {
  if (!is_device_or_pipe(path)) check_writable(path, true);
}

void write_text(const std::string& path, std::string_view text) {
  if (is_device_or_pipe(path)) {
    write_directly(path, text);
    return;
  }
  AtomicFile file(path, Existing::replace);
  write_bytes(file.temporary_path(), text, path);
  file.commit();
}

}  // namespace throng
