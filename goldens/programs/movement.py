# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Moving elements about: pad, concatenate, slice, transpose, reverse, iota, constants."""

import jax.numpy as jnp
import numpy as np
from jax import lax

from . import BF16_TYPE, EXACT, golden, integers, normal


@golden(EXACT, tags=["movement"])
def pad(rng):
    """Edge padding, interior padding, both, and a padding value computed at run time."""

    def f(x, value):
        return (
            lax.pad(x, value, ((1, 2, 0), (0, 3, 0))),
            lax.pad(x, value, ((0, 0, 2), (0, 0, 1))),
            lax.pad(x, value, ((2, 0, 1), (1, 1, 3))),
        )

    return f, (normal(rng, 4, 5), np.float32(7.5))


@golden(EXACT, tags=["movement"])
def pad_negative(rng):
    """Negative edge padding crops, also interior padding; one side grows as the other shrinks."""

    def f(x):
        zero = np.float32(0)
        return (
            lax.pad(x, zero, ((-1, -2, 0), (0, -1, 0))),
            lax.pad(x, zero, ((2, -1, 0), (-2, 3, 0))),
            lax.pad(x, zero, ((-2, -1, 2), (-1, -3, 1))),
            lax.pad(x, zero, ((-2, -3, 0), (0, 0, 0))),
        )

    return f, (normal(rng, 5, 6),)


@golden(EXACT, tags=["movement"])
def concatenate(rng):
    """Concatenation along each dimension, of many operands, empty ones, and one operand twice."""

    def f(a, b, c, empty):
        return (
            jnp.concatenate([a, b, a]),
            jnp.concatenate([a, c], 1),
            jnp.concatenate([empty, a, empty]),
            jnp.stack([a, a + 1], 1),
            jnp.concatenate([a[i : i + 1] * i for i in range(3)] + [b]),
        )

    return f, (
        normal(rng, 3, 4),
        normal(rng, 2, 4),
        normal(rng, 3, 2),
        np.zeros((0, 4), np.float32),
    )


@golden(EXACT, tags=["movement"])
def reverse(rng):
    def f(x, n):
        return lax.rev(x, (0,)), lax.rev(x, (1, 2)), lax.rev(x, ()), jnp.flip(n), jnp.rot90(x[0])

    return f, (normal(rng, 3, 4, 5), integers(rng, 0, 99, 7))


@golden(EXACT, tags=["movement"])
def iota(rng):
    """iota of every type and along every dimension; the input is only added."""

    def f(n):
        kinds = [jnp.int32, jnp.uint8, jnp.float32, jnp.bfloat16, jnp.int16]
        return (
            [lax.broadcasted_iota(k, (3, 4, 2), d) for d, k in enumerate(kinds[:3])]
            + [lax.iota(k, 7) for k in kinds]
            + [jnp.arange(6) + n, jnp.eye(4, 5, k=1), jnp.linspace(0.0, 4.0, 9)]
        )

    return f, (np.int32(3),)


@golden(EXACT, tags=["movement"])
def transpose(rng):
    def f(x, m):
        return [jnp.transpose(x, p) for p in ((3, 2, 1, 0), (0, 2, 1, 3), (2, 3, 0, 1))] + [m.T]

    return f, (normal(rng, 2, 3, 2, 4), normal(rng, 17, 9))


@golden(EXACT, tags=["movement"])
def reshape(rng):
    def f(x):
        return (
            x.reshape(-1),
            x.reshape(4, 6),
            x.reshape(2, 1, 3, 2, 2, 1),
            x.T.reshape(3, 8),
            jnp.expand_dims(x, (0, 2)),
            jnp.squeeze(x[:1]),
        )

    return f, (normal(rng, 2, 3, 4),)


@golden(EXACT, tags=["movement"])
def slices(rng):
    """Slices with strides that do and do not divide the length, single elements, negative steps."""

    def f(x):
        return (
            x[1:5],
            x[::2, 1::3],
            x[:, -1],
            x[2:3, 3:4],
            x[::-1, ::-2],
            x[6:1:-2],
            x[..., None, 2],
        )

    return f, (normal(rng, 7, 8),)


@golden(EXACT, tags=["movement"])
def dynamic_slice(rng):
    """Start indices beyond either end are clamped, so that the slice stays in bounds."""

    def f(x, starts):
        return [lax.dynamic_slice(x, (s[0], s[1]), (3, 4)) for s in starts] + [
            lax.dynamic_index_in_dim(x, starts[0, 1], 1)
        ]

    return f, (normal(rng, 6, 9), np.array([[1, 2], [-9, 100]], np.int32))


@golden(EXACT, tags=["movement"])
def dynamic_update_slice(rng):
    def f(x, update, starts):
        results = [lax.dynamic_update_slice(x, update, (s[0], s[1])) for s in starts]
        twice = lax.dynamic_update_slice(results[0], update * 2, (starts[1, 0], starts[0, 1]))
        return results + [twice, x]

    return f, (normal(rng, 6, 7), normal(rng, 2, 3), np.array([[1, 2], [-4, 99]], np.int32))


@golden(EXACT, tags=["movement"])
def dynamic_slice_unsigned(rng):
    """Start indices of unsigned and 8-bit types; an unsigned 200 must not become -56."""

    def f(x, i, j):
        return lax.dynamic_slice(x, (i,), (4,)), lax.dynamic_slice(x, (j,), (4,))

    return f, (normal(rng, 250), np.uint8(200), np.uint32(2**32 - 1))


@golden(EXACT, tags=["movement"])
def constants(rng):
    """Dense constants of every type, long enough for the hexadecimal form, and splats."""

    tables = [
        rng.standard_normal(60).astype(np.float32),
        rng.integers(-9, 9, 60).astype(np.int8),
        rng.integers(0, 9, 60).astype(np.uint16),
        rng.standard_normal(60).astype(BF16_TYPE),
        rng.standard_normal(60).astype(np.float16),
        rng.random(60) > 0.5,
        (rng.standard_normal(30) + 1j * rng.standard_normal(30)).astype(np.complex64),
        np.full((4, 5), 2.5, np.float32),
        np.full(8, True),
        np.array([[1, 2], [3, 4]], np.int32),
        np.array([np.nan, np.inf, -np.inf, -0.0, 1e-45], np.float32),
        np.zeros((2, 0), np.float32),
    ]

    def f(i):
        return [jnp.asarray(t) for t in tables] + [jnp.asarray(tables[0])[i]]

    return f, (np.int32(11),)


@golden(EXACT, tags=["movement"])
def tiling(rng):
    def f(x):
        return (
            jnp.tile(x, (2, 3)),
            jnp.repeat(x, 3, axis=1),
            jnp.roll(x, 2, axis=1),
            jnp.tril(x),
            jnp.triu(x, 1),
        )

    return f, (normal(rng, 4, 6),)


@golden(tags=["movement"])
def reverse_beside_itself(rng):
    """A quotient that is read both forward and backward, large enough for several tiles."""

    def f(x):
        y = x[:, None] / x[None, :]
        return jnp.where(y > 0, y, y[:, ::-1])

    return f, (normal(rng, 70),)
