// The part of a walk through the public interface that needs no world.
#pragma once
#include "tests/parity/entry_log.hpp"

namespace throng::test {

void walk_solver(EntryLog& log, const EntryWalk& walk);

}  // namespace throng::test
