# The C interface, from C.
enable_language(C)
add_executable(throng_c_program "${CMAKE_CURRENT_LIST_DIR}/c_program.c")
target_link_libraries(throng_c_program PRIVATE throng)
target_compile_options(throng_c_program PRIVATE -Wall -Wextra -Wpedantic -Werror)
set_target_properties(throng_c_program PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF LINKER_LANGUAGE CXX)
if(NOT THRONG_SANITIZE)
  throng_add_check(contract.c_program LABELS contract COMMAND throng_c_program)
endif()
