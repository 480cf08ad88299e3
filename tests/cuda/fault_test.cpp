// A fault on the device: named, never carried on from, and over when the worlds it took are gone.
#include "tests/cuda/cuda_worlds.hpp"
#include "tests/cuda/kernels/foreign_kernels.hpp"

namespace throng::cuda_fault_tests {
namespace {

using namespace test;

class CudaFault : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    // Each in a process of its own: a fault takes all that a process has on the device.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
};

World some_world(const WorldOptions& options) { return test::some_world(options, 100, 51); }

/// Prints the message that `call` throws with device_lost, or says that it did not.
template <class Call>
void print_loss(Call&& call) {
  try {
    call();
    std::cerr << "no error\n";
  } catch (const Error& error) {
    std::cerr << (error.code() == ErrorCode::device_lost ? "lost: " : "other: ") << error.what() << '\n';
  }
}

TEST_F(CudaFault, LosesTheWorldAndNamesKernelFileAndLine) {
  const auto fault = [] {
    World world = some_world(options());
    cause_fault(world.device_view());
    world.step();
    print_loss([&] { static_cast<void>(world.statistics()); });
    print_loss([&] { world.step(); });
    print_loss([&] { static_cast<void>(world.positions()); });
    std::cerr << (world.contains(AgentHandle{0, 0}) ? "contains" : "contains nothing") << '\n';
    std::exit(0);
  };
  EXPECT_EXIT(fault(), testing::ExitedWithCode(0),
              "lost: cuda: .*cuda.*last kernel that began on .*_kernel \\(kernels/cuda/.*\\.cu:[0-9]+\\); the world is "
              "lost\n.*lost: cuda: .*the world is lost\n.*lost: cuda: .*the world is lost\n.*contains nothing");
}

TEST_F(CudaFault, NewWorldsComeWhenTheLostOnesAreGone) {
  const auto fault = [] {
    {
      World lost = some_world(options()), beside = some_world(options());
      cause_fault(lost.device_view());
      print_loss([&] { static_cast<void>(lost.positions()); });
      print_loss([&] { static_cast<void>(some_world(options())); });
      print_loss([&] { static_cast<void>(beside.positions()); });
    }
    World world = some_world(options()), here = some_world(options(ExecutorKind::cpu));
    std::cerr << (world.state_hash() == here.state_hash() ? "as before" : "different") << '\n';
    std::exit(0);
  };
  EXPECT_EXIT(fault(), testing::ExitedWithCode(0),
              "lost: .*\n.*other: executor cuda is not available: device 0 had a fault.*2 worlds.*\n.*lost: .*\n.*as "
              "before");
}

}  // namespace
}  // namespace throng::cuda_fault_tests
