# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The models of `cargo ci tensorflow`, with random weights of a fixed seed.

Batch normalization has the statistics of the images, as after training. With the initial ones, the
values of deep networks vanish.
"""

import keras
import numpy as np

BATCH, IMAGE, LENGTH, TOKENS = 2, 224, 64, 1000

_MODELS = {}


def model(function):
    """Registers a function that returns a model and its input."""
    _MODELS[function.__name__] = function
    return function


def names():
    """Returns the names of all models."""
    return list(_MODELS)


def make(name):
    """Returns a model and its input as an array."""
    keras.utils.set_random_seed(0)
    return _MODELS[name](np.random.default_rng(0))


def vision(network, rng):
    """Returns a network for images, and images."""
    images = rng.standard_normal((BATCH, IMAGE, IMAGE, 3), np.float32)
    norms = [x for x in network.layers if isinstance(x, keras.layers.BatchNormalization)]
    for norm in norms:
        norm.momentum = 0.0
    network(images, training=True)
    return network, images


@model
def resnet50(rng):
    return vision(keras.applications.ResNet50(weights=None), rng)


@model
def mobilenet_v2(rng):
    return vision(keras.applications.MobileNetV2(weights=None), rng)


@model
def efficientnet_b0(rng):
    return vision(keras.applications.EfficientNetB0(weights=None), rng)


class Positions(keras.layers.Layer):
    """Adds a weight for each position of a sequence."""

    def build(self, shape):
        self.table = self.add_weight(shape=shape[1:], initializer="random_uniform")

    def call(self, x):
        return x + self.table


@model
def transformer(rng):
    """A classifier of text: four layers of an encoder, with the initial weights of BERT."""
    width, heads = 256, 4

    def dense(size, activation=None):
        start = keras.initializers.TruncatedNormal(stddev=0.02)
        return keras.layers.Dense(size, activation, kernel_initializer=start)

    tokens = keras.Input((LENGTH,), dtype="int32")
    x = Positions()(keras.layers.Embedding(TOKENS, width)(tokens))
    for _ in range(4):
        attention = keras.layers.MultiHeadAttention(heads, width // heads)
        x = keras.layers.LayerNormalization()(x + attention(x, x))
        hidden = dense(4 * width, "gelu")(x)
        x = keras.layers.LayerNormalization()(x + dense(width)(hidden))
    logits = dense(10)(dense(width, "tanh")(x[:, 0]))
    return keras.Model(tokens, logits), rng.integers(TOKENS, size=(BATCH, LENGTH), dtype=np.int32)
