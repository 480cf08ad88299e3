#!/usr/bin/env python3
"""Checks the documents against the code: tools/check_docs.py THRONG [CXX]

  links      of *.md lead to files and headings that are there
  commands   `throng ...` and `make ...` in them exist, with the options they are shown with; docs/cli.md names every option
  blocks     ```json scenario is a scenario that `throng validate` takes, ```cpp is a program or a piece of one
  keys       docs/files.md names every key of the scenario schema and every part of a recording, docs/cli.md every key of the stats
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]\n]*\]\(([^()\s]+)\)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")

faults = []


def fault(place, message):
    faults.append(f"{place}: {message}")


def documents():
    folders = (".", "docs", "examples", "tests", "bench", "tools", "cmake")
    return sorted({file for folder in folders for file in (ROOT / folder).glob("*.md" if folder == "." else "**/*.md")})


def name_of(file):
    return file.relative_to(ROOT).as_posix()


def anchors(text):
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ +(.*)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(file, text):
    for target in LINK.findall(FENCE.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = (file.parent / path).resolve() if path else file
        if not there.exists() or not there.is_relative_to(ROOT):
            fault(name_of(file), f"the link {target} leads nowhere")
        elif anchor and anchor not in anchors(there.read_text()):
            fault(name_of(file), f"the link {target} leads to no heading")


class Program:
    """What `throng` itself says it can do."""

    def __init__(self, path):
        self.path = path
        self.options = {"": self.options_of([])}
        commands = re.split(r"^subcommands:", self.help([]), flags=re.MULTILINE | re.IGNORECASE)[1]
        for command in re.findall(r"^  ([a-z]+) +\S", commands, re.MULTILINE):
            self.options[command] = self.options_of([command])

    def help(self, command):
        return subprocess.run([self.path, *command, "--help"], capture_output=True, text=True, check=True).stdout

    def options_of(self, command):
        return set(OPTION.findall(self.help(command))) | {"--help"}


def shown_commands(text):
    """Lines of code blocks and pieces of inline code that begin with a program we know."""
    for language, block in FENCE.findall(text):
        if language.strip() in ("", "sh", "bash"):
            yield from (line.split(" #")[0] for line in block.splitlines())
    yield from re.findall(r"`([^`\n]+)`", FENCE.sub("", text))


def check_commands(file, text, program, targets):
    for line in shown_commands(text):
        words = line.split()
        if len(words) > 1 and words[0] == "throng" and re.fullmatch(r"[a-z]+|--[a-z-]+", words[1]):
            command = words[1] if not words[1].startswith("-") else ""
            if command not in program.options:
                fault(name_of(file), f"`{line}`: there is no command {command}")
                continue
            for option in set(OPTION.findall(line)) - program.options[command]:
                fault(name_of(file), f"`{line}`: `throng {command}` has no option {option}")
        if len(words) > 1 and words[0] == "make" and re.fullmatch(r"[a-z-]+", words[1]) and words[1] not in targets:
            fault(name_of(file), f"`{line}`: the Makefile has no target {words[1]}")


def check_option_lists(program):
    text = (ROOT / "docs/cli.md").read_text()
    known = set().union(*program.options.values())
    named = set(OPTION.findall(text))
    for option in sorted(known - named - {"--help", "--version"}):
        fault("docs/cli.md", f"the option {option} is not in it")
    for option in sorted(named - known):
        fault("docs/cli.md", f"no command has the option {option}")


def check_scenarios(file, text, program, folder):
    blocks = FENCE.findall(text)
    for language, block in blocks:
        words = language.split()
        if len(words) == 2 and words[0] == "csv":
            (folder / words[1]).write_text(block)
    for number, (language, block) in enumerate(blocks):
        if language.split()[:1] != ["json"]:
            continue
        try:
            json.loads(block)
        except ValueError as error:
            fault(name_of(file), f"JSON block {number}: {error}")
            continue
        if language.split() == ["json", "scenario"]:
            scene = folder / f"block_{number}.json"
            scene.write_text(block)
            result = subprocess.run([program.path, "validate", scene], capture_output=True, text=True)
            if result.returncode != 0:
                fault(name_of(file), f"scenario block {number}: {result.stdout}{result.stderr}")


def check_cpp(file, text, compiler, folder):
    for number, (language, block) in enumerate(FENCE.findall(text)):
        if language.strip() != "cpp":
            continue
        if "int main(" not in block:
            lines = block.splitlines()
            includes = [line for line in lines if line.startswith("#include")]
            block = "\n".join([*includes, "int main() {", *(line for line in lines if line not in includes), "}\n"])
        source = folder / f"block_{number}.cpp"
        source.write_text(block)
        command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{ROOT / 'include'}", source]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            fault(name_of(file), f"C++ block {number}: {result.stderr}")


def schema_keys(node):
    if isinstance(node, dict):
        for name, value in node.items():
            if name == "properties":
                yield from value
            yield from schema_keys(value)
    elif isinstance(node, list):
        for item in node:
            yield from schema_keys(item)


def recording_names(path):
    """Datasets and attributes of a recording; nothing where h5py is not there."""
    try:
        import h5py
    except ImportError:
        print("skipped: the names in a recording (Python has no package h5py)")
        return set()
    names = set()

    def visit(name, item):
        names.update(item.attrs)
        if isinstance(item, h5py.Dataset):
            names.add("/" + name)
            names.update(item.dtype.names or ())

    with h5py.File(path) as file:
        names.update(file.attrs)
        file.visititems(visit)
    return names


def check_keys(program, folder):
    files, cli = (ROOT / "docs/files.md").read_text(), (ROOT / "docs/cli.md").read_text()
    stats, recording = folder / "stats.json", folder / "run.h5"
    scene = ROOT / "examples/carts.json"  # has footprints
    subprocess.run([program.path, "run", scene, "--steps", "2", "--quiet", "--stats", stats, "--output", recording], check=True)
    wanted = [("docs/files.md", files, set(schema_keys(json.loads((ROOT / "docs/scenario.schema.json").read_text())))),
              ("docs/files.md", files, recording_names(recording)),
              ("docs/cli.md", cli, set(json.loads(stats.read_text())))]
    for name, text, keys in wanted:
        if not keys:
            continue
        for key in sorted(keys):
            if not re.search(rf"[`\"]{re.escape(key)}[`\":]", text):
                fault(name, f"`{key}` is not in it")


def main():
    program = Program(sys.argv[1])
    targets = re.search(r"^\.PHONY:(.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE).group(1).split()
    files = documents()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in files:
            text = file.read_text()
            check_links(file, text)
            check_commands(file, text, program, targets)
            check_scenarios(file, text, program, folder)
            if len(sys.argv) > 2:
                check_cpp(file, text, sys.argv[2], folder)
        check_option_lists(program)
        check_keys(program, folder)
    print(*faults, f"{len(files)} documents, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
