// Owns what a SolverMemory points to: one per thread, allocated once, enlarged when a scene asks for more.
#pragma once
#include <cstddef>

#include "host/buffer.hpp"
#include "host/cpu/step_kernels.hpp"

namespace throng {

class OwnedSolverMemory {
 public:
  explicit OwnedSolverMemory(const StepKernels& kernels);
  OwnedSolverMemory(const OwnedSolverMemory&) = delete;  // `grow` finds its owner by address
  OwnedSolverMemory& operator=(const OwnedSolverMemory&) = delete;
  SolverMemory& memory() { return shared_.memory; }
  /// Room for exactly so much, or what there is. Without reserve: two that follow each other would grow without end.
  void match(std::int32_t edge_capacity, std::int32_t row_capacity);
  [[nodiscard]] std::size_t capacity_bytes() const;

 private:
  struct Shared {
    SolverMemory memory{};  // first, so that `grow` finds its owner from it
    OwnedSolverMemory* owner = nullptr;
  };
  static void grow(SolverMemory& memory, std::int32_t edge_capacity, std::int32_t row_capacity);
  void set_edges(std::int32_t capacity);
  void set_rows(std::int32_t capacity);

  struct alignas(64) Block {
    std::byte bytes[64];
  };
  void* block_of(Buffer<Block>& buffer, std::size_t bytes);

  std::int32_t lanes_;
  std::size_t row_bytes_;
  Buffer<float> edge_distance_sq_;
  Buffer<std::uint32_t> edge_;
  Buffer<Block> rows_, scratch_rows_, waiting_rows_, pending_hard_rows_, pending_soft_rows_, state_;
  Shared shared_;
};

}  // namespace throng
