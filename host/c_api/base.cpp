#include "throng/c/base.h"

#include <cstdlib>
#include <string_view>

namespace {

constexpr const char* names[] = {
    "THRONG_OK",           "THRONG_INVALID_ARGUMENT", "THRONG_STALE_HANDLE",  "THRONG_BAD_SCENE",
    "THRONG_UNAVAILABLE",  "THRONG_INPUT_OUTPUT",     "THRONG_OUT_OF_MEMORY", "THRONG_DEVICE_LOST",
    "THRONG_CORRUPT_FILE", "THRONG_UNREACHABLE",      "THRONG_CANCELLED",     "THRONG_NULL_HANDLE",
    "THRONG_INTERNAL"};
static_assert(sizeof(names) / sizeof(names[0]) == THRONG_INTERNAL + 1);

constexpr std::uint32_t number_of(std::string_view version) {
  std::uint32_t parts[3] = {0, 0, 0}, part = 0;
  for (const char c : version) {
    if (c == '.') {
      ++part;
    } else {
      parts[part] = 10 * parts[part] + static_cast<std::uint32_t>(c - '0');
    }
  }
  return 1000000 * parts[0] + 1000 * parts[1] + parts[2];
}
static_assert(number_of(THRONG_VERSION) == THRONG_HEADER_VERSION,
              "throng/c/base.h has another version than the project");

}  // namespace

const char* throng_status_name(throng_status status) {
  return status >= THRONG_OK && status <= THRONG_INTERNAL ? names[status] : "unknown status";
}
std::uint32_t throng_version(void) { return number_of(THRONG_VERSION); }
const char* throng_version_text(void) { return THRONG_VERSION; }
