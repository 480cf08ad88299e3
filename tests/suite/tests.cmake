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

# The C++ examples, against the public interface alone: each says by its exit status whether all went well.
if(NOT THRONG_SANITIZE)
  foreach(example minimal engine_loop robot_controller)
    add_executable(throng_example_${example} examples/${example}.cpp)
    target_link_libraries(throng_example_${example} PRIVATE throng::throng)
    throng_configure_target(throng_example_${example})
    throng_add_check(example_${example} LABELS suite COMMAND throng_example_${example})
  endforeach()
endif()
