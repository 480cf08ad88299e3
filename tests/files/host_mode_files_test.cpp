// Scenarios and recordings in a host's floating-point mode: tests/parity/host_mode_test.cpp has the rest.
#include "tests/files/file_entries.hpp"
#include "tests/parity/host_mode.hpp"
#ifdef __SSE2__

TEST(HostModeOfFiles, EveryEntry) { throng::test::expect_the_same_in_every_mode(throng::test::walk_file_entries); }
#endif
