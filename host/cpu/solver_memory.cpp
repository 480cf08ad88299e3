#include "host/cpu/solver_memory.hpp"

#include <algorithm>

namespace throng {

OwnedSolverMemory::OwnedSolverMemory(const StepKernels& kernels)
    : lanes_(kernels.lanes), row_bytes_(kernels.row_bytes()) {
  shared_.owner = this;
  shared_.memory.grow = &OwnedSolverMemory::grow;
  shared_.memory.state = block_of(state_, kernels.state_bytes());
  match(64, 64);
}

void* OwnedSolverMemory::block_of(Buffer<Block>& buffer, std::size_t bytes) {
  buffer.resize((bytes + sizeof(Block) - 1) / sizeof(Block));
  return buffer.data();
}

void OwnedSolverMemory::grow(SolverMemory& memory, std::int32_t edge_capacity, std::int32_t row_capacity) {
  const auto with_reserve = [](std::int32_t wanted, std::int32_t present) {
    return wanted > present ? std::max(wanted, present + present / 2) : present;
  };
  reinterpret_cast<Shared&>(memory).owner->match(with_reserve(edge_capacity, memory.edge_capacity),
                                                 with_reserve(row_capacity, memory.row_capacity));
}

void OwnedSolverMemory::match(std::int32_t edge_capacity, std::int32_t row_capacity) {
  if (edge_capacity > shared_.memory.edge_capacity) set_edges(edge_capacity);
  if (row_capacity > shared_.memory.row_capacity) set_rows(row_capacity);
}

void OwnedSolverMemory::set_edges(std::int32_t capacity) {
  SolverMemory& m = shared_.memory;
  // Each lane has its own stretch: those already filled move to their new places, the last one first.
  const std::int32_t before = m.edge_capacity, after = capacity;
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

void OwnedSolverMemory::set_rows(std::int32_t capacity) {
  SolverMemory& m = shared_.memory;
  const std::size_t bytes = static_cast<std::size_t>(capacity) * row_bytes_;
  m.rows = block_of(rows_, bytes);
  m.scratch_rows = block_of(scratch_rows_, bytes);
  m.waiting_rows = block_of(waiting_rows_, bytes);
  m.pending_hard_rows = block_of(pending_hard_rows_, bytes);
  m.pending_soft_rows = block_of(pending_soft_rows_, bytes);
  m.row_capacity = capacity;
}

std::size_t OwnedSolverMemory::capacity_bytes() const {
  std::size_t bytes = edge_distance_sq_.capacity_bytes() + edge_.capacity_bytes() + state_.capacity_bytes();
  for (const Buffer<Block>* b : {&rows_, &scratch_rows_, &waiting_rows_, &pending_hard_rows_, &pending_soft_rows_}) {
    bytes += b->capacity_bytes();
  }
  return bytes;
}

}  // namespace throng
