"""The check finds what it is there for."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools/check_cuda_waits.py"


def outcome(name: str, text: str):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "kernels/cuda" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        run = subprocess.run([sys.executable, "-B", TOOL, folder], capture_output=True, text=True, check=False)
        return run.returncode, run.stdout


class CheckCudaWaits(unittest.TestCase):
    def test_finds_waits_and_hidden_waits(self):
        for call in ("cudaStreamSynchronize(s)", "cudaDeviceSynchronize()", "cudaEventQuery(e)", "cudaMemcpy(a, b, n, k)", "cudaMalloc (&p, n)"):
            code, text = outcome("some.cpp", f"void f() {{ {call}; }}\n")
            self.assertEqual(code, 1, call)
            self.assertIn("some.cpp", text)

    def test_one_more_than_allowed(self):
        wait = "void f() { cudaStreamSynchronize(s); }\n"
        self.assertEqual(outcome("motion_transfer.cpp", wait)[0], 0)
        self.assertEqual(outcome("motion_transfer.cpp", 2 * wait)[0], 1)

    def test_asynchronous_calls_and_comments_pass(self):
        self.assertEqual(outcome("some.cu", "cudaMemcpyAsync(a, b, n, k, s); cudaFreeAsync(p, s); cudaFreeHost(p); // cudaMalloc(\n")[0], 0)


if __name__ == "__main__":
    unittest.main()
