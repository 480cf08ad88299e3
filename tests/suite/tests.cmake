# The real command, from outside.
if(TARGET throng_cli AND NOT THRONG_SANITIZE)
  throng_add_check(cli LABELS suite TIMEOUT 600 COMMAND ${THRONG_PYTHON} -B tests/suite/cli_test.py $<TARGET_FILE:throng_cli>)
  throng_add_check(full_disk LABELS suite COMMAND ${THRONG_PYTHON} -B tests/suite/full_disk_test.py $<TARGET_FILE:throng_cli>)
  throng_add_check(damaged_recordings LABELS suite TIMEOUT 120
                   COMMAND ${THRONG_PYTHON} -B tests/suite/damaged_recordings_test.py $<TARGET_FILE:throng_cli>)
  throng_add_check(validation LABELS suite TIMEOUT 900
                   COMMAND ${THRONG_PYTHON} -B tools/validation.py rimea --quick --program $<TARGET_FILE:throng_cli>)
  throng_add_check(validation_long LABELS long TIMEOUT 3600
                   COMMAND ${THRONG_PYTHON} -B tools/validation.py rimea --long --program $<TARGET_FILE:throng_cli>)
  throng_add_check(places LABELS suite TIMEOUT 900
                   COMMAND ${THRONG_PYTHON} -B tools/validation.py places --quick --program $<TARGET_FILE:throng_cli>)
  throng_add_check(places_long LABELS long TIMEOUT 3600
                   COMMAND ${THRONG_PYTHON} -B tools/validation.py places --long --program $<TARGET_FILE:throng_cli>)
  throng_add_check(quarter LABELS long TIMEOUT 3600
                   COMMAND ${THRONG_PYTHON} -B tests/suite/quarter_test.py $<TARGET_FILE:throng_cli>)
endif()

# A user's programs, against the public interface alone: examples/*.cpp.
if(NOT THRONG_SANITIZE)
  file(GLOB throng_examples CONFIGURE_DEPENDS examples/*.cpp)
  foreach(example IN LISTS throng_examples)
    get_filename_component(name "${example}" NAME_WE)
    add_executable(throng_example_${name} ${example})
    target_link_libraries(throng_example_${name} PRIVATE throng::throng)
    throng_configure_target(throng_example_${name})
    throng_add_check(example.${name} LABELS suite COMMAND throng_example_${name})
  endforeach()
endif()
