# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports a small convolutional network from TensorFlow as HLO, before and after XLA.

    python examples/tensorflow/export.py [--output DIR]

The script writes to this folder:

    program.hlo            the HLO that TensorFlow passes to XLA
    optimized.hlo          the same after XLA's CPU optimizations, with fusions
    in0.npy, in1.npy, ...  the images, then the captured values of the function, in the order of
                           the program's parameters
    out0.npy, out1.npy     the probabilities and the most probable classes that TensorFlow
                           computes without XLA

The weights are random with a fixed seed. README.md lists the required packages.
"""

import argparse
import os
import re
import sys
from pathlib import Path

os.environ["CUDA_VISIBLE_DEVICES"] = ""
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf

SEED = 0
CLASSES = 10
TOLERANCE = {"rtol": 1e-5, "atol": 1e-6}
TYPES = {"float32": "f32", "int32": "s32"}


class Network(tf.Module):
    """Two convolutions, the second one depthwise, a batch norm and two dense layers."""

    def __init__(self, rng):
        def normal(*shape, scale=1.0, offset=0.0):
            return tf.Variable(offset + scale * rng.standard_normal(shape).astype(np.float32))

        self.kernel = normal(3, 3, 3, 8, scale=0.3)
        self.bias = normal(8, scale=0.1)
        self.depthwise = normal(3, 3, 8, 2, scale=0.4)
        self.mean, self.variance = normal(16, scale=0.1), normal(16, scale=0.1, offset=1.0)
        self.shift, self.scale = normal(16, scale=0.1), normal(16, scale=0.1, offset=1.0)
        self.hidden = normal(256, 24, scale=0.1)
        self.hidden_bias = normal(24, scale=0.1)
        self.output = normal(24, CLASSES, scale=0.4)

    def classify(self, images):
        """Computes [n,10] probabilities and [n] most probable classes from [n,16,16,3] images."""
        x = tf.nn.conv2d(images, self.kernel, strides=2, padding="SAME")
        x = tf.nn.relu(tf.nn.bias_add(x, self.bias))
        x = tf.nn.depthwise_conv2d(x, self.depthwise, strides=[1, 1, 1, 1], padding="SAME")
        x = tf.nn.batch_normalization(x, self.mean, self.variance, self.shift, self.scale, 1e-3)
        x = tf.nn.max_pool2d(tf.nn.elu(x), ksize=2, strides=2, padding="VALID")
        x = tf.reshape(x, [images.shape[0], -1])
        x = tf.nn.gelu(x @ self.hidden + self.hidden_bias)
        probabilities = tf.nn.softmax(x @ self.output)
        return probabilities, tf.argmax(probabilities, axis=-1, output_type=tf.int32)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, default=Path(__file__).resolve().parent)
    folder = parser.parse_args().output
    folder.mkdir(parents=True, exist_ok=True)

    rng = np.random.default_rng(SEED)
    network = Network(rng)
    images = tf.constant(rng.standard_normal((4, 16, 16, 3)).astype(np.float32))
    compiled = tf.function(network.classify, jit_compile=True)
    compiler_ir = compiled.experimental_get_compiler_ir(images)
    program = compiler_ir(stage="hlo_no_metadata")
    optimized = without_metadata(compiler_ir(stage="optimized_hlo"))

    inputs = [images.numpy(), *captured(compiled.get_concrete_function(images))]
    outputs = [result.numpy() for result in network.classify(images)]
    for text in (program, optimized):
        check_types(text, inputs, outputs)
    for by_itself, by_xla in zip(outputs, compiled(images)):
        np.testing.assert_allclose(by_xla.numpy(), by_itself, **TOLERANCE)

    (folder / "program.hlo").write_text(program.strip() + "\n")
    (folder / "optimized.hlo").write_text(optimized.strip() + "\n")
    for kind, arrays in {"in": inputs, "out": outputs}.items():
        for index, array in enumerate(arrays):
            np.save(folder / f"{kind}{index}.npy", array)
            print(f"{kind}{index}.npy: {array.dtype} {list(array.shape)}")


def captured(function):
    """Returns the captured values of a function: variables by reference, and constants."""
    variables = {id(variable.handle): variable for variable in function.variables}
    return [variables.get(id(value), value).numpy() for value in function.captured_inputs]


def without_metadata(text):
    """Returns a program without the metadata of its instructions."""
    return re.sub(r', metadata=\{(?:[^{}"]|"[^"]*")*\}', "", text)


def check_types(program, inputs, outputs):
    """Exits with an error unless the parameters and results have the types of the arrays."""

    def types(arrays):
        return [f"{TYPES[a.dtype.name]}[{','.join(map(str, a.shape))}]" for a in arrays]

    layout = re.search(r"entry_computation_layout=\{\((.*?)\)->(.*)\}\n", program)
    found = [re.findall(r"\w+\[[\d,]*\]", part) for part in layout.groups()]
    expected = [types(inputs), types(outputs)]
    if found != expected:
        sys.exit(f"expected a program of types {expected}, found {found}")


if __name__ == "__main__":
    main()
