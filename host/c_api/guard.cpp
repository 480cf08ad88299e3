#include "host/c_api/guard.hpp"

namespace throng::c_api {

throng_status status_of_exception(Object& object) noexcept {
  try {
    throw;
  } catch (const Error& error) {
    object.keep_error(error.what());
    return static_cast<throng_status>(error.code()) + 1;
  } catch (const std::bad_alloc&) {
    object.keep_error("out of memory");
    return THRONG_OUT_OF_MEMORY;
  } catch (const std::exception& error) {
    object.keep_error(error.what());
    return THRONG_INTERNAL;
  } catch (...) {
    object.keep_error("an exception of an unknown type");
    return THRONG_INTERNAL;
  }
}
static_assert(static_cast<throng_status>(ErrorCode::invalid_argument) + 1 == THRONG_INVALID_ARGUMENT);
static_assert(static_cast<throng_status>(ErrorCode::device_lost) + 1 == THRONG_DEVICE_LOST);
static_assert(static_cast<throng_status>(ErrorCode::cancelled) + 1 == THRONG_CANCELLED);

void check_row(std::uint64_t row, std::uint64_t count, const char* name) {
  if (row >= count) refuse(std::string(name) + " is " + std::to_string(row) + ", there are " + std::to_string(count));
}

bool truth(std::int64_t value, const char* name) {
  if (value != 0 && value != 1) refuse(std::string(name) + " is " + std::to_string(value) + ", wanted 0 or 1");
  return value != 0;
}

}  // namespace throng::c_api
