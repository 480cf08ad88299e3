# THRONG_SANITIZE=address,undefined finds memory errors and undefined behavior; THRONG_SANITIZE=thread finds data races.
# Every finding ends the program, so that a test can't pass over it.
function(throng_sanitize target)
  if(THRONG_BUILD_FUZZERS)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(NOT THRONG_SANITIZE)
    return()
  endif()
  set(sanitizers "${THRONG_SANITIZE}")
  if(sanitizers MATCHES "undefined")
    # Not part of `undefined`, but what differs between processors: a float that doesn't fit its integer.
    string(APPEND sanitizers ",float-cast-overflow")
  endif()
  set(flags -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(${target} PRIVATE ${flags})
  target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # What instrumented code looks like to the optimizer gives g++ false alarms; the release build has these warnings.
    target_compile_options(${target} PRIVATE -Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized)
  endif()
  target_link_options(${target} PRIVATE ${flags})
endfunction()

# What the sanitizers' runtimes read. Suppressed is one thing: libhdf5 loses some of its own memory when a write fails. Under
# ThreadSanitizer the thread team uses plain threads instead of oneTBB, whose library is not instrumented
# (host/cpu/thread_team.hpp).
set(THRONG_SANITIZER_ENVIRONMENT
    "ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1"
    "LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/tests/support/leak_suppressions.txt:print_suppressions=0"
    "UBSAN_OPTIONS=print_stacktrace=1"
    "TSAN_OPTIONS=second_deadlock_stack=1")
