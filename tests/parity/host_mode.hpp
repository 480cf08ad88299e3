// Floating-point modes that hosts have, and a check that a walk through the interface is the same in each of them.
#pragma once
#ifdef __SSE2__
#include <gtest/gtest.h>
#include <unistd.h>
#include <xmmintrin.h>

#include <ostream>
#include <string>

#include "tests/parity/every_entry.hpp"

namespace throng::test {

/// Of both units, as fesetround and feenableexcept set them.
struct Mode {
  unsigned sse;
  unsigned short x87 = 0x037f;
  friend bool operator==(const Mode&, const Mode&) = default;
};
inline std::ostream& operator<<(std::ostream& to, const Mode& mode) { return to << mode.sse << ' ' << mode.x87; }

inline constexpr unsigned control_bits = 0xffc0u;                  // without the sticky exception flags
inline constexpr Mode flush_all{0x1f80u | 0x8000u | 0x0040u};      // flush to zero, denormals are zero
inline constexpr Mode round_up{flush_all.sse | 0x4000u, 0x0b7fu};  // and up
inline constexpr Mode round_down{0x1f80u | 0x2000u, 0x077fu};
inline constexpr Mode trap_all{0x0000u, 0x0340u};          // every exception a signal
inline constexpr Mode single_precision{0x1f80u, 0x007fu};  // of x87

inline Mode mode_now() {
  Mode mode{_mm_getcsr() & control_bits};
  asm volatile("fnstcw %0" : "=m"(mode.x87));
  return mode;
}
inline void set_mode(const Mode& mode) {
  asm volatile("fnclex; fldcw %0" : : "m"(mode.x87));
  _mm_setcsr(mode.sse);
}

/// The host's mode for a scope; checks at its end that it is still there.
class HostMode {
 public:
  explicit HostMode(const Mode& mode) : saved_(mode_now()), mode_(mode) { set_mode(mode); }
  ~HostMode() {
    const Mode now = mode_now();
    set_mode(saved_);
    EXPECT_EQ(now, mode_);
  }

 private:
  Mode saved_, mode_;
};

/// The same results in every mode and on two threads, and after each call the mode that was there.
inline void expect_the_same_in_every_mode(std::string (*walk)(const EntryWalk&)) {
  std::string changed_by;
  const auto result = [&](const Mode& mode, int threads) {
    EntryWalk how;
    how.threads = threads;
    how.file = ::testing::TempDir() + "throng_every_entry_" + std::to_string(getpid());
    how.after = [&](const char* entry) {
      if (mode_now() != mode) changed_by.append(entry).append(" ");
    };
    const HostMode host(mode);
    return walk(how);
  };
  const std::string plain = result({0x1f80u}, 1);
  EXPECT_EQ(plain.find("did not fail"), std::string::npos) << plain;
  for (const Mode& mode : {flush_all, round_up, round_down, trap_all, single_precision}) {
    for (const int threads : {1, 2}) EXPECT_EQ(result(mode, threads), plain) << mode;
  }
  EXPECT_EQ(changed_by, "");
}

}  // namespace throng::test
#endif
