// The one exception type of the library.
#pragma once
#include <stdexcept>
#include <string>

#include "throng/export.hpp"

namespace throng {

/// Kind of an error, for programs; `what()` is for people and names the thing and its value.
enum class ErrorCode {
  invalid_argument,  ///< a value outside its documented limits, NaN, a wrong count
  stale_handle,      ///< handle of a removed agent or obstacle, or of another world
  bad_scene,         ///< a scenario, geometry or agents file that can't be used; names file and place
  unavailable,       ///< executor or device not on this machine
  input_output,      ///< a file that can't be read or written; the disk is full
  out_of_memory,     ///< the device has no room for so many agents, or this machine for a flow field
  device_lost,       ///< a fault on the device: the world is lost, every later call on it throws this again
  corrupt_file,      ///< a recording or saved state cut short or damaged
  unreachable,       ///< agents that cannot get to their goal around the walls; the message names them and says why
  cancelled,         ///< the caller's progress function said so
};

/// Thrown by every function of the library that fails. The world a failing call was made on is as it was before the
/// call, except after device_lost.
class THRONG_API Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace throng
