#!/usr/bin/env python3
"""What a shared library shows: check_exports.py NM LIBRARY [PROGRAM].

Every exported symbol is of throng::, or a C function throng_*: nothing of other libraries, whose other versions a host program may
have, and nothing of the engine's insides. With PROGRAM, linked to the library, that one calls every function of throng:: there is.
"""
import re
import subprocess
import sys

INTERFACE = re.compile(r"(typeinfo for |typeinfo name for |vtable for )?throng::")
C_FUNCTION = re.compile(r"throng_[a-z0-9_]+$")
INSIDES = re.compile(r"::Impl\b|\(anonymous namespace\)")


def symbols(nm: str, file: str, which: str) -> set:
    listed = subprocess.run([nm, "--dynamic", "--demangle", which, file], check=True, capture_output=True, text=True).stdout
    # Address (of defined ones), type, name; a version stands behind @.
    return {re.sub(r"^[0-9a-f ]* [A-Za-z] ", "", line).split("@")[0] for line in listed.splitlines() if line}


def main() -> int:
    nm, library, *program = sys.argv[1:]
    exported = symbols(nm, library, "--defined-only")
    faults = [f"shown, but no part of the interface: {name}" for name in sorted(exported)
              if not C_FUNCTION.match(name) and (not INTERFACE.match(name) or INSIDES.search(name))]
    functions = {name for name in exported if name.startswith("throng::")}
    if not functions:
        faults.append("no function of throng:: is shown")
    for file in program:
        faults += [f"never called: {name}" for name in sorted(functions - symbols(nm, file, "--undefined-only"))]
    print("\n".join(faults + [f"{len(exported)} exported symbols, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
