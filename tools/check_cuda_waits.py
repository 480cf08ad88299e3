#!/usr/bin/env python3
"""Where the host may wait for a device: kernels/cuda/stream.hpp, which counts it, and the few places named below.

Everything else enqueues. What waits without saying so (copies that are not asynchronous, allocations outside of the pools) is
not called at all.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent)
WAITS = re.compile(r"\b(cuda(?:Stream|Device|Event|Thread)Synchronize|cudaStreamQuery|cudaEventQuery)\b")
HIDDEN = re.compile(r"\b(cudaMemcpy|cudaMemset|cudaMemcpyToSymbol|cudaMemcpyFromSymbol|cudaMalloc|cudaFree|cudaMallocManaged)\s*\(")
# File -> how many calls that wait, and why.
ALLOWED = {
    "stream.hpp": (2, "the counted ones"),
    "cuda_executor.cpp": (2, "the destructor"),
    "motion_transfer.cpp": (1, "the destructor"),
    "device_use.cpp": (1, "after an error: whether the device still answers"),
}


def main() -> int:
    faults, files = [], 0
    for source in sorted((ROOT / "kernels/cuda").glob("*")):
        files += 1
        text = re.sub(r"//.*", "", source.read_text(encoding="utf-8"))
        calls = WAITS.findall(text)
        allowed, _ = ALLOWED.get(source.name, (0, ""))
        if len(calls) > allowed:
            faults.append(f"{source.name}: {len(calls)} calls that wait for the device ({', '.join(sorted(set(calls)))}), {allowed} allowed")
        faults += [f"{source.name}: {call} waits for the device without being counted" for call in HIDDEN.findall(text)]
    print("\n".join(faults + [f"{files} files, {len(faults)} faults"]))
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
