# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a small network in JAX and exports it to spirals.bc, a portable artifact of StableHLO.

    python export.py

The network classifies points by the spiral, out of three, that they lie on. The script prints the
probabilities that JAX computes for the points of points.txt, in the format of main.c.
"""

from pathlib import Path

import jax
import jax.export
import jax.numpy as jnp
import numpy as np

FOLDER = Path(__file__).resolve().parent
WIDTHS = [2, 32, 32, 3]
STEPS = 500


def logits(params, x):
    for kernel, bias in params[:-1]:
        x = jnp.tanh(x @ kernel + bias)
    kernel, bias = params[-1]
    return x @ kernel + bias


def spirals(count):
    """Returns points of three spirals from the center to radius 1, and the spiral of each point."""
    rng = np.random.default_rng(0)
    label = np.arange(count) % 3
    radius = rng.uniform(0.1, 1, count)
    angle = 2 * np.pi * (label / 3 + radius) + rng.normal(0, 0.4, count)
    points = radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return points.astype(np.float32), label


def train():
    """Trains the network with Adam on full batches."""
    rng = np.random.default_rng(1)
    params = []
    for inputs, outputs in zip(WIDTHS, WIDTHS[1:]):
        kernel = rng.normal(0, inputs**-0.5, (inputs, outputs)).astype(np.float32)
        params.append((jnp.asarray(kernel), jnp.zeros(outputs)))
    points, labels = spirals(600)

    def loss_of(params):
        log_probabilities = jax.nn.log_softmax(logits(params, points))
        return -jnp.take_along_axis(log_probabilities, labels[:, None], axis=1).mean()

    def step(index, state):
        params, mean, square = state
        gradients = jax.grad(loss_of)(params)
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, gradients)
        square = jax.tree.map(lambda s, g: 0.99 * s + 0.01 * g * g, square, gradients)
        rate = 1e-2 * (1 - index / STEPS)
        params = jax.tree.map(
            lambda p, m, s: p - rate * m / (jnp.sqrt(s) + 1e-8), params, mean, square
        )
        return params, mean, square

    zeros = jax.tree.map(jnp.zeros_like, params)
    params, _, _ = jax.jit(lambda *s: jax.lax.fori_loop(0, STEPS, step, s))(params, zeros, zeros)
    predicted = jnp.argmax(logits(params, points), axis=1)
    print(f"training accuracy: {float(jnp.mean(predicted == labels)):.1%}")
    return params


def main():
    # Locations in the artifact contain file names without folders.
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
    params = train()

    # The function captures the weights, so they become constants of the program.
    @jax.jit
    def classify(point):
        return jax.nn.softmax(logits(params, point))

    point = jax.ShapeDtypeStruct([2], jnp.float32)
    exported = jax.export.export(classify, platforms=["cpu"])(point)
    (FOLDER / "spirals.bc").write_bytes(exported.mlir_module_serialized)
    for point in np.loadtxt(FOLDER / "points.txt", np.float32, ndmin=2):
        probabilities = " ".join(f"{value:.4f}" for value in classify(point))
        print(f"{point[0]:5.2f} {point[1]:5.2f}: {probabilities}")


if __name__ == "__main__":
    main()
