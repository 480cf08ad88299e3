// The functions of lane_functions.hpp for packs: compiled once per instruction set, like the engine's hot loops.
#include "tests/parity/lane_functions.hpp"

#define THRONG_QUOTE_TEXT(text) #text
#define THRONG_QUOTE(text) THRONG_QUOTE_TEXT(text)
#define THRONG_JOIN_TEXT(left, right) left##right
#define THRONG_JOIN(left, right) THRONG_JOIN_TEXT(left, right)

namespace throng::test {
namespace {

void agent_line_of_pack(const PairInput& in, LineOutput& out) { agent_line(Access<Pack>{}, in, out); }
void obstacle_line_of_pack(const EdgeInput& in, LineOutput& out) { obstacle_line(Access<Pack>{}, in, out); }
void programs_of_pack(const ProgramInput& in, ProgramOutput& out) { programs(Access<Pack>{}, in, out); }
void turn_of_pack(const TurnInput& in, TurnOutput& out) { turn(Access<Pack>{}, in, out); }

constexpr PackFunctions functions{THRONG_QUOTE(THRONG_ISA), agent_line_of_pack, obstacle_line_of_pack, programs_of_pack,
                                  turn_of_pack};

}  // namespace

const PackFunctions& THRONG_JOIN(pack_functions_, THRONG_ISA)() { return functions; }

}  // namespace throng::test
