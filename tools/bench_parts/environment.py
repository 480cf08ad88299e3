"""A private Python with what the measurements need beside Throng: RVO2 (pyrvo), JuPedSim, numpy, matplotlib.

Nothing is installed elsewhere.
"""
import pathlib
import subprocess
import sys

from bench_parts import LeftOut

# Pinned, so that RVO2 is the same one everywhere. pyrvo wraps the C++ library RVO2 v2.0.3; it asks for ir-sim, which it doesn't use.
PACKAGES = {
    "pyrvo": ("pyrvo==0.4.3", "--no-deps"),
    "numpy": ("numpy==2.2.6",),
    "matplotlib": ("matplotlib==3.10.3",),
    "shapely": ("shapely==2.1.1",),
    "deprecated": ("deprecated==1.2.18",),
    # It asks for Qt and VTK too, which its viewer needs and the simulation doesn't.
    "jupedsim": ("jupedsim==1.4.2", "--no-deps"),
}


def run(command: list, what: str) -> str:
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    except OSError as error:
        raise LeftOut(f"{what}: {error}") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise LeftOut(f"{what}: {said[-1] if said else f'status {done.returncode}'}")
    return done.stdout


class Environment:
    """Made when first asked for something; what can't be had is LeftOut each time, without another attempt."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.python = folder / "bin/python"
        self.failed = {}

    def need(self, *names: str) -> pathlib.Path:
        """The Python that can import these."""
        for name in names:
            if name in self.failed:
                raise LeftOut(self.failed[name])
            try:
                self.install(name)
            except LeftOut as error:
                self.failed[name] = str(error)
                raise
        return self.python

    def install(self, name: str) -> None:
        if not self.python.exists():
            print(f"bench: a private Python in {self.folder}", file=sys.stderr)
            run([sys.executable, "-m", "venv", self.folder], "no private Python")
        requirement, *options = PACKAGES[name]
        has = (f"import importlib.metadata as m, {name}; "
               f"raise SystemExit(m.version('{name}') != '{requirement.partition('==')[2]}')")
        if subprocess.run([self.python, "-c", has], capture_output=True).returncode == 0:
            return
        print(f"bench: pip install {requirement}", file=sys.stderr)
        run([self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:", *options,
             requirement], f"{name} can't be installed")
