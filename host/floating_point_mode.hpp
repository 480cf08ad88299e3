// The processor's floating-point mode, set for a scope: nearest rounding, denormals on, whatever the host program uses.
#pragma once
#if defined(__SSE2__)
#include <xmmintrin.h>
#elif defined(__aarch64__)
#include <cstdint>
#endif

namespace throng {

/// Programs of the audio and game kind run with denormals flushed to zero, which would change results. Saves the mode,
/// sets ours, restores theirs.
class FloatingPointMode {
 public:
#if defined(__SSE2__)
  FloatingPointMode() : saved_(_mm_getcsr()) { _mm_setcsr(0x1f80u); }  // all exceptions masked, nearest, no flushing
  ~FloatingPointMode() { _mm_setcsr(saved_); }
#elif defined(__aarch64__)
  FloatingPointMode() {
    asm volatile("mrs %0, fpcr" : "=r"(saved_));
    asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{0}));
  }
  ~FloatingPointMode() { asm volatile("msr fpcr, %0" : : "r"(saved_)); }
#else
  FloatingPointMode() = default;
#endif
  FloatingPointMode(const FloatingPointMode&) = delete;
  FloatingPointMode& operator=(const FloatingPointMode&) = delete;

 private:
#if defined(__SSE2__)
  unsigned saved_;
#elif defined(__aarch64__)
  std::uint64_t saved_;
#endif
};

}  // namespace throng
