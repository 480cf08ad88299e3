// Files that are written whole, and checks made before a long run instead of after it.
#pragma once
#include <string>
#include <string_view>

namespace throng {

/// Throws input_output when `path` is there and `overwrite` is false, when it is no regular file, or when its folder is
/// missing or can't be written to.
void check_writable(const std::string& path, bool overwrite);

/// A small text for other programs. A file appears complete or not at all and replaces the one before it; a device or
/// pipe (/dev/stdout) is written to as it is. Throws input_output.
void write_text(const std::string& path, std::string_view text);

/// Throws what write_text would find out before writing.
void check_text_target(const std::string& path);

}  // namespace throng
