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

#if defined(__SANITIZE_THREAD__)
#define THRONG_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THRONG_TSAN 1
#endif
#endif
#ifdef THRONG_TSAN
#include <algorithm>
#include <thread>
#include <vector>
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

  /// Calls body(begin, end, worker) for chunks of [0, count), worker in [0, threads). Each begins at a multiple of
  /// `grain` and is as long, but for the last one. Chunks run in any order.
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
#ifdef THRONG_TSAN
    on_plain_threads(count, grain, body);
#else
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, (count + grain - 1) / grain, 1),
          [&](const tbb::blocked_range<std::size_t>& range) {
            const FloatingPointMode mode;
            const std::size_t begin = range.begin() * grain;
            body(begin, begin + grain < count ? begin + grain : count, tbb::this_task_arena::current_thread_index());
          },
          tbb::simple_partitioner());
    });
#endif
  }

  template <class T, class Less>
  void sort(T* begin, T* end, Less&& less) {
#ifdef THRONG_TSAN
    std::sort(begin, end, std::forward<Less>(less));
#else
    arena_.execute([&] { tbb::parallel_sort(begin, end, std::forward<Less>(less)); });
#endif
  }

 private:
#ifdef THRONG_TSAN
  // The thread sanitizer can't see the order that an uninstrumented libtbb makes between a loop and its caller, and
  // finds races in TBB's own headers. These threads have the same order, which it sees: what it finds is a race between
  // bodies.
  template <class Body>
  void on_plain_threads(std::size_t count, std::size_t grain, Body& body) {
    const std::size_t stride = grain * static_cast<std::size_t>(threads_);
    const auto work = [&](int worker) {
      const FloatingPointMode mode;
      for (std::size_t begin = grain * static_cast<std::size_t>(worker); begin < count; begin += stride) {
        body(begin, std::min(begin + grain, count), worker);
      }
    };
    std::vector<std::jthread> others;
    for (int worker = 1; worker < threads_; ++worker) others.emplace_back(work, worker);
    work(0);
  }
#endif

  int threads_;
  tbb::task_arena arena_;
  std::unique_ptr<tbb::global_control> more_threads_;
};

}  // namespace throng
