# -Wno-psabi: GCC's note that passing vector types by value differs between ABIs. Such types never cross a public boundary.
# -Wno-bitwise-instead-of-logical (clang): branch-free code over lane types means &, not &&.
function(throng_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi
                                           $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-bitwise-instead-of-logical>
                                           $<$<BOOL:${THRONG_WARNINGS_AS_ERRORS}>:-Werror>)
endfunction()
