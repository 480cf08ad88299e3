"""The results file: complete after each stage, so that a run that is ended from outside leaves what it has."""
import json
import os
import pathlib

from device_check_parts import CheckError

# passed; failed; not run (no time left); unavailable (this machine has not what it takes)
WORST_FIRST = ("failed", "not run", "unavailable", "passed")
NOT_YET = {"outcome": "not run", "reason": "the run ended before it"}  # of whatever waits for its turn
EXIT_STATUS = {"passed": 0, "failed": 1, "not run": 3, "unavailable": 3}


def worst(outcomes) -> str:
    """Of several outcomes; of none: not run."""
    return min(outcomes, key=WORST_FIRST.index, default="not run")


def come_out(part: dict, outcome: str, **facts) -> None:
    """Puts the outcome of a part in the place of NOT_YET."""
    part.pop("reason", None)
    part.update(outcome=outcome, **facts)


class Results:
    def __init__(self, path: pathlib.Path, stages: tuple, **head):
        """All stages are `not run` until they are told."""
        self.path = path
        self.data = {**head, "outcome": "not run",
                     "stages": {name: dict(NOT_YET) for name in stages}}
        self.write()

    def stage(self, name: str) -> dict:
        return self.data["stages"][name]

    def tell(self, name: str, outcome: str, **facts) -> None:
        """The outcome of a stage, as far as it is known; may be told again."""
        come_out(self.stage(name), outcome, **facts)
        self.data["outcome"] = worst(s["outcome"] for s in self.data["stages"].values())
        self.write()

    def write(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            partial = self.path.with_name(self.path.name + ".partial")
            with partial.open("w", encoding="utf-8") as to:
                to.write(json.dumps(self.data, indent=1) + "\n")
                to.flush()
                os.fsync(to.fileno())
            partial.replace(self.path)
        except OSError as error:
            raise CheckError(f"the results can't be written to {self.path}: {error.strerror}") from error

    def exit_status(self) -> int:
        """Of a rehearsal nobody asks for what only a device can do."""
        outcome = self.data["outcome"]
        return 0 if self.data["rehearsal"] and outcome == "unavailable" else EXIT_STATUS[outcome]
