// The threads of one world, and the one way its loops are run on them.
#pragma once
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_sort.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "host/floating_point_mode.hpp"

// The thread sanitizer can't see the order that an uninstrumented libtbb makes between a loop and its caller: it is
// told here.
#if defined(__SANITIZE_THREAD__)
#define THRONG_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THRONG_TSAN 1
#endif
#endif
#ifdef THRONG_TSAN
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#endif

namespace throng {

class ThreadTeam {
 public:
  /// `threads` = 0: one per core this process may use.
  explicit ThreadTeam(int threads)
      : threads_(threads > 0 ? threads : tbb::this_task_arena::max_concurrency()), arena_(threads_, 1) {
    // More threads than cores only when asked for, by those who check that the result is the same.
    if (threads_ > tbb::this_task_arena::max_concurrency()) {
      more_threads_ = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                            static_cast<std::size_t>(threads_));
    }
  }

  [[nodiscard]] int threads() const { return threads_; }

  /// Calls body(begin, end, worker) for chunks of [0, count) of about `grain`, worker in [0, threads). Chunks run in
  /// any order.
  template <class Body>
  void for_chunks(std::size_t count, std::size_t grain, Body&& body) {
    if (count == 0) return;
    if (threads_ == 1 || count <= grain) {
      const FloatingPointMode mode;
      for (std::size_t begin = 0; begin < count; begin += grain) {
        body(begin, begin + grain < count ? begin + grain : count, 0);
      }
      return;
    }
    release(this);
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, count, grain),
          [&](const tbb::blocked_range<std::size_t>& range) {
            acquire(this);
            const FloatingPointMode mode;
            body(range.begin(), range.end(), tbb::this_task_arena::current_thread_index());
            release(&done_);
          },
          tbb::simple_partitioner());
    });
    acquire(&done_);
  }

  template <class T, class Less>
  void sort(T* begin, T* end, Less&& less) {
    release(this);
    arena_.execute([&] { tbb::parallel_sort(begin, end, std::forward<Less>(less)); });
    acquire(this);
  }

 private:
#ifdef THRONG_TSAN
  static void acquire(void* tag) { __tsan_acquire(tag); }
  static void release(void* tag) { __tsan_release(tag); }
#else
  static void acquire(void*) {}
  static void release(void*) {}
#endif

  int threads_;
  char done_ = 0;
  tbb::task_arena arena_;
  std::unique_ptr<tbb::global_control> more_threads_;
};

}  // namespace throng
