"""Is it right: the tests of the cuda executor, bits against the CPU, compute-sanitizer."""
import collections
import subprocess
import time

from device_check_parts import machine, readers, results, running

REHEARSED_TESTS = 3  # of each program
LEAST_FOR_A_PROGRAM = 15.0  # s
# Scene, agents (0: the scene's own).
BITS = (("parity_crossing", 0), ("parity_bottleneck", 0), ("parity_streams", 0), ("parity_changing", 0),
        ("parity_coincident", 0), ("dense", 10000), ("packed", 100000), ("dense", 100000), ("sparse", 100000),
        ("packed", 10000), ("sparse", 10000), ("boxes", 10000), ("outlier", 10000), ("one_spot", 2000),
        ("parity_dense", 0))
REHEARSED_BITS = (("parity_changing", 0), ("dense", 200))
# Polygons of so many corners, bodies: pairs and all that comes out of them, and how long it takes.
COLLISIONS = ((4, 1000000), (8, 1000000), (16, 200000), (48, 50000))
REHEARSED_COLLISIONS = ((4, 300), (48, 60))
SANITIZERS = ("memcheck", "racecheck", "synccheck", "initcheck")
SANITIZED = (("parity_changing", 0, 25), ("boxes", 2000, 5), ("outlier", 500, 5), ("parity_dense", 0, 3))


def cuda_tests(check) -> dict:
    """Kind -> command, as CMake has registered them."""
    listing = subprocess.run(["ctest", "--test-dir", str(check.build), "--show-only=json-v1"], capture_output=True,
                             text=True, check=True, env=check.full_environment(), timeout=60)
    return readers.cuda_programs(listing.stdout)


def rehearsed(check, command: list) -> list:
    """The same program with a few of its tests."""
    listed = running.run([*command, "--gtest_list_tests"], 60.0, check.logs / "list.log", check.environment)
    return [command[0], f"--gtest_filter={':'.join(readers.gtest_names(listed.output)[-REHEARSED_TESTS:])}"]


def run_tests(check) -> None:
    start, limit = time.monotonic(), check.budget.limit(150.0, 15.0)
    if not limit:
        return check.no_time("tests")
    commands = cuda_tests(check)
    if not commands:
        return check.results.tell("tests", "failed", summary="ctest lists no test with the label cuda")
    if check.rehearsal:
        commands = {name: rehearsed(check, command) for name, command in commands.items()}
    environment = {**check.environment, "THRONG_REQUIRE_GPU": "1"}
    programs = {name: {"command": command, **results.NOT_YET} for name, command in commands.items()}
    for waiting, (name, program) in zip(reversed(range(len(programs))), programs.items()):
        # One at a time, since some fill the device's memory; a slow one leaves the others their time.
        left = limit - (time.monotonic() - start) - LEAST_FOR_A_PROGRAM * waiting
        done = running.run(program["command"], max(left, LEAST_FOR_A_PROGRAM), check.logs / f"tests_{name}.log", environment)
        tests = readers.gtest_outcomes(done.output)
        # A skipped test counts as failed: on this machine nothing may be missing.
        good = done.status == 0 and tests and set(tests.values()) == {"passed"}
        outcome = "passed" if good else "not run" if done.timed_out and "failed" not in tests.values() else "failed"
        ended = done.how() if tests else f"no test was run, {done.how()}"
        results.come_out(program, outcome, ended=ended, seconds=round(done.seconds, 1), tests=tests,
                         failures=readers.gtest_failures(done.output, tests), **({} if good else {"log_tail": done.tail()}))
        counts = collections.Counter(o for p in programs.values() for o in p.get("tests", {}).values())
        summary = ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))
        summary += "".join(f"; {n}: {p['ended']}" for n, p in programs.items() if "log_tail" in p)
        check.results.tell("tests", results.worst(p["outcome"] for p in programs.values()), summary=summary,
                           seconds=round(time.monotonic() - start, 1), counts=dict(counts), programs=programs)
    return None


def compare_bits(check) -> None:
    start = time.monotonic()
    steps, every = (500, 50) if not check.rehearsal else (20, 10)
    runs = [{"scene": scene, "agents": agents, "steps": steps, **results.NOT_YET}
            for scene, agents in (BITS if not check.rehearsal else REHEARSED_BITS)]
    collisions = [{"corners": corners, "bodies": bodies, **results.NOT_YET}
                  for corners, bodies in (COLLISIONS if not check.rehearsal else REHEARSED_COLLISIONS)]
    for run in runs:
        # Of all scenes together 90 s: the stages that follow shall have their turn.
        limit = min(check.budget.limit(60.0, 5.0), 90.0 - (time.monotonic() - start))
        if limit < 1.0:
            run["reason"] = "no time left"
            continue
        done = check.run_steps(f"bits_{run['scene']}_{run['agents']}", limit, "bits", run["scene"], run["agents"], steps, every)
        hashes = [line for line in readers.json_lines(done.output) if line.get("what") == "bits"]
        equal = all(line["equal"] for line in hashes)
        good = done.status == 0 and equal and hashes and hashes[-1]["step"] == steps
        results.come_out(run, "passed" if good else "not run" if done.timed_out and equal else "failed", ended=done.how(),
                         seconds=round(done.seconds, 1), hashes=hashes, **({} if good else {"log_tail": done.tail(5)}))
        tell_bits(check, start, steps, runs, collisions)
    for run in collisions:
        limit = min(check.budget.limit(60.0, 5.0), 120.0 - (time.monotonic() - start))
        if limit < 1.0:
            run["reason"] = "no time left"
            continue
        done = check.run_steps(f"collide_{run['corners']}", limit, "collide", run["corners"], run["bodies"],
                               0 if check.rehearsal else 0.5)
        lines = [line for line in readers.json_lines(done.output) if line.get("what") == "collide"]
        good = done.status == 0 and lines and lines[0]["equal"]
        results.come_out(run, "passed" if good else "not run" if done.timed_out else "failed", ended=done.how(),
                         seconds=round(done.seconds, 1), **(lines[0] if lines else {}), **({} if good else {"log_tail": done.tail(5)}))
        tell_bits(check, start, steps, runs, collisions)


def tell_bits(check, start: float, steps: int, runs: list, collisions: list) -> None:
    passed, all_runs = sum(r["outcome"] == "passed" for r in runs), [*runs, *collisions]
    collided = sum(r["outcome"] == "passed" for r in collisions)
    check.results.tell("bits", results.worst(r["outcome"] for r in all_runs), seconds=round(time.monotonic() - start, 1),
                       runs=runs, collisions=collisions, summary=f"{passed} of {len(runs)} scenes equal over {steps} steps, "
                       f"{collided} of {len(collisions)} sets of polygons")


def sanitize(check) -> None:
    """All tools at once, where the device takes several programs: they wait for it more than they use it."""
    start, limit = time.monotonic(), check.budget.limit(75.0, 20.0)
    tool = machine.find_tool("compute-sanitizer", "compute-sanitizer", "extras/compute-sanitizer")
    if check.rehearsal or tool is None:
        why = "a rehearsal has no device that it could watch" if check.rehearsal else "there is no compute-sanitizer"
        return check.results.tell("sanitizers", "unavailable", summary=why)
    if not limit:
        return check.no_time("sanitizers")
    runs = [{"tool": kind, "scene": scene, "agents": agents, "steps": steps, **results.NOT_YET}
            for scene, agents, steps in SANITIZED for kind in SANITIZERS]
    for first in range(0, len(runs), len(SANITIZERS)):
        together = runs[first:first + len(SANITIZERS)]
        left, started = limit - (time.monotonic() - start), []
        for run in together if left > 5.0 else ():
            command = [tool, "--tool", run["tool"], "--error-exitcode", "99", check.build / "throng_device_steps", "run",
                       run["scene"], run["agents"], run["steps"]]
            log = check.logs / f"{run['tool']}_{run['scene']}.log"
            started.append(running.Running(command, left, log, check.environment))
            if not check.shared_device:
                started[-1].wait()
        for run, process in zip(together, started):
            done = process.wait()
            outcome, reason = readers.sanitizer_outcome(done.output, done.status)
            if outcome == "passed" and not readers.json_lines(done.output):
                outcome, reason = "failed", "the program has not said what came out"
            results.come_out(run, outcome, reason=reason, ended=done.how(), seconds=round(done.seconds, 1))
        if not started:
            together[0]["reason"] = "no time left"
        clean = [kind for kind in SANITIZERS if all(r["outcome"] == "passed" for r in runs if r["tool"] == kind)]
        verdict = results.worst(r["outcome"] for r in runs)
        others = next((f"; {r['tool']}: {r['outcome']} ({r['reason'].partition(chr(10))[0]})" for r in runs
                       if r["outcome"] == verdict != "passed"), "")
        check.results.tell("sanitizers", verdict, seconds=round(time.monotonic() - start, 1), runs=runs,
                           summary=f"clean: {', '.join(clean) or 'none'}{others}")
    return None
