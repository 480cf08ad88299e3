"""Programs that take steps on request: throng_bench --serve, and rvo2_process.py, which obeys the same lines.

The lines are those of bench/served_world.hpp.
"""
import contextlib
import json
import os
import subprocess


class Driven:
    def __init__(self, command: list, variables: dict | None = None):
        self.command = [str(word) for word in command]
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env={**os.environ, **(variables or {})})
        self.started = self.answer()

    def answer(self) -> dict:
        line = self.process.stdout.readline()
        if not line:
            self.close()
            raise RuntimeError(f"{' '.join(self.command)} ended with status {self.process.returncode}")
        return json.loads(line)

    def send(self, line: str, data: bytes = b"") -> dict:
        self.process.stdin.write(line.encode() + b"\n" + data)
        self.process.stdin.flush()
        return self.answer()

    def step(self, count: int) -> dict:
        return self.send(f"step {count}")

    def close(self) -> None:
        """Once or more: ends the program, which stops when its input does."""
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
