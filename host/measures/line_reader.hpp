// Lines of a text file, one at a time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace throng::measures {

class LineReader {
 public:
  /// Takes the file. `path` is for messages.
  LineReader(std::FILE* file, std::string path);

  /// Without its end (\n or \r\n); valid until the next call. False behind the last one. Throws input_output when the
  /// file can't be read, bad_scene for a line longer than 64 KiB: then the file is no text.
  bool next(std::string_view& line);
  /// Of the last line, counted from 1.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// Back to before the first line. Throws input_output for what can be read only once.
  void rewind();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  bool fill();

  std::unique_ptr<std::FILE, Close> file_;
  std::string path_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  ///< of what is left in the buffer
  std::uint64_t number_ = 0;
};

}  // namespace throng::measures
