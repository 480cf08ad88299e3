#!/usr/bin/env python3
"""The C interface as its headers declare it: functions, structs, enumerations.

    c_api_functions.py symbols              the functions' names, one a line
    c_api_functions.py check-symbols LIST [PROGRAM LIBRARY]
                                            compares the headers with the file LIST, and both with what `PROGRAM` (nm)
                                            finds defined in LIBRARY (.a, or .so: exported)
    c_api_functions.py layout               a C program that prints sizes, places of members and numbers of enumerators
    c_api_functions.py check-layout LIST PRINTED
                                            compares the file LIST with what that program has printed

--include names the folder of the headers; the project's own otherwise.
"""
import argparse
import dataclasses
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass(frozen=True)
class Variable:
    """A parameter or a member."""
    type: str  # "const throng_array*", "uint32_t"; "char[32]" for an array
    name: str

    @property
    def base(self) -> str:
        return re.sub(r"\bconst\b|\*", "", self.type).strip()

    @property
    def pointers(self) -> int:
        return self.type.count("*")

    @property
    def is_const(self) -> bool:
        return self.type.startswith("const ")


@dataclasses.dataclass(frozen=True)
class Function:
    result: str
    name: str
    parameters: tuple


@dataclasses.dataclass
class Interface:
    functions: list = dataclasses.field(default_factory=list)
    structs: dict = dataclasses.field(default_factory=dict)  # name -> members
    opaque: list = dataclasses.field(default_factory=list)
    scalars: dict = dataclasses.field(default_factory=dict)  # typedef -> what it is
    callbacks: set = dataclasses.field(default_factory=set)
    enumerators: list = dataclasses.field(default_factory=list)


def variable(text: str) -> Variable:
    """Of "const throng_array* name" or "char name[32]"."""
    match = re.fullmatch(r"(.*?[\s*])(\w+)(\[\w+\])?", text.strip())
    if not match:
        raise SystemExit(f"c_api_functions.py: can't read the declaration {text!r}")
    kind = re.sub(r"\s*\*\s*", "*", " ".join(match[1].split())) + (match[3] or "")
    return Variable(kind, match[2])


def members(text: str) -> tuple:
    """Of a struct's body; `double x, y` are two."""
    found = []
    for declaration in filter(None, (part.strip() for part in text.split(";"))):
        first, *others = declaration.split(",")
        found.append(variable(first))
        found += [dataclasses.replace(found[-1], name=other.strip()) for other in others]
    return tuple(found)


def parse(text: str, into: Interface) -> None:
    """Adds what a header declares. Stops at what it doesn't know, so that nothing is passed over."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"#if(n?def __cplusplus).*?#endif", " ", text, flags=re.S)
    text = re.sub(r"^[ \t]*#(.*\\\n)*.*$", "", text, flags=re.M)
    patterns = (
        (r"typedef\s+struct\s+(\w+)\s*\{([^}]*)\}\s*\1\s*;", lambda m: into.structs.update({m[1]: members(m[2])})),
        (r"typedef\s+struct\s+(\w+)\s+\1\s*;", lambda m: into.opaque.append(m[1])),
        (r"typedef\s+[\w\s]+[\s*]+\(\*(\w+)\)\([^)]*\)\s*;", lambda m: into.callbacks.add(m[1])),
        (r"typedef\s+(\w+)\s+(\w+)\s*;", lambda m: into.scalars.update({m[2]: m[1]})),
        (r"enum\s*\{([^}]*)\}\s*;", lambda m: into.enumerators.extend(
            part.split("=")[0].strip() for part in m[1].split(",") if part.strip())),
        (r"THRONG_C_API\s+([\w\s*]+?)(throng_\w+)\s*\(([^)]*)\)\s*;", lambda m: into.functions.append(Function(
            variable(m[1] + " x").type, m[2],
            tuple(variable(p) for p in m[3].split(",")) if m[3].strip() != "void" else ()))),
        (r"\s+", lambda m: None),
    )
    place = 0
    while place < len(text):
        for pattern, take in patterns:
            match = re.compile(pattern).match(text, place)
            if match:
                take(match)
                place = match.end()
                break
        else:
            raise SystemExit(f"c_api_functions.py: can't read the header at {text[place:place + 80]!r}")


def read_interface(include: pathlib.Path) -> Interface:
    interface = Interface()
    for header in sorted((include / "throng" / "c").glob("*.h")):
        parse(header.read_text(), interface)
    if not interface.functions:
        raise SystemExit(f"c_api_functions.py: no functions in {include}/throng/c")
    return interface


def defined_symbols(nm: str, library: str) -> set:
    """throng_* symbols of C that a library defines: exported ones of a shared library."""
    shared = ".so" in pathlib.Path(library).name
    command = [nm, "--defined-only", "--extern-only", *(["--dynamic"] if shared else []), library]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^\S+ [TtWwVvBbDdRr] (throng_\w+)(?:@\S*)?$", output, flags=re.M))


def differences(what: str, expected: set, found: set, advice_missing: str, advice_new: str) -> list:
    return ([f"{what}: {name} is missing: {advice_missing}" for name in sorted(expected - found)] +
            [f"{what}: {name} is new: {advice_new}" for name in sorted(found - expected)])


def check_symbols(interface: Interface, list_path: str, library) -> list:
    committed = set(pathlib.Path(list_path).read_text().split())
    declared = {function.name for function in interface.functions}
    keep = "a function that was once there stays: put it back, or raise the version's major number and take it from the list"
    faults = differences("headers", committed, declared, keep,
                         f"add it with `tools/c_api_functions.py symbols > {list_path}`")
    if library:
        faults += differences(library[1], declared, defined_symbols(*library), "the header declares it: define it",
                              "no header declares it: give it internal linkage, or a declaration")
    return faults


def layout_program(interface: Interface) -> str:
    """Prints "struct size", "struct.member place size" and "ENUMERATOR number" lines."""
    lines = ["#include <stddef.h>", "#include <stdio.h>", "#include <throng/throng.h>", "", "int main(void) {"]
    for name, body in sorted(interface.structs.items()):
        lines.append(f'  printf("{name} %u\\n", (unsigned)sizeof({name}));')
        lines += [f'  printf("{name}.{m.name} %u %u\\n", (unsigned)offsetof({name}, {m.name}), '
                  f"(unsigned)sizeof((({name}*)0)->{m.name}));" for m in body]
    lines += [f'  printf("{name} %u\\n", (unsigned)sizeof({name}));' for name in sorted(interface.scalars)]
    lines += [f'  printf("{name} %ld\\n", (long){name});' for name in interface.enumerators]
    return "\n".join([*lines, "  return 0;", "}", ""])


def check_layout(list_path: str, printed: str) -> list:
    committed = set(pathlib.Path(list_path).read_text().splitlines())
    found = set(printed.splitlines())
    known = {line.split()[0] for line in committed}
    faults = []
    for line in sorted(found - committed):
        if line.split()[0] in known:
            faults.append(f"{line!r} was another: programs built before would break. Members go to the end of a struct, "
                          "with first_size of host/c_api/descriptor.hpp; enumerators keep their numbers")
        else:
            faults.append(f"{line!r} is new: add the line to {list_path}")
    faults += [f"{line!r} is gone: programs built before would break" for line in sorted(committed - found)
               if line.split()[0] not in {other.split()[0] for other in found}]
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--include", type=pathlib.Path, default=ROOT / "include")
    parser.add_argument("command", choices=("symbols", "check-symbols", "layout", "check-layout"))
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    interface = read_interface(options.include)
    faults = []
    if options.command == "symbols":
        print("\n".join(sorted(function.name for function in interface.functions)))
    elif options.command == "layout":
        print(layout_program(interface), end="")
    elif options.command == "check-symbols":
        faults = check_symbols(interface, options.arguments[0], options.arguments[1:])
    else:
        printed = subprocess.run(options.arguments[1:], capture_output=True, text=True, check=True).stdout
        faults = check_layout(options.arguments[0], printed)
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
