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
# the linker can't take a function from the AVX2 objects where plain code wants the baseline one. The objects' target names
# are in the property THRONG_ISA_TARGETS of `target`.
#
# GCC copies a struct of packs through memory in halves, and then waits for their stores when it reads the whole: told that it
# may move 32 bytes at once, it takes 60 % of the time for the same instructions.
include(CheckCXXCompilerFlag)
if(THRONG_HAS_AVX2)
  check_cxx_compiler_flag("-mmove-max=256 -mstore-max=256" THRONG_HAS_MOVE_MAX)
endif()
function(throng_add_isa_sources target)
  throng_add_isa_objects(${target} baseline ${ARGN})
  if(THRONG_HAS_AVX2)
    throng_add_isa_objects(${target} avx2 ${ARGN})
    target_compile_options(${target}_isa_avx2 PRIVATE -mavx2 -mbmi2 $<$<BOOL:${THRONG_HAS_MOVE_MAX}>:-mmove-max=256 -mstore-max=256>)
    target_compile_definitions(${target} PRIVATE THRONG_HAS_AVX2=1)
  endif()
endfunction()

function(throng_add_isa_objects target isa)
  set(objects ${target}_isa_${isa})
  throng_add_objects(${objects} ${ARGN})
  target_compile_definitions(${objects} PRIVATE THRONG_ISA=${isa})
  set_property(TARGET ${target} APPEND PROPERTY THRONG_ISA_TARGETS ${objects})
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "OBJECT_LIBRARY")  # one of those is linked by throng_objects_of
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
  endif()
endfunction()

# For code that runs once, over libraries that are slow to optimize (JSON, geometry, the command line), the more so when
# instrumented.
function(throng_runs_once target)
  if(THRONG_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  else()
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
  endif()
endfunction()

# Compiled sources of which several libraries are made.
function(throng_add_objects name)
  add_library(${name} OBJECT ${ARGN})
  target_link_libraries(${name} PRIVATE throng_internals)
  throng_configure_target(${name})
endfunction()

# All objects of object libraries, those for instruction sets included, in link order.
function(throng_objects_of variable)
  foreach(name IN LISTS ARGN)
    list(APPEND objects $<TARGET_OBJECTS:${name}>)
    get_target_property(isa_targets ${name} THRONG_ISA_TARGETS)
    foreach(isa_target IN LISTS isa_targets)
      if(isa_target)
        list(APPEND objects $<TARGET_OBJECTS:${isa_target}>)
      endif()
    endforeach()
  endforeach()
  set(${variable} ${objects} PARENT_SCOPE)
endfunction()

# The library `name` (SHARED; else static, or shared with BUILD_SHARED_LIBS) from object libraries.
function(throng_add_library name)
  cmake_parse_arguments(arg "SHARED" "" "" ${ARGN})
  throng_objects_of(objects ${arg_UNPARSED_ARGUMENTS})
  if(arg_SHARED)
    add_library(${name} SHARED ${objects})
  else()
    add_library(${name} ${objects})
  endif()
  add_library(throng::${name} ALIAS ${name})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
                                           SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
                                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:throng_internals> ${THRONG_LINKED_DEPENDENCIES})
  get_target_property(type ${name} TYPE)
  if(type STREQUAL SHARED_LIBRARY)
    set(exports "${CMAKE_CURRENT_SOURCE_DIR}/cmake/exports.map")
    target_link_options(${name} PRIVATE "-Wl,--version-script=${exports}")
    set_target_properties(${name} PROPERTIES LINK_DEPENDS "${exports}")
  endif()
  throng_configure_target(${name})
endfunction()

# The same objects with nothing hidden, for the program, tests and benchmarks, which reach below the public interface.
function(throng_add_testable name)
  throng_objects_of(objects ${ARGN})
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${objects})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${name} PUBLIC throng_internals)
endfunction()

# A program over the library's insides: command line, tests, benchmarks. With CORE it is built without the outer layer.
function(throng_add_program name)
  cmake_parse_arguments(arg "CORE" "" "" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE $<IF:$<BOOL:${arg_CORE}>,throng_core_testable,throng_testable>)
  throng_configure_target(${name})
endfunction()

# A part of such programs, linked into several of them.
function(throng_add_parts name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PUBLIC throng_testable)
  throng_configure_target(${name})
endfunction()
