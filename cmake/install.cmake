# `cmake --install`: public headers, library, program, and the package that find_package(throng) reads.
include(CMakePackageConfigHelpers)
set(throng_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/throng")

install(TARGETS throng EXPORT throng_targets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY include/throng DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(EXPORT throng_targets NAMESPACE throng:: DESTINATION "${throng_package_dir}" FILE throngTargets.cmake)
if(TARGET throng_cli)
  install(TARGETS throng_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(FILES docs/scenario.schema.json DESTINATION "${CMAKE_INSTALL_DATADIR}/throng")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/throng")

get_target_property(throng_type throng TYPE)
configure_package_config_file(cmake/throngConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/throngConfig.cmake"
                              INSTALL_DESTINATION "${throng_package_dir}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/throngConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/throngConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/throngConfigVersion.cmake"
        DESTINATION "${throng_package_dir}")
