// The loop of a run: steps a world, measures and hands out frames, and knows when to stop. No files, no terminal.
#pragma once
#include <cstdint>
#include <functional>

#include "host/cli/progress.hpp"
#include "throng/world.hpp"

namespace throng::cli {

struct RunPlan {
  std::uint64_t steps = 0;        ///< to do, from where the world is
  std::uint64_t frame_every = 1;  ///< steps, > 0; a frame at every step of the world that is a multiple of it
  bool aim_points = false;        ///< frames have them
};

enum class RunEnd {
  completed,
  emptied,      ///< every agent has left, and nobody is to come
  interrupted,  ///< asked to stop
};

/// What a run came to. Counts are of this run, not of the world's life before it.
struct RunFigures {
  RunEnd end = RunEnd::completed;
  std::uint64_t agents = 0;     ///< when it began
  std::uint64_t remaining = 0;  ///< when it ended
  std::uint64_t steps = 0;
  Statistics counts;                   ///< differences from the beginning
  std::uint64_t measured_frames = 0;   ///< frames; overlaps are measured in each
  std::uint64_t contacts = 0;          ///< overlapping pairs, summed over the frames
  std::uint64_t contacts_at_once = 0;  ///< most in one frame
  double deepest_overlap = 0.0;        ///< m, in any frame
  PhaseTimes phases;                   ///< s, summed over the steps
  double stepping_seconds = 0.0;       ///< in steps, on a GPU by its own clock: no measuring, no recording
  double wall_seconds = 0.0;           ///< of the whole loop

  [[nodiscard]] double milliseconds_per_step() const;   ///< 0 when there was no step
  [[nodiscard]] double agent_steps_per_second() const;  ///< 0 when there was no step
  [[nodiscard]] double infeasible_share() const;        ///< of the agent-steps; 0 when there was none
};

class RunSession {
 public:
  /// `world` must outlive the session. Throws invalid_argument for a frame_every of 0.
  RunSession(World& world, const RunPlan& plan);

  /// Each is called from run(), on its thread.
  struct Hooks {
    /// A frame is handed out when the next step has begun. May be empty: then no frame is copied out.
    std::function<void(const Snapshot&)> frame;
    std::function<void(const ProgressState&)> progress;  ///< after each step; may be empty
    std::function<bool()> stop;                          ///< asked before each step; may be empty
  };
  /// Once per session. What a hook throws ends the run and goes through.
  RunFigures run(const Hooks& hooks);

 private:
  void begin_frame(const Hooks& hooks);
  void hand_out_frame(const Hooks& hooks);
  void step(const Hooks& hooks);
  [[nodiscard]] ProgressState progress(double seconds) const;

  World& world_;
  RunPlan plan_;
  Statistics before_;
  RunFigures figures_;
  Snapshot snapshot_;
  bool frame_is_due_ = false;  ///< asked for, not handed out
};

}  // namespace throng::cli
