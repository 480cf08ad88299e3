// The part of the walk through the public interface (tests/parity/every_entry.hpp) that reads scenarios and recordings.
#pragma once
#include "tests/parity/every_entry.hpp"

namespace throng::test {

std::string walk_file_entries(const EntryWalk& walk);

}  // namespace throng::test
