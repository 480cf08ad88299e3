// A walk through the whole public interface: every function that the library exports is called
// (tools/check_exports.py).
#pragma once
#include <functional>
#include <string>

#include "throng/types.hpp"

namespace throng::test {

/// How a walk goes.
struct EntryWalk {
  ExecutorKind executor = ExecutorKind::cpu;
  int threads = 1;
  std::string file;                              ///< without extension: files of that name are there for a while
  std::function<void(const char* entry)> after;  ///< told after each call, also after those that fail, and in callbacks
};

/// What all calls returned or said of an error, to the bit, one line each. Uses nothing but the public interface, and
/// does no arithmetic of its own.
std::string walk_every_entry(const EntryWalk& walk);

}  // namespace throng::test
