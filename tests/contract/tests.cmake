# The C interface, from C.
enable_language(C)
function(throng_add_c_program name source)
  add_executable(${name} "${source}")
  target_link_libraries(${name} PRIVATE throng m)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Werror)
  set_target_properties(${name} PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF LINKER_LANGUAGE CXX)
  if(NOT THRONG_SANITIZE)
    throng_add_check(contract.${name} LABELS contract COMMAND ${name})
  endif()
endfunction()
throng_add_c_program(throng_c_program "${CMAKE_CURRENT_LIST_DIR}/c_program.c")
throng_add_c_program(throng_example_minimal_c "${CMAKE_CURRENT_SOURCE_DIR}/examples/minimal_c.c")

# Calls of every function with every kind of wrong argument, written from the headers.
file(GLOB throng_c_headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/include/throng/c/*.h")
set(throng_c_functions "${CMAKE_CURRENT_SOURCE_DIR}/tools/c_api_functions.py")
set(make_wrong_arguments "${CMAKE_CURRENT_LIST_DIR}/make_wrong_arguments.py")
set(throng_wrong_arguments "${CMAKE_CURRENT_BINARY_DIR}/contract/wrong_arguments.cpp")
file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/contract")
add_custom_command(OUTPUT "${throng_wrong_arguments}"
  COMMAND ${THRONG_PYTHON} -B "${make_wrong_arguments}" "${CMAKE_CURRENT_LIST_DIR}/good_calls.txt" "${throng_wrong_arguments}"
  DEPENDS "${make_wrong_arguments}" "${throng_c_functions}" "${CMAKE_CURRENT_LIST_DIR}/good_calls.txt" ${throng_c_headers} VERBATIM)
target_sources(throng_tests_contract PRIVATE "${throng_wrong_arguments}")

# Functions, and the layout of structs: as committed.
throng_add_check(contract.symbols LABELS contract COMMAND ${THRONG_PYTHON} -B "${throng_c_functions}" check-symbols
                 tests/contract/symbols.txt ${CMAKE_NM} $<TARGET_FILE:throng>)
set(throng_layout "${CMAKE_CURRENT_BINARY_DIR}/contract/layout.c")
add_custom_command(OUTPUT "${throng_layout}"
  COMMAND ${THRONG_PYTHON} -B "${throng_c_functions}" layout > "${throng_layout}"
  DEPENDS "${throng_c_functions}" ${throng_c_headers} VERBATIM)
add_executable(throng_c_layout "${throng_layout}")
target_include_directories(throng_c_layout PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/include")
throng_add_check(contract.layout LABELS contract COMMAND ${THRONG_PYTHON} -B "${throng_c_functions}" check-layout
                 tests/contract/layout.txt $<TARGET_FILE:throng_c_layout>)
throng_add_check(contract.reader_itself LABELS contract COMMAND ${THRONG_PYTHON} -B tests/contract/test_c_api_functions.py)

# A program as it was built against the first headers, with the present library.
add_library(throng_old_program_objects OBJECT "${CMAKE_CURRENT_LIST_DIR}/old/program.c")
target_include_directories(throng_old_program_objects PRIVATE "${CMAKE_CURRENT_LIST_DIR}/old/include")
add_executable(throng_old_program $<TARGET_OBJECTS:throng_old_program_objects>)
target_link_libraries(throng_old_program PRIVATE throng)
set_target_properties(throng_old_program PROPERTIES LINKER_LANGUAGE CXX)
if(NOT THRONG_SANITIZE)
  throng_add_check(contract.old_program LABELS contract COMMAND throng_old_program)
endif()
