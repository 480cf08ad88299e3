# Libraries that Throng stands on, all from the distribution (tools/setup.sh). None of them shows in a public header.
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(nlohmann_json REQUIRED)
find_package(Boost REQUIRED)
# By pkg-config, not CMake's FindHDF5: that one needs C enabled, and links all that h5cc does.
find_package(PkgConfig REQUIRED)
pkg_search_module(THRONG_HDF5 REQUIRED IMPORTED_TARGET GLOBAL hdf5-serial hdf5)
pkg_check_modules(THRONG_GEOS REQUIRED IMPORTED_TARGET GLOBAL geos>=3.10)

# With a compiled part: a program that links a static throng links these too (cmake/throngConfig.cmake.in finds them).
set(THRONG_LINKED_DEPENDENCIES TBB::tbb fmt::fmt spdlog::spdlog ZLIB::ZLIB PkgConfig::THRONG_HDF5
                               PkgConfig::THRONG_GEOS)

# What the sources of the library, its program, its tests and its benchmarks may include.
add_library(throng_internals INTERFACE)
target_include_directories(throng_internals INTERFACE "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/include")
# Boost.Geometry computes in double as given, not on an integer grid scaled to the input; and is quiet about its own headers.
target_compile_definitions(throng_internals INTERFACE THRONG_VERSION="${PROJECT_VERSION}" BOOST_GEOMETRY_NO_ROBUSTNESS
                                                      BOOST_ALLOW_DEPRECATED_HEADERS)
target_link_libraries(throng_internals INTERFACE ${THRONG_LINKED_DEPENDENCIES} Eigen3::Eigen nlohmann_json::nlohmann_json
                                                 Boost::headers)
