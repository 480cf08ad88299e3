# What a developer of Throng gets without asking; a project that includes Throng decides for itself.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

find_program(THRONG_CCACHE ccache)
mark_as_advanced(THRONG_CCACHE)
if(THRONG_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${THRONG_CCACHE}")
endif()

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
