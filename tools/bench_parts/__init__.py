"""Parts of tools/bench.py."""


class LeftOut(Exception):
    """Something can't be measured here, and why. The rest goes on."""
