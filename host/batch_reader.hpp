// From the borrowed arrays of a Solver's call to the records of an executor.
#pragma once
#include <span>
#include <vector>

#include "host/cpu/thread_team.hpp"
#include "host/executor.hpp"
#include "host/solid_places.hpp"
#include "throng/solver.hpp"

namespace throng {

/// Throws invalid_argument unless all arrays of a batch fit each other; nothing of their elements.
void check_arrays(const SolverBatch& batch);

class BatchReader {
 public:
  /// What a call's elements are read with.
  struct Surroundings {
    std::span<const Profile> profiles;  ///< each with its radius
    const SolidPlaces* solids;          ///< world coordinates; null = nobody is marked as inside of one
    Vec2d origin;
    bool needs_headings;  ///< else agents that have none given get any
  };

  /// A record for each agent of a checked batch, its slot the agent's number. Throws invalid_argument for an element,
  /// the first one of the first array that has such.
  std::span<const AgentRecord> read(const SolverBatch& batch, const Surroundings& around, ThreadTeam& team);

  /// The next call's surroundings are others: what came of the last one's is read anew.
  void forget() { stale_ = all_columns; }

 private:
  static constexpr std::uint32_t all_columns = ~0u;
  void check_ids(const SolverBatch& batch) const;

  std::vector<AgentRecord> records_;
  /// Columns, by bit, that the last call was given, so that their defaults are not in the records.
  std::uint32_t stale_ = all_columns;
  bool ids_known_ = false;  ///< all to be different, as they are in the records
};

}  // namespace throng
