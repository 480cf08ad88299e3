"""How long steps take on the device and on the CPU, in the same run."""
import time

from device_check_parts import readers, results

# Scene, agents, seconds of measuring beyond making the worlds; the most telling first.
TIMINGS = (("dense", 1_000_000, 4), ("sparse", 1_000_000, 4), ("packed", 1_000_000, 4),
           ("dense", 100_000, 2), ("sparse", 100_000, 2), ("packed", 100_000, 2),
           ("dense", 10_000, 2), ("sparse", 10_000, 2), ("packed", 10_000, 2),
           ("dense", 4_000_000, 5), ("sparse", 4_000_000, 5), ("packed", 4_000_000, 5))
SNAPSHOTS = (("dense", 1_000_000, 3), ("dense", 100_000, 2))
REHEARSED = (("dense", 300, 0), ("sparse", 300, 0))


def plan(rehearsal: bool) -> list:
    """(what, scene, agents, seconds) in the order in which they run."""
    if rehearsal:
        return [*(("time", *entry) for entry in REHEARSED), ("snapshots", *REHEARSED[0])]
    timings = [("time", *entry) for entry in TIMINGS]
    return [*timings[:3], *(("snapshots", *entry) for entry in SNAPSHOTS), *timings[3:]]


def measure(check) -> None:
    start = time.monotonic()
    entries = plan(check.rehearsal)
    runs = [{"what": what, "scene": scene, "agents": agents, **results.NOT_YET} for what, scene, agents, _ in entries]
    for run, (what, scene, agents, seconds) in zip(runs, entries):
        # Worlds of 4 million agents take their time to be made.
        limit = check.budget.limit(seconds + 20.0 + agents / 40_000, 5.0 + agents / 200_000)
        if not limit:
            run["reason"] = "no time left"
        else:
            most_steps = [3] if check.rehearsal else []
            done = check.run_steps(f"{what}_{scene}_{agents}", limit, what, scene, agents, seconds, *most_steps)
            found = readers.json_lines(done.output)
            good = done.status == 0 and found and found[-1].get("hashes_equal", True)
            results.come_out(run, "passed" if good else "not run" if done.timed_out else "failed", ended=done.how(),
                             seconds=round(done.seconds, 1), **(found[-1] if found else {"log_tail": done.tail(5)}))
        passed = sum(r["outcome"] == "passed" for r in runs)
        check.results.tell("timings", results.worst(r["outcome"] for r in runs), seconds=round(time.monotonic() - start, 1),
                           runs=runs, summary=f"{passed} of {len(runs)} measured")
