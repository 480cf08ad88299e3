# Replaced operators new and delete must not be inlined into their callers, where g++ would take free() for a mistake.
set_source_files_properties(tests/allocation/counting_new.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
