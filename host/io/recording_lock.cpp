#include "host/io/recording_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "throng/error.hpp"

namespace throng {
namespace {

struct flock far_byte() {
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = off_t{1} << 61;
  range.l_len = 1;
  return range;
}

}  // namespace

RecordingLock::RecordingLock(const std::string& path) : file_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  struct flock range = far_byte();
  if (file_ >= 0) (void)::fcntl(file_, F_OFD_SETLK, &range);
}

RecordingLock::RecordingLock(RecordingLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

RecordingLock& RecordingLock::operator=(RecordingLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

RecordingLock::~RecordingLock() {
  if (file_ >= 0) ::close(file_);
}

bool is_being_recorded(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  struct flock range = far_byte();
  const int result = ::fcntl(file, F_OFD_GETLK, &range);
  ::close(file);
  return result == 0 && range.l_type != F_UNLCK;
}

void refuse_while_recorded(const std::string& path) {
  if (is_being_recorded(path)) {
    throw Error(ErrorCode::input_output,
                fmt::format("'{}' is being recorded at this moment: wait for the run to end", path));
  }
}

}  // namespace throng
