"""What the outputs of test programs, compute-sanitizer and throng_device_steps say."""
import json
import posixpath
import re

GTEST_LINE = re.compile(r"^\[ +(RUN|OK|FAILED|SKIPPED) +\] ([^\s,]+)")
GTEST_WORDS = {"OK": "passed", "FAILED": "failed", "SKIPPED": "skipped"}


def gtest_outcomes(output: str) -> dict:
    """Test -> passed, failed, skipped; or unfinished, when the program ended or was stopped in it."""
    outcomes = {}
    for line in output.splitlines():
        if line.startswith("[----------] Global test environment tear-down"):
            break  # a list of failures follows
        found = GTEST_LINE.match(line)
        if found:
            outcomes[found[2]] = GTEST_WORDS.get(found[1], "unfinished")
    return outcomes


def gtest_failures(output: str, outcomes: dict, lines: int = 12) -> dict:
    """Test -> the beginning of what it printed, for those that have not passed."""
    texts, name = {}, None
    for line in output.splitlines():
        found = GTEST_LINE.match(line)
        if found:
            name = found[2] if found[1] == "RUN" else None
        elif name is not None and outcomes.get(name) != "passed":
            texts.setdefault(name, [])
            if len(texts[name]) < lines:
                texts[name].append(line)
    return {test: "\n".join(text)[:2000] for test, text in texts.items()}


def cuda_programs(listing: str) -> dict:
    """Kind -> program and filter of the tests with the labels cuda and cuda_long, from `ctest --show-only=json-v1`. The long
    ones are those of the same kind and more. Whatever is in front of the program would keep it from telling each test."""
    found = {}
    for label in ("cuda", "cuda_long"):
        for test in json.loads(listing)["tests"]:
            labels = next((p["value"] for p in test.get("properties", []) if p["name"] == "LABELS"), [])
            words = test.get("command", []) if label in labels else []
            program = next((word for word in words if posixpath.basename(word).startswith("throng_tests_")), None)
            if program is not None:
                tests = words[words.index(program) + 1].removeprefix("--gtest_filter=")
                found[posixpath.basename(program).removeprefix("throng_tests_")] = [program, f"--gtest_filter={tests}"]
    return found


def build_errors(output: str, most: int = 30) -> list:
    """The lines of a failed build that tell why, which many processes at once bury under others."""
    return [line for line in output.splitlines() if re.search(r"\berror\b|^FAILED|CMake Error|undefined reference", line)][:most]


def json_lines(output: str) -> list:
    """The lines that are JSON objects, in order."""
    found = []
    for line in output.splitlines():
        if line.startswith("{"):
            try:
                found.append(json.loads(line))
            except ValueError:
                pass  # a line cut off where the program was stopped
    return found


def sanitizer_outcome(output: str, status: int | None) -> tuple:
    """(outcome, reason) of a run of compute-sanitizer. `unavailable`: it can't watch programs on this machine."""
    refused = re.search(r"^=+ .*(not supported|Unable to|Failed to (?:initialize|attach|connect)).*$", output,
                        re.MULTILINE | re.IGNORECASE)
    errors = [int(n) for n in re.findall(r"SUMMARY: (\d+) (?:error|hazard)", output)]
    if any(errors):
        first = [line for line in output.splitlines() if line.startswith("=========")
                 and "COMPUTE-SANITIZER" not in line and line.strip("= ")]
        return "failed", "\n".join(first[:12])
    if refused and status != 0:
        return "unavailable", refused[0].strip("= ")
    if status is None:
        return "not run", "not finished within its limit; no error until then"
    if status != 0:
        return "failed", f"the program ended with status {status}, without an error that the tool names"
    if not errors:
        return "unavailable", "no summary in its output"
    return "passed", ""


def gtest_names(listing: str) -> list:
    """Full names of the tests that --gtest_list_tests prints."""
    names, suite = [], ""
    for line in listing.splitlines():
        word = line.split("#")[0].strip()
        if line.startswith("  ") and suite:
            names.append(suite + word)
        else:
            suite = word if word.endswith(".") and " " not in word else ""
    return names
