# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains the digits classifier of `cargo ci demo` and exports it from JAX.

    python examples/digits/train.py [--output DIR]

A small convolutional network in plain JAX on scikit-learn's handwritten digits: 1797
images of 8x8 pixels with values from 0 to 16. Of these, 360 are held out from training, with
the same share of every digit. The script writes to this folder:

    classifier.mlir   StableHLO; [360,8,8] f32 pixel values -> [360,10] f32 logits; the
                      trained weights are constants of the program
    images.npy        the held-out images, [360,8,8] f32, as scikit-learn gives them
    labels.npy        their digits, [360] i32
    jax_logits.npy    the logits that JAX computes for them on the CPU, [360,10] f32

The random numbers are seeded, but on another machine the weights may differ in their last bits.
goldens/requirements.txt lists the required packages. Training takes about ten seconds on one
core.
"""

import argparse
import functools
import os
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.interpreters import mlir
from jaxlib.mlir import ir
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

HELD_OUT = 360
EPOCHS = 60
BATCH = 64
LEARNING_RATE = 2e-3
SEED = 0
LEAST_ACCURACY = 0.97
LARGEST_PROGRAM = 500_000
LARGEST_TOTAL = 1_000_000


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, default=Path(__file__).resolve().parent)
    folder = parser.parse_args().output
    folder.mkdir(parents=True, exist_ok=True)

    data = load_digits()
    train_x, test_x, train_y, test_y = train_test_split(
        data.images.astype(np.float32),
        data.target.astype(np.int32),
        test_size=HELD_OUT,
        random_state=SEED,
        stratify=data.target,
    )
    params = train(train_x, train_y)

    # The function captures the parameters, so they become constants of the program.
    def classifier(images):
        return logits(params, images)

    lowered = jax.jit(classifier).lower(test_x)
    text = lowered.as_text()
    outputs = np.asarray(lowered.compile()(test_x))
    accuracy = float((outputs.argmax(-1) == test_y).mean())
    print(f"held-out accuracy: {accuracy:.4f} ({HELD_OUT} images)")

    check_program(text)
    (folder / "classifier.mlir").write_text(text)
    np.save(folder / "images.npy", test_x)
    np.save(folder / "labels.npy", test_y)
    np.save(folder / "jax_logits.npy", outputs)
    names = ["classifier.mlir", "images.npy", "labels.npy", "jax_logits.npy"]
    sizes = {name: (folder / name).stat().st_size for name in names}
    for name, size in sizes.items():
        print(f"{name}: {size} bytes")

    if accuracy < LEAST_ACCURACY:
        sys.exit(f"expected an accuracy of at least {LEAST_ACCURACY}, found {accuracy:.4f}")
    if sizes["classifier.mlir"] > LARGEST_PROGRAM or sum(sizes.values()) > LARGEST_TOTAL:
        limits = f"{LARGEST_PROGRAM} bytes of program and {LARGEST_TOTAL} bytes of files"
        sys.exit(f"expected at most {limits}, found {sizes}")


# The network: two 3x3 convolutions, a 2x2 max pool, two dense layers.


def init(key):
    keys = jax.random.split(key, 4)

    def normal(key, shape, fan_in):
        return jax.random.normal(key, shape) * (2.0 / fan_in) ** 0.5

    return {
        "conv1": {"kernel": normal(keys[0], (3, 3, 1, 16), 9), "bias": jnp.zeros(16)},
        "conv2": {"kernel": normal(keys[1], (3, 3, 16, 32), 144), "bias": jnp.zeros(32)},
        "dense1": {"kernel": normal(keys[2], (512, 64), 512), "bias": jnp.zeros(64)},
        "dense2": {"kernel": normal(keys[3], (64, 10), 64), "bias": jnp.zeros(10)},
    }


def logits(params, images):
    """Computes [n,10] logits from [n,8,8] pixel values from 0 to 16."""

    def conv(x, layer):
        y = lax.conv_general_dilated(
            x, layer["kernel"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
        return jax.nn.relu(y + layer["bias"])

    def dense(x, layer):
        return x @ layer["kernel"] + layer["bias"]

    x = images[..., None] / 16.0
    x = conv(conv(x, params["conv1"]), params["conv2"])
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    x = jax.nn.relu(dense(x.reshape(x.shape[0], -1), params["dense1"]))
    return dense(x, params["dense2"])


# Training: Adam with weight decay, a cosine schedule, and images shifted by up to one pixel.


def train(images, labels):
    steps_per_epoch = len(images) // BATCH
    steps = EPOCHS * steps_per_epoch
    params = init(jax.random.key(SEED))
    zeros = jax.tree.map(jnp.zeros_like, params)
    state = (params, zeros, zeros)
    rng = np.random.default_rng(SEED)
    for epoch in range(EPOCHS):
        order = rng.permutation(len(images))[: steps_per_epoch * BATCH]
        losses = []
        for i, batch in enumerate(order.reshape(-1, BATCH)):
            step = epoch * steps_per_epoch + i
            state, loss = update(state, shifted(rng, images[batch]), labels[batch], step, steps)
            losses.append(loss)
        if (epoch + 1) % 10 == 0:
            print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}")
    return state[0]


def shifted(rng, images):
    """Moves each image by -1, 0 or 1 pixel along each axis, filling with 0."""
    padded = np.pad(images, ((0, 0), (1, 1), (1, 1)))
    moves = rng.integers(0, 3, (len(images), 2))
    return np.stack([image[y : y + 8, x : x + 8] for image, (y, x) in zip(padded, moves)])


@functools.partial(jax.jit, static_argnums=4)
def update(state, images, labels, step, steps):
    params, mean, square = state

    def loss_of(params):
        log_probs = jax.nn.log_softmax(logits(params, images))
        return -(jax.nn.one_hot(labels, 10) * log_probs).sum(-1).mean()

    loss, grads = jax.value_and_grad(loss_of)(params)
    rate = LEARNING_RATE * 0.5 * (1 + jnp.cos(jnp.pi * step / steps))
    t = step + 1.0
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, grads)
    square = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, square, grads)

    def moved(p, m, s):
        direction = (m / (1 - 0.9**t)) / (jnp.sqrt(s / (1 - 0.999**t)) + 1e-8)
        return p - rate * (direction + 1e-2 * p)

    return (jax.tree.map(moved, params, mean, square), mean, square), loss


def check_program(text):
    """Exits with an error unless jaxlib reads the program and its only input are the images."""
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        module.operation.verify()
        entry = next(op for op in module.body.operations if op.name.value == "main")
        inputs = [str(argument.type) for argument in entry.arguments]
    if inputs != [f"tensor<{HELD_OUT}x8x8xf32>"]:
        sys.exit(f"expected one input of shape {HELD_OUT}x8x8 and type f32, found {inputs}")


if __name__ == "__main__":
    main()
