// Contacts of single agents, as a device thread resolves them, against those of packs: the same lists and places to the
// bit, on every instruction set. Pairs that can't touch yet are left out by the packs alone.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "host/cpu/step_kernels.hpp"
#include "kernels/agent/contact_search.hpp"
#include "kernels/agent/footprint_contact.hpp"
#include "tests/parity/instruction_sets.hpp"
#include "tests/parity/random_step.hpp"

namespace throng::plain_contact_tests {
namespace {

using test::RandomStep;
using test::StepKind;

/// What a contact pass writes, for one step.
struct Pass {
  Pass(const RandomStep& scene, const StepKernels& kernels) : kernels_(kernels), n_(scene.size()), step(scene.data()) {
    const std::size_t room = (n_ + 31) / 32 * 32;
    for (auto* ints : {&count, &edge_count, &disc_count, &footprint_count}) ints->resize(room);
    list.resize(room * contact_cap);
    edges.resize(room * contact_edge_cap);
    disc_list.resize(room * disc_body_cap);
    footprint_list.resize(room * footprint_body_cap);
    disc_spare.resize(room * disc_body_cap);
    footprint_spare.resize(room * footprint_body_cap);
    for (auto* places : {&x[0], &y[0], &x[1], &y[1]}) places->resize(room);
    float largest = 0.0f;
    for (std::size_t i = 0; i < n_; ++i) largest = std::max(largest, step.crowd.radius[i]);
    level = {largest, 1.0f};
    step.contact = {.iterations = 8,
                    .largest_radius = largest,
                    .reach = {.levels = 1, .tiles = 1, .level = &level, .table = nullptr, .sole = nullptr},
                    .moved_x = nullptr,
                    .moved_y = nullptr,
                    .start_x = step.crowd.x,
                    .start_y = step.crowd.y,
                    .count = count.data(),
                    .list = list.data(),
                    .edge_count = edge_count.data(),
                    .edges = edges.data()};
    FootprintView& all = step.footprints;
    all.disc_count = disc_count.data();
    all.disc_list = disc_list.data();
    all.footprint_count = footprint_count.data();
    all.footprint_list = footprint_list.data();
    all.disc_spare_sq = disc_spare.data();
    all.footprint_spare_sq = footprint_spare.data();
  }

  /// By ranges of `grain` agents; those of less than a pack are done one by one.
  void iterate(std::uint32_t grain) {
    ContactMotion motion{step.crowd.x, step.crowd.y, step.crowd.x, step.crowd.y, nullptr, nullptr};
    for (int iteration = 0; iteration < 8; ++iteration) {
      motion.to_x = x[iteration % 2].data();
      motion.to_y = y[iteration % 2].data();
      if (iteration >= 2) {
        motion.earlier_x = motion.to_x;
        motion.earlier_y = motion.to_y;
      }
      for (std::uint32_t i = 0; i < n_; i += grain) {
        moved |= kernels_.resolve_contacts(step, motion, i, std::min(n_, i + grain));
      }
      motion.from_x = motion.to_x;
      motion.from_y = motion.to_y;
    }
  }

  const StepKernels& kernels_;
  std::uint32_t n_;
  ReachLevel level{};
  StepData step;
  std::vector<std::int32_t> count, edge_count, disc_count, footprint_count;
  std::vector<std::uint32_t> list, edges, disc_list, footprint_list;
  std::vector<float> disc_spare, footprint_spare, x[2], y[2];
  bool moved = false;
};

/// Candidates one by one, without those that have a footprint.
struct PlainDiscs {
  const StepData& step;
  template <class Visit>
  void operator()(const CrowdView& crowd, float x, float y, float reach_sq, std::uint32_t begin, std::uint32_t end,
                  Visit&& visit) const {
    PlainContactScan{}(crowd, x, y, reach_sq, begin, end, [&](std::uint32_t other, float distance_sq) {
      if (step.footprints.number[other] == no_footprint) visit(other, distance_sq);
    });
  }
};

void list_plainly(Pass& pass) {
  pass.step.footprints.disc_spare_sq = pass.step.footprints.footprint_spare_sq = nullptr;
  for (std::uint32_t i = 0; i < pass.n_; ++i) {
    if (pass.step.footprints.number[i] == no_footprint) {
      list_contacts(pass.step, i, PlainDiscs{pass.step});
    } else {
      list_no_contacts(pass.step, i);
    }
    list_bodies(pass.step, i);
    list_footprint_edges(pass.step, i);
  }
}

bool same(const std::vector<float>& a, const std::vector<float>& b) {
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

TEST(PlainContact, HasTheBitsOfPacks) {
  std::size_t listed = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    StepKind kind{.seed = seed, .agents = 150 + static_cast<std::uint32_t>(seed), .footprints = true};
    kind.side = seed % 3 == 0 ? 6.0 : 14.0;
    kind.layers = seed % 4 == 0;
    kind.obstacles = seed % 2 == 0;
    kind.on_lattice = seed % 5 == 0;
    const RandomStep scene(kind);
    for (const StepKernels* kernels : test::instruction_sets()) {
      Pass plain(scene, *kernels), packs(scene, *kernels);
      list_plainly(plain);
      kernels->list_contacts(packs.step, 0, packs.n_);
      EXPECT_EQ(packs.disc_count, plain.disc_count) << kernels->name << ", seed " << seed;
      EXPECT_EQ(packs.disc_list, plain.disc_list) << kernels->name << ", seed " << seed;
      EXPECT_EQ(packs.footprint_count, plain.footprint_count) << kernels->name << ", seed " << seed;
      EXPECT_EQ(packs.footprint_list, plain.footprint_list) << kernels->name << ", seed " << seed;
      EXPECT_EQ(packs.list, plain.list) << kernels->name << ", seed " << seed;
      EXPECT_EQ(packs.edge_count, plain.edge_count) << kernels->name << ", seed " << seed;
      plain.iterate(1);
      packs.iterate(1024);  // begins at whole packs, as lists are laid out
      EXPECT_TRUE(plain.moved);
      for (int side = 0; side < 2; ++side) {
        EXPECT_TRUE(same(packs.x[side], plain.x[side])) << kernels->name << ", seed " << seed;
        EXPECT_TRUE(same(packs.y[side], plain.y[side])) << kernels->name << ", seed " << seed;
      }
      for (const std::int32_t own : plain.footprint_count) listed += static_cast<std::size_t>(own);
    }
  }
  EXPECT_GT(listed, 5000u);
}

}  // namespace
}  // namespace throng::plain_contact_tests
