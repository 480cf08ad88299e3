#include "host/io/text_export.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>

namespace throng {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void throw_write_error(const std::string& path) {
  throw Error(ErrorCode::input_output, fmt::format("'{}' can't be written: {}", path, std::strerror(errno)));
}

}  // namespace

void export_text(const Recording& recording, const std::string& path, Existing existing) {
  AtomicFile target(path, existing);
  std::unique_ptr<std::FILE, CloseFile> file(std::fopen(target.temporary_path().c_str(), "wx"));
  if (!file) throw_write_error(path);
  const auto write = [&](const fmt::memory_buffer& text) {
    if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) throw_write_error(path);
  };
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "# framerate: {}\n# id frame x/m y/m z/m\n", recording.info().fps);
  write(text);
  Snapshot frame;
  for (std::uint64_t i = 0; i < recording.frame_count(); ++i) {
    recording.read(i, frame);
    text.clear();
    for (std::size_t k = 0; k < frame.id.size(); ++k) {
      fmt::format_to(std::back_inserter(text), "{} {} {:.6f} {:.6f} ", frame.id[k], i, frame.position[k].x,
                     frame.position[k].y);
      frame.z.empty() ? fmt::format_to(std::back_inserter(text), "0\n")
                      : fmt::format_to(std::back_inserter(text), "{:.6f}\n", frame.z[k]);
    }
    write(text);
  }
  if (std::fclose(file.release()) != 0) throw_write_error(path);
  target.commit();
}

}  // namespace throng
