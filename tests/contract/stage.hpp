// What good calls of the C interface are made of: an instance that counts what it takes, a world with all kinds of
// things, arrays.
#pragma once
#include <cstdint>
#include <deque>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "tests/contract/host_memory.hpp"
#include "throng/throng.h"

namespace throng::contract {

template <class Descriptor>
Descriptor filled(void (*init)(Descriptor*, std::size_t)) {
  Descriptor descriptor;
  init(&descriptor, sizeof(descriptor));
  return descriptor;
}

/// What a host is told.
struct Log {
  std::vector<std::string> errors;
  static void keep(throng_log_level level, const char* text, void* user);
};

/// A world's state as a number: what a call that fails must not change.
std::uint64_t fingerprint(throng_world* world);

class Stage {
 public:
  /// All that the objects take comes from `memory`.
  explicit Stage(HostMemory& memory);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  [[nodiscard]] Log& log() { return log_; }

  [[nodiscard]] throng_instance* instance() { return instance_; }
  [[nodiscard]] throng_world* world() { return world_; }
  /// Two agents of the world; `agent` is the first.
  [[nodiscard]] throng_array handles() {
    return array(THRONG_HANDLE, std::vector<throng_agent>{agents_[0], agents_[1]});
  }
  [[nodiscard]] throng_agent agent() const { return agents_[0]; }
  [[nodiscard]] std::vector<throng_agent> wrong_handles(throng_agent) const {
    return {removed_agent_, foreign_agent_, {UINT32_MAX, 0}};
  }
  [[nodiscard]] throng_obstacle obstacle() const { return obstacle_; }
  [[nodiscard]] std::vector<throng_obstacle> wrong_handles(throng_obstacle) const {
    return {removed_obstacle_, foreign_obstacle_, {UINT32_MAX, 0}};
  }
  [[nodiscard]] std::uint32_t footprint() const { return footprint_; }
  [[nodiscard]] std::uint32_t goal() const { return goal_; }

  [[nodiscard]] throng_instance_desc instance_desc();
  [[nodiscard]] static throng_world_desc world_desc();    ///< all that can be set is
  [[nodiscard]] static throng_world_desc machine_desc();  ///< one thread of the cpu
  [[nodiscard]] throng_profile_desc profile_desc() const;
  [[nodiscard]] throng_agents_desc agents_desc();  ///< four agents, every column
  [[nodiscard]] throng_readout readout();          ///< every column
  [[nodiscard]] throng_constraint* constraints() { return constraints_; }

  /// Paths, in a folder that goes with the stage.
  [[nodiscard]] const char* saved_world();
  [[nodiscard]] const char* new_file();

  [[nodiscard]] throng_array f64x2(std::initializer_list<throng_vec2d> values) {
    return array(THRONG_F64X2, std::vector(values));
  }
  [[nodiscard]] throng_array f64(std::initializer_list<double> values) {
    return array(THRONG_F64, std::vector(values));
  }
  [[nodiscard]] throng_array i64(std::initializer_list<std::int64_t> values) {
    return array(THRONG_I64, std::vector(values));
  }
  [[nodiscard]] throng_array u64(std::initializer_list<std::uint64_t> values) {
    return array(THRONG_U64, std::vector(values));
  }
  [[nodiscard]] throng_array u32(std::initializer_list<std::uint32_t> values) {
    return array(THRONG_U32, std::vector(values));
  }
  [[nodiscard]] throng_array i32(std::initializer_list<std::int32_t> values) {
    return array(THRONG_I32, std::vector(values));
  }
  [[nodiscard]] throng_array u8(std::initializer_list<std::uint8_t> values) {
    return array(THRONG_U8, std::vector(values));
  }
  /// To be written.
  [[nodiscard]] throng_array room(throng_type type, std::size_t count);

 private:
  template <class T>
  throng_array array(throng_type type, const std::vector<T>& values) {
    throng_array made = room(type, values.size());
    std::copy(values.begin(), values.end(), static_cast<T*>(made.data));
    return made;
  }

  HostMemory& memory_;
  Log log_;
  std::filesystem::path folder_;
  std::deque<std::string> paths_;
  std::deque<std::vector<std::uint64_t>> arrays_;
  throng_instance* instance_ = nullptr;
  throng_world *world_ = nullptr, *other_ = nullptr;
  throng_agent agents_[3], removed_agent_, foreign_agent_;
  throng_obstacle obstacle_, removed_obstacle_, foreign_obstacle_;
  std::uint32_t footprint_ = 0, goal_ = 0;
  throng_constraint constraints_[2];
};

/// Bytes of an element.
std::size_t size_of(throng_type type);

}  // namespace throng::contract
