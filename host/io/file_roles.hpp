// That no file is written over another one of the same call.
#pragma once
#include <map>
#include <optional>
#include <string>

namespace throng {

/// Each file in one role only: a picture written over the recording would be two losses.
class FileRoles {
 public:
  /// Throws invalid_argument when the file has another role already. Devices and pipes (/dev/stdout) may have many.
  void take(const std::optional<std::string>& path, const std::string& role);

 private:
  std::map<std::string, std::string> roles_;
};

}  // namespace throng
