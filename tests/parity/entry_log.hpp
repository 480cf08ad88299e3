// Calls functions of the public interface and writes down, to the bit, what they return.
#pragma once
#include <bit>
#include <cinttypes>
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>

#include "tests/parity/every_entry.hpp"
#include "throng/collision.hpp"
#include "throng/throng.hpp"

namespace throng::test {

/// Calls, and writes down what comes of it.
class EntryLog {
 public:
  explicit EntryLog(const EntryWalk& walk) : walk_(walk) {}

  template <class Call>
  auto operator()(const char* entry, Call&& call) {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      walk_.after(entry);
    } else {
      auto result = call();
      walk_.after(entry);
      note(entry, result);
      return result;
    }
  }
  /// One that has to fail.
  template <class Call>
  void fails(const char* entry, Call&& call) {
    std::string said = "did not fail";
    try {
      call();
    } catch (const Error& error) {
      said = error.code() == ErrorCode::stale_handle ? "stale" : error.what();  // generations differ between worlds
    }
    walk_.after(entry);
    note(entry, said);
  }
  /// One that may do so: what it needs is not on every machine.
  template <class Call>
  void tries(const char* entry, Call&& call) {
    try {
      call();
    } catch (const Error&) {
    }
    walk_.after(entry);
  }
  template <class... Values>
  void note(const char* entry, const Values&... values) {
    text_ += entry;
    (add(values), ...);
    text_ += '\n';
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  // By their bits: to print them, or to make doubles of floats, is arithmetic, which may trap in the host's mode.
  void add(double value) { add_integer(std::bit_cast<std::uint64_t>(value)); }
  void add(float value) { add_integer(std::bit_cast<std::uint32_t>(value)); }
  void add_integer(std::uint64_t value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, " %" PRIx64, value);
    text_ += buffer;
  }
  template <class T>
  void add(const T& value) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      add_integer(static_cast<std::uint64_t>(value));
    } else if constexpr (requires { value.x, value.y; }) {
      add(value.x);
      add(value.y);
    } else if constexpr (requires { value.row; }) {
      add_integer(value.row);
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
      text_ += ' ';
      text_ += value;
    } else if constexpr (requires { value.begin(); }) {
      for (const auto& entry : value) add(entry);
    } else if constexpr (requires { value.has_value(); }) {
      if (value) add(*value);
    } else if constexpr (requires { value.slope, value.factor; }) {
      add(value.slope);
      add(value.factor);
    }  // handles differ from world to world, the rest is noted by its parts
  }
  void add(const Constraint& c) {
    add(c.point);
    add(c.direction);
  }
  void add(const AgentState& s) {
    note("", s.id, s.profile, s.position, s.velocity, s.preferred_velocity, s.heading, s.radius, s.max_speed,
         s.preferred_speed, s.arrived, s.stuck);
  }
  void add(const Snapshot& s) {
    note("", s.time, s.step, s.state_hash, s.id, s.position, s.velocity, s.heading, s.aim_point, s.z);
  }
  void add(const SteeringState& s) { note("", s.aim_point, s.time_to_intercept, s.reachable, s.target_lost); }
  void add(const StuckAgent& s) { note("", s.id, s.position, s.time); }
  void add(const Measures& m) { note("", m.contacts, m.deepest_overlap, m.inside_obstacles); }
  void add(const Statistics& s) { note("", s.agent_steps, s.arrived, s.infeasible, s.became_stuck, s.wall_crossings); }
  void add(const WaySample& w) { note("", w.direction, w.way, w.sees_goal, w.reached); }
  void add(const JourneyState& s) { note("", s.stage, s.activity, s.visits, s.since); }
  void add(const JourneyStatistics& s) { note("", s.entered, s.left, s.waiting_to_enter); }
  void add(const StageState& s) { note("", s.heading, s.there, s.passed); }
  void add(const QueueState& s) { note("", s.heading, s.length, s.served); }
  void add(const SourceState& s) { note("", s.due, s.entered, s.waiting, s.ended); }
  void add(const Contact& c) { note("", c.state, c.depth, c.normal, c.points); }
  void add(const RefusedBody& b) { note("", b.index, b.fault, b.vertex); }
  void add(const BodyPair& p) { note("", p.a, p.b); }

  const EntryWalk& walk_;
  std::string text_;
};

}  // namespace throng::test
