# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a model of `cargo ci tensorflow` with hlo-run and with TensorFlow, and compares the results.

    python ci/tensorflow/run.py --list
    python ci/tensorflow/run.py --model NAME --hlo-run FILE

The results must be equal by the default tolerances of `tf.test.TestCase.assertAllClose`. TensorFlow
runs the model operation by operation, without XLA. The last line of the output is a JSON object,
which `cargo ci tensorflow` shows as a row of its table:

    failure    the reason why the results are wrong; null if they are right
    graphs     null, as TensorFlow captures no graphs
    largest    the greatest absolute value of the expected results
    error      the greatest absolute difference from them of `tf.function(jit_compile=True)`
    share      the greatest difference as a part of the one that the tolerance allows
    exported   the share for the SavedModel
    precision  the share for TensorFlow's own results, if the expected results are in float64
    first      seconds to compile
    hloom      milliseconds of a run
    framework  milliseconds of a run of TensorFlow
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import models
import numpy as np
import tensorflow as tf
import tensorflow_hloom

RELATIVE, ABSOLUTE = 1e-6, 1e-6
"""The defaults of `assertAllClose` for float32."""


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", action="store_true", help="print the names of the models")
    parser.add_argument("--model", metavar="NAME", choices=models.names())
    parser.add_argument("--hlo-run", metavar="FILE", type=Path)
    options = parser.parse_args()
    if options.list:
        print("\n".join(models.names()))
    else:
        print(json.dumps(run(options.model, options.hlo_run)))


def run(name, tool):
    """Runs a model in each way, and returns the row."""
    model, value = models.make(name)
    tensor = tf.constant(value)
    plain = tf.function(lambda x: model(x, training=False))
    expected = plain(tensor).numpy()
    framework = min(seconds(lambda: plain(tensor).numpy()) for _ in range(3))

    compiled = tf.function(lambda x: model(x, training=False), jit_compile=True)
    result, times = by_tool(tool, tensorflow_hloom.to_hlo(compiled, tensor))
    with tempfile.TemporaryDirectory() as folder:
        model.export(folder, verbose=False)
        function, _ = tensorflow_hloom.load_signature(folder)
        saved, _ = by_tool(tool, tensorflow_hloom.to_hlo(function, tensor))
    precise = in_float64(name, model, value)
    return {
        "failure": failure("function", result, expected) or failure("SavedModel", saved, expected),
        "graphs": None,
        "largest": float(np.abs(expected).max()),
        "error": float(np.abs(result - expected).max()),
        "share": share(result, expected),
        "exported": share(saved, expected),
        "precision": share(expected, precise),
        "first": times["compile_ms"] / 1e3,
        "hloom": times["run_ms_min"],
        "framework": 1e3 * framework,
    }


def seconds(function):
    """Returns the time of a call."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def by_tool(tool, program):
    """Runs a program with hlo-run, and returns its result and its times."""
    with tempfile.TemporaryDirectory() as folder:
        file, values = program.save(folder)
        given = [word for value in values for word in ("--input", value)]
        measured = ["--benchmark", "3", "--json", Path(folder) / "times.json"]
        command = [tool, file, *given, *measured, "--output-dir", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times = json.loads((Path(folder) / "times.json").read_text())
        return np.load(Path(folder) / "out0.npy"), times


def in_float64(name, model, value):
    """Returns the results of a model with the same weights in double precision."""
    keras.config.set_floatx("float64")
    keras.config.set_dtype_policy("float64")
    wide, _ = models.make(name)
    wide.set_weights(model.get_weights())
    value = value.astype(np.float64) if value.dtype == np.float32 else value
    return wide(value, training=False).numpy()


def failure(what, result, expected):
    """Returns the reason why two results differ by TensorFlow's default tolerances, or None."""
    try:
        tf.test.TestCase().assertAllClose(result, expected)
    except AssertionError as error:
        return f"{what}: " + " ".join(str(error).split("\n")[:6])
    return None


def share(result, expected):
    """Returns the greatest difference as a part of what the default tolerance allows."""
    expected = expected.astype(np.float64)
    return float((np.abs(result - expected) / (ABSOLUTE + RELATIVE * np.abs(expected))).max())


if __name__ == "__main__":
    main()
