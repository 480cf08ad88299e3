// Steps on the device timed beside steps on the CPU, in turns.
#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "bench/device/device_scenes.hpp"

namespace throng::device_check {

/// What is measured, and how long.
struct TimingPlan {
  std::string scene;
  std::size_t agents = 0;
  double seconds = 10.0;  ///< of rounds, after the worlds are warm; at least two rounds are made
  int most_steps = 200;   ///< in a batch on the device
  int warm_up = 10;       ///< steps on the device, one at a time, until its arrays have their sizes
};

/// One JSON line: seconds per step of both, by phase, and memory per agent. Rounds of one batch on the device (launched
/// ahead, then waited for), a few steps waited for one at a time, and a batch on the CPU; medians over the rounds.
std::string time_steps(const TimingPlan& plan);

/// One JSON line: seconds per step on the device without snapshots, with World::snapshot after each step, and with
/// World::request_snapshot and take_snapshot one step later, so that copying and stepping overlap.
std::string time_snapshots(const TimingPlan& plan);

/// Seconds per step of each variant of the device's step, in turns, so that all have the same machine: passes one JSON
/// line for each to `print`, with the state's hash after as many steps. Equal hashes are part of what is told. Variants
/// are worlds of their own side by side; those that find no room are told as such.
void compare_variants(const TimingPlan& plan, const std::function<void(const std::string&)>& print);

}  // namespace throng::device_check
