# `cmake --install`: public headers, library, program, and the packages that find_package(throng) and pkg-config read.
if(NOT THRONG_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)
set(throng_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/throng")
set(throng_pc_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

install(TARGETS throng EXPORT throng_targets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY include/throng DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(EXPORT throng_targets NAMESPACE throng:: DESTINATION "${throng_package_dir}" FILE throngTargets.cmake)
if(TARGET throng_cli)
  install(TARGETS throng_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(FILES docs/scenario.schema.json DESTINATION "${CMAKE_INSTALL_DATADIR}/throng")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/throng" RENAME copyright)  # the name that Debian wants

get_target_property(throng_type throng TYPE)
# What a C++ compiler links by itself, and the linker of a C program has to be told.
set(throng_cxx_runtime ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER throng_cxx_runtime INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+|c\\+\\+abi|m)$")
list(REMOVE_DUPLICATES throng_cxx_runtime)

configure_package_config_file(cmake/throngConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/throngConfig.cmake"
                              INSTALL_DESTINATION "${throng_package_dir}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/throngConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/throngConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/throngConfigVersion.cmake"
        DESTINATION "${throng_package_dir}")

# pkg-config: folders from where the file itself lies, so that an installation can be moved; absolute ones stay as they are.
set(throng_pc_prefix "${CMAKE_INSTALL_PREFIX}")
if(NOT IS_ABSOLUTE "${throng_pc_dir}")
  file(RELATIVE_PATH throng_pc_up "/${throng_pc_dir}" "/")
  string(REGEX REPLACE "/$" "" throng_pc_up "${throng_pc_up}")
  set(throng_pc_prefix "\${pcfiledir}/${throng_pc_up}")
endif()
foreach(dir IN ITEMS LIBDIR INCLUDEDIR)
  string(TOLOWER "throng_pc_${dir}" variable)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${dir}}")
    set(${variable} "${CMAKE_INSTALL_${dir}}")
  else()
    set(${variable} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  endif()
endforeach()
# A shared library brings its own along, and its users need not have the files of those for developers.
set(throng_pc_requires "")
set(throng_pc_libs "")
if(throng_type STREQUAL STATIC_LIBRARY)
  set(throng_pc_requires "tbb, fmt, spdlog, zlib")
  # Not by their names, which --static would take for a wish to link these statically too: Debian's geos.pc then wants more.
  set(throng_pc_libs ${THRONG_HDF5_LDFLAGS} ${THRONG_GEOS_LDFLAGS})
  if(THRONG_HAS_CUDA)
    list(APPEND throng_pc_libs "-L${CUDAToolkit_LIBRARY_DIR}" -lcudart)
  endif()
  list(TRANSFORM throng_cxx_runtime PREPEND "-l" OUTPUT_VARIABLE throng_pc_runtime)
  list(JOIN throng_pc_libs " " throng_pc_libs)
  list(JOIN throng_pc_runtime " " throng_pc_runtime)
  string(APPEND throng_pc_libs " ${throng_pc_runtime}")
endif()
configure_file(cmake/throng.pc.in "${CMAKE_CURRENT_BINARY_DIR}/throng.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/throng.pc" DESTINATION "${throng_pc_dir}")
