#include "host/measures/line_reader.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "throng/error.hpp"

namespace throng::measures {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 16;

}  // namespace

LineReader::LineReader(std::FILE* file, std::string path)
    : file_(file), path_(std::move(path)), buffer_(4 * longest_line) {}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = 0;
  for (;;) {
    const char* const from = buffer_.data() + begin_;
    const auto* end = static_cast<const char*>(std::memchr(from + searched, '\n', end_ - begin_ - searched));
    if (end == nullptr) {
      searched = end_ - begin_;
      if (searched > longest_line) {
        throw Error(ErrorCode::bad_scene,
                    fmt::format("{}: line {} is longer than {} bytes, wanted text", path_, number_ + 1, longest_line));
      }
      if (fill()) continue;
      if (begin_ == end_) return false;
      end = buffer_.data() + end_;  // the last line may lack its end
    }
    const char* const start = buffer_.data() + begin_;
    line = std::string_view(start, static_cast<std::size_t>(end - start));
    begin_ = std::min(end_, begin_ + line.size() + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++number_;
    return true;
  }
}

void LineReader::rewind() {
  if (std::fseek(file_.get(), 0, SEEK_SET) != 0) {
    throw Error(ErrorCode::input_output,
                fmt::format("{}: can't be read twice: {}; wanted a file", path_, std::strerror(errno)));
  }
  begin_ = end_ = 0;
  number_ = 0;
}

bool LineReader::fill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::size_t count = std::fread(buffer_.data() + end_, 1, buffer_.size() - end_, file_.get());
  if (count == 0 && std::ferror(file_.get()) != 0) {
    throw Error(ErrorCode::input_output, fmt::format("{}: can't be read: {}", path_, std::strerror(errno)));
  }
  end_ += count;
  return count > 0;
}

}  // namespace throng::measures
