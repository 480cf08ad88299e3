# The published schema and the reader agree on what a scenario is.
throng_add_check(check_schema LABELS check COMMAND ${THRONG_PYTHON} tools/check_schema.py)
