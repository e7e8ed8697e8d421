# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Train steps: loss, gradients and the optimizer's update in one program."""

import jax
import jax.numpy as jnp
from jax import lax

from . import golden, integers, normal
from .networks import (
    conv_nhwc,
    dense_layers,
    encoder_block,
    encoder_params,
    mlp_forward,
)


def cross_entropy(logits, labels):
    log_probs = jax.nn.log_softmax(logits)
    return -(jax.nn.one_hot(labels, logits.shape[-1]) * log_probs).sum(-1).mean()


def sgd(params, grads, rate=0.1):
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)


@golden(tags=["gradient"])
def train_step(rng):
    def f(params, x, labels):
        loss, grads = jax.value_and_grad(lambda p: cross_entropy(mlp_forward(p, x), labels))(params)
        return sgd(params, grads), loss

    return f, (dense_layers(rng, [7, 10, 5]), normal(rng, 9, 7), integers(rng, 0, 5, 9))


@golden(tags=["gradient"])
def train_step_adam(rng):
    """optax's adamw."""
    import optax

    optimizer = optax.adamw(1e-2, weight_decay=1e-3)

    def f(params, state, x, y):
        def loss_of(params):
            return ((jnp.tanh(mlp_forward(params, x)) - y) ** 2).mean()

        loss, grads = jax.value_and_grad(loss_of)(params)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state, loss

    params = dense_layers(rng, [6, 3])
    state = jax.tree.map(lambda a: jax.device_get(a), optimizer.init(params))
    return f, (params, state, normal(rng, 8, 6), normal(rng, 8, 3))


@golden(tags=["gradient", "convolution"])
def cnn_train_step(rng):
    """A convolutional network with average pooling, whose gradient pads and reduces windows."""

    def pool(x):
        return lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4

    def f(params, x, labels):
        def loss_of(params):
            y = jax.nn.relu(conv_nhwc(x, params["conv1"]) + params["bias1"])
            y = jax.nn.relu(conv_nhwc(pool(y), params["conv2"], stride=2) + params["bias2"])
            return cross_entropy(y.reshape(y.shape[0], -1) @ params["dense"], labels)

        loss, grads = jax.value_and_grad(loss_of)(params)
        return sgd(params, grads), loss

    params = {
        "conv1": normal(rng, 3, 3, 2, 4, scale=18**-0.5),
        "bias1": normal(rng, 4, scale=0.1),
        "conv2": normal(rng, 3, 3, 4, 5, scale=36**-0.5),
        "bias2": normal(rng, 5, scale=0.1),
        "dense": normal(rng, 2 * 2 * 5, 5, scale=20**-0.5),
    }
    return f, (params, normal(rng, 2, 8, 8, 2), integers(rng, 0, 5, 2))


def language_model_step(heads):
    """Next-token loss of a causal transformer with tied embeddings, and an SGD update."""

    def f(params, tokens):
        def loss_of(params):
            inputs, targets = tokens[:, :-1], tokens[:, 1:]
            x = params["embedding"][inputs] + params["positions"][: inputs.shape[1]]
            for block in params["blocks"]:
                x = encoder_block(block, x, heads, causal=True)
            logits = x @ params["embedding"].T
            return cross_entropy(logits, targets)

        loss, grads = jax.value_and_grad(loss_of)(params)
        return sgd(params, grads), loss

    return f


def language_model_args(rng, layers, width, feed_forward, vocabulary, batch, length):
    params = {
        "embedding": normal(rng, vocabulary, width, scale=width**-0.5),
        "positions": normal(rng, length, width, scale=0.1),
        "blocks": [encoder_params(rng, width, feed_forward) for _ in range(layers)],
    }
    return params, integers(rng, 0, vocabulary, batch, length + 1)


@golden(tags=["gradient", "transformer"])
def transformer_train_step(rng):
    """One causal attention layer between an embedding and its transpose. The embedding is a
    product with one-hot rows, so its gradient is a dot instead of a scatter."""

    def f(params, tokens, targets):
        def loss_of(params):
            table, wq, wk, wv = params
            x = jax.nn.one_hot(tokens, table.shape[0]) @ table
            scores = jnp.einsum("bqd,bkd->bqk", x @ wq, x @ wk)
            visible = jnp.tril(jnp.ones(scores.shape[1:], bool))
            weights = jax.nn.softmax(jnp.where(visible, scores, -1e9))
            x = x + weights @ (x @ wv)
            return cross_entropy(x @ table.T, targets)

        loss, grads = jax.value_and_grad(loss_of)(params)
        return sgd(params, grads), loss

    params = (normal(rng, 11, 8, scale=0.3), *(normal(rng, 8, 8, scale=0.35) for _ in range(3)))
    return f, (params, integers(rng, 0, 11, 2, 5), integers(rng, 0, 11, 2, 5))


@golden(tags=["gradient", "while"])
def rnn_train_step(rng):
    """Backpropagation through a scan: a second while loop that runs backwards."""

    def f(params, x, y):
        def loss_of(params):
            kernel, recurrent, out = params

            def step(h, x_t):
                h = jnp.tanh(x_t @ kernel + h @ recurrent)
                return h, h @ out

            _, outputs = lax.scan(step, jnp.zeros((x.shape[1], recurrent.shape[0])), x)
            return ((outputs - y) ** 2).mean()

        loss, grads = jax.value_and_grad(loss_of)(params)
        return sgd(params, grads), loss

    params = (
        normal(rng, 5, 8, scale=0.4),
        normal(rng, 8, 8, scale=0.3),
        normal(rng, 8, 2, scale=0.3),
    )
    return f, (params, normal(rng, 7, 3, 5), normal(rng, 7, 3, 2))


@golden(tags=["gradient"])
def remat(rng):
    """jax.checkpoint: the backward pass repeats the forward pass behind an
    optimization_barrier."""

    def f(w, x):
        block = jax.checkpoint(lambda w, x: jnp.sin(jnp.sin(x @ w) @ w))
        return jax.grad(lambda w: block(w, block(w, x)).sum())(w)

    return f, (normal(rng, 9, 9, scale=0.3), normal(rng, 4, 9))
