// ORCA without a world: for engines that own their agents and move them themselves.
//
// solve_velocity() is one agent among given neighbors, Solver all agents of an engine at once. docs/solver.md.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "throng/borrowed_array.hpp"
#include "throng/export.hpp"
#include "throng/obstacle_set.hpp"
#include "throng/parameters.hpp"
#include "throng/solve_velocity.hpp"
#include "throng/types.hpp"

namespace throng {

/// Settings of a solver, fixed at its creation, with the meaning, limits and defaults that they have in WorldOptions.
struct SolverOptions {
  ExecutorKind executor = ExecutorKind::automatic;
  int threads = 0;  ///< of the cpu executor; never changes a result
  int device = 0;   ///< GPU of the cuda executor
  double time_step = 0.1;
  Responsibility responsibility = Responsibility::equal;
  NeighborQuery neighbor_query = NeighborQuery::nearest;
  bool break_symmetry = true;
  bool leave_obstacles = true;
  double cell_size = 0.0;
  /// World coordinates, m: the local origin, to which positions are relative once they are floats. None = the center of
  /// the bounding box of the agents of the first call that has some, and of the obstacles there are then.
  std::optional<Vec2d> origin = std::nullopt;
};

/// Agents of a call and where their velocities go. All arrays have as many elements as `positions`, and are borrowed
/// for the call alone. Arrays that are not given have the defaults that are stated.
///
/// Everything is read before anything is written: results may replace what the call reads (new_velocities in the place
/// of velocities).
struct SolverBatch {
  BorrowedArray positions;             ///< m; f32x2 or f64x2
  BorrowedArray velocities;            ///< m/s; f32x2 or f64x2; 0
  BorrowedArray preferred_velocities;  ///< m/s; f32x2 or f64x2; 0
  BorrowedArray headings;              ///< any length but 0; f32x2 or f64x2; along the preferred velocity, else (1, 0)
  BorrowedArray radii;                 ///< m; f32 or f64; the profile's
  BorrowedArray max_speeds;            ///< m/s; f32 or f64; the profile's
  BorrowedArray priorities;            ///< f32 or f64; 1
  BorrowedArray profiles;              ///< rows of set_profiles(); u32; 0
  BorrowedArray ids;                   ///< i64, each once, 0 to limits::max_id; an agent's own number, from 0
  BorrowedArray layers;                ///< bits: where an agent is; u32; 1
  BorrowedArray masks;                 ///< bits: which layers it avoids; u32; all
  BorrowedArray avoids;                ///< u8; 0 = keeps its preferred velocity, and the others make way; 1
  WritableArray new_velocities;        ///< m/s; f32x2 or f64x2; must be given
  WritableArray new_headings;          ///< unit, after a step with the new velocities; f32x2 or f64x2
  WritableArray infeasible;            ///< u8: 1 = no velocity met all constraints. Not on `cuda` (unavailable)
};

/// What a call has come to, over all agents.
struct SolverCounts {
  std::uint64_t infeasible = 0;         ///< agents for whom no velocity met all constraints
  std::uint64_t neighbor_cap_hits = 0;  ///< agents with more than limits::max_neighbors (NeighborQuery::range)
};

/// New velocities for all agents of an engine, of which nothing is kept but memory: count, order and values may be
/// others in each call. It neither moves nor removes anybody; goals, noise, contacts and footprints are a World's.
///
/// The velocities have the bits of a World's step with the same ids, settings and local origin, for any number of
/// threads, and on a GPU. One thread at a time may use a solver; solvers are independent of each other.
class THRONG_API Solver {
 public:
  /// Throws invalid_argument for a value outside its limits, unavailable when the executor is not on this machine.
  explicit Solver(const SolverOptions& options = {});
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  [[nodiscard]] const SolverOptions& options() const;  ///< with `automatic` replaced
  [[nodiscard]] int threads() const;
  /// The local origin: that of the options, or once a call has had agents the one it has come to. It stays.
  [[nodiscard]] std::optional<Vec2d> origin() const;

  /// In place of those there were; at first there is one, Profile{}. Throws invalid_argument for none, a value outside
  /// its limits, and a footprint.
  void set_profiles(std::span<const Profile> profiles);
  /// In place of those there were; at first there are none. Errors as of ObstacleSet.
  void set_obstacles(std::span<const ObstacleOutline> outlines);

  /// Throws invalid_argument that names the array and element (`positions[17]`) for what is not finite or outside its
  /// limits, an id that is there twice, a row that set_profiles() did not have, and arrays of another count or of an
  /// element type, stride or alignment that they can't have; an agent more than limits::max_extent from the origin.
  /// No result is written then.
  SolverCounts solve(const SolverBatch& batch);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace throng
