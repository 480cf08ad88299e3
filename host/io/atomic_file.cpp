#include "host/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "throng/error.hpp"

namespace throng {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_system(const std::string& path, const char* what, int error) {
  throw Error(ErrorCode::input_output, fmt::format("'{}' {}: {}", path, what, std::strerror(error)));
}

void sync_file(const std::string& path, const std::string& shown_path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw_system(shown_path, "can't be written", errno);
  const int result = ::fsync(file);
  const int error = errno;
  ::close(file);
  if (result != 0) throw_system(shown_path, "can't be written", error);
}

void sync_folder(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;  // the rename has happened; some file systems don't offer more
  (void)::fsync(file);
  ::close(file);
}

}  // namespace

void check_target(const std::string& path, Existing existing) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status)) {
    if (!fs::is_regular_file(status)) {
      throw Error(ErrorCode::input_output, fmt::format("'{}' can't be written: it is not a regular file", path));
    }
    if (existing == Existing::refuse) {
      throw Error(ErrorCode::input_output, fmt::format("'{}' already exists and is not to be overwritten", path));
    }
    return;
  }
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    throw Error(ErrorCode::input_output,
                fmt::format("'{}' can't be written: there is no folder '{}'", path, folder.string()));
  }
}

AtomicFile::AtomicFile(const std::string& target, Existing existing) : target_(target) {
  check_target(target_, existing);
  std::error_code error;
  if (fs::is_symlink(target_, error)) {  // a link stays a link: what it points to is replaced
    const fs::path resolved = fs::weakly_canonical(target_, error);
    if (!error) target_ = resolved.string();
  }
  static std::atomic<unsigned> count{0};
  temporary_ = fmt::format("{}.part-{}-{}", target_, ::getpid(), count++);
}

AtomicFile::~AtomicFile() {
  if (!committed_) ::unlink(temporary_.c_str());
}

void AtomicFile::commit() {
  sync_file(temporary_, target_);
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) throw_system(target_, "can't be replaced", errno);
  committed_ = true;
  sync_folder(target_);
}

void write_bytes(const std::string& path, std::string_view bytes, const std::string& shown_path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) throw_system(shown_path, "can't be written", errno);
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      ::close(file);
      throw_system(shown_path, "can't be written", error);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::close(file) != 0) throw_system(shown_path, "can't be written", errno);
}

}  // namespace throng
