# tests/fuzz/fuzz_NAME.cpp: one libFuzzer target each, with its corpus in tests/fuzz/corpus/NAME, or in tests/fuzz/corpus.
set(THRONG_FUZZ_SECONDS 60 CACHE STRING "How long each fuzz target runs, s")

add_custom_target(fuzz)
file(GLOB throng_fuzz_sources CONFIGURE_DEPENDS tests/fuzz/*.cpp)
foreach(source IN LISTS throng_fuzz_sources)
  get_filename_component(name "${source}" NAME_WE)
  string(REGEX REPLACE "^fuzz_" "" topic "${name}")
  throng_add_program(${name} ${source})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzz ${name})
  set(corpus "${CMAKE_CURRENT_SOURCE_DIR}/tests/fuzz/corpus")
  if(IS_DIRECTORY "${corpus}/${topic}")
    string(APPEND corpus "/${topic}")
  endif()
  # New inputs go to the first folder: the build's own, so that a run leaves the sources alone.
  set(found "${CMAKE_CURRENT_BINARY_DIR}/fuzz/${topic}")
  file(MAKE_DIRECTORY "${found}")
  math(EXPR timeout "${THRONG_FUZZ_SECONDS} + 120")
  add_test(NAME fuzz.${topic} COMMAND ${name} -max_total_time=${THRONG_FUZZ_SECONDS} -timeout=20 -rss_limit_mb=4096
                                      -artifact_prefix=${found}/ ${found} ${corpus})
  set_tests_properties(fuzz.${topic} PROPERTIES LABELS fuzz TIMEOUT ${timeout}
                                                ENVIRONMENT "${THRONG_SANITIZER_ENVIRONMENT}")
endforeach()
