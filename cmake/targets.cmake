# How Throng's targets are made: flags in one place each, instruction sets chosen at run time.

# All that every target of Throng gets.
function(throng_configure_target target)
  throng_floating_point(${target})
  throng_warnings(${target})
  throng_sanitize(${target})
endfunction()

# Is there an AVX2 version beside the baseline one? (On x86-64; which one runs is decided at run time.)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(THRONG_HAS_AVX2 ON)
else()
  set(THRONG_HAS_AVX2 OFF)
endif()

# Compiles `sources` once per instruction set, with THRONG_ISA = baseline or avx2: the name of the namespace in which
# all that such a file defines stands. Baseline objects come first in link order, and tools/check_isa_symbols.sh proves that
# the linker can't take a function from the AVX2 objects where plain code wants the baseline one.
function(throng_add_isa_sources target)
  throng_add_isa_objects(${target} baseline ${ARGN})
  if(THRONG_HAS_AVX2)
    throng_add_isa_objects(${target} avx2 ${ARGN})
    target_compile_options(${target}_isa_avx2 PRIVATE -mavx2)
    target_compile_definitions(${target} PRIVATE THRONG_HAS_AVX2=1)
  endif()
endfunction()

function(throng_add_isa_objects target isa)
  set(objects ${target}_isa_${isa})
  add_library(${objects} OBJECT ${ARGN})
  target_compile_definitions(${objects} PRIVATE THRONG_ISA=${isa})
  target_link_libraries(${objects} PRIVATE throng_internals)
  throng_configure_target(${objects})
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
  set_property(TARGET ${target} APPEND PROPERTY THRONG_ISA_OBJECTS $<TARGET_OBJECTS:${objects}>)
endfunction()

# The library `name` (static, or shared with BUILD_SHARED_LIBS), and throng_testable: the same objects with nothing hidden,
# for the program, tests and benchmarks, which reach below the public interface.
function(throng_add_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;ISA_SOURCES" ${ARGN})
  add_library(${name} ${arg_SOURCES})
  add_library(throng::${name} ALIAS ${name})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
                                           SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
                                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:throng_internals> ${THRONG_LINKED_DEPENDENCIES})
  throng_configure_target(${name})
  if(arg_ISA_SOURCES)
    throng_add_isa_sources(${name} ${arg_ISA_SOURCES})
  endif()

  get_target_property(type ${name} TYPE)
  if(type STREQUAL "SHARED_LIBRARY")
    get_property(isa_objects TARGET ${name} PROPERTY THRONG_ISA_OBJECTS)
    add_library(throng_testable STATIC $<TARGET_OBJECTS:${name}> ${isa_objects})
    set_target_properties(throng_testable PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(throng_testable PUBLIC throng_internals)
  else()
    add_library(throng_testable INTERFACE)
    target_link_libraries(throng_testable INTERFACE ${name} throng_internals)
  endif()
endfunction()

# A program over the library's insides: command line, tests, benchmarks.
function(throng_add_program name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE throng_testable)
  throng_configure_target(${name})
endfunction()

# A part of such programs, linked into several of them.
function(throng_add_parts name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PUBLIC throng_testable)
  throng_configure_target(${name})
endfunction()
