# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the benchmark programs of a pack of `cargo ci pack`, and the same StableHLO compiled by
JAX, on this machine's GPU.

    python bench.py [--only TEXT ...] [--timeout SECONDS] [--rounds N] [--runs N] [--json FILE]

JAX and hlo-load take turns. Inputs are random numbers from NumPy, the same for both. They are on
the device before a run, and a run ends when its results are complete there. The table has the
median of all runs of each side, and the least. The column `error` is the distance of hlo-load's
results from JAX's in the Frobenius norm, divided by the norm of JAX's. A run of JAX includes a call
from Python.

A process of its own measures the programs. It is replaced if a program exceeds the time limit. The
status is 1 if a program fails on hlo-load.
"""

import argparse
import json
import os
import re
import selectors
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

import loader
import numpy as np
from loader import Failed

TITLES = ["program", "hloom ms", "JAX ms", "JAX/hloom", "hloom min", "JAX min", "of hloom", "error"]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    help = "run only the programs whose names contain this text; may be repeated"
    parser.add_argument("--only", metavar="TEXT", action="append", default=[], help=help)
    help = "time limit of a program, with compilation and inputs"
    parser.add_argument("--timeout", metavar="SECONDS", type=float, default=90, help=help)
    parser.add_argument("--rounds", metavar="N", type=int, default=2, help="turns of each side")
    parser.add_argument("--runs", metavar="N", type=int, default=15, help="runs of a turn")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the numbers as JSON")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work(options)
        return
    pack = loader.description()
    rows = []
    print(line(TITLES), flush=True)
    worker = None
    memory = Path("/dev/shm")
    for entry in loader.chosen(pack["benchmarks"], options.only):
        worker = worker or Worker()
        with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
            row = worker.ask(f"{folder} {entry['name']}", options.timeout)
        if row is None:
            worker.kill()
            worker = None
            row = {"failure": f"did not end within {options.timeout} seconds, or crashed"}
        rows.append({"name": entry["name"], **row})
        print(line(cells(entry, row)), flush=True)
        for side in ("failure", "hloom_failure", "jax_failure"):
            if row.get(side):
                print(f"  {side}: {row[side]}", flush=True)
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1))
    if worker:
        worker.kill()
    for entry in loader.chosen(pack["refused"], options.only):
        print(f"{entry['name']}: not in the pack: {entry['reason']}")
    for version in {row["jax"] for row in rows if "jax" in row}:
        print(version)
    failed = sum("error" not in row for row in rows)
    print(f"{len(rows) - failed} of {len(rows)} programs measured on both sides")
    sys.exit(any(row.get("failure") or row.get("hloom_failure") for row in rows) or not rows)


def line(cells):
    return "".join([f"{cells[0]:24}", *(f"{cell:>12}" for cell in cells[1:])])


def cells(entry, row):
    def number(key):
        return f"{row[key]:.4f}" if key in row else "-"

    ratio = speed = "-"
    if "hloom_ms" in row and row["hloom_ms"] > 0:
        speed = f"{entry['bytes'] / row['hloom_ms'] / 1e6:.0f} GB/s"
        if entry["flops"]:
            speed = f"{entry['flops'] / row['hloom_ms'] / 1e9:.1f} TFLOP/s"
        if "jax_ms" in row:
            ratio = f"{row['jax_ms'] / row['hloom_ms']:.3f}"
    error = f"{row['error']:.1e}" if "error" in row else "-"
    times = [number(key) for key in ("hloom_min", "jax_min")]
    return [entry["name"], number("hloom_ms"), number("jax_ms"), ratio, *times, speed, error]


class Worker:
    """A process that measures programs. A request is a line with an empty folder and the name of a
    program, and the answer is a row of JSON."""

    def __init__(self):
        environment = {**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker", *sys.argv[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )

    def ask(self, request, timeout):
        """Returns the answer to a request, or `None` if it takes too long or ends the process."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            try:
                self.process.stdin.write(f"{request}\n".encode())
                self.process.stdin.flush()
            except BrokenPipeError:
                return None
            if not selector.select(timeout):
                return None
        answer = self.process.stdout.readline()
        return json.loads(answer) if answer else None

    def kill(self):
        # The process may have started hlo-load, which is in the same group.
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


def work(options):
    """Reads requests from standard input, and writes answers to standard output."""
    # Libraries print to the standard output.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    entries = {entry["name"]: entry for entry in loader.description()["benchmarks"]}
    for request in sys.stdin:
        folder, name = request.split()
        row = measure(entries[name], Path(folder), options)
        print(json.dumps(row), file=answers, flush=True)


def measure(entry, folder, options):
    """Returns the row of a program, whose arrays are written to a folder."""
    # hlo-load must end first, so that the times of JAX are not lost.
    deadline = time.perf_counter() + options.timeout - 1
    values = make_inputs(entry)
    inputs = [folder / f"in{i}.npy" for i in range(len(values))]
    for path, value in zip(inputs, values):
        loader.save(path, value)
    row, jax = {}, None
    try:
        start = time.perf_counter()
        jax = Jax(loader.FOLDER / entry["program"], values)
        row["jax_compile_s"] = time.perf_counter() - start
        row["jax"] = jax.version
    except Exception as error:  # hlo-load is measured all the same.
        row["jax_failure"] = f"{type(error).__name__}: {error}".splitlines()[0]
    del values
    executable = loader.FOLDER / entry["executable"]
    ours, least, theirs = [], [], []
    try:
        for turn in range(options.rounds):
            if jax:
                theirs += jax.times(options.runs)
            flags = ["--benchmark", str(options.runs)]
            if turn == 0:
                flags += ["--output-dir", folder / "results"]
            text = loader.run(executable, inputs, deadline - time.perf_counter(), *flags)
            times = re.search(r"run min ([0-9.]+) ms, median ([0-9.]+) ms", text)
            least.append(float(times[1]))
            ours.append(float(times[2]))
            row.setdefault("load_ms", float(re.search(r"load ([0-9.]+) ms", text)[1]))
        row["hloom_ms"], row["hloom_min"] = statistics.median(ours), min(least)
    except Failed as failure:
        row["hloom_failure"] = str(failure)
    if theirs:
        row["jax_ms"], row["jax_min"] = statistics.median(theirs), min(theirs)
    if jax and "hloom_ms" in row:
        got = [
            loader.load(folder / "results" / f"out{i}.npy", element_type)
            for i, element_type in enumerate(entry["results"])
        ]
        row["error"] = max(distance(one, other) for one, other in zip(got, jax.results()))
    return row


def make_inputs(entry):
    """Returns normally distributed arrays, which depend only on the program's name. Integers are in
    the range of their type."""
    random = np.random.default_rng(zlib.crc32(entry["name"].encode()))
    types = {"f32": np.float32, "f16": np.float16, "bf16": loader.BITS["bf16"]}
    values = []
    for argument in entry["arguments"]:
        value = random.standard_normal(argument["shape"], dtype=np.float32)
        if argument["type"] == "i8":
            values.append(np.clip(np.rint(value * 40), -128, 127).astype(np.int8))
        else:
            values.append(value.astype(types[argument["type"]]))
    return values


def distance(got, want):
    """Returns the distance of two arrays in the Frobenius norm, relative to the second one's."""
    want = np.asarray(want)
    if got.shape != want.shape or got.dtype != want.dtype:
        raise Failed(f"expected {want.dtype}{want.shape}, found {got.dtype}{got.shape}")
    got, want = got.astype(np.float64).ravel(), want.astype(np.float64).ravel()
    norm = np.linalg.norm(want)
    return float(np.linalg.norm(got - want) / (norm if norm else 1.0))


class Jax:
    """A program of StableHLO that JAX's client has compiled, with its inputs on the device."""

    def __init__(self, program, values):
        import jax
        from jax._src import compiler, xla_bridge

        self.jax = jax
        self.version = f"JAX {jax.__version__} on {jax.devices()[0].device_kind}"
        self.inputs = [jax.device_put(value) for value in values]
        client = xla_bridge.get_backend()
        options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
        devices = tuple(client.local_devices()[:1])
        self.compiled = client.compile_and_load(program.read_text(), devices, options)
        jax.block_until_ready([self.inputs, self.execute()])

    def execute(self):
        if hasattr(self.compiled, "execute"):
            return self.compiled.execute(self.inputs)
        results = self.compiled.execute_sharded(self.inputs)
        return [shards[0] for shards in results.disassemble_into_single_device_arrays()]

    def times(self, runs):
        """Returns the times of runs in milliseconds, after three runs that are not measured."""
        for _ in range(3):
            self.jax.block_until_ready(self.execute())
        times = []
        for _ in range(runs):
            start = time.perf_counter()
            results = self.execute()
            self.jax.block_until_ready(results)
            times.append((time.perf_counter() - start) * 1e3)
        return times

    def results(self):
        return self.execute()


if __name__ == "__main__":
    main()
