#!/usr/bin/env python3
"""What tools/c_api_functions.py makes of headers and lists."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools"))
import c_api_functions  # noqa: E402

HEADER = """
/* Words. */
#ifndef X
#define X
#ifdef __cplusplus
extern "C" {
#endif
typedef struct throng_thing throng_thing;
typedef uint32_t throng_kind;
enum { THRONG_A = 0, THRONG_B = 1 /* b */ };
typedef void (*throng_fn)(const char* text, void* user);
typedef struct throng_point { double x, y; char name[32]; } throng_point;
THRONG_C_API throng_status throng_thing_add(throng_thing* thing, const throng_point* points,
                                            uint64_t count);
THRONG_C_API const char* throng_text(void);
#ifdef __cplusplus
}
#endif
#endif
"""


def interface_of(text):
    interface = c_api_functions.Interface()
    c_api_functions.parse(text, interface)
    return interface


class Reader(unittest.TestCase):
    def test_declarations(self):
        interface = interface_of(HEADER)
        self.assertEqual([(f.result, f.name) for f in interface.functions],
                         [("throng_status", "throng_thing_add"), ("const char*", "throng_text")])
        self.assertEqual([(p.type, p.name) for p in interface.functions[0].parameters],
                         [("throng_thing*", "thing"), ("const throng_point*", "points"), ("uint64_t", "count")])
        self.assertEqual([(m.type, m.name) for m in interface.structs["throng_point"]],
                         [("double", "x"), ("double", "y"), ("char[32]", "name")])
        self.assertEqual((interface.opaque, interface.scalars, interface.callbacks, interface.enumerators),
                         (["throng_thing"], {"throng_kind": "uint32_t"}, {"throng_fn"}, ["THRONG_A", "THRONG_B"]))

    def test_what_it_does_not_know_is_not_passed_over(self):
        with self.assertRaisesRegex(SystemExit, "int throng_other"):
            interface_of(HEADER.replace("THRONG_C_API const char*", "int throng_other(int);\nTHRONG_C_API const char*"))


class Lists(unittest.TestCase):
    def faults(self, check, text, *arguments):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(text)
            file.flush()
            return check(file.name, *arguments)

    def test_symbols(self):
        def check(name):
            return c_api_functions.check_symbols(interface_of(HEADER), name, None)

        self.assertEqual(self.faults(check, "throng_text\nthrong_thing_add\n"), [])
        self.assertIn("throng_thing_add is new", self.faults(check, "throng_text\n")[0])
        self.assertIn("throng_gone is missing", self.faults(check, "throng_text\nthrong_thing_add\nthrong_gone\n")[0])

    def test_layout(self):
        committed = "throng_point 48\nthrong_point.x 0 8\nTHRONG_A 0\n"
        self.assertEqual(self.faults(c_api_functions.check_layout, committed, committed), [])
        for printed, fault in ((committed.replace("x 0 8", "x 8 8"), "was another"),
                               (committed + "throng_point.z 48 8\n", "is new"),
                               (committed.replace("THRONG_A 0\n", ""), "is gone"),
                               (committed.replace("THRONG_A 0", "THRONG_A 1"), "was another")):
            self.assertIn(fault, "\n".join(self.faults(c_api_functions.check_layout, committed, printed)))


if __name__ == "__main__":
    unittest.main()
