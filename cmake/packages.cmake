# `make package`: throng_VERSION_ARCHITECTURE.deb and throng-VERSION-SYSTEM.tar.gz of what is installed: program, library, headers and
# the files that find_package and pkg-config read, in one package.
file(STRINGS LICENSE throng_holder REGEX "^Copyright")
string(REGEX REPLACE "^Copyright \\(c\\) [0-9, -]+" "" throng_holder "${throng_holder}")

set(CPACK_PACKAGE_NAME throng)
set(CPACK_PACKAGE_VENDOR "${throng_holder}")
set(CPACK_PACKAGE_CONTACT "${throng_holder}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_CURRENT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_GENERATOR TGZ)
# The CUDA runtime comes in no package that dpkg-shlibdeps could name.
find_program(THRONG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(THRONG_SHLIBDEPS)
if(THRONG_SHLIBDEPS AND NOT THRONG_HAS_CUDA)
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Crowds of people and vehicles by optimal reciprocal collision avoidance: the throng command, the \
C++ library and its headers.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
get_target_property(throng_type throng TYPE)
if(throng_type STREQUAL SHARED_LIBRARY)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
else()  # who links it links these
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "pkg-config, libtbb-dev, libfmt-dev, libspdlog-dev, zlib1g-dev, libhdf5-dev, libgeos-dev")
endif()
include(CPack)
