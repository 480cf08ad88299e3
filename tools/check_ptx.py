#!/usr/bin/env python3
"""Can the device's code give other bits than the CPU's? Reads the PTX that nvcc makes of kernels/cuda/*.cu.

    tools/check_ptx.py [75 90 ...]          compiles for these compute capabilities (75)
    tools/check_ptx.py --ptx FILE ...       reads PTX files

Equal bits need operations that IEEE 754 defines, rounded to nearest, one at a time. So an instruction on floating-point numbers
must be on the list below; a name for every fault that is likely, and "not known to be exact" for the rest. What is looked at are
kernels and functions with `throng` in their names: ours, and those of libraries that are given operations of ours. The libraries'
other kernels compute with integers here.

Each fault is printed as file:line: kernel: instruction. Exit status: 0 = none, 1 = faults, 77 = no nvcc.
"""
import argparse
import pathlib
import re
import sys
import tempfile

import cuda_sources

# Moving, choosing and comparing numbers rounds nothing.
EXACT = {"mov", "ld", "st", "ldu", "selp", "setp", "set", "slct", "neg", "abs", "copysign", "testp"}
ROUNDED = {"add", "sub", "mul", "div", "sqrt", "rcp"}
FLOATS = {"f16", "f16x2", "bf16", "bf16x2", "f32", "f32x2", "f64", "tf32"}
ROUNDINGS = {"rn", "rz", "rm", "rp", "rna", "rs", "full"}

FUNCTION = re.compile(r"^\s*(?:\.(?:visible|weak|extern|common)\s+)*\.(?:entry|func)\b(.*)$")
SYMBOL = re.compile(r"([A-Za-z_$][\w$]*)\s*(?:\(|$)")
STATEMENT = re.compile(r"^\s*(?:@!?%?\w+\s+)?([a-z][a-z0-9_]*(?:\.[A-Za-z0-9_:]+)+)(?:\s+(.*))?$")
LOCATION = re.compile(r"^\s*\.loc\s+(\d+)\s+(\d+)")
FILE = re.compile(r'^\s*\.file\s+(\d+)\s+"([^"]*)"')


def constant(operand: str):
    """The value of an immediate float as its bits, or None."""
    match = re.fullmatch(r"0([fFdD])([0-9a-fA-F]+)", operand)
    return (match.group(1).lower(), int(match.group(2), 16)) if match else None


def min_max_fault(base: str, operands: str):
    """nvcc folds x < c ? x : c into min with a constant c. That is the same, except where c is a zero that compares equal to the
    other zero: PTX takes -0 for the smaller one, a comparison takes c."""
    last = constant(operands.split(",")[-1].strip())
    if last is None:
        return "of two variables: write a comparison"
    sign, infinity = (1 << 31, 0x7F800000) if last[0] == "f" else (1 << 63, 0x7FF << 52)
    if last[1] & (sign - 1) > infinity:
        return "with NaN"
    if last[1] & (sign - 1) == 0 and (last[1] == 0) != (base == "max"):
        return "with a zero: the other zero comes out, unlike of the comparison that was written"
    return None


def fault_of(opcode: str, operands: str):
    """What is wrong with an instruction, or None."""
    base, *modifiers = opcode.split(".")
    words = set(modifiers)
    if not words & FLOATS:
        return None
    if "approx" in words or base in ("ex2", "lg2", "sin", "cos", "tanh", "rsqrt"):
        return "approximation"
    if "ftz" in words:
        return "denormals become zero"
    if base in ("fma", "mad"):
        return "one rounding in place of two"
    if base in ("atom", "red") and words & {"add", "min", "max"}:
        return "a sum that depends on the order of threads"
    if base in EXACT:
        return None
    rounding = words & ROUNDINGS
    if base in ROUNDED:
        if "sat" in words:
            return "clamped"
        if not rounding:
            return "no rounding named: the assembler may fuse it with its neighbor"
        return None if rounding == {"rn"} else "not rounded to nearest"
    if base in ("min", "max"):
        return "other special cases" if words - FLOATS else min_max_fault(base, operands)
    if base == "cvt" and not words & {"sat", "relu"}:
        return None if not rounding or rounding == {"rn"} or modifiers[-2] not in FLOATS else "not rounded to nearest"
    return "not known to be exact"


class Ptx:
    """Faults of one PTX text, and how much of it was looked at."""

    def __init__(self, name: str, text: str):
        self.name, self.faults, self.ours, self.others, self.instructions = name, [], set(), set(), 0
        lines = text.splitlines()
        files = dict(match.groups() for line in lines if (match := FILE.match(line)))  # they stand at the end
        function, awaited, place, comment = None, False, "", False
        for number, line in enumerate(lines, 1):
            line, comment = strip_comments(line, comment)
            if match := LOCATION.match(line):
                place = f"{files.get(match.group(1), match.group(1))}:{match.group(2)}"
                continue
            if match := FUNCTION.match(line):
                awaited, line, place = True, match.group(1), ""
            if awaited:  # .func (.param .b32 result) name( or .entry name(, perhaps on lines of its own
                found = SYMBOL.search(re.sub(r"\(\s*\.(?:param|reg)[^)]*\)", " ", line))
                if found:
                    function, awaited = found.group(1), False
                    (self.ours if "throng" in function else self.others).add(function)
                continue
            if function and "throng" in function:
                for statement in re.split(r"[;{}]", line):
                    self.read(number, function, place, re.sub(r"^\s*[$\w]+:", "", statement))

    def read(self, number, function, place, statement):
        match = STATEMENT.match(statement)
        if not match:
            return
        self.instructions += 1
        why = fault_of(match.group(1), match.group(2) or "")
        if why:
            source = f" (from {place})" if place else ""
            text = " ".join(statement.split())
            self.faults.append(f"{self.name}:{number}: {cuda_sources.short_name(function)}: {text}: {why}{source}")


def strip_comments(line: str, inside: bool):
    """The line without comments, and whether a comment goes on behind it."""
    kept = ""
    while line:
        if inside:
            _, end, line = line.partition("*/")
            inside = not end
            continue
        start = re.search(r"//|/\*", line)
        if not start:
            return kept + line, False
        kept += line[:start.start()]
        if start.group() == "//":
            return kept, False
        line, inside = line[start.end():], True
    return kept, inside


def report(read: list) -> int:
    for ptx in read:
        for fault in ptx.faults:
            print(fault)
    faults = sum(len(ptx.faults) for ptx in read)
    ours = sum(len(ptx.ours) for ptx in read)
    if ours == 0:
        print("no kernel of ours found: nothing was checked")
        return 1
    print(f"{faults} faults in {ours} kernels and functions, {sum(ptx.instructions for ptx in read)} instructions; "
          f"{sum(len(ptx.others) for ptx in read)} of other libraries left out")
    return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("capabilities", nargs="*", default=["75"])
    parser.add_argument("--ptx", nargs="+", type=pathlib.Path, help="read these files; compile nothing")
    arguments = parser.parse_args()
    if arguments.ptx:
        return report([Ptx(str(path), path.read_text(encoding="utf-8")) for path in arguments.ptx])
    nvcc = cuda_sources.find_nvcc()
    if not nvcc:
        print("PTX check skipped: no nvcc here.")
        return cuda_sources.SKIPPED
    read = []
    with tempfile.TemporaryDirectory() as folder:
        for capability in arguments.capabilities:
            for source in cuda_sources.kernel_files():
                output = pathlib.Path(folder) / f"{source.stem}.{capability}.ptx"
                cuda_sources.compile_kernels(nvcc, source, output, "-ptx", f"-arch=compute_{capability}")
                read.append(Ptx(output.name, output.read_text(encoding="utf-8")))
    return report(read)


if __name__ == "__main__":
    sys.exit(main())
