// A file that appears complete or not at all.
#pragma once
#include <string>
#include <string_view>

namespace throng {

/// What is to become of a file that is already there.
enum class Existing { refuse, replace };

/// Written under a temporary name in the target's own folder, then renamed onto it. Without commit() nothing remains.
class AtomicFile {
 public:
  /// Throws input_output when the target exists and may not be replaced, is no regular file, or its folder is missing.
  AtomicFile(const std::string& target, Existing existing);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  [[nodiscard]] const std::string& temporary_path() const { return temporary_; }
  /// Brings the content to the disk, then renames. Throws input_output; the old target is then untouched.
  void commit();

 private:
  std::string target_;
  std::string temporary_;
  bool committed_ = false;
};

/// Throws input_output unless a file may be made at `path`.
void check_target(const std::string& path, Existing existing);

/// Writes `bytes` to a new file at `path`, whole. Throws input_output naming `shown_path`.
void write_bytes(const std::string& path, std::string_view bytes, const std::string& shown_path);

}  // namespace throng
