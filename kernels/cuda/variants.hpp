// Ways to do the same step, with the same bits. Which is the fastest only a device can say, so that all of them stay:
// tools/device_check compares them there.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace throng::cuda {

struct Variants {
  /// Where half-planes are while an agent is solved. Shared memory: the agents of a block share its threads
  /// (solve_block.cu). Local memory: a thread per agent (solve.cu); always so where there are static obstacles.
  enum class HalfPlanes { shared, local } half_planes = HalfPlanes::shared;
  /// Where the 3-D programs of infeasible agents run, with half-planes in shared memory: in the same kernel, or in one
  /// of its own, whose blocks are full of them but get the half-planes through device memory.
  enum class Infeasible { together, apart } infeasible = Infeasible::together;
  /// Who looks for an agent's neighbors, with half-planes in shared memory.
  enum class Search { thread, warp } search = Search::thread;
  /// How agents come into cell order, where there is a table of all cells.
  enum class Sort { counting, radix } sort = Sort::counting;
  /// Threads of a block with half-planes in shared memory, for up to 10 neighbors: 128 or 192. With more neighbors
  /// shared memory decides.
  unsigned threads = 192;
  /// Lots of agents that a block solves, with half-planes in shared memory: as many as it takes for all blocks to be
  /// resident together; one; or 16, so that more infeasible agents wait for each other.
  enum class Lots { resident, single, many } lots = Lots::resident;

  friend bool operator==(const Variants&, const Variants&) = default;
};

/// Of the worlds of this process that are made from now on. For benchmarks and tests: nothing else changes it.
Variants& variants();

/// "half_planes=local,threads=128" and so on; what is not named, and all of "default", is as it is by default. Throws
/// Error{invalid_argument} that names what is wrong.
Variants parse_variants(std::string_view text);
/// What `parse_variants` reads: all that is not as by default, or "default".
std::string to_text(const Variants& variants);
/// The default, and what differs from it in one respect.
std::vector<Variants> single_variants();

}  // namespace throng::cuda
