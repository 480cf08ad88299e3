#!/usr/bin/env python3
"""What each kernel needs of a multiprocessor, by the assembler's own figures, and how many warps fit at a time.

    tools/kernel_resources.py                 writes docs/kernel_resources.csv, all architectures
    tools/kernel_resources.py --check [75 90] compares with it (all architectures, or those named)

Columns: registers, bytes of spills, of the stack (local memory of a thread) and of static shared memory as `ptxas -v` prints them;
the threads of a block; resident warps / most warps of a multiprocessor. No kernel may spill.

The threads of a block are read from the sources: each kernel is launched by THRONG_LAUNCH(kernel, blocks, threads, ...) with a
number or a constant of its file. A kernel without such a launch, or with two different ones, is an error, so the column is true as
long as kernels are launched by the macro only. CUB's kernels are left out: their launches are CUB's affair.

Exit status of --check: 0 = equal, 1 = different (both values are printed) or spills, 77 = no nvcc, or another one than the file's.
"""
import argparse
import concurrent.futures
import csv
import io
import os
import pathlib
import re
import sys
import tempfile

import cuda_sources

TABLE = cuda_sources.ROOT / "docs/kernel_resources.csv"
COLUMNS = ("file", "kernel", "arch", "registers", "spill_store_bytes", "spill_load_bytes", "stack_bytes", "shared_bytes",
           "threads", "resident_warps", "most_warps", "occupancy")
COMPARED = ("registers", "spill_store_bytes", "spill_load_bytes", "stack_bytes", "shared_bytes", "threads", "resident_warps")

# Per multiprocessor: warps, blocks, bytes of shared memory; then bytes of shared memory that the system takes for each block, and the
# unit in which shared memory is given. CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; units from the
# toolkit's cuda_occupancy.h.
LIMITS = {
    "75": (32, 16, 64 << 10, 0, 256),
    "80": (64, 32, 164 << 10, 1024, 128),
    "86": (48, 16, 100 << 10, 1024, 128),
    "89": (48, 24, 100 << 10, 1024, 128),
    "90": (64, 32, 228 << 10, 1024, 128),
    "120": (48, 24, 100 << 10, 1024, 128),
}
# The same for all of them: registers of a multiprocessor, which consists of four parts with a quarter each; the unit in which a warp
# gets them.
REGISTERS, PARTS, REGISTER_UNIT = 65536, 4, 256

ENTRY = re.compile(r"Compiling entry function '(\w+)' for 'sm_(\d+)'")
FUNCTION = re.compile(r"Function properties for (\w+)")
FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
USED = re.compile(r"Used (\d+) registers(.*)")
LAUNCH = re.compile(r"THRONG_LAUNCH\(\s*(?:\w+(?:<\w+>)?|\(\w+<[\w\s,]+>\)),")  # parentheses around several template arguments
TEMPLATE_ARGUMENTS = re.compile(r"I((?:L[ij]\d+E)+)E")  # as mangled


def round_up(value: int, unit: int) -> int:
    return (value + unit - 1) // unit * unit


def resident_warps(arch: str, registers: int, shared: int, threads: int) -> int:
    warps, blocks, shared_bytes, reserved, shared_unit = LIMITS[arch]
    of_block = round_up(threads, 32) // 32
    by_registers = REGISTERS // PARTS // round_up(32 * max(registers, 1), REGISTER_UNIT) * PARTS // of_block
    taken = round_up(shared + reserved, shared_unit)
    by_shared = shared_bytes // taken if taken else blocks
    return min(blocks, warps // of_block, by_registers, by_shared) * of_block


def arguments_of(text: str, start: int) -> list:
    """The arguments of a call, from behind its opening parenthesis on."""
    found, depth, piece = [], 1, ""
    for letter in text[start:]:
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 or (letter == "," and depth == 1):
            found.append(piece.strip())
            piece = ""
            if depth == 0:
                return found
        else:
            piece += letter
    raise SystemExit("THRONG_LAUNCH without an end")


def launches_of(source: pathlib.Path) -> dict:
    """Kernel -> threads of its blocks."""
    text = source.read_text(encoding="utf-8")
    constants = dict(re.findall(r"constexpr unsigned (\w+) = (\d+);", text))
    for header in source.parent.glob("*.hpp"):  # template arguments
        for line in re.findall(r"constexpr std::int32_t ([^;]*);", header.read_text(encoding="utf-8")):
            constants |= dict(re.findall(r"(\w+) = (\d+)", line))
    found = {}
    for match in LAUNCH.finditer(text):
        kernel, _, threads, *_ = arguments_of(text, match.start() + len("THRONG_LAUNCH("))
        kernel = re.sub(r"<([\w\s,]+)>", lambda m: "<" + ",".join(constants.get(a.strip(), a.strip()) for a in m[1].split(",")) + ">",
                        kernel.strip("()"))
        number = int(constants.get(threads, threads))
        if found.setdefault(kernel, number) != number:
            raise SystemExit(f"{source.name}: {kernel} is launched with {found[kernel]} and with {number} threads")
    return found


def rows_of(source: pathlib.Path, output: str) -> list:
    """What `ptxas -v` says, one row per kernel and architecture."""
    launches, rows, row, owner = launches_of(source), [], None, None
    for line in output.splitlines():
        if match := ENTRY.search(line):
            kernel = cuda_sources.short_name(match.group(1))
            if found := TEMPLATE_ARGUMENTS.search(match.group(1)):
                kernel += f"<{','.join(re.findall(r'[0-9]+', found.group(1)))}>"
            if kernel not in launches:
                raise SystemExit(f"{source.name}: {kernel} is launched nowhere by THRONG_LAUNCH")
            row = {"file": source.name, "kernel": kernel, "arch": match.group(2), "threads": launches[kernel],
                   "symbol": match.group(1), "spill_store_bytes": 0, "spill_load_bytes": 0, "stack_bytes": 0}
            rows.append(row)
        elif match := FUNCTION.search(line):
            owner = match.group(1)
        elif row and (match := FRAME.search(line)):
            stack, stores, loads = map(int, match.groups())  # of the kernel, or of a function that it calls
            row["spill_store_bytes"] += stores
            row["spill_load_bytes"] += loads
            row["stack_bytes"] += stack if owner == row["symbol"] else 0
        elif row and (match := USED.search(line)):
            cumulative = re.search(r"(\d+) bytes cumulative stack size", match.group(2))
            shared = re.search(r"(\d+)(?:\+\d+)? bytes smem", match.group(2))
            row["registers"] = int(match.group(1))
            row["stack_bytes"] = max(row["stack_bytes"], int(cumulative.group(1)) if cumulative else 0)
            row["shared_bytes"] = int(shared.group(1)) if shared else 0
            warps = resident_warps(row["arch"], row["registers"], row["shared_bytes"], row["threads"])
            row |= {"resident_warps": warps, "most_warps": LIMITS[row["arch"]][0],
                    "occupancy": f"{warps / LIMITS[row['arch']][0]:.2f}"}
    missing = {(k, a) for k in launches for a in {r["arch"] for r in rows}} - {(r["kernel"], r["arch"]) for r in rows}
    if missing or any("registers" not in r for r in rows):
        raise SystemExit(f"{source.name}: the compiler says nothing of {sorted(missing)}")
    return rows


def measure(nvcc: str, architectures: list) -> list:
    sources = [s for s in cuda_sources.kernel_files() if launches_of(s)]
    targets = [f"-gencode=arch=compute_{a},code=sm_{a}" for a in architectures]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        def compiled(source):
            output = pathlib.Path(folder) / f"{source.stem}.fatbin"
            return rows_of(source, cuda_sources.compile_kernels(nvcc, source, output, "-fatbin", "-Xptxas=-v", *targets))
        rows = [row for of_file in pool.map(compiled, sources) for row in of_file]
    return sorted(rows, key=lambda r: (r["file"], r["kernel"], int(r["arch"])))


def spills_of(rows: list) -> list:
    return [f"{r['file']}: {r['kernel']} spills on sm_{r['arch']}: {r['spill_store_bytes']} bytes stored, "
            f"{r['spill_load_bytes']} loaded" for r in rows if r["spill_store_bytes"] or r["spill_load_bytes"]]


def differences(rows: list, old: list) -> list:
    def key(row):
        return row["file"], row["kernel"], row["arch"]
    found, before = [], {key(r): r for r in old}
    for row in rows:
        place = f"{row['file']}: {row['kernel']} on sm_{row['arch']}"
        if key(row) not in before:
            found.append(f"{place}: not in the table")
            continue
        was = before.pop(key(row))
        found += [f"{place}: {c} {was[c]} in the table, {row[c]} now" for c in COMPARED if str(row[c]) != was[c]]
    measured = {r["arch"] for r in rows}
    return found + [f"{f}: {k} on sm_{a}: only in the table" for f, k, a in before if a in measured]


def read_table(text: str):
    """The compiler's version and the rows."""
    first, _, rest = text.partition("\n")
    version = re.fullmatch(r"# nvcc ([\d.]+)", first)
    if not version:
        raise SystemExit(f"{TABLE.name}: the first line does not name the compiler: {first!r}")
    return version.group(1), list(csv.DictReader(io.StringIO(rest)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("architectures", nargs="*", metavar="ARCHITECTURE", help="with --check: " + " ".join(LIMITS))
    arguments = parser.parse_args()
    if unknown := [a for a in arguments.architectures if a not in LIMITS]:
        parser.error(f"no such architecture here: {' '.join(unknown)}")
    if arguments.architectures and not arguments.check:
        parser.error("the table is always written for all architectures")
    nvcc = cuda_sources.find_nvcc()
    if not nvcc:
        print("Kernel resources skipped: no nvcc here.")
        return cuda_sources.SKIPPED
    version = cuda_sources.nvcc_version(nvcc)
    if arguments.check:
        table_version, old = read_table(TABLE.read_text(encoding="utf-8"))
        if table_version != version:
            print(f"Kernel resources skipped: {TABLE.name} is of nvcc {table_version}, here is {version}.")
            return cuda_sources.SKIPPED
    rows = measure(nvcc, arguments.architectures or list(LIMITS))
    faults = spills_of(rows)
    if arguments.check:
        faults += differences(rows, old)
    else:
        with TABLE.open("w", encoding="utf-8", newline="") as file:
            file.write(f"# nvcc {version}\n")
            writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    for fault in faults:
        print(fault)
    kernels = len({(r["file"], r["kernel"]) for r in rows})
    print(f"{len(faults)} faults; {kernels} kernels, sm: {' '.join(sorted({r['arch'] for r in rows}, key=int))}, nvcc {version}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
