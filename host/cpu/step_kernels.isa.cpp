// The table of an instruction set's hot loops. Compiled once per instruction set.
#include "host/cpu/isa_functions.hpp"

#define THRONG_QUOTE_TEXT(text) #text
#define THRONG_QUOTE(text) THRONG_QUOTE_TEXT(text)
#define THRONG_JOIN_TEXT(left, right) left##right
#define THRONG_JOIN(left, right) THRONG_JOIN_TEXT(left, right)

namespace throng {
inline namespace THRONG_ISA {
namespace {

// A constant: nothing of an instruction set runs before the processor has been asked.
constexpr StepKernels kernels{.name = THRONG_QUOTE(THRONG_ISA),
                              .lanes = pack_lanes,
                              .row_bytes = solver_row_bytes,
                              .state_bytes = solver_state_bytes,
                              .begin = begin_solver,
                              .solve = solve_agents,
                              .flush = flush_solver,
                              .navigate = navigate_agents,
                              .steer = steer_agents,
                              .steer_batch = steer_batch_bodies,
                              .collide = collide_pairs,
                              .move = move_agents,
                              .advance = advance_agents,
                              .note_reach = note_reach_of,
                              .list_contacts = list_contacts_of,
                              .resolve_contacts = resolve_contacts_of,
                              .end_contacts = end_contacts_of,
                              .finish = finish_agents,
                              .gather_crowd = gather_crowd,
                              .bounds = find_point_bounds,
                              .cell_keys = find_cell_keys,
                              .gather_words = gather_words};

}  // namespace
}  // namespace THRONG_ISA

const StepKernels& THRONG_JOIN(step_kernels_, THRONG_ISA)() { return kernels; }

}  // namespace throng
