#include "host/cpu/agent_store.hpp"

#include <algorithm>
#include <cstring>

namespace throng {
namespace {

template <class T>
void gather(Buffer<T>& field, void* spare, const std::uint32_t* order, ThreadTeam& team) {
  // The spare array has the field's element size; it is filled in the new order and copied back.
  T* to = static_cast<T*>(spare);
  const T* from = field.data();
  team.for_chunks(field.size(), 16384, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) to[i] = from[order[i]];
  });
  T* back = field.data();
  team.for_chunks(field.size(), 16384, [&](std::size_t begin, std::size_t end, int) {
    std::memcpy(back + begin, to + begin, (end - begin) * sizeof(T));
  });
}

}  // namespace

AgentArrays AgentStore::arrays() {
  return {
#define THRONG_FIELD(name, record_type, array_type) .name = name##_.data(),
      THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  };
}

void AgentStore::resize(std::size_t size) {
#define THRONG_FIELD(name, record_type, array_type) name##_.resize(size);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  search_start_sq.resize(size);
  size_ = size;
}

void AgentStore::add(std::span<const AgentRecord> agents) {
  std::uint32_t last_slot = 0;
  for (const AgentRecord& agent : agents) last_slot = std::max(last_slot, agent.slot);
  if (!agents.empty() && last_slot >= index_of_slot_.size()) index_of_slot_.resize(std::size_t{last_slot} + 1);
  const std::size_t first = size_;
  resize(first + agents.size());
  for (std::size_t i = 0; i < agents.size(); ++i) {
    index_of_slot_[agents[i].slot] = static_cast<std::uint32_t>(first + i);
    search_start_sq[first + i] = 0.0f;
    write(agents[i]);
  }
}

void AgentStore::remove(std::uint32_t slot) {
  const std::size_t hole = index_of_slot_[slot], last = size_ - 1;
#define THRONG_FIELD(name, record_type, array_type) name##_[hole] = name##_[last];
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  search_start_sq[hole] = search_start_sq[last];
  index_of_slot_[slot_[hole]] = static_cast<std::uint32_t>(hole);
  resize(last);
}

void AgentStore::write(const AgentRecord& agent) {
  const std::size_t i = index_of_slot_[agent.slot];
#define THRONG_FIELD(name, record_type, array_type) name##_[i] = static_cast<array_type>(agent.name);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
}

AgentRecord AgentStore::read(std::uint32_t slot) const {
  const std::size_t i = index_of_slot_[slot];
  AgentRecord agent;
#define THRONG_FIELD(name, record_type, array_type) agent.name = static_cast<record_type>(name##_[i]);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  return agent;
}

void AgentStore::reorder(const std::uint32_t* order, ThreadTeam& team) {
  spare_8_.resize(size_);
  spare_4_.resize(size_);
#define THRONG_FIELD(name, record_type, array_type)                                                                    \
  gather(name##_, sizeof(array_type) == 8 ? static_cast<void*>(spare_8_.data()) : static_cast<void*>(spare_4_.data()), \
         order, team);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  gather(search_start_sq, spare_4_.data(), order, team);
  team.for_chunks(size_, 16384, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) index_of_slot_[slot_[i]] = static_cast<std::uint32_t>(i);
  });
}

std::size_t AgentStore::capacity_bytes() const {
  std::size_t bytes = search_start_sq.capacity_bytes() + index_of_slot_.capacity_bytes() + spare_8_.capacity_bytes() +
                      spare_4_.capacity_bytes();
#define THRONG_FIELD(name, record_type, array_type) bytes += name##_.capacity_bytes();
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  return bytes;
}

}  // namespace throng
