# What a user of the installed library does, and of the sources as a part of another project.
if(THRONG_SANITIZE)
  return()
endif()
set(package_test tests/package/run.sh ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_CXX_COMPILER})
throng_add_check(package_consumer LABELS package TIMEOUT 600 COMMAND ${package_test} installed)
throng_add_check(package_files LABELS package long TIMEOUT 3600 COMMAND ${package_test} files)
throng_add_check(package_guest LABELS package long TIMEOUT 3600 COMMAND ${package_test} guest)

# The library as a shared one, of the same objects: what it shows, and that who links it finds all of the interface.
set(throng_shared throng)
if(NOT BUILD_SHARED_LIBS)
  set(throng_shared throng_shared)
  throng_add_library(throng_shared SHARED ${THRONG_LIBRARY_PARTS})
  set_target_properties(throng_shared PROPERTIES OUTPUT_NAME throng LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/shared")
endif()
add_executable(throng_every_entry tests/package/every_entry_main.cpp tests/parity/every_entry.cpp tests/parity/solver_entries.cpp
               tests/files/file_entries.cpp)
target_include_directories(throng_every_entry PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(throng_every_entry PRIVATE ${throng_shared})
throng_configure_target(throng_every_entry)
throng_runs_once(throng_every_entry)
throng_add_check(every_entry LABELS package COMMAND throng_every_entry)
throng_add_check(check_exports LABELS check COMMAND ${THRONG_PYTHON} -B tools/check_exports.py ${CMAKE_NM}
                 $<TARGET_FILE:${throng_shared}> $<TARGET_FILE:throng_every_entry>)
throng_add_check(check_exports_itself LABELS check COMMAND ${THRONG_PYTHON} -B tests/tools/test_check_exports.py
                 ${CMAKE_CXX_COMPILER} ${CMAKE_NM})
