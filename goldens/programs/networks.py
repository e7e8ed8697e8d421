# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forward passes of networks and of their layers."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import BF16, BF16_TYPE, F16, F64, golden, integers, normal


def dense_layers(rng, widths, dtype=np.float32):
    return [
        (normal(rng, m, n, scale=m**-0.5, dtype=dtype), normal(rng, n, scale=0.1, dtype=dtype))
        for m, n in zip(widths, widths[1:])
    ]


def mlp_forward(params, x):
    *hidden, (kernel, bias) = params
    for w, b in hidden:
        x = jax.nn.relu(x @ w + b)
    return x @ kernel + bias


def mlp_of(rng, dtype):
    return mlp_forward, (
        dense_layers(rng, [9, 15, 11, 6], dtype),
        normal(rng, 7, 9, dtype=dtype),
    )


@golden()
def mlp(rng):
    return mlp_of(rng, np.float32)


@golden(BF16, tags=["bf16"])
def mlp_bf16(rng):
    return mlp_of(rng, BF16_TYPE)


@golden(F16, tags=["f16"])
def mlp_f16(rng):
    return mlp_of(rng, np.float16)


@golden(F64, tags=["f64"], x64=True)
def mlp_f64(rng):
    return mlp_of(rng, np.float64)


@golden()
def mlp_flax(rng):
    """A flax.linen model: a layer norm and Swish between two Dense layers."""
    from flax import linen as nn

    class Net(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = nn.swish(nn.LayerNorm()(nn.Dense(16)(x)))
            return nn.log_softmax(nn.Dense(7)(x))

    net = Net()
    x = normal(rng, 5, 9)
    shapes = jax.eval_shape(net.init, jax.random.key(0), x)
    return net.apply, (jax.tree.map(lambda s: normal(rng, *s.shape, scale=0.3), shapes), x)


def conv_nhwc(x, kernel, stride=1, padding="SAME"):
    return lax.conv_general_dilated(
        x, kernel, (stride, stride), padding, dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def max_pool_2x2(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


@golden(tags=["convolution"])
def cnn(rng):
    def f(params, x):
        x = jax.nn.relu(conv_nhwc(x, params["conv1"]) + params["bias1"])
        x = max_pool_2x2(x)
        x = jax.nn.relu(conv_nhwc(x, params["conv2"], padding="VALID") + params["bias2"])
        x = max_pool_2x2(x)
        return x.reshape(x.shape[0], -1) @ params["dense"] + params["bias3"]

    params = {
        "conv1": normal(rng, 3, 3, 2, 8, scale=18**-0.5),
        "bias1": normal(rng, 8, scale=0.1),
        "conv2": normal(rng, 3, 3, 8, 6, scale=72**-0.5),
        "bias2": normal(rng, 6, scale=0.1),
        "dense": normal(rng, 2 * 2 * 6, 10, scale=24**-0.5),
        "bias3": normal(rng, 10, scale=0.1),
    }
    return f, (params, normal(rng, 1, 12, 12, 2))


@golden(tags=["convolution"])
def batch_norm_inference(rng):
    """Convolution, batch norm with running statistics, residual, ReLU, global average pool."""

    def f(x, kernel, scale, offset, mean, variance):
        y = conv_nhwc(x, kernel)
        y = (y - mean) * lax.rsqrt(variance + 1e-5) * scale + offset
        return jax.nn.relu(x + y).mean((1, 2))

    return f, (
        normal(rng, 1, 7, 7, 4),
        normal(rng, 3, 3, 4, 4, scale=36**-0.5),
        1 + normal(rng, 4, scale=0.1),
        normal(rng, 4, scale=0.1),
        normal(rng, 4, scale=0.1),
        (1 + normal(rng, 4, scale=0.2) ** 2).astype(np.float32),
    )


def layer_norm_forward(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    variance = x.var(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + bias


def encoder_block(params, x, heads, causal=False):
    """Pre-norm attention and feed-forward with residual connections, [batch, length, width]."""
    batch, length, width = x.shape
    h = layer_norm_forward(x, *params["norm1"])
    qkv = (h @ params["qkv"]).reshape(batch, length, 3, heads, width // heads)
    q, k, v = jnp.moveaxis(qkv, 2, 0)
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) * (width // heads) ** -0.5
    if causal:
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -jnp.inf)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)
    x = x + mixed.reshape(batch, length, width) @ params["proj"]
    h = layer_norm_forward(x, *params["norm2"])
    up, down = params["up"], params["down"]
    return x + jax.nn.gelu(h @ up[0] + up[1]) @ down[0] + down[1]


def encoder_params(rng, width, feed_forward):
    def dense(m, n):
        return normal(rng, m, n, scale=m**-0.5)

    def norm():
        return 1 + normal(rng, width, scale=0.1), normal(rng, width, scale=0.1)

    return {
        "norm1": norm(),
        "qkv": dense(width, 3 * width),
        "proj": dense(width, width),
        "norm2": norm(),
        "up": (dense(width, feed_forward), normal(rng, feed_forward, scale=0.1)),
        "down": (dense(feed_forward, width), normal(rng, width, scale=0.1)),
    }


@golden(tags=["transformer"])
def transformer_block(rng):
    def f(params, x):
        return encoder_block(params, x, heads=4)

    return f, (encoder_params(rng, 12, 20), normal(rng, 2, 6, 12))


@golden(tags=["transformer"])
def attention(rng):
    def f(q, k, v):
        return jax.nn.dot_product_attention(q, k, v)

    return f, tuple(normal(rng, 2, 7, 2, 6) for _ in range(3))


@golden(tags=["transformer"])
def attention_causal(rng):
    def f(q, k, v):
        return jax.nn.dot_product_attention(q, k, v, is_causal=True)

    return f, tuple(normal(rng, 1, 9, 2, 6) for _ in range(3))


@golden(tags=["transformer"])
def decode_step(rng):
    """One token of a decoder with a key-value cache updated at a position given at run time."""

    def f(cache_k, cache_v, position, x, wq, wk, wv):
        q, k, v = x @ wq, x @ wk, x @ wv
        cache_k = lax.dynamic_update_slice(cache_k, k[:, None], (0, position, 0))
        cache_v = lax.dynamic_update_slice(cache_v, v[:, None], (0, position, 0))
        scores = jnp.einsum("bd,bkd->bk", q, cache_k) * 0.35
        visible = jnp.arange(cache_k.shape[1]) <= position
        weights = jax.nn.softmax(jnp.where(visible, scores, -1e9))
        return cache_k, cache_v, jnp.einsum("bk,bkd->bd", weights, cache_v)

    return f, (
        normal(rng, 2, 11, 8),
        normal(rng, 2, 11, 8),
        np.int32(6),
        normal(rng, 2, 8),
        *(normal(rng, 8, 8, scale=0.35) for _ in range(3)),
    )


@golden()
def softmax(rng):
    def f(x):
        return jax.nn.softmax(x), jax.nn.log_softmax(x, axis=0)

    return f, (normal(rng, 5, 19, scale=4.0),)


@golden()
def layer_norm(rng):
    return layer_norm_forward, (
        normal(rng, 2, 4, 21, scale=3.0),
        1 + normal(rng, 21, scale=0.1),
        normal(rng, 21, scale=0.1),
    )


@golden()
def logsumexp(rng):
    """Includes a row of only -inf, for which the result is -inf and not NaN."""

    def f(x):
        return jax.nn.logsumexp(x, axis=-1), jax.nn.logsumexp(x)

    x = normal(rng, 6, 21, scale=30.0)
    x[3] = -np.inf
    return f, (x,)


@golden(tags=["while"])
def lstm_scan(rng):
    hidden = 6

    def f(params, x):
        kernel, recurrent, bias = params

        def step(carry, x_t):
            h, c = carry
            i, g, f, o = jnp.split(x_t @ kernel + h @ recurrent + bias, 4, axis=-1)
            c = jax.nn.sigmoid(f + 1.0) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        zero = jnp.zeros((x.shape[1], hidden))
        return lax.scan(step, (zero, zero), x)

    params = (
        normal(rng, 5, 4 * hidden, scale=5**-0.5),
        normal(rng, hidden, 4 * hidden, scale=hidden**-0.5),
        normal(rng, 4 * hidden, scale=0.1),
    )
    return f, (params, normal(rng, 8, 3, 5))


@golden(tags=["gather"])
def gather_embedding(rng):
    def f(table, positions, tokens):
        return table[tokens] + positions[: tokens.shape[1]]

    return f, (normal(rng, 40, 8), normal(rng, 12, 8), integers(rng, 0, 40, 3, 9))
