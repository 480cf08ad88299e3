"""The end of a run in a few lines."""


def milliseconds(seconds: float) -> str:
    return f"{1e3 * seconds:.3g}"


def columns(head: tuple, rows: list) -> list:
    widths = [max(len(row[c]) for row in [head, *rows]) for c in range(len(head))]
    return ["  ".join(cell.ljust(w) if c == 0 else cell.rjust(w) for c, (cell, w) in enumerate(zip(row, widths))).rstrip()
            for row in [head, *rows]]


def timing_rows(runs: list) -> list:
    rows = []
    for run in runs:
        if run.get("what") != "time" or "cuda" not in run:
            continue
        gpu, cpu = run["cuda"], run["cpu"]
        step, phases = gpu["step_s"]["median"], gpu["phases_s"]
        rows.append((f"{run['scene']} {run['agents']}", milliseconds(step), *(milliseconds(phases[p]) for p in phases),
                     milliseconds(gpu["waited_step_s"]["median"]), milliseconds(cpu["step_s"]["median"]),
                     f"{cpu['step_s']['median'] / step:.1f}", f"{run['agents'] / step / 1e6:.1f}",
                     str(gpu["bytes_per_agent"])))
    return rows


def comparison_lines(run: dict) -> list:
    """The variants of a step, each with its time as a share of the default's."""
    timed = [v for v in run["variants"] if v["room"]]
    default = next((v["step_s"]["median"] for v in timed if v["variants"] == "default"), None)
    rows = [(v["variants"], milliseconds(v["step_s"]["median"]),
             f"{v['step_s']['median'] / default:.2f}" if default else "", *(milliseconds(v["phases_s"][p]) for p in ("bin", "solve", "move")))
            for v in timed]
    return ["", f"Variants, {run['scene']} {run['agents']}, ms:",
            *columns(("variant", "step", "of default", "bin", "solve", "move"), rows)]


def table(results: dict) -> str:
    lines = []
    for name, stage in results["stages"].items():
        detail = stage.get("summary") or stage.get("reason") or ""
        seconds = f"{stage['seconds']:.0f} s" if "seconds" in stage else ""
        lines.append(f"{name:<12} {stage['outcome']:<12} {seconds:>6}  {detail}".rstrip())
    runs = results["stages"].get("timings", {}).get("runs", [])
    if results["rehearsal"] and runs:
        lines += ["", "A rehearsal: its times say nothing about a device."]
    elif rows := timing_rows(runs):
        lines += ["", "Milliseconds per step (median):",
                  *columns(("scene", "cuda", "navigate", "bin", "solve", "move", "waited", "cpu", "cpu/cuda",
                            "M agents/s", "bytes/agent"), rows)]
        for run in runs:
            if run.get("what") == "snapshots" and "step_s" in run:
                lines.append(f"{run['scene']} {run['agents']}, a snapshot each step: none "
                             f"{milliseconds(run['step_s']['median'])}, at once "
                             f"{milliseconds(run['step_and_snapshot_s']['median'])}, overlapped "
                             f"{milliseconds(run['step_and_requested_snapshot_s']['median'])}")
        for run in runs:
            if run.get("variants"):
                lines += comparison_lines(run)
    return "\n".join([*lines, "", f"{results['outcome']}, {results.get('seconds', 0):.0f} s"])
