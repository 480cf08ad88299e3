"""Commands with a limit of time, and the time that is left."""
import dataclasses
import os
import pathlib
import signal
import subprocess
import time


@dataclasses.dataclass
class Finished:
    """How a command ended. `status` is None when it was stopped at its limit."""
    status: int | None
    seconds: float
    output: str

    @property
    def timed_out(self) -> bool:
        return self.status is None

    def tail(self, lines: int = 30) -> str:
        return "\n".join(self.output.splitlines()[-lines:])[-4000:]

    def how(self) -> str:
        """In words."""
        if self.timed_out:
            return f"stopped after {self.seconds:.0f} s"
        if self.status < 0:
            return f"ended by signal {-self.status}"
        return f"exit status {self.status}"


class Running:
    """A command that was started; wait() ends it, and all that it has started, at its limit."""
    all_live: set = set()

    def __init__(self, command: list, limit: float, log: pathlib.Path, environment: dict | None = None,
                 folder: pathlib.Path | None = None):
        self.log, self.start, self.limit = log, time.monotonic(), limit
        self.finished: Finished | None = None
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as to:
            self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=to,
                                            stderr=subprocess.STDOUT, cwd=folder, start_new_session=True,
                                            env={**os.environ, **(environment or {})})
        Running.all_live.add(self)

    def wait(self) -> Finished:
        """May be called again."""
        if self.finished is None:
            self.finished = self._wait()
        return self.finished

    def _wait(self) -> Finished:
        try:
            status = self.process.wait(max(0.1, self.limit - (time.monotonic() - self.start)))
        except subprocess.TimeoutExpired:
            status = None
        self.stop()
        return Finished(status, time.monotonic() - self.start, self.log.read_text(encoding="utf-8", errors="replace"))

    def stop(self) -> None:
        """Ends the command, and what it has left running."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        self.process.wait()
        Running.all_live.discard(self)


def stop_all() -> None:
    for command in list(Running.all_live):
        command.stop()


def run(command: list, limit: float, log: pathlib.Path, environment: dict | None = None,
        folder: pathlib.Path | None = None) -> Finished:
    return Running(command, limit, log, environment, folder).wait()


class Budget:
    """Seconds until everything must be over."""

    def __init__(self, seconds: float, clock=time.monotonic):
        self.clock, self.begin, self.seconds = clock, clock(), seconds

    def spent(self) -> float:
        return self.clock() - self.begin

    def left(self) -> float:
        return max(0.0, self.seconds - self.spent())

    def limit(self, wanted: float, least: float) -> float:
        """Seconds for something that shall take no more than `wanted`; 0 when less than `least` is left for it."""
        return min(wanted, self.left()) if self.left() >= least else 0.0
