#!/usr/bin/env python3
"""tools/check_docs.py finds what it is there to find."""
import importlib.util
import pathlib
import tempfile
import types
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools/check_docs.py"


class CheckDocs(unittest.TestCase):
    def setUp(self):
        spec = importlib.util.spec_from_file_location("check_docs", TOOL)
        self.tool = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.tool)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tool.ROOT = self.root = pathlib.Path(folder.name).resolve()
        self.file = self.root / "a.md"
        self.program = types.SimpleNamespace(options={"": {"--help", "--version"}, "run": {"--help", "--text"}})

    def links(self, text):
        self.file.write_text(text)
        self.tool.check_links(self.file, text)
        return len(self.tool.faults)

    def commands(self, text):
        self.tool.check_commands(self.file, text, self.program, ["demo"])
        return len(self.tool.faults)

    def test_links_that_lead_somewhere(self):
        (self.root / "b.md").write_text("# State hash, version 1\n")
        self.assertEqual(self.links("# Top\n[a](b.md) [b](b.md#state-hash-version-1) [c](#top) [d](https://example.org/x)"), 0)

    def test_links_that_lead_nowhere(self):
        (self.root / "b.md").write_text("# Top\n")
        self.assertEqual(self.links("[a](c.md) [b](b.md#bottom) [c](#top) [d](../b.md)"), 4)

    def test_commands_as_they_are(self):
        self.assertEqual(self.commands("```\nthrong run a.json --text b\nmake demo  # runs\n```\n`throng --version`, `throng_x`"), 0)

    def test_commands_as_they_are_not(self):
        self.assertEqual(self.commands("```\nthrong run --texts b\nthrong walk\nmake tea\n```\n`throng --text`"), 4)

    def test_other_languages_are_no_commands(self):
        self.assertEqual(self.commands("```json\nthrong walk\n```"), 0)

    def test_json_that_is_none(self):
        self.tool.check_scenarios(self.file, "```json\n{\"a\": }\n```\n", self.program, self.root)
        self.assertEqual(len(self.tool.faults), 1)

    def test_cpp_that_is_none(self):
        for block, faults in (("int x = 1;\n", 0), ("int x = y;\n", 1)):
            self.tool.check_cpp(self.file, f"```cpp\n#include <vector>\n{block}```\n", "c++", self.root)
            self.assertEqual(len(self.tool.faults), faults)

    def test_keys_of_a_schema(self):
        schema = {"properties": {"a": {"properties": {"b": {}}}}, "$defs": {"x": [{"properties": {"c": {}}}]}}
        self.assertEqual(set(self.tool.schema_keys(schema)), {"a", "b", "c"})


if __name__ == "__main__":
    unittest.main()
