#!/usr/bin/env python3
"""tools/check_ptx.py finds what it is there to find. Needs no nvcc."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools/check_ptx.py"
sys.path.insert(0, str(TOOL.parent))
import check_ptx  # noqa: E402
import cuda_sources  # noqa: E402

OURS = "_ZN6throng4cuda40_GLOBAL__N__ff0b40bd_8_solve_cu_cd13933e12solve_kernelENS0_10DeviceStepEj"
CUBS = "_ZN3cub17CUB_300000_SM_7506detail4scan16DeviceScanKernelIPjEEvT_"
TEMPLATE = """.version 9.0
.target sm_75
.address_size 64
.visible .entry {name}(
\t.param .align 8 .b8 {name}_param_0[976],
\t.param .u32 {name}_param_1
)
.maxntid 128, 1, 1
{{
\t.reg .pred \t%p<3>;
\t.loc\t1 64 3, function_name $L__info_string0, inlined_at 1 20 5
$L__BB0_1:
\t@%p1 bra \t$L__BB0_1;
{body}
\tret;
}}
\t.file\t1 "kernels/cuda/solve.cu"
"""


def faults(*statements, name=OURS):
    text = TEMPLATE.format(name=name, body="\n".join(f"\t{s}" for s in statements))
    return check_ptx.Ptx("a.ptx", text).faults


class CheckPtx(unittest.TestCase):
    def test_what_ieee_arithmetic_is_made_of(self):
        self.assertEqual(faults(
            "add.rn.f32 \t%f3, %f1, %f2;", "sub.rn.f64 \t%fd3, %fd1, %fd2;", "mul.rn.f32 %f3, %f1, %f2;",
            "div.rn.f32 %f3, %f1, %f2;", "sqrt.rn.f64 %fd3, %fd1;", "rcp.rn.f32 %f2, %f1;", "neg.f32 %f2, %f1;",
            "setp.geu.f32 %p2, %f1, %f2;", "selp.f32 %f3, %f1, %f2, %p2;", "@%p2 mov.f32 %f1, 0f3F800000;",
            "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];", "cvt.rn.f32.f64 %f1, %fd1;", "cvt.f64.f32 %fd1, %f1;",
            "cvt.rn.f32.s32 %f1, %r1;", "cvt.rzi.s32.f32 %r1, %f1;"), [])

    def test_integers_may_do_what_they_like(self):
        self.assertEqual(faults("mad.lo.s32 %r1, %r2, %r3, %r4;", "mad.wide.u32 %rd1, %r2, %r3, %rd4;", "min.s64 %rd1, %rd2, %rd3;",
                                "atom.global.add.u32 %r1, [%rd1], 1;", "shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, -1;"), [])

    def test_each_fault(self):
        for statement in ("fma.rn.f32 %f4, %f1, %f2, %f3;", "fma.rn.f64 %fd4, %fd1, %fd2, %fd3;", "mad.f32 %f4, %f1, %f2, %f3;",
                          "mad.rn.f64 %fd4, %fd1, %fd2, %fd3;", "div.approx.f32 %f3, %f1, %f2;", "div.full.f32 %f3, %f1, %f2;",
                          "sqrt.approx.f32 %f2, %f1;", "rsqrt.approx.f32 %f2, %f1;", "rsqrt.approx.ftz.f64 %fd2, %fd1;",
                          "ex2.approx.f32 %f2, %f1;", "lg2.approx.f32 %f2, %f1;", "sin.approx.f32 %f2, %f1;",
                          "cos.approx.f32 %f2, %f1;", "tanh.approx.f32 %f2, %f1;", "add.rn.ftz.f32 %f3, %f1, %f2;",
                          "setp.lt.ftz.f32 %p1, %f1, %f2;", "abs.ftz.f32 %f2, %f1;", "add.f32 %f3, %f1, %f2;",
                          "mul.f64 %fd3, %fd1, %fd2;", "add.rz.f32 %f3, %f1, %f2;", "div.rm.f64 %fd3, %fd1, %fd2;",
                          "add.rn.sat.f32 %f3, %f1, %f2;", "cvt.rz.f32.f64 %f1, %fd1;", "cvt.sat.f32.f32 %f2, %f1;",
                          "atom.global.add.f32 %f1, [%rd1], %f2;", "red.global.add.f64 [%rd1], %fd2;",
                          "@%p1 fma.rn.f32 %f4, %f1, %f2, %f3;", "@!%p1 fma.rn.f32 %f4, %f1, %f2, %f3;",
                          "$L__BB0_2: fma.rn.f32 %f4, %f1, %f2, %f3;", "{ fma.rn.f32 %f4, %f1, %f2, %f3; }",
                          "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1}, {%r1}, {%r2}, {%f2};",
                          "add.rn.f32 %f3, %f1, %f2; fma.rn.f32 %f4, %f1, %f2, %f3;"):
            with self.subTest(statement):
                self.assertEqual(len(faults(statement)), 1)

    def test_minima_that_comparisons_would_not_give(self):
        for statement in ("min.f32 %f3, %f1, %f2;", "max.f64 %fd3, %fd1, %fd2;", "min.f32 %f2, %f1, 0f00000000;",
                          "max.f32 %f2, %f1, 0f80000000;", "min.f32 %f2, %f1, 0f7FC00000;", "min.NaN.f32 %f2, %f1, 0f3F800000;",
                          "min.f64 %fd2, %fd1, 0d0000000000000000;", "max.xorsign.abs.f32 %f2, %f1, 0f3F800000;"):
            with self.subTest(statement):
                self.assertEqual(len(faults(statement)), 1)

    def test_minima_that_comparisons_give(self):
        self.assertEqual(faults("min.f32 %f2, %f1, 0f3F800000;", "max.f32 %f2, %f1, 0f00000000;", "min.f32 %f2, %f1, 0f80000000;",
                                "max.f64 %fd2, %fd1, 0d3FF0000000000000;", "max.f64 %fd2, %fd1, 0d0000000000000000;",
                                "min.f32 %f2, %f1, 0f7F800000;"), [])

    def test_comments_are_no_instructions(self):
        self.assertEqual(faults("// fma.rn.f32 %f4, %f1, %f2, %f3;", "/* fma.rn.f32 %f4,", " fma.rn.f32 %f1; */ ret;"), [])
        self.assertEqual(len(faults("/* one */ fma.rn.f32 %f4, %f1, %f2, %f3; // two")), 1)

    def test_a_fault_says_where_it_is(self):
        self.assertEqual(faults("fma.rn.f32 \t%f4, %f1, %f2, %f3;"),
                         ["a.ptx:14: solve_kernel: fma.rn.f32 %f4, %f1, %f2, %f3: one rounding in place of two (from kernels/cuda/solve.cu:64)"])

    def test_libraries_are_left_out_unless_they_run_operations_of_ours(self):
        fused = "fma.rn.f32 %f4, %f1, %f2, %f3;"
        self.assertEqual(faults(fused, name=CUBS), [])
        self.assertEqual(len(faults(fused, name=CUBS.replace("IPjE", "IN6throng4cuda9JoinBoxesEE"))), 1)

    def test_functions_beside_kernels(self):
        text = f".func  (.param .b32 func_retval0) {OURS}(\n\t.param .b32 {OURS}_param_0\n)\n{{\n\tfma.rn.f32 %f4, %f1, %f2, %f3;\n}}\n"
        self.assertEqual(len(check_ptx.Ptx("a.ptx", text).faults), 1)

    def test_short_names(self):
        self.assertEqual(cuda_sources.short_name(OURS), "solve_kernel")
        self.assertEqual(cuda_sources.short_name(CUBS), "DeviceScanKernel")

    def test_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, body, status in ((OURS, "add.rn.f32 %f3, %f1, %f2;", 0), (OURS, "fma.rn.f32 %f4, %f1, %f2, %f3;", 1),
                                       (CUBS, "ret;", 1)):  # nothing of ours: the check would be empty
                path = pathlib.Path(folder) / "b.ptx"
                path.write_text(TEMPLATE.format(name=name, body=body))
                done = subprocess.run([sys.executable, "-B", str(TOOL), "--ptx", str(path)], capture_output=True, text=True)
                self.assertEqual(done.returncode, status, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
