// Each lane of a pack computes what a plain float computes, bit for bit, whatever the other lanes do.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "host/cpu/step_kernels.hpp"
#include "tests/parity/dice.hpp"
#include "tests/parity/lane_functions.hpp"

namespace throng::lanes_tests {
namespace {

using namespace test;

constexpr int million = 125000;  // packs of eight lanes

std::vector<const PackFunctions*> instruction_sets() {
  std::vector<const PackFunctions*> sets{&pack_functions_baseline()};
#ifdef THRONG_HAS_AVX2
  if (runs_avx2()) sets.push_back(&pack_functions_avx2());
#endif
  return sets;
}

/// Number of packs of which some lane differs from float.
template <class Input, class Output>
int count_wrong(const PackFunctions& set, void (*PackFunctions::*of_pack)(const Input&, Output&),
                void (*of_lane)(const Access<float>&, const Input&, Output&), std::uint64_t seed,
                void (*fill)(Dice&, Input&), int packs) {
  Dice dice(seed);
  int wrong = 0;
  for (int p = 0; p < packs; ++p) {
    Input in{};
    fill(dice, in);
    Output expected{}, out{};
    for (int l = 0; l < 8; ++l) of_lane({l}, in, expected);
    (set.*of_pack)(in, out);
    wrong += std::memcmp(&expected, &out, sizeof out) == 0 ? 0 : 1;
  }
  return wrong;
}

/// Coordinates of three kinds: any, on a coarse lattice (parallel, coincident, touching), tiny or huge.
float coordinate(Dice& dice) {
  switch (dice.below(8)) {
    case 0:
    case 1:
    case 2:
      return static_cast<float>(dice.below(9)) * 0.25f - 1.0f;
    case 3:
      return dice.one_in(2) ? dice.real(-1e-6f, 1e-6f) : dice.real(-1e4f, 1e4f);
    default:
      return dice.real(-3.0f, 3.0f);
  }
}

void fill_pair(Dice& dice, PairInput& in) {
  in.head_on = dice.one_in(2) ? 0.0f : dice.one_in(2) ? head_on_slope : wide_head_on_slope;
  for (int l = 0; l < 8; ++l) {
    in.self_x[l] = coordinate(dice);
    in.self_y[l] = coordinate(dice);
    in.self_velocity_x[l] = coordinate(dice);
    in.self_velocity_y[l] = coordinate(dice);
    in.other_x[l] = dice.one_in(10) ? in.self_x[l] : coordinate(dice);
    in.other_y[l] = dice.one_in(4) ? in.self_y[l] : coordinate(dice);
    in.other_velocity_x[l] = dice.one_in(5) ? in.self_velocity_x[l] : coordinate(dice);
    in.other_velocity_y[l] = dice.one_in(5) ? in.self_velocity_y[l] : coordinate(dice);
    in.self_radius[l] = dice.one_in(6) ? 0.0f : static_cast<float>(dice.below(5)) * 0.25f;
    in.other_radius[l] = dice.one_in(6) ? 0.0f : dice.real(0.0f, 1.0f);
    in.inverse_horizon[l] = dice.real(0.05f, 2.0f);
    in.inverse_escape[l] = dice.real(0.5f, 20.0f);
    in.responsibility[l] = dice.one_in(2) ? 0.5f : dice.real(0.0f, 1.0f);
  }
}

Vec2<float> direction(Dice& dice) {
  if (dice.one_in(3)) {
    const Vec2<float> axes[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    return axes[dice.below(4)];
  }
  const Vec2<float> v{dice.real(-1.0f, 1.0f), dice.real(0.01f, 1.0f)};
  return dice.one_in(2) ? unit(v) : -unit(v);
}

void fill_edge(Dice& dice, EdgeInput& in) {
  for (int l = 0; l < 8; ++l) {
    in.left_x[l] = coordinate(dice);
    in.left_y[l] = coordinate(dice);
    in.right_x[l] = dice.one_in(4) ? in.left_x[l] : coordinate(dice);
    in.right_y[l] = coordinate(dice);
    if (in.left_x[l] == in.right_x[l] && in.left_y[l] == in.right_y[l]) in.right_y[l] += 0.5f;
    const Vec2<float> along = unit(Vec2<float>{in.right_x[l] - in.left_x[l], in.right_y[l] - in.left_y[l]});
    in.direction_x[l] = along.x;
    in.direction_y[l] = along.y;
    const Vec2<float> previous = dice.one_in(4) ? along : direction(dice);
    const Vec2<float> next = dice.one_in(4) ? -along : direction(dice);
    in.previous_x[l] = previous.x;
    in.previous_y[l] = previous.y;
    in.next_x[l] = next.x;
    in.next_y[l] = next.y;
    in.left_convex[l] = dice.one_in(2) ? -1 : 0;
    in.right_convex[l] = dice.one_in(2) ? -1 : 0;
    in.x[l] = coordinate(dice);
    in.y[l] = coordinate(dice);
    in.velocity_x[l] = coordinate(dice);
    in.velocity_y[l] = coordinate(dice);
    in.radius[l] = dice.one_in(6) ? 0.0f : static_cast<float>(dice.below(5)) * 0.25f;
    in.inverse_horizon[l] = dice.real(0.1f, 2.0f);
  }
}

void fill_program(Dice& dice, ProgramInput& in) {
  in.hard_count = static_cast<int>(dice.below(4));
  in.count = in.hard_count + static_cast<int>(dice.below(most_rows - 3));
  for (int l = 0; l < 8; ++l) {
    for (int i = 0; i < in.count; ++i) {
      if (dice.one_in(10)) continue;  // no constraint in this lane
      Vec2<float> along = direction(dice), point{coordinate(dice), coordinate(dice)};
      if (i > 0 && dice.one_in(5)) {  // parallel to the one before, or the very same
        along = {in.direction_x[i - 1][l], in.direction_y[i - 1][l]};
        if (dice.one_in(2)) along = -along;
        if (dice.one_in(2)) point = {in.point_x[i - 1][l], in.point_y[i - 1][l]};
      }
      if (i < in.hard_count && dice.one_in(2)) point = {0.0f, 0.0f};
      in.direction_x[i][l] = along.x;
      in.direction_y[i][l] = along.y;
      in.point_x[i][l] = dice.one_in(8) ? point.x : 0.3f * point.x;
      in.point_y[i][l] = dice.one_in(8) ? point.y : 0.3f * point.y;
    }
    in.goal_x[l] = dice.one_in(8) ? 0.0f : coordinate(dice);
    in.goal_y[l] = dice.one_in(8) ? 1.0f : coordinate(dice) + 1.0e-3f;
    in.max_speed[l] = dice.one_in(12) ? 0.0f : dice.real(0.5f, 2.0f);
    in.old_x[l] = coordinate(dice);
    in.old_y[l] = coordinate(dice);
    in.blend[l] = dice.one_in(2) ? 1.0f : dice.real(0.1f, 1.0f);
    in.max_change[l] = dice.one_in(2) ? INFINITY : dice.real(0.01f, 1.0f);
    in.turned[l] = dice.one_in(3) ? -1 : 0;
  }
}

void fill_turn(Dice& dice, TurnInput& in) {
  for (int l = 0; l < 8; ++l) {
    const Vec2<float> heading = direction(dice), most = direction(dice);
    in.heading_x[l] = heading.x;
    in.heading_y[l] = heading.y;
    const Vec2<float> velocity = dice.one_in(4) ? dice.real(-2.0f, 2.0f) * heading  // straight ahead or opposite
                                                : Vec2<float>{coordinate(dice), coordinate(dice)};
    in.velocity_x[l] = velocity.x;
    in.velocity_y[l] = velocity.y;
    in.cosine[l] = dice.one_in(6) ? -2.0f : most.x;
    in.sine[l] = most.y < 0.0f ? -most.y : most.y;
    in.heading_speed_sq[l] = dice.one_in(2) ? 0.0025f : dice.real(0.0f, 4.0f);
  }
}

TEST(Lanes, AgentHalfPlanes) {
  for (const PackFunctions* set : instruction_sets()) {
    EXPECT_EQ(count_wrong(*set, &PackFunctions::agent_line, agent_line<float>, 1, fill_pair, million), 0) << set->name;
  }
}

TEST(Lanes, ObstacleHalfPlanes) {
  for (const PackFunctions* set : instruction_sets()) {
    EXPECT_EQ(count_wrong(*set, &PackFunctions::obstacle_line, obstacle_line<float>, 2, fill_edge, million), 0)
        << set->name;
  }
}

TEST(Lanes, LinearPrograms) {
  for (const PackFunctions* set : instruction_sets()) {
    EXPECT_EQ(count_wrong(*set, &PackFunctions::programs, programs<float>, 3, fill_program, million / 8), 0)
        << set->name;
  }
}

TEST(Lanes, Turns) {
  for (const PackFunctions* set : instruction_sets()) {
    EXPECT_EQ(count_wrong(*set, &PackFunctions::turn, turn<float>, 5, fill_turn, million), 0) << set->name;
  }
}

TEST(LanesLong, LinearPrograms) {
  for (const PackFunctions* set : instruction_sets()) {
    EXPECT_EQ(count_wrong(*set, &PackFunctions::programs, programs<float>, 4, fill_program, 4 * million), 0)
        << set->name;
  }
}

/// The inputs above reach the rare cases.
TEST(Lanes, InputsAreDegenerateEnough) {
  Dice dice(1);
  int ties = 0, no_lines = 0, infeasible = 0, turned = 0, stayed = 0;
  for (int p = 0; p < 2000; ++p) {
    PairInput pair{};
    EdgeInput edge{};
    ProgramInput program{};
    fill_pair(dice, pair);
    fill_edge(dice, edge);
    fill_program(dice, program);
    TurnInput turning{};
    fill_turn(dice, turning);
    TurnOutput made{};
    LineOutput line{};
    ProgramOutput solved{};
    for (int l = 0; l < 8; ++l) {
      agent_line<float>({l}, pair, line);
      ties += line.tie[l] != 0 ? 1 : 0;
      obstacle_line<float>({l}, edge, line);
      no_lines += line.direction_x[l] == 0.0f && line.direction_y[l] == 0.0f ? 1 : 0;
      programs<float>({l}, program, solved);
      infeasible += solved.failed_at[l] < program.count ? 1 : 0;
      turn<float>({l}, turning, made);
      const bool stays = made.velocity_x[l] == turning.velocity_x[l] && made.velocity_y[l] == turning.velocity_y[l];
      ++(stays ? stayed : turned);
    }
  }
  EXPECT_GT(ties, 3);
  EXPECT_GT(no_lines, 1000);
  EXPECT_GT(infeasible, 3000);
  EXPECT_GT(turned, 3000);
  EXPECT_GT(stayed, 3000);
}

}  // namespace
}  // namespace throng::lanes_tests
