#!/usr/bin/env python3
"""Writes the test that calls every function of the C interface with every kind of wrong argument.

    make_wrong_arguments.py GOOD_CALLS OUTPUT

Of each function: a good call (good_calls.txt), and for each parameter and each member of a descriptor the wrong values of
its kind (wrong_arguments.hpp), all else good. A function, parameter or member that it can't make a call of is an error.
"""
import fnmatch
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import c_api_functions  # noqa: E402

INTEGERS = ("int32_t", "uint32_t", "int64_t", "uint64_t")


class Table:
    """The lines of good_calls.txt. A line that nothing asks for is an error as well."""

    def __init__(self, path: pathlib.Path):
        self.path = path
        self.rows = []
        self.asked = set()
        for line in path.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                thing, value, words = ([part.strip() for part in line.split("|")] + ["", ""])[:3]
                self.rows.append((thing, value, words.split()))

    def find(self, thing: str):
        for pattern, value, words in self.rows:
            if fnmatch.fnmatchcase(thing, pattern):
                self.asked.add(pattern)
                return value, words
        return None

    def wanted(self, thing: str, kind: str):
        row = self.find(thing)
        if row is None:
            raise SystemExit(f"{self.path}: no line for {thing} ({kind}): add one, so that wrong values of it are tried")
        return row


class Words:
    """The third part of a line, as C++ takes it."""

    def __init__(self, words):
        self.words = {word for word in words if "=" not in word}
        values = dict(word.split("=", 1) for word in words if "=" in word)
        self.bad = values.get("bad", "").split(",") if "bad" in values else []
        self.named = values.get("named", "")

    def __contains__(self, word):
        return word in self.words

    def rules(self) -> str:
        """A designated initializer of Rules, members in their order."""
        bad = list(self.bad)
        if "row" in self:
            bad += ["0x7ffffff0"] + ([] if "none" in self else ["THRONG_NONE"])
        if "flag" in self:
            bad += ["2", "-1"]
        fields = [f".{field} = true" for field in ("null", "out", "fixed", "wanted", "distinct", "any", "nan", "inf")
                  if field in self]
        if bad:
            casts = ", ".join(f"static_cast<std::int64_t>({value}{'u' if len(value) > 18 else ''})" for value in bad)
            fields.append(f".bad = {{{casts}}}")
        if self.named:
            fields.append(f'.named = "{self.named}"')
        return "Rules{" + ", ".join(fields) + "}"


def is_descriptor(interface, kind: str) -> bool:
    body = interface.structs.get(kind)
    return body is not None and body[0].name == "struct_size"


class Call:
    """The good call of a function, and calls that differ from it in one argument."""

    def __init__(self, interface, table, function):
        self.interface, self.table, self.function = interface, table, function
        self.lines = []

    def with_argument(self, changed: str, text: str) -> str:
        arguments = [text if p.name == changed else self.argument(p) for p in self.function.parameters]
        return f"{self.function.name}({', '.join(arguments)})"

    def argument(self, p) -> str:
        by_address = p.pointers - (p.base in self.interface.opaque or p.base in ("char", "void"))
        return f"&good_{p.name}" if by_address > 0 and not self.is_buffer(p) else f"good_{p.name}"

    def is_buffer(self, p) -> bool:
        """A pointer to the first of many elements."""
        row = self.table.find(f"{self.function.name}.{p.name}")
        return row is not None and "buffer" in row[1]

    def lambda_of(self, p, kind: str) -> str:
        return f"[&]({kind} wrong) {{ return {self.with_argument(p.name, 'wrong')}; }}"

    def try_members(self, p) -> None:
        """The wrong values of a descriptor's members."""
        for member in self.interface.structs[p.base][1:]:
            row = (self.table.find(f"{self.function.name}.{p.name}.{member.name}") or
                   self.table.find(f"{p.base}.{member.name}"))
            words = Words(row[1] if row else [])
            name = f'"{p.name}.{member.name}"'
            call = (f"[&]({member.type} wrong) {{ auto changed = good_{p.name}; changed.{member.name} = wrong; "
                    f"return {self.with_argument(p.name, '&changed')}; }}")
            if member.type == "throng_array":
                self.table.wanted(f"{p.base}.{member.name}", member.type)
                self.lines.append(f"t.column({name}, good_{p.name}.{member.name}, {words.rules()}, {call});")
            elif "any" in words:
                continue
            elif member.type in ("double", "float"):
                self.lines.append(f"t.number({name}, {words.rules()}, {call});")
            elif member.type == "throng_vec2d":
                self.lines.append(f"t.vector({name}, good_{p.name}.{member.name}, {words.rules()}, {call});")
            elif member.type in ("throng_agent", "throng_obstacle"):
                self.lines.append(f"t.handle({name}, s, {words.rules()}, {call});")
            elif member.type in self.interface.scalars and not words.bad:
                self.lines.append(f"t.integer({name}, Rules{{.bad = {{99}}}}, {call});")
            else:
                if row is None:
                    self.table.wanted(f"{p.base}.{member.name}", member.type)
                if not words.bad and "row" not in words and "flag" not in words:
                    raise SystemExit(f"{self.table.path}: {p.base}.{member.name} ({member.type}) has no wrong value: say "
                                     "bad=, row, flag or any")
                self.lines.append(f"t.integer({name}, {words.rules()}, {call});")

    def try_parameter(self, p) -> None:
        thing, name = f"{self.function.name}.{p.name}", f'"{p.name}"'
        structs = self.interface.structs
        if p.base in self.interface.opaque and p.pointers == 1:
            self.lines.append(f"{p.base}* const good_{p.name} = {self.table.wanted('object ' + p.base, p.type)[0]};")
        elif p.pointers and not p.is_const and not self.is_buffer(p) and p.base != "void":
            # A place for a result.
            row = self.table.find(thing)
            words = Words(row[1] if row else [])
            kind = p.base + "*" * (p.pointers - 1)
            value = f"filled<{kind}>({p.base}_init)" if is_descriptor(self.interface, p.base) else "{}"
            self.lines.append(f"{kind} good_{p.name} = {value};")
            if p.pointers == 2:
                self.lines.append(f"t.want_null(good_{p.name});")
            self.later.append(f"t.target<{kind}>({name}, {words.rules()}, {self.lambda_of(p, p.type)});")
            if is_descriptor(self.interface, p.base):
                self.later.append(f"t.sizes({name}, good_{p.name}, false, {self.lambda_of(p, p.type)});")
        else:
            value, notes = self.table.wanted(thing, p.type)
            words = Words(notes)
            if self.is_buffer(p):
                self.lines.append(f"{p.type} const good_{p.name} = {value};")
                self.later.append(f"t.target<{p.base}>({name}, {words.rules()}, {self.lambda_of(p, p.type)});")
                return
            self.lines.append(f"{p.type.replace('*', '') if p.base in structs else p.type} good_{p.name} = {value};")
            if "any" in words:
                return
            call = self.lambda_of(p, p.type)
            if p.base == "throng_array":
                self.later.append(f"t.array({name}, s, good_{p.name}, {words.rules()}, {call});")
            elif is_descriptor(self.interface, p.base):
                self.later.append(f"t.target<{p.type.replace('*', '')}>({name}, {words.rules()}, {call});")
                self.later.append(f"t.sizes({name}, good_{p.name}, true, {call});")
                mark = len(self.lines)
                self.try_members(p)
                self.later += self.lines[mark:]
                del self.lines[mark:]
            elif p.base == "char":
                self.later.append(f"t.text({name}, {words.rules()}, {call});")
            elif p.base in ("throng_agent", "throng_obstacle"):
                self.later.append(f"t.handle({name}, s, {words.rules()}, {call});")
            elif p.base == "throng_vec2d":
                self.later.append(f"t.vector({name}, good_{p.name}, {words.rules()}, {call});")
            elif p.base == "double":
                self.later.append(f"t.number({name}, {words.rules()}, {call});")
            elif words.bad or "row" in words or "flag" in words:
                self.later.append(f"t.integer({name}, {words.rules()}, {call});")
            else:
                raise SystemExit(f"{self.table.path}: {thing} ({p.type}) has no wrong value: say bad=, row, flag or any")

    def text(self) -> str:
        function, parameters = self.function, self.function.parameters
        self.later = []
        for p in parameters:
            self.try_parameter(p)
        good_arguments = self.lines
        first = parameters[0]
        if first.base in self.interface.opaque and first.pointers == 1:
            stateless = "stateless" in self.table.find("object " + first.base)[1]
            state = "0" if stateless else f"fingerprint(good_{first.name})"
            start = [f"t.on([&] {{ return {first.base}_error(good_{first.name}); }}, [&] {{ return {state}; }});",
                     f"t.null_object({self.with_argument(first.name, 'nullptr')});"]
            for p in parameters[1:]:
                if p.base in self.interface.opaque and p.pointers == 1:
                    start.append(f't.target<{p.base}>("{p.name}", Rules{{.opaque = true}}, {self.lambda_of(p, p.type)});')
        else:
            start = ["t.on_log();"]
        end = [f"{p.base}_destroy(good_{p.name});" for p in parameters if p.pointers == 2]
        good = f"t.accepted({self.with_argument('', '')});"
        parts = [(function.name, [*good_arguments, *start, *self.later, good, *end])]
        for p in parameters:
            if p.pointers == 1 and is_descriptor(self.interface, p.base):
                larger = [f"auto larger = larger_by_zeros(good_{p.name});",
                          f"t.accepted({self.with_argument(p.name, '&larger.known')});"]
                parts.append((f"{function.name}_larger_{p.name}", [*good_arguments, *start[:1], *larger, *end]))
        texts = []
        for name, lines in parts:
            body = "\n".join(f"  {line}" for line in lines)
            texts.append(f'void try_{name}(Trial& t, Stage& s) {{\n  t.begin("{name}");\n{body}\n  (void)s;\n}}\n')
        return "\n".join(texts), [name for name, _ in parts]


def conventional(interface, function):
    """The test of init, destroy and error functions, whose one argument is a pointer that may be null."""
    first = function.parameters[0] if function.parameters else None
    if function.result == "void" and first and is_descriptor(interface, first.base) and "_init" in function.name:
        return f"t.init<{first.base}>({function.name});"
    if first and first.base in interface.opaque and len(function.parameters) == 1:
        if function.result == "void" and function.name == f"{first.base}_destroy":
            return f"{function.name}(nullptr);"
        if function.result == "const char*" and function.name == f"{first.base}_error":
            return f't.no_text({function.name}(nullptr));'
    return None


def main() -> None:
    table = Table(pathlib.Path(sys.argv[1]))
    interface = c_api_functions.read_interface(ROOT / "include")
    texts, names = [], []
    for function in interface.functions:
        if (row := table.find(function.name)) and "own" in row[1]:
            continue
        if function.result == "throng_status":
            text, parts = Call(interface, table, function).text()
            texts.append(text)
            names += parts
            continue
        simple = conventional(interface, function)
        if simple is None:
            if "plain" not in table.wanted(function.name, function.result)[1]:
                raise SystemExit(f"{table.path}: {function.name} gives no status: say plain, and test it by hand")
            continue
        texts.append(f'void try_{function.name}(Trial& t, Stage&) {{\n  t.begin("{function.name}");\n  {simple}\n}}\n')
        names.append(function.name)
    unused = [pattern for pattern, _, _ in table.rows if pattern not in table.asked]
    if unused:
        raise SystemExit(f"{table.path}: nothing in the headers fits {', '.join(unused)}")
    tried = "\n".join(f"    try_{name}," for name in names)
    pathlib.Path(sys.argv[2]).write_text(
        "// Written by make_wrong_arguments.py.\n"
        '#include "tests/contract/wrong_arguments.hpp"\n\nnamespace throng::contract {\nnamespace {\n\n' + "\n".join(texts) +
        f"\n}}  // namespace\n\nconst std::vector<void (*)(Trial&, Stage&)> all_trials = {{\n{tried}\n}};\n"
        "\n}  // namespace throng::contract\n")


if __name__ == "__main__":
    main()
