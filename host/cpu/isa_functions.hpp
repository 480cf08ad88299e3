// What each instruction set's copy of the hot loops offers to its table (step_kernels.hpp).
#pragma once
#include "host/cpu/step_kernels.hpp"
#include "kernels/agent/lane.hpp"

namespace throng {
inline namespace THRONG_ISA {

std::size_t solver_state_bytes();
std::size_t solver_row_bytes();
void begin_solver(SolverMemory& memory);
void solve_agents(const StepData& step, SolverMemory& memory, WorkerCounts& counts, std::size_t begin, std::size_t end);
void flush_solver(const StepData& step, SolverMemory& memory);
void navigate_agents(const StepData& step, WorkerCounts& counts, std::size_t begin, std::size_t end);
void steer_agents(const StepData& step, std::size_t begin, std::size_t end);
void steer_batch_bodies(const BatchView& batch, std::size_t begin, std::size_t end);
void collide_pairs(const BodiesView& bodies, const PairsView& batch, std::size_t begin, std::size_t end);
void move_agents(const StepData& step, WorkerCounts& counts, LeavingAgents& leaving, std::size_t begin,
                 std::size_t end);
void advance_agents(const StepData& step, std::size_t begin, std::size_t end);
void note_reach_of(const StepData& step, std::size_t begin, std::size_t end);
void list_contacts_of(const StepData& step, std::size_t begin, std::size_t end);
bool resolve_contacts_of(const StepData& step, const ContactMotion& motion, std::size_t begin, std::size_t end);
void end_contacts_of(const StepData& step, const ContactMotion& motion, std::size_t begin, std::size_t end);
void finish_agents(const StepData& step, WorkerCounts& counts, LeavingAgents& leaving, std::size_t begin,
                   std::size_t end);
void gather_crowd(const AgentArrays& agents, const std::uint32_t* order, const CrowdArrays& to, std::size_t begin,
                  std::size_t end);
PointBounds find_point_bounds(const float* x, const float* y, std::size_t begin, std::size_t end);
void find_cell_keys(const GridView& grid, const float* x, const float* y, std::uint32_t* key, std::size_t begin,
                    std::size_t end);
void gather_words(const std::uint32_t* from, const std::uint32_t* order, std::uint32_t* to, std::size_t begin,
                  std::size_t end);

}  // namespace THRONG_ISA
}  // namespace throng
