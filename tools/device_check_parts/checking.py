"""Is it right: the tests of the cuda executor, bits against the CPU, compute-sanitizer."""
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
SANITIZERS = ("memcheck", "racecheck", "synccheck", "initcheck")
SANITIZED = (("parity_changing", 0, 25), ("boxes", 2000, 5), ("outlier", 500, 5), ("parity_dense", 0, 3))


def cuda_tests(check) -> dict:
    """Name -> command, as CMake has registered them."""
    listing = subprocess.run(["ctest", "--test-dir", str(check.build), "--show-only=json-v1"], capture_output=True,
                             text=True, check=False, env=check.full_environment(), timeout=120)
    return readers.ctest_commands(listing.stdout, "cuda") if listing.returncode == 0 else {}


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
    programs, counts, verdicts = {}, {}, []
    for waiting, (name, command) in zip(reversed(range(len(commands))), commands.items()):
        # One at a time, since some fill the device's memory; a slow one leaves the others their time.
        left = limit - (time.monotonic() - start) - LEAST_FOR_A_PROGRAM * waiting
        done = running.run(command, max(left, LEAST_FOR_A_PROGRAM), check.logs / f"{name}.log", environment)
        tests = readers.gtest_outcomes(done.output)
        good = done.status == 0 and tests and set(tests.values()) == {"passed"}
        programs[name] = {"command": command, "ended": done.how(), "seconds": round(done.seconds, 1), "tests": tests,
                          "failures": readers.gtest_failures(done.output, tests), **({} if good else {"log_tail": done.tail()})}
        for outcome in tests.values():
            counts[outcome] = counts.get(outcome, 0) + 1
        # A skipped test counts as failed: on this machine nothing may be missing.
        verdicts.append("passed" if good else "not run" if done.timed_out and "failed" not in tests.values() else "failed")
        summary = ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))
        check.results.tell("tests", results.worst(verdicts), seconds=round(time.monotonic() - start, 1), summary=summary,
                           counts=counts, programs=programs)


def compare_bits(check) -> None:
    start, runs, verdicts = time.monotonic(), [], []
    steps, every = (500, 50) if not check.rehearsal else (20, 10)
    for scene, agents in BITS if not check.rehearsal else REHEARSED_BITS:
        limit = check.budget.limit(60.0, 5.0)
        run = {"scene": scene, "agents": agents, "steps": steps}
        if limit:
            done = check.run_steps(f"bits_{scene}_{agents}", limit, "bits", scene, agents, steps, every)
            hashes = [line for line in readers.json_lines(done.output) if line.get("what") == "bits"]
            run |= {"ended": done.how(), "seconds": round(done.seconds, 1), "hashes": hashes}
            if done.status == 0 and hashes and hashes[-1]["step"] == steps and all(h["equal"] for h in hashes):
                run["outcome"] = "passed"
            else:
                run |= {"outcome": "not run" if done.timed_out and all(h["equal"] for h in hashes) else "failed",
                        "log_tail": done.tail(5)}
        else:
            run |= {"outcome": "not run", "reason": "no time left"}
        runs.append(run)
        verdicts.append(run["outcome"])
        equal = sum(v == "passed" for v in verdicts)
        check.results.tell("bits", results.worst(verdicts), seconds=round(time.monotonic() - start, 1), runs=runs,
                           summary=f"{equal} of {len(runs)} scenes equal over {steps} steps")


def sanitize(check) -> None:
    """All tools at once, where the device takes several programs: they wait for it more than they use it."""
    start, limit = time.monotonic(), check.budget.limit(75.0, 20.0)
    tool = machine.find_tool("compute-sanitizer", "compute-sanitizer", "extras/compute-sanitizer")
    if check.rehearsal or tool is None:
        why = "a rehearsal has no device that it could watch" if check.rehearsal else "there is no compute-sanitizer"
        return check.results.tell("sanitizers", "unavailable", summary=why)
    if not limit:
        return check.no_time("sanitizers")
    program, runs, verdicts = check.build / "throng_device_steps", [], []
    for scene, agents, steps in SANITIZED:
        left = limit - (time.monotonic() - start)
        started = {}
        for kind in SANITIZERS if left > 5.0 else ():
            command = [tool, "--tool", kind, "--error-exitcode", "99", program, "run", scene, agents, steps]
            started[kind] = running.Running(command, left, check.logs / f"{kind}_{scene}.log", check.environment)
            if not check.shared_device:
                started[kind].wait()
        for kind in SANITIZERS:
            run = {"tool": kind, "scene": scene, "agents": agents, "steps": steps, "outcome": "not run", "reason": "no time left"}
            if kind in started:
                done = started[kind].wait()
                run["outcome"], run["reason"] = readers.sanitizer_outcome(done.output, done.status)
                if run["outcome"] == "passed" and not readers.json_lines(done.output):
                    run |= {"outcome": "failed", "reason": "the program has not said what came out"}
                run |= {"ended": done.how(), "seconds": round(done.seconds, 1)}
            runs.append(run)
            verdicts.append(run["outcome"])
        clean = [kind for kind in SANITIZERS if all(r["outcome"] == "passed" for r in runs if r["tool"] == kind)]
        others = next((f"; {r['tool']}: {r['outcome']} ({r['reason'].splitlines()[0]})" for r in runs
                       if r["outcome"] == results.worst(verdicts) != "passed"), "")
        check.results.tell("sanitizers", results.worst(verdicts), seconds=round(time.monotonic() - start, 1), runs=runs,
                           summary=f"clean: {', '.join(clean) or 'none'}{others}")
    return None
