// Against the shared library: every public function is there to be linked, and works.
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <filesystem>

#include "tests/files/file_entries.hpp"

int main() try {
  throng::test::EntryWalk walk;
  walk.file = std::filesystem::temp_directory_path() / ("throng_every_entry_" + std::to_string(getpid()));
  int calls = 0;
  walk.after = [&](const char*) { ++calls; };
  const std::string said = throng::test::walk_every_entry(walk) + throng::test::walk_file_entries(walk);
  std::printf("%d calls, %zu bytes of results\n", calls, said.size());
  return said.find("did not fail") == std::string::npos ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
