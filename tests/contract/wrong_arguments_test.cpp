// Every function with every kind of wrong argument: an error that names it; nothing changed, printed or kept.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>

#include "tests/contract/wrong_arguments.hpp"

namespace throng::contract {
namespace {

/// Standard output and error go to a file while there is one of these.
class Silence {
 public:
  Silence() : file_(std::tmpfile()), out_(dup(STDOUT_FILENO)), error_(dup(STDERR_FILENO)) {
    std::fflush(nullptr);
    dup2(fileno(file_), STDOUT_FILENO);
    dup2(fileno(file_), STDERR_FILENO);
  }
  ~Silence() {
    restore();
    std::fclose(file_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  /// Bytes that were written.
  long restore() {
    if (out_ >= 0) {
      std::fflush(nullptr);
      dup2(out_, STDOUT_FILENO);
      dup2(error_, STDERR_FILENO);
      close(out_);
      close(error_);
      out_ = -1;
    }
    return static_cast<long>(lseek(fileno(file_), 0, SEEK_END));
  }

 private:
  std::FILE* file_;
  int out_, error_;
};

TEST(WrongArguments, OfEveryFunctionAreRefusedByName) {
  HostMemory memory;
  std::vector<std::string> faults;
  int calls = 0;
  Silence silence;
  for (const auto try_function : all_trials) {
    Stage stage(memory);
    Trial trial(stage, faults);
    try_function(trial, stage);
    calls += trial.calls();
  }
  EXPECT_EQ(silence.restore(), 0) << "bytes were printed";
  for (const std::string& fault : faults) ADD_FAILURE() << fault;
  EXPECT_EQ(memory.pieces(), 0u);
  EXPECT_EQ(memory.wrong_returns(), 0);
  std::printf("%zu functions and sizes of descriptors, %d calls\n", all_trials.size(), calls);
  EXPECT_GT(calls, 1000);
}

}  // namespace
}  // namespace throng::contract
