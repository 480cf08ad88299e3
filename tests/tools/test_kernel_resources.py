#!/usr/bin/env python3
"""tools/kernel_resources.py reads and compares rightly. Needs no nvcc."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import kernel_resources as tool  # noqa: E402

SYMBOL = "_ZN6throng4cuda40_GLOBAL__N__ff0b40bd_8_solve_cu_cd13933e{}ENS0_10DeviceStepEj"
SOURCE = """
constexpr unsigned threads = 128;
void launch(const DeviceStep& step, cudaStream_t stream) {
  THRONG_LAUNCH(solve_kernel, blocks_for(step.capacity, threads), threads, stream, step);
  THRONG_LAUNCH(close_kernel, 1, 1, stream, step);
}
"""
OUTPUT = """ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '{close}' for 'sm_90'
ptxas info    : Function properties for {close}
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
ptxas info    : Compiling entry function '{solve}' for 'sm_90'
ptxas info    : Function properties for {solve}
    992 bytes stack frame, {stores} bytes spill stores, {loads} bytes spill loads
ptxas info    : Used {registers} registers, used 1 barriers, 1008 bytes cumulative stack size, 128 bytes smem, 1352 bytes cmem[0]
"""


def rows(stores=0, loads=0, registers=72, source=SOURCE):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "solve.cu"
        path.write_text(source)
        return tool.rows_of(path, OUTPUT.format(close=SYMBOL.format("12close_kernel"), solve=SYMBOL.format("12solve_kernel"),
                                                stores=stores, loads=loads, registers=registers))


class KernelResources(unittest.TestCase):
    def test_what_the_assembler_says(self):
        close, solve = rows()
        self.assertEqual([solve[c] for c in tool.COLUMNS], ["solve.cu", "solve_kernel", "90", 72, 0, 0, 1008, 128, 128, 28, 64, "0.44"])
        self.assertEqual([close[c] for c in tool.COLUMNS], ["solve.cu", "close_kernel", "90", 8, 0, 0, 0, 0, 1, 32, 64, "0.50"])

    def test_warps_that_fit(self):
        for expected, *of in ((32, "75", 64, 0, 128), (28, "75", 72, 0, 128), (24, "75", 80, 0, 128), (16, "75", 32, 0, 32),
                              (8, "75", 32, 32 << 10, 128), (48, "86", 40, 0, 256), (36, "86", 56, 0, 128), (64, "90", 32, 0, 256),
                              (8, "80", 255, 0, 128), (16, "90", 32, 50 << 10, 128), (36, "90", 56, 0, 128)):
            with self.subTest(of):
                self.assertEqual(tool.resident_warps(*of), expected)

    def test_spills(self):
        self.assertEqual(tool.spills_of(rows()), [])
        self.assertEqual(len(tool.spills_of(rows(stores=4))), 1)
        self.assertEqual(len(tool.spills_of(rows(loads=4))), 1)

    def test_differences_show_both_values(self):
        old = [{k: str(v) for k, v in r.items()} for r in rows()]
        self.assertEqual(tool.differences(rows(), old), [])
        found = tool.differences(rows(registers=80), old)
        self.assertEqual(found, ["solve.cu: solve_kernel on sm_90: registers 72 in the table, 80 now",
                                 "solve.cu: solve_kernel on sm_90: resident_warps 28 in the table, 24 now"])
        self.assertEqual(len(tool.differences(rows(), old[:1])), 1)
        self.assertEqual(len(tool.differences(rows()[:1], old)), 1)
        self.assertEqual(tool.differences(rows(), [*old, {**old[0], "arch": "75"}]), [])  # not asked for

    def test_launches_that_cannot_be_read(self):
        with self.assertRaises(SystemExit):
            rows(source=SOURCE.replace("close_kernel", "end_kernel"))
        with self.assertRaises(SystemExit):
            rows(source=SOURCE + "THRONG_LAUNCH(close_kernel, 1, 32, stream, step);")

    def test_the_table_names_its_compiler(self):
        version, old = tool.read_table("# nvcc 13.0.88\nfile,kernel\na.cu,b\n")
        self.assertEqual((version, old), ("13.0.88", [{"file": "a.cu", "kernel": "b"}]))
        with self.assertRaises(SystemExit):
            tool.read_table("file,kernel\n")

    def test_the_table_of_the_repository(self):
        _, old = tool.read_table(tool.TABLE.read_text(encoding="utf-8"))
        self.assertEqual({r["arch"] for r in old}, set(tool.LIMITS))
        self.assertEqual(tuple(old[0]), tool.COLUMNS)


if __name__ == "__main__":
    unittest.main()
