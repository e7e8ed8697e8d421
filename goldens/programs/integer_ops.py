# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integers of every width and sign: arithmetic, division, shifts and bits."""

import jax.numpy as jnp
import numpy as np
from jax import lax

from . import EXACT, golden, integers


def bounds(dtype):
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


def every_op(x, y):
    """`y` has no zero, and is not -1 where `x` is the smallest number."""
    bits = np.iinfo(x.dtype).bits
    amount = lax.rem(lax.bitwise_and(y, np.array(63, y.dtype)), np.array(bits, y.dtype))
    results = [
        x + y,
        x - y,
        x * y,
        lax.div(x, y),
        lax.rem(x, y),
        jnp.maximum(x, y),
        jnp.minimum(x, y),
        -x,
        lax.sign(x),
        x & y,
        x | y,
        x ^ y,
        ~x,
        lax.shift_left(x, amount),
        lax.shift_right_logical(x, amount),
        lax.shift_right_arithmetic(x, amount),
        lax.clz(x),
        lax.population_count(x),
        x < y,
    ]
    if np.issubdtype(x.dtype, np.signedinteger):
        results.append(jnp.abs(x))
    if x.dtype == np.int32:
        results += [x // y, x % y, x >= y, x == y, lax.integer_pow(x, 3)]
    return results


def register(dtype):
    low, high = bounds(dtype)

    def build(rng):
        x = rng.integers(low, high, 10, dtype=dtype, endpoint=True)
        y = rng.integers(low, high, 10, dtype=dtype, endpoint=True)
        x[:4] = [0, 1, high, low]
        y[:4] = [3, high, high, 7]
        y[4:8] = [1, 2, 3, 5]
        y[y == 0] = 9
        return every_op, (x, y)

    name = np.dtype(dtype).name
    build.__name__ = f"integers_{'ui' if low == 0 else 'i'}{np.iinfo(dtype).bits}"
    build.__doc__ = f"Every integer op on {name}."
    golden(EXACT, tags=["integer"], x64=np.iinfo(dtype).bits == 64)(build)


for kind in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64):
    register(kind)


@golden(EXACT, tags=["integer"], expected_op_by_op=True)
def integers_i4(rng):
    """4-bit integers inside the program only, because NumPy has no type for them. Sums and
    products wrap modulo 16. XLA's CPU backend computes them in 8 bits without wrapping if it
    compiles the whole program."""

    def f(x, y, u, v):
        a, b, c, d = (
            x.astype(jnp.int4),
            y.astype(jnp.int4),
            u.astype(jnp.uint4),
            v.astype(jnp.uint4),
        )
        signed = [a + b, a * b, a - b, jnp.maximum(a, b), a & b, jnp.where(a > b, a, b)]
        unsigned = [c + d, c * d, jnp.minimum(c, d), c ^ d]
        return [r.astype(jnp.int8) for r in signed] + [r.astype(jnp.uint8) for r in unsigned]

    return f, (
        integers(rng, -8, 8, 20, dtype=np.int8),
        integers(rng, -8, 8, 20, dtype=np.int8),
        integers(rng, 0, 16, 20, dtype=np.uint8),
        integers(rng, 0, 16, 20, dtype=np.uint8),
    )


@golden(EXACT, tags=["integer"])
def integers_div_corners(rng):
    """XLA's results where the machine would trap: x / 0 is all ones, x rem 0 is x, and the
    smallest number divided by -1 is itself with remainder 0."""

    def f(*pairs):
        return [op(x, y) for x, y in zip(pairs[::2], pairs[1::2]) for op in (lax.div, lax.rem)]

    args = []
    for dtype in (np.int8, np.int32, np.uint8, np.uint32):
        low, high = bounds(dtype)
        minus_one = -1 if low else high
        args.append(np.array([0, 1, high, low, low, high, 7, low], dtype))
        args.append(np.array([0, 0, 0, 0, minus_one, minus_one, minus_one, low or 1], dtype))
    return f, tuple(args)


@golden(EXACT, tags=["integer"])
def integers_shift_corners(rng):
    """Shifts by the width and more: 0, or the sign for an arithmetic shift to the right."""

    def f(*pairs):
        ops = (lax.shift_left, lax.shift_right_logical, lax.shift_right_arithmetic)
        return [op(x, n) for x, n in zip(pairs[::2], pairs[1::2]) for op in ops]

    args = []
    for dtype in (np.int8, np.int32, np.uint16, np.uint32):
        low, high = bounds(dtype)
        bits = np.iinfo(dtype).bits
        args.append(np.array([1, high, low, low, 5, low, high], dtype))
        args.append(np.array([bits - 1, bits, bits, bits + 1, 0, 100, 100], dtype))
    return f, tuple(args)


@golden(EXACT, tags=["integer"])
def integers_hash(rng):
    """A chain of wrapping products, rotations and xors."""

    def f(x):
        for k in (0x85EBCA6B, 0xC2B2AE35, 0x27D4EB2F):
            x = x ^ (x >> 16)
            x = x * np.uint32(k)
            x = (x << 13) | (x >> 19)
        return x, x.sum(), x % np.uint32(1000)

    return f, (np.arange(37, dtype=np.uint32),)
