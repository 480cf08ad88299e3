#include "host/c_api/packed_arrays.hpp"

#include <fmt/format.h>

namespace throng::c_api {

void ArrayPlace::check(const throng_array& array, const char* other) const {
  if (array.memory != memory) {
    refuse(fmt::format("{}.memory is {}, and {}.memory is {}", other, array.memory, name, memory));
  }
  if (memory == THRONG_DEVICE && array.stream != stream) {
    refuse(fmt::format("{}.stream is {}, and {}.stream is {}", other, array.stream, name, stream));
  }
}

}  // namespace throng::c_api
