# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a convolutional network on handwritten digits with flax and optax.

    pip install flax optax scikit-learn
    JAX_PLATFORMS=hloom python examples/jax/train_digits.py

Prints the loss of each epoch and the accuracy on held-out images. With `--compare-with cpu`, it
also trains on that platform and prints the difference.
"""

import argparse

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from sklearn.datasets import load_digits

EPOCHS, BATCH = 20, 64


class Network(nn.Module):
    """Two convolutions and two dense layers, for images of 8 by 8."""

    @nn.compact
    def __call__(self, images):
        x = nn.relu(nn.Conv(16, (3, 3))(images[..., None]))
        x = nn.avg_pool(x, (2, 2), (2, 2))
        x = nn.relu(nn.Conv(32, (3, 3))(x))
        x = x.reshape(x.shape[0], -1)
        return nn.Dense(10)(nn.relu(nn.Dense(64)(x)))


def train(device):
    """Trains on a device; returns the loss of each epoch and the final accuracy."""
    images, labels = load_digits(return_X_y=True)
    images = (images.reshape(-1, 8, 8) / 16).astype(np.float32)
    order = np.random.default_rng(0).permutation(len(images))
    train_set, test_set = order[:-360], order[-360:]
    with jax.default_device(device):
        network = Network()
        parameters = network.init(jax.random.key(0), images[:1])
        optimizer = optax.adamw(1e-3)

        def loss_of(parameters, images, labels):
            logits = network.apply(parameters, images)
            return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

        @jax.jit
        def step(parameters, state, images, labels):
            loss, gradients = jax.value_and_grad(loss_of)(parameters, images, labels)
            updates, state = optimizer.update(gradients, state, parameters)
            return optax.apply_updates(parameters, updates), state, loss

        state = optimizer.init(parameters)
        losses = []
        for epoch in range(EPOCHS):
            batches = np.random.default_rng(epoch).permutation(train_set)
            total, count = 0.0, 0
            for start in range(0, len(batches) - BATCH + 1, BATCH):
                batch = batches[start:start + BATCH]
                parameters, state, loss = step(parameters, state, images[batch], labels[batch])
                total, count = total + loss, count + 1
            losses.append(float(total) / count)
        predicted = jnp.argmax(jax.jit(network.apply)(parameters, images[test_set]), axis=-1)
        return losses, float(np.mean(np.asarray(predicted) == labels[test_set]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--compare-with", metavar="PLATFORM", help="also train on this platform, and compare"
    )
    options = parser.parse_args()
    device = jax.devices()[0]
    losses, accuracy = train(device)
    for epoch, loss in enumerate(losses):
        print(f"epoch {epoch:2}  loss {loss:.6f}")
    print(f"accuracy {accuracy:.2%} on {device.platform}")
    if options.compare_with:
        other = jax.devices(options.compare_with)[0]
        other_losses, other_accuracy = train(other)
        distance = max(abs(a - b) / b for a, b in zip(losses, other_losses))
        print(f"accuracy {other_accuracy:.2%} on {other.platform}")
        print(f"the relative difference of the losses is at most {distance:.2e}")


if __name__ == "__main__":
    main()
