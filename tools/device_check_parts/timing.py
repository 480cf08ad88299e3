"""How long steps take on the device and on the CPU, in the same run."""
import time

from device_check_parts import readers, results

# Scene, agents, seconds of measuring beyond making the worlds; the most telling first.
TIMINGS = (("dense", 1_000_000, 4), ("sparse", 1_000_000, 4), ("packed", 1_000_000, 4),
           ("dense", 100_000, 2), ("sparse", 100_000, 2), ("packed", 100_000, 2),
           ("dense", 10_000, 2), ("sparse", 10_000, 2), ("packed", 10_000, 2),
           ("dense", 4_000_000, 5), ("sparse", 4_000_000, 5), ("packed", 4_000_000, 5))
SNAPSHOTS = (("dense", 1_000_000, 3), ("dense", 100_000, 2))
# All variants of a step beside each other (kernels/cuda/variants.hpp), a world for each.
COMPARED = (("dense", 1_000_000, 6), ("packed", 1_000_000, 4), ("dense", 100_000, 3))
VARIANTS = 9  # about; only for how long it may take
REHEARSED = (("dense", 300, 0), ("sparse", 300, 0))


def plan(rehearsal: bool) -> list:
    """(what, scene, agents, seconds) in the order in which they run."""
    if rehearsal:
        return [*(("time", *entry) for entry in REHEARSED), ("snapshots", *REHEARSED[0]), ("compare", *REHEARSED[0])]
    timings = [("time", *entry) for entry in TIMINGS]
    comparisons = [("compare", *entry) for entry in COMPARED]
    return [*timings[:3], comparisons[0], *(("snapshots", *entry) for entry in SNAPSHOTS), *timings[3:9], *comparisons[1:],
            *timings[9:]]


def limits_of(what: str, agents: int, seconds: float) -> tuple:
    """How long a run may take, and with how much less it is not worth beginning. Worlds of millions of agents take their time to be made."""
    worlds = VARIANTS if what == "compare" else 1
    return seconds + 20.0 + worlds * agents / 40_000 / (4 if worlds > 1 else 1), 5.0 + worlds * agents / 200_000 / (2 if worlds > 1 else 1)


def outcome_of(what: str, found: list) -> tuple:
    """Whether what a run has printed is good, and what of it is kept."""
    if not found:
        return False, {}
    if what != "compare":
        return found[-1].get("hashes_equal", True), found[-1]
    hashes = {line["state_hash"] for line in found if line["room"]}
    return len(hashes) == 1, {"variants": found, "hashes_equal": len(hashes) == 1}


def measure(check) -> None:
    start = time.monotonic()
    entries = plan(check.rehearsal)
    runs = [{"what": what, "scene": scene, "agents": agents, **results.NOT_YET} for what, scene, agents, _ in entries]
    for run, (what, scene, agents, seconds) in zip(runs, entries):
        limit = check.budget.limit(*limits_of(what, agents, seconds))
        if not limit:
            run["reason"] = "no time left"
        else:
            most_steps = [3] if check.rehearsal else []
            done = check.run_steps(f"{what}_{scene}_{agents}", limit, what, scene, agents, seconds, *most_steps)
            equal, kept = outcome_of(what, readers.json_lines(done.output))
            good = done.status == 0 and equal
            results.come_out(run, "passed" if good else "not run" if done.timed_out else "failed", ended=done.how(),
                             seconds=round(done.seconds, 1), **(kept or {"log_tail": done.tail(5)}))
        passed = sum(r["outcome"] == "passed" for r in runs)
        check.results.tell("timings", results.worst(r["outcome"] for r in runs), seconds=round(time.monotonic() - start, 1),
                           runs=runs, summary=f"{passed} of {len(runs)} measured")
