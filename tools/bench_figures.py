#!/usr/bin/env python3
"""Writes what was measured into the documents: tools/bench_figures.py [--check]

A document has a line `<!-- figures NAME FILE -->` and, further down, a line `<!-- end of figures -->`; what stands between is made
of the results file FILE (bench/results/...). NAME is a function of bench_parts/figures.py.

--check writes nothing: exit status 1 when a document says something else than the results.
"""
import argparse
import json
import pathlib
import re
import sys

from bench_parts import figures

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = ("README.md", "docs/performance.md", "docs/navigation.md", "docs/validation.md")
BLOCK = re.compile(r"^<!-- figures (?P<name>\S+) (?P<file>\S+) -->\n(?P<text>.*?)^<!-- end of figures -->$", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"^<!-- (figures |end of figures)", re.MULTILINE)


class BadDocument(Exception):
    """A marker that can't be understood."""


def filled(text: str, root: pathlib.Path) -> str:
    """The document with all its figures made anew."""
    if len(MARK.findall(text)) != 2 * len(BLOCK.findall(text)):
        raise BadDocument("a line of figures without its end, or an end without a beginning")

    def made(block: re.Match) -> str:
        name, file = block["name"], root / block["file"]
        if name not in figures.ALL:
            raise BadDocument(f"no figures '{name}'; there are {', '.join(figures.ALL)}")
        if not file.exists():
            raise BadDocument(f"figures {name}: {block['file']} is not there")
        try:
            content = figures.ALL[name](json.loads(file.read_text()))
        except figures.Missing as missing:
            raise BadDocument(f"figures {name}: {block['file']}: {missing}") from missing
        return f"<!-- figures {name} {block['file']} -->\n{content}\n<!-- end of figures -->"

    return BLOCK.sub(made, text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only compare")
    check = parser.parse_args().check
    faults = 0
    for name in DOCUMENTS:
        path = ROOT / name
        text = path.read_text()
        try:
            new = filled(text, ROOT)
        except BadDocument as bad:
            print(f"{name}: {bad}")
            faults += 1
            continue
        if new == text:
            continue
        if check:
            print(f"{name}: its figures are not those of the results; run tools/bench_figures.py")
            faults += 1
        else:
            path.write_text(new)
            print(name)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
