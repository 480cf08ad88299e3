#include "host/navigation/make_flow_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <new>
#include <thread>

#include "host/cpu/thread_team.hpp"
#include "host/navigation/field_tiles.hpp"
#include "throng/error.hpp"

namespace throng {
namespace {

using flow::Box;

/// Tells how much is done, on the calling thread, and stops all when it is told to.
class Report {
 public:
  Report(const NavigationProgress& progress, std::size_t goals) : progress_(progress), goals_(goals) {}

  /// Of one goal's work. From any thread; throws when all was cancelled.
  void add(double share) {
    done_ += static_cast<std::uint64_t>(share * unit);
    if (is_cancelled_) cancel();
    if (!progress_ || std::this_thread::get_id() != caller_) return;
    const double done = static_cast<double>(done_) / (unit * static_cast<double>(goals_));
    if (progress_(std::min(1.0, done))) return;
    is_cancelled_ = true;
    cancel();
  }

 private:
  static constexpr double unit = 1048576.0;
  [[noreturn]] static void cancel() { throw Error(ErrorCode::cancelled, "the making of flow fields was cancelled"); }

  const NavigationProgress& progress_;
  std::size_t goals_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<std::uint64_t> done_{0};
  std::atomic<bool> is_cancelled_{false};
};

/// Around walls and goal, with room to go around the outermost walls.
Box domain(const std::vector<flow::Segment>& walls, const flow::GoalRegion& goal, const FlowFieldOptions& options) {
  Box box = goal.box();
  for (const flow::Segment& wall : walls) {
    const Box b = flow::box_of(wall);
    box = {{std::min(box.low.x, b.low.x), std::min(box.low.y, b.low.y)},
           {std::max(box.high.x, b.high.x), std::max(box.high.y, b.high.y)}};
  }
  const double clearance = options.wall_cost > 0.0 ? options.clearance : 0.0;
  return flow::grown(box, clearance + 4.0 * options.cell_size);
}

constexpr double march_share = 0.5;  // of a goal's work, about

struct Solved {
  std::unique_ptr<flow::GoalRegion> goal;
  std::unique_ptr<flow::FlowGround> ground;
  std::unique_ptr<flow::FlowMarch> march;
  std::size_t nodes = 0;  // of the march, now and then
  bool lacks_memory = false;
  std::exception_ptr fault;
};

}  // namespace

std::vector<std::shared_ptr<const FlowField>> make_flow_fields(std::span<const flow::WallShape> walls,
                                                               std::span<const FlowGoal> goals,
                                                               const FlowFieldMaking& making) {
  const FloatingPointMode mode;
  std::vector<std::shared_ptr<const FlowField>> fields(goals.size());
  if (goals.empty()) return fields;
  ThreadTeam team(making.threads);
  Report report(making.progress, goals.size());
  const std::vector<flow::Segment> segments = flow::segments_of(walls);

  // The march of one goal is one thread's work: several goals go side by side. Then all work on the tiles of each.
  const auto no_memory = [](const FlowGoal& given, std::size_t nodes) {
    const Vec2d at = given.vertices.front();
    return Error(ErrorCode::out_of_memory, fmt::format("no memory for the flow field of the goal at ({:.6g}, {:.6g}) m "
                                                       "of the origin, of {} nodes or more at a cell size of {:.6g} m",
                                                       at.x, at.y, nodes, given.options.cell_size));
  };
  const auto solve = [&](const FlowGoal& given, Solved& solved) {
    FlowFieldOptions options = given.options;
    options.cell_size = static_cast<double>(static_cast<float>(options.cell_size));
    const double clearance = options.wall_cost > 0.0 ? options.clearance : 0.0;
    solved.goal = std::make_unique<flow::GoalRegion>(given.closed, given.vertices);
    const flow::FlowLattice lattice = flow::lattice_over(domain(segments, *solved.goal, options), options.cell_size);
    solved.ground = std::make_unique<flow::FlowGround>(
        flow::FlowGround{lattice, options, flow::WallIndex(lattice, segments, clearance + 2.5 * options.cell_size),
                         flow::solid_rings(walls)});
    solved.march = std::make_unique<flow::FlowMarch>(*solved.ground, *solved.goal);
    const double whole = static_cast<double>(lattice.tiles()) * static_cast<double>(flow::nodes_in_tile);
    double told = 0.0;
    solved.march->run(making.most_nodes, [&](std::size_t nodes) {
      solved.nodes = nodes;
      const double share = march_share * std::min(1.0, static_cast<double>(nodes) / whole);
      report.add(share - told);
      told = share;
    });
    report.add(march_share - told);
  };
  const auto finish = [&](Solved& solved) {
    std::vector<flow::FieldTile> tiles = flow::place_field_tiles(*solved.ground, *solved.march);
    constexpr std::size_t grain = 16;
    std::atomic<bool> failed{false};
    std::exception_ptr fault;
    team.for_chunks(tiles.size(), grain, [&](std::size_t begin, std::size_t end, int) {
      if (failed) return;
      try {
        for (std::size_t k = begin; k < end; ++k) {
          flow::fill_field_tile(*solved.ground, *solved.goal, *solved.march, tiles[k]);
        }
        report.add((1.0 - march_share) * static_cast<double>(end - begin) / static_cast<double>(tiles.size()));
      } catch (...) {
        if (!failed.exchange(true)) fault = std::current_exception();
      }
    });
    if (failed) std::rethrow_exception(fault);
    return std::make_shared<const FlowField>(flow::join_field_tiles(solved.ground->lattice, tiles));
  };

  const auto batch = static_cast<std::size_t>(team.threads());
  for (std::size_t first = 0; first < goals.size(); first += batch) {
    std::vector<Solved> solved(std::min(batch, goals.size() - first));
    team.for_chunks(solved.size(), 1, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t k = begin; k < end; ++k) {
        try {
          solve(goals[first + k], solved[k]);
        } catch (const std::bad_alloc&) {
          solved[k].lacks_memory = true;
        } catch (...) {
          solved[k].fault = std::current_exception();
        }
      }
    });
    // A message takes memory too: what there is of fields goes first.
    const auto give_up = [&](std::size_t k) {
      const std::size_t nodes = solved[k].nodes;
      solved.clear();
      fields.clear();
      throw no_memory(goals[first + k], nodes);
    };
    for (std::size_t k = 0; k < solved.size(); ++k) {
      if (solved[k].lacks_memory) give_up(k);
      if (solved[k].fault) std::rethrow_exception(solved[k].fault);
    }
    for (std::size_t k = 0; k < solved.size(); ++k) {
      try {
        fields[first + k] = finish(solved[k]);
      } catch (const std::bad_alloc&) {
        give_up(k);
      }
      solved[k] = {};
    }
  }
  return fields;
}

}  // namespace throng
