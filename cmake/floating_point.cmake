# The one home of floating-point flags. The bits of a result are a promise (same for any number of threads, SIMD width,
# compiler and executor), so every target that computes gets these flags, and nothing else may set such flags.
#
#  -ffp-contract=off  a * b + c is two roundings. By default GCC and clang fuse it where the processor has FMA, so the
#                     bits would depend on -march. Also covers vector types and intrinsics.
#  -fno-math-errno    sqrt need not set errno: one instruction, no call. Changes no bits.
#
# Never: -ffast-math, -Ofast and their parts (reassociation, reciprocals, no NaN, no signed zeros, flushed denormals).
set(THRONG_FLOATING_POINT_FLAGS -ffp-contract=off -fno-math-errno)

function(throng_floating_point target)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${THRONG_FLOATING_POINT_FLAGS}>)
endfunction()

# Flags from the environment, a toolchain file or the command line come before ours: make sure that none of them has
# taken IEEE arithmetic away, and that the processor's floats are not computed in extended precision (x87).
include(CheckCXXSourceCompiles)
string(TOUPPER "${CMAKE_BUILD_TYPE}" throng_build_type)
set(CMAKE_REQUIRED_FLAGS "${CMAKE_CXX_FLAGS_${throng_build_type}}")
string(MD5 throng_flags_key "${CMAKE_CXX_COMPILER} ${CMAKE_CXX_FLAGS} ${CMAKE_REQUIRED_FLAGS}")
check_cxx_source_compiles(
  "#include <cfloat>
   #include <limits>
   #if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
   #error not IEEE arithmetic
   #endif
   static_assert(FLT_EVAL_METHOD == 0 && std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);
   int main() {}"
  THRONG_IEEE_ARITHMETIC_${throng_flags_key})
unset(CMAKE_REQUIRED_FLAGS)
if(NOT THRONG_IEEE_ARITHMETIC_${throng_flags_key})
  unset(THRONG_IEEE_ARITHMETIC_${throng_flags_key} CACHE)
  message(FATAL_ERROR "Throng's results are the same to the bit everywhere, which needs IEEE arithmetic in float and double. The "
                      "compiler's flags take it away (fast math, or x87 on 32-bit x86): '${CMAKE_CXX_FLAGS} "
                      "${CMAKE_CXX_FLAGS_${throng_build_type}}'")
endif()
