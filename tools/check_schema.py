#!/usr/bin/env python3
"""Checks docs/scenario.schema.json: it accepts every example and refuses every file of tests/data/scenario_bad.

Usage: check_schema.py [ROOT]   (the source folder; default: the one that this script is in)
"""
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: Python has no package jsonschema (Debian: python3-jsonschema)")
    sys.exit(77)


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    schema = json.loads((root / "docs/scenario.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    failures = 0
    for folder, accepted in (("examples", True), ("tests/data/scenario_good", True), ("tests/data/scenario_bad", False)):
        files = sorted((root / folder).glob("*.json"))
        if not files:
            print(f"{folder}: no files")
            failures += 1
        for file in files:
            error = jsonschema.exceptions.best_match(validator.iter_errors(json.loads(file.read_text())))
            if (error is None) != accepted:
                failures += 1
                reason = f"{error.json_path}: {error.message[:200]}" if error else "accepted, wanted a refusal"
                print(f"{file.relative_to(root)}: {reason}")
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
