#!/usr/bin/env python3
"""Faults planted in the kernels, one at a time, are found: each by the means that is there to find its kind.

A fault is an exact replacement in a copy of kernels/cuda/. The changed file is compiled, and linked in front of the library with
driver/run_both.cpp, which runs a crowd on the cuda and the cpu executor. Without a fault all runs must pass; with one, a run must
fail, and in the expected way. A text that no longer stands in the sources exactly once fails the test, so that it can't rot.

It needs a CUDA runtime library that runs device code on the CPU: the folder is --runtime or THRONG_CUDA_RUNTIME_DIR. Variables of
the runtime library used in our CI, which it reads from the environment:
    PTXEMU_RACES=1      finds accesses of two warps to the same shared memory without a barrier between them
    PTXEMU_ORDER=...    in which order blocks and warps run: forward, reverse, random
    PTXEMU_STREAMS=...  when work in streams runs: lazy (as late as allowed; the default), random
    PTXEMU_SEED=n       of what is random
    PTXEMU_THREADS=n    of the host, that it uses
Exit status: 0 = all found, 1 = not, 77 = no nvcc or no such library.
"""
import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import cuda_sources  # noqa: E402

RACES = ({"PTXEMU_RACES": "1"},)
ORDERS = ({"PTXEMU_ORDER": "forward"}, {"PTXEMU_ORDER": "reverse"},
          *({"PTXEMU_ORDER": "random", "PTXEMU_SEED": str(seed)} for seed in (1, 2, 3)))
STREAMS = ({}, *({"PTXEMU_STREAMS": "random", "PTXEMU_SEED": str(seed)} for seed in (1, 2, 3)))
RACE = "shared memory race"
WRONG_STATE = r"out of bounds|(hash|number of [\w ]+|agents) differs?"


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    file: str         # of kernels/cuda, where it is planted
    compiled: str     # what is compiled with it
    text: str         # stands in the file exactly once
    replacement: str
    runs: tuple       # environments of the runs
    expected: str     # pattern of what a run that finds it prints


FAULTS = (
    Fault("sum of a block: the first warp doesn't wait for the others", "launch.hpp", "queries.cu",
          "  __syncthreads();\n  T sum{};", "  T sum{};", RACES, RACE),
    Fault("sum of a block: the next sum doesn't wait for this one", "launch.hpp", "move.cu",
          "  __syncthreads();  // the next call writes the same memory\n", "", RACES, RACE),
    Fault("cells are counted beyond the last agent", "grid.cu", "grid.cu",
          "  std::uint32_t crowding = 0;\n  if (i < step.control->agents) {", "  std::uint32_t crowding = 0;\n  if (i < step.capacity) {",
          ORDERS, WRONG_STATE),
    Fault("agents are added beyond the last record", "agents.cu", "agents.cu",
          "  if (k >= count) return;\n  const std::uint32_t i = step.control->agents + k;",
          "  const std::uint32_t i = step.control->agents + k;", ORDERS, WRONG_STATE),
    Fault("two agents get the same place in a cell", "grid.cu", "grid.cu",
          "place = atomicAdd(&step.cell_start[dense_key(step.grid->view, x, y) + 1], 1u);",
          "place = step.cell_start[dense_key(step.grid->view, x, y) + 1]++;", ORDERS, WRONG_STATE),
    Fault("tasks are taken before all are on the list", "block_tasks.hpp", "solve_block.cu",
          "  __syncthreads();\n  return count;", "  return count;", RACES, RACE),
    Fault("a line's results are read before they are written", "solve_block.cu", "solve_block.cu",
          "    __syncthreads();\n    if (!violated) continue;", "    if (!violated) continue;", RACES, RACE),
    Fault("two agents that leave get the same place in the list", "move_events.hpp", "solve_block.cu",
          "step.leaving[atomicAdd(&control.tally.leaving, 1u)] = i;", "step.leaving[control.tally.leaving++] = i;", ORDERS,
          WRONG_STATE),
    Fault("a frame goes to the host before it has been copied aside", "motion_transfer.cpp", "*.cpp",
          "  frame.aside.hold_back(copies_.get());\n", "", STREAMS, "snapshot's (hash|agents) differs?"),
)


class Bench:
    """Builds the driver with a fault, and runs it."""

    def __init__(self, arguments, nvcc, folder):
        self.arguments, self.nvcc, self.folder = arguments, nvcc, folder
        listed = self.call(["ldd", arguments.program], env={k: v for k, v in os.environ.items() if k != "LD_LIBRARY_PATH"})
        self.libraries = re.findall(r"=> (/\S+)", listed)

    def call(self, command, **options):
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
        if done.returncode != 0:
            raise SystemExit(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def program_with(self, fault):
        copy = self.folder / "sources"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(ROOT / "kernels/cuda", copy / "kernels/cuda")
        changed = copy / "kernels/cuda" / fault.file
        text = changed.read_text(encoding="utf-8")
        if (found := text.count(fault.text)) != 1:
            raise SystemExit(f"{fault.name}: its text stands {found} times in {fault.file}, not once; the fault must be written anew")
        changed.write_text(text.replace(fault.text, fault.replacement), encoding="utf-8")
        program, compiled = self.folder / "program", self.folder / "changed.o"
        include = [f"-I{copy}", f"-I{ROOT}", f"-I{ROOT / 'include'}"]
        if fault.compiled.endswith(".cu"):
            flags = [f for f in cuda_sources.build_flags() if f not in ("-Werror", "all-warnings")]
            self.call([self.nvcc, *flags, *include, "-gencode=arch=compute_75,code=compute_75", "-c",
                       copy / "kernels/cuda" / fault.compiled, "-o", compiled])
        else:  # all of them in one, so that nothing of the library's is linked beside the changed one
            together = copy / "together.cpp"
            together.write_text("".join(f'#include "{s.relative_to(copy)}"\n' for s in sorted(changed.parent.glob(fault.compiled))))
            self.call([self.arguments.compiler, "-std=c++20", "-O0", "-w", "-fPIC", "-ffp-contract=off", "-DTHRONG_HAS_CUDA=1", *include,
                       *(f"-I{d}" for d in self.arguments.include), "-c", together, "-o", compiled])
        self.call([self.arguments.compiler, self.arguments.object, compiled, self.arguments.library, *self.libraries, "-o", program])
        return program

    def run(self, program, environment):
        """Exit status and what was printed."""
        environment = {**os.environ, "PTXEMU_THREADS": "1", **environment, "LD_LIBRARY_PATH": self.arguments.runtime}
        done = subprocess.run([str(program)], capture_output=True, text=True, env=environment, timeout=300)
        return done.returncode, done.stdout + done.stderr


def words(environment):
    return " ".join(f"{k}={v}" for k, v in environment.items()) or "default"


def passes(bench) -> bool:
    fine = True
    for environment in (*RACES, *ORDERS, *STREAMS):
        status, text = bench.run(bench.arguments.program, environment)
        if status != 0:
            print(f"FAILED without a fault ({words(environment)}), status {status}:\n{text}")
            fine = False
    return fine


def found(bench, fault) -> bool:
    program = bench.program_with(fault)
    finders, other = [], []
    for environment in fault.runs:
        status, text = bench.run(program, environment)
        match = re.search(fault.expected, text)
        if status != 0 and match:
            finders.append((words(environment), match.group()))
        elif status != 0:
            other.append(f"{words(environment)}: status {status}\n{text}")
    if finders and not other:
        print(f"found: {fault.name}: by {len(finders)} of {len(fault.runs)} runs; {finders[0][0]}: {finders[0][1]}")
        return True
    print(f"FAILED: {fault.name}: " + ("\n".join(other) if other else "went unnoticed"))
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the driver, linked")
    parser.add_argument("--object", required=True, help="the driver's object file")
    parser.add_argument("--library", required=True, help="the static library")
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--include", action="append", default=[], help="a folder of headers")
    parser.add_argument("--runtime", default="", help="the library's folder; empty = THRONG_CUDA_RUNTIME_DIR")
    parser.add_argument("faults", nargs="*", help="parts of names; all when there is none")
    arguments = parser.parse_args()
    arguments.runtime = arguments.runtime or os.environ.get("THRONG_CUDA_RUNTIME_DIR", "")
    nvcc = cuda_sources.find_nvcc()
    if not nvcc or not arguments.runtime:
        print("Planted faults skipped: " + ("no nvcc here." if not nvcc else
              "THRONG_CUDA_RUNTIME_DIR names no CUDA runtime library that runs device code on the CPU."))
        return cuda_sources.SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments, nvcc, pathlib.Path(folder))
        fine = passes(bench)
        for fault in FAULTS:
            if not arguments.faults or any(part in fault.name for part in arguments.faults):
                fine = found(bench, fault) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
