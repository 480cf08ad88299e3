#!/usr/bin/env python3
"""Prints results files of tools/bench.py as tables: tools/bench_table.py RESULTS.json"""
import json
import pathlib
import sys

from bench_parts import tables


def report(results: dict) -> str:
    if "instructions_per_agent_step" in results:
        return f"{results['compiler']}, {results['instruction_set']}\n\n{tables.instructions_table(results)}"
    machine = results["machine"]
    parts = [f"{machine['processor']}, {machine['cores']} cores; load {results['load_before']} before, {results['load_after']} after\n"
             f"{results['compiler']}, {results['build_type']}; commit {results['commit']}"]
    if tables.measured_steps(results):
        parts.append(tables.steps_table(results))
    if tables.measured_calls(results):
        parts.append(tables.calls_table(results))
    if "rvo2" in results:
        parts += [tables.builds_table(results), tables.rvo2_sides_table(results), tables.ratios_table(results)]
    if "quality" in results:
        parts.append(f"medians of {results['quality']['perturbations']} runs\n{tables.quality_table(results)}")
    parts += [f"left out: {name}: {reason}" for name, reason in results["left_out"].items()]
    return "\n\n".join(parts)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: bench_table.py RESULTS.json")
    print(report(json.loads(pathlib.Path(sys.argv[1]).read_text())))


if __name__ == "__main__":
    main()
