# Packs of each instruction set beside plain floats, in one program.
throng_add_isa_sources(throng_tests_parity tests/parity/isa/pack_functions.cpp)

# The step's loops once more, in packs of sixteen: no width but the one in lane.hpp is written anywhere.
throng_add_objects(throng_tests_parity_wide ${THRONG_ISA_SOURCES})
target_compile_definitions(throng_tests_parity_wide PRIVATE THRONG_ISA=wide THRONG_PACK_LANES=16)
target_compile_options(throng_tests_parity_wide PRIVATE -O1)
target_sources(throng_tests_parity PRIVATE $<TARGET_OBJECTS:throng_tests_parity_wide>)
