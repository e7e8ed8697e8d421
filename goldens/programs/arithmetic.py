# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparisons, selection, conversions and arithmetic at the edges of the float types."""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from . import EXACT, golden, integers, normal, uniform

SPECIAL = np.array([1, -2, 0.0, -0.0, np.inf, -np.inf, np.nan, 3], np.float32)


@golden((1e-6, 1e-6), tags=["elementwise"])
def elementwise_chain(rng):
    """A long elementwise chain over two inputs, which should become one loop."""

    def f(x, y):
        z = jnp.tanh(x * 1.5 + y) * jnp.exp(-x * x)
        z = z + jnp.log1p(jnp.abs(y)) / (1 + jnp.square(x))
        return jnp.where(z > 0.25, z, jax.nn.sigmoid(y) - 0.5), z

    return f, (normal(rng, 5, 29), normal(rng, 5, 29))


@golden(EXACT, tags=["elementwise"])
def compare_float(rng):
    """Every comparison direction on every pair of special values."""

    def f(x):
        a, b = x[:, None], x[None, :]
        return a == b, a != b, a < b, a <= b, a > b, a >= b

    return f, (SPECIAL,)


@golden(EXACT, tags=["elementwise"])
def min_max_special(rng):
    """A NaN operand gives NaN. The sign of a zero result is not checked."""

    def f(x):
        a, b = x[:, None], x[None, :]
        return jnp.maximum(a, b), jnp.minimum(a, b), jnp.clip(a, -1.0, b), jnp.fmax(a, b)

    return f, (SPECIAL,)


@golden(EXACT, tags=["elementwise"])
def select_clamp(rng):
    def f(p, q, x, y, n):
        return (
            jnp.where(p, x, y),
            lax.select(q, x, y),
            lax.clamp(-0.5, x, 0.5),
            lax.clamp(y, x, y + 1),
            lax.clamp(np.int32(-3), n, np.int32(4)),
        )

    p = rng.random((5, 1)) > 0.5
    return f, (
        p,
        rng.random((5, 7)) > 0.5,
        normal(rng, 5, 7),
        normal(rng, 5, 7),
        integers(rng, -9, 9, 6),
    )


@golden(EXACT, tags=["elementwise"])
def logical(rng):
    def f(p, q):
        return p & q, p | q, p ^ q, ~p, p == q, p < q, jnp.where(p, q, ~q), p + q, p * q

    return f, (np.arange(8) % 2 == 0, np.arange(8) % 4 < 2)


@golden(EXACT, tags=["elementwise", "convert"])
def convert(rng):
    """Conversions of in-range values from a float, a Boolean and integers to every type."""

    def f(*arrays):
        kinds = [jnp.float32, jnp.bfloat16, jnp.float16, jnp.int32, jnp.uint8, jnp.bool_]
        return [a.astype(k) for a in arrays for k in kinds]

    small = integers(rng, 0, 100, 6)
    return f, (
        small.astype(np.float32) + np.float32(0.75),
        small,
        small.astype(np.uint16),
        small > 50,
    )


@golden(EXACT, tags=["elementwise", "convert"])
def convert_truncates(rng):
    """Floats are rounded toward zero; integers wrap modulo 2^n, with sign or zero extension."""

    def f(x, n, u):
        return (
            x.astype(jnp.int32),
            x.astype(jnp.int8),
            n.astype(jnp.int8),
            n.astype(jnp.uint8),
            n.astype(jnp.uint32),
            n.astype(jnp.int16).astype(jnp.int32),
            u.astype(jnp.int32),
            u.astype(jnp.float32),
            u.astype(jnp.uint16),
            n.astype(jnp.float32),
        )

    return f, (
        np.array([1.9, -1.9, 0.5, -0.5, 127.9, -128.9, 99.99], np.float32),
        np.array([300, -300, 128, -129, 65536 + 7, -1, 2**31 - 1, -(2**31), 16777217], np.int32),
        np.array([0, 1, 2**31, 2**32 - 1, 2**24 + 1, 4294967040, 3000000001], np.uint32),
    )


@golden(EXACT, tags=["elementwise", "convert"])
def convert_saturates(rng):
    """Floats out of an integer's range: XLA returns the nearest integer of the type, and 0 for
    NaN. The specification does not define the result."""

    def f(x):
        return [x.astype(k) for k in (jnp.int32, jnp.uint32, jnp.int8, jnp.uint8, jnp.int16)]

    return f, (
        np.array([1e20, -1e20, np.inf, -np.inf, np.nan, 300, -300, -1, 2147483648.0], np.float32),
    )


@golden(EXACT, tags=["elementwise", "convert"])
def convert_narrow_floats(rng):
    """Conversions to bf16 and f16, rounded to nearest even: ties, overflow and subnormals."""

    def f(x):
        return (
            x.astype(jnp.bfloat16),
            x.astype(jnp.float16),
            x.astype(jnp.bfloat16).astype(jnp.float32),
        )

    edges = [
        1 + 2**-8,
        1 + 3 * 2**-8,
        1 + 2**-11,
        1 + 3 * 2**-11,
        65504,
        65519.99,
        65520,
        3.4e38,
        6e-8,
        3e-8,
        1e-5,
    ]
    return f, (
        np.concatenate(
            [np.array(edges, np.float32), -np.array(edges, np.float32), SPECIAL, normal(rng, 20)]
        ),
    )


@golden(EXACT, tags=["elementwise", "convert", "f8"])
def convert_f8(rng):
    """8-bit floats are passed as their bits."""

    def f(a, b, x):
        return (
            a.astype(jnp.float32),
            b.astype(jnp.float32),
            x.astype(jnp.float8_e4m3fn),
            x.astype(jnp.float8_e5m2),
        )

    x = np.concatenate(
        [
            normal(rng, 20, scale=4),
            np.array([0.0, 448, -448, 1 / 512, 17, 19, 0.0009765625], np.float32),
        ]
    )
    bits = np.arange(0, 256, 3, dtype=np.uint8)
    return f, (bits.view(ml_dtypes.float8_e4m3fn), bits.view(ml_dtypes.float8_e5m2), x)


@golden(EXACT, tags=["elementwise", "convert"])
def bitcast(rng):
    """Bitcasts to the same width, to a narrower type (one more dimension) and a wider one."""

    def f(x, n, h):
        return (
            lax.bitcast_convert_type(x, jnp.uint32),
            lax.bitcast_convert_type(n, jnp.float32),
            lax.bitcast_convert_type(x, jnp.uint8),
            lax.bitcast_convert_type(x, jnp.uint16),
            lax.bitcast_convert_type(h, jnp.float32),
        )

    halves = rng.integers(0, 2**15, (4, 2)).astype(np.uint16)
    return f, (normal(rng, 3, 5), integers(rng, 0, 2**30, 6), halves)


@golden(EXACT, tags=["elementwise", "convert"])
def reduce_precision(rng):
    def f(x):
        return (
            lax.reduce_precision(x, 8, 7),
            lax.reduce_precision(x, 5, 10),
            lax.reduce_precision(x, 4, 3),
        )

    return f, (
        np.concatenate([normal(rng, 30, scale=10), SPECIAL, np.array([1e6, 1e-4], np.float32)]),
    )


@golden((1e-6, 0.0), tags=["elementwise"])
def arithmetic_special(rng):
    """Division, remainder and products of zeros, infinities and NaN."""

    def f(x, y, z):
        a, b = x[:, None], x[None, :]
        return a / b, a * b, a - b, lax.rem(y, z), jnp.signbit(x)

    y = np.array([5.5, -5.5, 5.5, -5.5, 7, 0.0, 1e10, np.inf, 3, 3], np.float32)
    z = np.array([2, 2, -2, -2, 7, 3, 3, 2, np.inf, 0.0], np.float32)
    return f, (SPECIAL, y, z)


@golden((1e-5, 1e-6), tags=["elementwise"])
def broadcasting(rng):
    """NumPy's broadcasting rules for every pair of ranks 0 to 3."""

    def f(s, v, m, t):
        return (
            s * v,
            v + m,
            m - t,
            s / t,
            v * t,
            m[:, None] * t[0, 0],
            jnp.broadcast_to(v, (2, 3, 4, 5)),
        )

    return f, (np.float32(1.5), normal(rng, 5), normal(rng, 4, 1), uniform(rng, 1, 2, 3, 1, 5))


@golden((1e-6, 1e-6), tags=["rank0"])
def rank_0(rng):
    def f(x, n, p):
        return (
            jnp.sin(x) + n,
            n // 3,
            jnp.where(p, x, -x),
            x > 0,
            jnp.reshape(x, (1, 1)),
            n.astype(jnp.float32),
        )

    return f, (np.float32(0.7), np.int32(17), np.bool_(False))


@golden(EXACT, tags=["zero_sized"])
def zero_sized(rng):
    """Operations of every kind on arrays without elements."""

    def f(x, y):
        return (
            jnp.exp(x),
            jnp.concatenate([x, y]),
            x.T,
            x.reshape(3, 0, 2),
            y[1:1],
            jnp.pad(x, ((1, 1), (0, 0)), constant_values=2.0),
            jnp.sort(x, 0),
            jnp.broadcast_to(x[:, :1], (0, 7)),
        )

    return f, (np.zeros((0, 4), np.float32), normal(rng, 2, 4))
