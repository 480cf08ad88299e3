#include "host/cpu/solver_memory.hpp"

#include <algorithm>

namespace throng {

OwnedSolverMemory::OwnedSolverMemory(const StepKernels& kernels)
    : lanes_(kernels.lanes), row_bytes_(kernels.row_bytes()) {
  shared_.owner = this;
  shared_.memory.grow = &OwnedSolverMemory::grow;
  shared_.memory.state = block_of(state_, kernels.state_bytes());
  enlarge(64, 64);
}

void* OwnedSolverMemory::block_of(Buffer<Block>& buffer, std::size_t bytes) {
  buffer.resize((bytes + sizeof(Block) - 1) / sizeof(Block));
  return buffer.data();
}

void OwnedSolverMemory::grow(SolverMemory& memory, std::int32_t edge_capacity, std::int32_t row_capacity) {
  reinterpret_cast<Shared&>(memory).owner->enlarge(edge_capacity, row_capacity);
}

void OwnedSolverMemory::enlarge(std::int32_t edge_capacity, std::int32_t row_capacity) {
  SolverMemory& m = shared_.memory;
  if (edge_capacity > m.edge_capacity) {
    // Each lane has its own stretch: those already filled move to their new places, the last one first.
    const std::int32_t before = m.edge_capacity, after = std::max(edge_capacity, before + before / 2);
    // A pack may be stored from the last entry on.
    const std::size_t entries = (static_cast<std::size_t>(after) + 1) * static_cast<std::size_t>(lanes_);
    edge_distance_sq_.resize(entries);
    edge_.resize(entries);
    for (std::int32_t l = lanes_ - 1; l > 0; --l) {
      std::copy_backward(edge_distance_sq_.data() + l * before, edge_distance_sq_.data() + (l + 1) * before,
                         edge_distance_sq_.data() + l * after + before);
      std::copy_backward(edge_.data() + l * before, edge_.data() + (l + 1) * before, edge_.data() + l * after + before);
    }
    m.edge_distance_sq = edge_distance_sq_.data();
    m.edge = edge_.data();
    m.edge_capacity = after;
  }
  if (row_capacity > m.row_capacity) {
    const std::int32_t after = std::max(row_capacity, m.row_capacity + m.row_capacity / 2);
    const std::size_t bytes = static_cast<std::size_t>(after) * row_bytes_;
    m.rows = block_of(rows_, bytes);
    m.scratch_rows = block_of(scratch_rows_, bytes);
    m.waiting_rows = block_of(waiting_rows_, bytes);
    m.pending_hard_rows = block_of(pending_hard_rows_, bytes);
    m.pending_soft_rows = block_of(pending_soft_rows_, bytes);
    m.row_capacity = after;
  }
}

std::size_t OwnedSolverMemory::capacity_bytes() const {
  std::size_t bytes = edge_distance_sq_.capacity_bytes() + edge_.capacity_bytes() + state_.capacity_bytes();
  for (const Buffer<Block>* b : {&rows_, &scratch_rows_, &waiting_rows_, &pending_hard_rows_, &pending_soft_rows_}) {
    bytes += b->capacity_bytes();
  }
  return bytes;
}

}  // namespace throng
