// What the packs of the cpu executor rely on: rows without a constraint may stand anywhere and change nothing.
#include "kernels/agent/linear_program.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

namespace throng::linear_program_tests {
namespace {

struct Program {
  std::vector<HalfPlane<float>> rows;
  int hard_count = 0;
};

struct Solution {
  std::uint32_t x, y;
  bool infeasible;
  friend bool operator==(const Solution&, const Solution&) = default;
};

Solution solve(const Program& program, Vec2<float> goal, float max_speed) {
  std::vector<HalfPlane<float>> rows = program.rows, scratch_rows(rows.size());
  const int count = static_cast<int>(rows.size());
  const HalfPlaneRows<float> lines{rows.data()}, scratch{scratch_rows.data()};
  const ProgramResult<float> first = solve_program<Aim::point>(lines, count, goal, max_speed, true);
  const Vec2<float> velocity =
      solve_infeasible(lines, program.hard_count, count, max_speed, first.velocity, first.failed_at, scratch);
  return {std::bit_cast<std::uint32_t>(velocity.x), std::bit_cast<std::uint32_t>(velocity.y), first.failed_at < count};
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t below(std::uint64_t count) { return engine_() % count; }
  float real(float low, float high) { return low + (high - low) * static_cast<float>(engine_() >> 40) * 0x1p-24f; }
  Vec2<float> direction() {
    const Vec2<float> v{real(-1.0f, 1.0f), real(0.01f, 1.0f)};
    return below(2) == 0 ? unit(v) : -unit(v);
  }

 private:
  std::mt19937_64 engine_;
};

/// Hard rows permit velocity 0, as those of obstacles do; many pass through it, as those of obstacles that are touched.
Program random_program(Random& random) {
  Program program;
  program.hard_count = static_cast<int>(random.below(6));
  const int count = program.hard_count + static_cast<int>(random.below(14));
  for (int i = 0; i < count; ++i) {
    const Vec2<float> along = random.direction();
    const bool hard = i < program.hard_count;
    const float offset = hard ? (random.below(2) == 0 ? 0.0f : random.real(0.0f, 1.0f)) : random.real(-1.5f, 0.5f);
    program.rows.push_back({offset * Vec2<float>{along.y, -along.x}, along});
  }
  return program;
}

Program with_neutral_rows(const Program& program, Random& random) {
  Program padded;
  padded.hard_count = program.hard_count;
  for (int i = 0; i <= static_cast<int>(program.rows.size()); ++i) {
    for (auto extra = random.below(3); extra > 0; --extra) {
      padded.rows.push_back(no_constraint<float>());
      padded.hard_count += i < program.hard_count ? 1 : 0;
    }
    if (i < static_cast<int>(program.rows.size())) padded.rows.push_back(program.rows[static_cast<std::size_t>(i)]);
  }
  return padded;
}

TEST(LinearProgram, NeutralRowsChangeNothing) {
  Random random(1);
  int wrong = 0, infeasible = 0;
  for (int i = 0; i < 300000; ++i) {
    const Program program = random_program(random), padded = with_neutral_rows(program, random);
    const Vec2<float> goal{random.real(-2.0f, 2.0f), random.real(-2.0f, 2.0f)};
    const float max_speed = random.real(0.2f, 2.0f);
    const Solution plain = solve(program, goal, max_speed);
    wrong += plain == solve(padded, goal, max_speed) ? 0 : 1;
    infeasible += plain.infeasible ? 1 : 0;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(infeasible, 50000);
}

}  // namespace
}  // namespace throng::linear_program_tests
