# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Train steps: loss, gradients, and the update of the weights."""

import jax
import jax.numpy as jnp
from goldens.programs.networks import (
    conv_nhwc,
    dense_layers,
    encoder_block,
    max_pool_2x2,
    mlp_forward,
)
from goldens.programs.training import cross_entropy, language_model_args, sgd

from . import DEEP, integers, normal, program
from .convolutional_networks import conv_weights


@program(DEEP)
def mlp_train_step(rng):
    """SGD on a batch of 256 for layers of 784, 1024, 1024 and 10."""

    def f(params, x, labels):
        loss, grads = jax.value_and_grad(lambda p: cross_entropy(mlp_forward(p, x), labels))(params)
        return sgd(params, grads), loss

    layers = dense_layers(rng, [784, 1024, 1024, 10])
    return f, (layers, normal(rng, 256, 784), integers(rng, 0, 10, 256))


@program(DEEP)
def cnn_train_step(rng):
    """SGD with momentum on a batch of 64 images of 32x32: three convolutions of 32, 64 and 128
    channels with max pooling, and a dense layer."""

    def forward(params, x):
        for kernel in params["kernels"]:
            x = max_pool_2x2(jax.nn.relu(conv_nhwc(x, kernel)))
        return x.reshape(len(x), -1) @ params["dense"]

    def f(params, momentum, x, labels):
        loss, grads = jax.value_and_grad(lambda p: cross_entropy(forward(p, x), labels))(params)
        momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, grads)
        return sgd(params, momentum, 0.01), momentum, loss

    params = {
        "kernels": [conv_weights(rng, 3, m, n) for m, n in ((3, 32), (32, 64), (64, 128))],
        "dense": normal(rng, 2048, 10, scale=0.02),
    }
    momentum = jax.tree.map(lambda p: normal(rng, *p.shape, scale=1e-3), params)
    return f, (params, momentum, normal(rng, 64, 32, 32, 3), integers(rng, 0, 10, 64))


@program(DEEP)
def transformer_train_step(rng):
    """Adam on a causal language model of 2 layers, width 256, 8 heads and 2048 tokens, for 4
    sequences of 128."""

    def loss_of(params, tokens):
        x = params["embedding"][tokens[:, :-1]] + params["positions"]
        for block in params["blocks"]:
            x = encoder_block(block, x, 8, causal=True)
        return cross_entropy(x @ params["embedding"].T, tokens[:, 1:])

    def f(params, first, second, tokens):
        loss, grads = jax.value_and_grad(loss_of)(params, tokens)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, grads)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, grads)

        def adam(p, m, v):
            return p - 1e-3 * m / (jnp.sqrt(v) + 1e-8)

        return jax.tree.map(adam, params, first, second), first, second, loss

    params, tokens = language_model_args(rng, 2, 256, 1024, 2048, batch=4, length=128)
    first = jax.tree.map(lambda p: normal(rng, *p.shape, scale=1e-3), params)
    second = jax.tree.map(lambda p: normal(rng, *p.shape, scale=1e-3) ** 2, params)
    return f, (params, first, second, tokens)
