"""Does tools/check_layers.py find what it is there for?"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_layers.py"

GOOD = {
    "include/throng/world.hpp": "#include <vector>\n",
    "kernels/agent/agent_fields.hpp": "#include <cstdint>\n",
    "kernels/agent/lane.hpp": '#include <immintrin.h>\n#include "throng/world.hpp"\n',
    "kernels/cuda/solve.cu": '#include <cub/cub.cuh>\n#include "kernels/agent/lane.hpp"\n#include "host/executor.hpp"\n',
    "host/executor.hpp": '#include "kernels/agent/agent_fields.hpp"\n',
    "host/cpu/executor.cpp": '#include <tbb/parallel_for.h>\n#include "host/executor.hpp"\n#include "kernels/agent/lane.hpp"\n',
    "host/reference/solve.hpp": '#include <Eigen/Dense>\n#include "throng/world.hpp"\n',
    "host/reference_executor.cpp": '#include "host/executor.hpp"\n#include "host/reference/solve.hpp"\n',
    "host/world.cpp": '#include "host/executor.hpp"\n',
    "host/cli/main.cpp": '#include <CLI/CLI.hpp>\n#include <throng/world.hpp>\n',
    "tests/unit/lane_test.cpp": '#include "kernels/agent/lane.hpp"\n',
}


class CheckLayers(unittest.TestCase):
    def check(self, extra):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**GOOD, **extra}.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            run = subprocess.run([sys.executable, CHECK, "--root", folder], capture_output=True, text=True, check=False)
            return run.returncode, run.stdout

    def assert_fault(self, name, text, message):
        status, output = self.check({name: text})
        self.assertEqual(status, 1, output)
        self.assertIn(f"{name}:1: {message}", output)

    def test_good_tree_passes(self):
        status, output = self.check({})
        self.assertEqual(status, 0, output)

    def test_each_rule(self):
        for name, text, message in (
            ("include/throng/a.hpp", '#include "host/executor.hpp"', "include may not include host/executor.hpp"),
            ("include/throng/a.hpp", "#include <Eigen/Dense>", "include sees the standard library only"),
            ("kernels/agent/a.hpp", '#include "host/executor.hpp"', "kernels/agent may not include host/executor.hpp"),
            ("kernels/agent/a.hpp", "#include <cuda_runtime.h>", "only kernels/cuda sees CUDA headers"),
            ("host/world.hpp", "#include <cub/cub.cuh>", "only kernels/cuda sees CUDA headers"),
            ("tests/unit/a.cpp", "  #  include <thrust/sort.h>", "only kernels/cuda sees CUDA headers"),
            ("host/reference/a.cpp", '#include "kernels/agent/lane.hpp"', "host/reference may not include kernels/agent/lane.hpp"),
            ("host/reference/a.cpp", '#include "../../kernels/agent/lane.hpp"', "host/reference may not include"),
            ("host/reference/a.cpp", '#include "kernels/agent/agent_fields.hpp"', "host/reference may not include kernels/agent"),
            ("host/reference_executor.cpp", '#include "kernels/agent/lane.hpp"', "host/reference_executor.cpp may not include"),
            ("host/cpu/a.cpp", '#include "host/reference/b.hpp"', '"host/reference/b.hpp" is no file'),
            ("host/odd.cpp", '#include "odd.hpp"', '"odd.hpp" is no file of this project'),
        ):
            with self.subTest(name=name, text=text):
                self.assert_fault(name, text, message)

    def test_layers_above(self):
        status, output = self.check({
            "host/reference/b.hpp": "",
            "host/cpu/a.cpp": '#include "host/reference/b.hpp"\n',
            "host/scenario/s.hpp": "",
            "host/w.cpp": '#include "host/scenario/s.hpp"\n',
        })
        self.assertEqual(status, 1)
        self.assertIn("host/cpu may not include host/reference/b.hpp", output)
        self.assertIn("host may not include host/scenario/s.hpp", output)

    def test_a_folder_nobody_knows(self):
        status, output = self.check({"kernels/vulkan/a.cpp": ""})
        self.assertEqual(status, 1)
        self.assertIn("kernels/vulkan/a.cpp:0: stands in no layer", output)


if __name__ == "__main__":
    unittest.main()
