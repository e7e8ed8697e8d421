# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program of `cargo ci bench` in another engine, as long as its standard input is open.

    python ci/bench/worker.py ENGINE FOLDER --threads N

ENGINE is xla, iree, ort or openvino. The worker compiles the program, runs it once and compares the
results with the expected ones. Then it prints a line of JSON with the measurements of the
compilation (see `hlo-run --serve`, which speaks the same protocol). For each line N that it reads
it runs the program N times and prints the times in milliseconds as a list in JSON.

A run includes everything up to the complete results; inputs are already where the engine wants
them. The process must be restricted to the CPUs of the benchmark by its parent (`taskset`), because
XLA sizes its thread pools by the CPUs that the process may use; XLA has no option for it.
"""

import argparse
import json
import os
import statistics
import sys
import time
from pathlib import Path

import numpy as np
from compare import difference
from files import load_all

# The compilation is repeated as often as this, unless it takes longer than this together.
COMPILATIONS = 5
COMPILATION_SECONDS = 2.0


class Xla:
    """XLA's CPU compiler through JAX's client, on the same StableHLO."""

    def __init__(self, folder, inputs, threads):
        os.environ["JAX_PLATFORMS"] = "cpu"
        for variable in ("JAX_COMPILATION_CACHE_DIR", "NPROC", "PJRT_NPROC"):
            os.environ.pop(variable, None)
        import jax
        from jax._src import compiler, xla_bridge
        from jaxlib import lapack

        self.jax = jax
        self.client = xla_bridge.get_backend("cpu")
        self.options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
        # Binds SciPy's LAPACK to the custom calls.
        lapack.prepare_lapack_call("getrf", np.float32)
        self.program = (folder / "program.mlir").read_bytes()
        if not self.program.startswith(b"ML\xefR"):
            self.program = self.program.decode()
        self.inputs = [jax.device_put(value) for value in inputs]
        self.version = f"jaxlib {jax.lib.__version__}"

    def compile(self):
        devices = tuple(self.client.local_devices()[:1])
        self.compiled = self.client.compile_and_load(self.program, devices, self.options)

    def run(self):
        results = self.compiled.execute(self.inputs)
        self.jax.block_until_ready(results)
        return results

    def facts(self):
        cost = self.compiled.cost_analysis()
        memory = self.compiled.get_compiled_memory_stats()
        facts = {"temporary_bytes": memory.temp_size_in_bytes, "flops": cost.get("flops")}
        return facts | {"bytes": cost.get("bytes accessed")}


class Iree:
    """IREE's llvm-cpu at its highest optimization level for the host."""

    FLAGS = ["--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3"]

    def __init__(self, folder, inputs, threads):
        import iree.runtime
        from iree.compiler import tools, version

        self.tools, self.runtime = tools, iree.runtime
        self.runtime.flags.parse_flags(f"--task_topology_group_count={threads}")
        self.config = self.runtime.Config("local-task")
        device = self.config.device
        self.inputs = [self.runtime.asdevicearray(device, value) for value in inputs]
        self.program = folder / "program.mlir"
        self.version = f"iree {version.VERSION}"

    def compile(self):
        binary = self.tools.compile_file(
            str(self.program),
            input_type="auto",
            target_backends=["llvm-cpu"],
            extra_args=self.FLAGS,
        )
        module = self.runtime.VmModule.copy_buffer(self.config.vm_instance, binary)
        self.context = self.runtime.SystemContext(config=self.config)
        self.context.add_vm_module(module)
        self.entry = self.context.modules[module.name]["main"]

    def run(self):
        results = self.entry(*self.inputs)
        return results if isinstance(results, (list, tuple)) else [results]

    def facts(self):
        return {}


class Ort:
    """ONNX Runtime's CPU provider with all optimizations."""

    def __init__(self, folder, inputs, threads):
        import onnxruntime

        self.ort = onnxruntime
        self.options = onnxruntime.SessionOptions()
        self.options.intra_op_num_threads = threads
        self.options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        self.path = str(folder / "program.onnx")
        self.inputs = {f"in{i}": value for i, value in enumerate(inputs)}
        self.version = f"onnxruntime {onnxruntime.__version__}"

    def compile(self):
        self.session = self.ort.InferenceSession(
            self.path, self.options, providers=["CPUExecutionProvider"]
        )

    def run(self):
        return self.session.run(None, self.inputs)

    def facts(self):
        return {}


class OpenVino:
    """OpenVINO's CPU plugin for the least latency, in f32."""

    def __init__(self, folder, inputs, threads):
        import openvino

        self.core = openvino.Core()
        self.config = {
            "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": "f32",
        }
        self.path = folder / "program.onnx"
        self.inputs = [openvino.Tensor(value) for value in inputs]
        self.version = f"openvino {openvino.__version__.split('-')[0]}"

    def compile(self):
        model = self.core.compile_model(self.core.read_model(self.path), "CPU", self.config)
        self.request = model.create_infer_request()
        for i, value in enumerate(self.inputs):
            self.request.set_input_tensor(i, value)
        self.results = range(len(model.outputs))

    def run(self):
        self.request.infer()
        return [self.request.get_output_tensor(i).data for i in self.results]

    def facts(self):
        return {}


ENGINES = {"xla": Xla, "iree": Iree, "ort": Ort, "openvino": OpenVino}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threads", type=int, required=True)
    args = parser.parse_args()
    description = json.loads((args.folder / "program.json").read_text())
    inputs = load_all(args.folder, "in", description["inputs"])
    engine = ENGINES[args.engine](args.folder, inputs, args.threads)
    compilations = []
    while not compilations or (
        len(compilations) < COMPILATIONS and sum(compilations) < COMPILATION_SECONDS * 1e3
    ):
        compilations.append(milliseconds(engine.compile))
    expected = load_all(args.folder, "out", description["results"])
    report = {
        "version": engine.version,
        "compile_ms": statistics.median(compilations),
        "difference": difference(engine.run(), expected, description),
    }
    answer(report | engine.facts())
    del expected
    for line in sys.stdin:
        answer([milliseconds(engine.run) for _ in range(int(line))])


def milliseconds(function):
    start = time.perf_counter()
    function()
    return (time.perf_counter() - start) * 1e3


def answer(value):
    print(json.dumps(value), flush=True)


if __name__ == "__main__":
    main()
