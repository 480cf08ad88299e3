// The processor's floating-point mode, set for a scope: nearest rounding, denormals on, no traps, whatever the host
// program uses.
#pragma once
#if defined(__SSE2__)
#include <xmmintrin.h>
#elif defined(__aarch64__)
#include <cstdint>
#endif

namespace throng {

/// Programs of the audio and game kind run with denormals flushed to zero, others round another way or have traps,
/// which would change results or end the program. Saves the mode, sets ours, restores theirs. A public function has one
/// before it looks at a number (tests/parity/host_mode_test.cpp).
class FloatingPointMode {
 public:
  FloatingPointMode() : host_(save_and_set()) {}
  ~FloatingPointMode() { restore(host_); }
  FloatingPointMode(const FloatingPointMode&) = delete;
  FloatingPointMode& operator=(const FloatingPointMode&) = delete;

  /// The host's mode again, while a function of its own runs.
  class Pause {
   public:
    explicit Pause(const FloatingPointMode& mode) { restore(mode.host_); }
    ~Pause() { save_and_set(); }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;
  };

  /// `value`, computed by now. Compilers know nothing of modes: arithmetic whose result is only returned could else be
  /// done behind the end of the scope.
  static double computed(double value) {
#if defined(__GNUC__)
    asm volatile("" : "+m"(value));
#endif
    return value;
  }

 private:
#if defined(__SSE2__)
  // x87 too, which some libraries compute in: fesetround and feenableexcept set both. Its flags go with its mode: one
  // that was raised in ours would trap in theirs. As programs begin, it stays alone.
  struct State {
    unsigned sse;
    unsigned short x87_control;
    unsigned x87[7];  // as fnstenv writes it
  };
  static constexpr unsigned short x87_default = 0x037f;

  static State save_and_set() {
    State state;
    state.sse = _mm_getcsr();
    _mm_setcsr(0x1f80u);  // all exceptions masked, nearest, no flushing
    asm volatile("fnstcw %0" : "=m"(state.x87_control));
    if (state.x87_control != x87_default) {
      asm volatile("fnstenv %0" : "=m"(state.x87));
      asm volatile("fldcw %0" : : "m"(x87_default));
    }
    return state;
  }
  static void restore(const State& state) {
    if (state.x87_control != x87_default) asm volatile("fldenv %0" : : "m"(state.x87));
    _mm_setcsr(state.sse);
  }
#elif defined(__aarch64__)
  using State = std::uint64_t;
  static State save_and_set() {
    State state;
    asm volatile("mrs %0, fpcr" : "=r"(state));
    asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{0}));
    return state;
  }
  static void restore(State state) { asm volatile("msr fpcr, %0" : : "r"(state)); }
#else
  struct State {};
  static State save_and_set() { return {}; }
  static void restore(State) {}
#endif

  State host_;
};

}  // namespace throng
