#include "host/device_copy.hpp"

#include "throng/error.hpp"

namespace throng {
#ifndef THRONG_HAS_CUDA
void copy_from_device(const DeviceElements&, unsigned char*) {
  throw Error(ErrorCode::unavailable, "device memory can't be read: this build of throng has no CUDA");
}
void copy_to_device(const DeviceElements&, const unsigned char*) {
  throw Error(ErrorCode::unavailable, "device memory can't be written: this build of throng has no CUDA");
}
#endif
}  // namespace throng
