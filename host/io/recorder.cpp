#include "throng/recording.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <thread>
#include <vector>

#include "host/floating_point_mode.hpp"
#include "host/io/atomic_file.hpp"
#include "host/io/recording_lock.hpp"
#include "host/io/recording_writer.hpp"

namespace throng {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_queued_frames = 4;
constexpr std::size_t max_queued_bytes = std::size_t{256} << 20;  // one frame is always let in
constexpr std::chrono::seconds flush_interval{1};

std::size_t bytes_of(const Snapshot& frame) {
  return frame.id.size() * (sizeof(AgentId) + 3 * sizeof(Vec2d) + sizeof(std::uint32_t)) +
         frame.aim_point.size() * sizeof(Vec2d) + frame.z.size() * sizeof(double);
}

std::string prepare_target(const std::string& path, const RecordingInfo& info, bool overwrite) {
  check_recording_info(info);  // before the old file goes
  check_target(path, overwrite ? Existing::replace : Existing::refuse);
  refuse_while_recorded(path);
  std::error_code failure;
  std::filesystem::remove(path, failure);
  if (failure) {
    throw Error(ErrorCode::input_output, fmt::format("'{}' can't be replaced: {}", path, failure.message()));
  }
  return path;
}

}  // namespace

struct THRONG_LOCAL Recorder::Impl {
  Impl(const std::string& file_path, const RecordingInfo& info, bool overwrite)
      : path(prepare_target(file_path, info, overwrite)),
        aim_points(info.aim_points),
        heights(info.heights),
        writer(path, info),
        thread([this] { run(); }) {}

  void run();
  void write(const Snapshot& frame);
  void flush_if_due(bool at_once);
  void fail(const std::string& reason);
  [[nodiscard]] bool has_room(std::size_t bytes) const {
    return queue.empty() || (queue.size() < max_queued_frames && queued_bytes + bytes <= max_queued_bytes);
  }

  const std::string path;
  const bool aim_points, heights;

  std::mutex mutex;  // guards the members up to the next blank line
  std::condition_variable changed;
  std::deque<Snapshot> queue;
  std::size_t queued_bytes = 0;
  std::vector<Snapshot> spare;  // frames whose arrays are used again
  bool ending = false;
  std::string error;  // not empty: the writer has given up

  RecordingWriter writer;  // used by the thread alone
  Clock::time_point last_flush = Clock::now();
  std::atomic<std::uint64_t> frames_written{0};
  std::atomic<std::uint64_t> bytes_written{0};
  std::thread thread;
};

void Recorder::Impl::run() {
  const FloatingPointMode mode;  // a thread begins in that of the one that started it
  try {
    for (;;) {
      Snapshot frame;
      {
        std::unique_lock guard(mutex);
        changed.wait_for(guard, flush_interval, [this] { return ending || !queue.empty(); });
        if (queue.empty()) {
          const bool nothing_follows = ending;  // read before a frame can be pushed behind it
          guard.unlock();
          if (nothing_follows) break;
          flush_if_due(false);
          continue;
        }
        frame = std::move(queue.front());
        queue.pop_front();
        queued_bytes -= bytes_of(frame);
      }
      changed.notify_all();
      writer.append(frame);
      flush_if_due(writer.frames() == 1);
      const std::lock_guard guard(mutex);
      spare.push_back(std::move(frame));
    }
    writer.flush();
    frames_written = writer.frames_flushed();
    bytes_written = writer.file_bytes();
    writer.close();
  } catch (const std::exception& failure) {
    fail(failure.what());
  }
}

void Recorder::Impl::flush_if_due(bool at_once) {
  if (!at_once && Clock::now() - last_flush < flush_interval) return;
  writer.flush();
  last_flush = Clock::now();
  frames_written = writer.frames_flushed();
  bytes_written = writer.file_bytes();
}

void Recorder::Impl::fail(const std::string& reason) {
  const std::uint64_t frame = writer.frames();
  writer.abandon();
  {
    const std::lock_guard guard(mutex);
    error = fmt::format("recording '{}', at frame {}: {}; the first {} frames are safe", path, frame, reason,
                        frames_written.load());
    queue.clear();
  }
  changed.notify_all();
}

Recorder::Recorder(const std::string& path, const RecordingInfo& info, bool overwrite) {
  const FloatingPointMode mode;
  impl_ = std::make_unique<Impl>(path, info, overwrite);
}

Recorder::~Recorder() {
  try {
    finish();
  } catch (...) {
    // finish() is where errors are to be seen
  }
}

void Recorder::push(const Snapshot& frame) {
  check_frame(frame, impl_->aim_points, impl_->heights);
  const std::size_t bytes = bytes_of(frame);
  Snapshot copy;
  {
    std::unique_lock guard(impl_->mutex);
    if (impl_->ending) throw Error(ErrorCode::invalid_argument, "recorder: a frame was pushed after finish()");
    impl_->changed.wait(guard, [&] { return !impl_->error.empty() || impl_->has_room(bytes); });
    if (!impl_->error.empty()) throw Error(ErrorCode::input_output, impl_->error);
    if (!impl_->spare.empty()) {
      copy = std::move(impl_->spare.back());
      impl_->spare.pop_back();
    }
  }
  copy = frame;  // outside the lock: the only producer is this thread, so the room stays
  {
    const std::lock_guard guard(impl_->mutex);
    impl_->queue.push_back(std::move(copy));
    impl_->queued_bytes += bytes;
  }
  impl_->changed.notify_all();
}

void Recorder::finish() {
  {
    const std::lock_guard guard(impl_->mutex);
    impl_->ending = true;
  }
  impl_->changed.notify_all();
  if (impl_->thread.joinable()) impl_->thread.join();
  if (!impl_->error.empty()) throw Error(ErrorCode::input_output, impl_->error);
}

std::uint64_t Recorder::frames_written() const { return impl_->frames_written; }
std::uint64_t Recorder::bytes_written() const { return impl_->bytes_written; }

}  // namespace throng
