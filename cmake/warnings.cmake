# -Wno-psabi: GCC's note that passing vector types by value differs between ABIs. Such types never cross a public boundary.
function(throng_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi
                                           $<$<BOOL:${THRONG_WARNINGS_AS_ERRORS}>:-Werror>)
endfunction()
