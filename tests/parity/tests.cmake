# Packs of each instruction set beside plain floats, in one program.
throng_add_isa_sources(throng_tests_parity tests/parity/isa/pack_functions.cpp)
