// Streams, events and graphs that own what they are, and the places where the host waits: nowhere else does it.
#pragma once
#include <cuda_runtime_api.h>

#include "kernels/cuda/counters.hpp"
#include "kernels/cuda/device_error.hpp"

namespace throng::cuda {

/// The host waits for all that was enqueued.
inline void wait_for(cudaStream_t stream) {
  ++runtime_counters().waits;
  THRONG_CUDA(cudaStreamSynchronize(stream));
}

class Stream {
 public:
  Stream() { THRONG_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Stream() { static_cast<void>(cudaStreamDestroy(stream_)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  [[nodiscard]] cudaStream_t get() const { return stream_; }
  void wait() const { wait_for(stream_); }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  explicit Event(bool timed = false) {
    THRONG_CUDA(cudaEventCreateWithFlags(&event_, timed ? cudaEventDefault : cudaEventDisableTiming));
  }
  ~Event() { static_cast<void>(cudaEventDestroy(event_)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record(cudaStream_t stream) const { THRONG_CUDA(cudaEventRecord(event_, stream)); }
  /// While `stream` is captured: the event is recorded at each launch of the graph, and can be asked afterwards.
  void record_in_graph(cudaStream_t stream) const {
    THRONG_CUDA(cudaEventRecordWithFlags(event_, stream, cudaEventRecordExternal));
  }
  void hold_back(cudaStream_t stream) const { THRONG_CUDA(cudaStreamWaitEvent(stream, event_, 0)); }
  void wait() const {
    ++runtime_counters().waits;
    THRONG_CUDA(cudaEventSynchronize(event_));
  }
  /// Seconds from `earlier`, when both are over.
  [[nodiscard]] double seconds_since(const Event& earlier) const {
    float milliseconds = 0.0f;
    THRONG_CUDA(cudaEventElapsedTime(&milliseconds, earlier.event_, event_));
    return 1.0e-3 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t event_ = nullptr;
};

/// A step, captured once and launched many times.
class StepGraph {
 public:
  StepGraph() = default;
  ~StepGraph() { clear(); }
  StepGraph(const StepGraph&) = delete;
  StepGraph& operator=(const StepGraph&) = delete;

  [[nodiscard]] bool is_ready() const { return executable_ != nullptr; }
  void clear() noexcept {
    if (executable_ != nullptr) static_cast<void>(cudaGraphExecDestroy(executable_));
    executable_ = nullptr;
  }
  void begin_capture(cudaStream_t stream) {
    clear();
    // Relaxed: other worlds' threads allocate meanwhile, and a kernel may be loaded at its first launch.
    THRONG_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  }
  void end_capture(cudaStream_t stream) {
    ++runtime_counters().captures;
    cudaGraph_t graph = nullptr;
    THRONG_CUDA(cudaStreamEndCapture(stream, &graph));
    const cudaError_t status = cudaGraphInstantiate(&executable_, graph, 0);
    static_cast<void>(cudaGraphDestroy(graph));
    THRONG_CUDA(status);
  }
  /// After an error between the two.
  void abandon_capture(cudaStream_t stream) noexcept {
    cudaGraph_t graph = nullptr;
    static_cast<void>(cudaStreamEndCapture(stream, &graph));
    if (graph != nullptr) static_cast<void>(cudaGraphDestroy(graph));
    static_cast<void>(cudaGetLastError());
  }
  void launch(cudaStream_t stream) const {
    ++runtime_counters().launches;
    THRONG_CUDA(cudaGraphLaunch(executable_, stream));
  }

 private:
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace throng::cuda
