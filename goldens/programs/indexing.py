# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gather in its many forms, and scatter."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import EXACT, golden, integers, normal


@golden(EXACT, tags=["gather"])
def gather_rows(rng):
    """Gathers of rows and columns; negative indices count from the end."""

    def f(x, i):
        return x[i], jnp.take(x, i, axis=1), x[i, i]

    return f, (normal(rng, 6, 7), np.array([0, 5, -1, 2, 2, -6], np.int32))


@golden(EXACT, tags=["gather"])
def gather_out_of_bounds(rng):
    """Indices past the end: clamped, or filled with NaN."""

    def f(x, i):
        return (
            jnp.take(x, i, axis=0, mode="clip"),
            jnp.take(x, i, axis=0, mode="fill"),
        )

    return f, (normal(rng, 4, 3), np.array([0, 3, 4, 100, -1, -5, -100], np.int32))


@golden(EXACT, tags=["gather"])
def gather_windows(rng):
    """Windows of several elements, some with start indices out of bounds; collapsed and kept
    dimensions in mixed order."""

    def f(x, starts):
        numbers = lax.GatherDimensionNumbers(
            offset_dims=(0, 2), collapsed_slice_dims=(1,), start_index_map=(2, 0)
        )
        return lax.gather(x, starts, numbers, (3, 1, 2), mode="clip")

    return f, (normal(rng, 6, 4, 5), np.array([[0, 0], [3, 2], [9, 9], [-4, 1]], np.int32))


@golden(EXACT, tags=["gather"])
def gather_batched(rng):
    """take_along_axis and vmapped indexing: gather's batching dimensions."""

    def f(x, i, rows):
        return (
            jnp.take_along_axis(x, i, axis=1),
            jax.vmap(lambda v, k: v[k])(x, rows),
            jax.vmap(lambda v, k: lax.dynamic_slice(v, (k,), (3,)))(x, rows),
        )

    return f, (normal(rng, 5, 8), integers(rng, 0, 8, 5, 3), integers(rng, 0, 8, 5))


@golden(EXACT, tags=["gather"])
def gather_booleans(rng):
    """Less common element and index types."""

    def f(p, n, i, j):
        return p[i], n[j], jnp.where(p[i], n[j], 0)

    return f, (
        rng.random(12) > 0.5,
        integers(rng, -99, 99, 12, dtype=np.int16),
        integers(rng, 0, 12, 9, dtype=np.uint8),
        integers(rng, 0, 12, 9, dtype=np.int8),
    )


@golden(EXACT, tags=["gather"])
def one_hot(rng):
    def f(i):
        return jax.nn.one_hot(i, 6), jax.nn.one_hot(i, 6, dtype=jnp.int8, axis=0)

    return f, (np.array([0, 5, 3, -1, 6], np.int32),)


@golden(tags=["scatter"])
def scatter_add(rng):
    def f(x, i, updates):
        return x.at[i].add(updates), jax.ops.segment_sum(updates, i, 6)

    return f, (normal(rng, 6, 3), np.array([0, 5, 5, 2, 100, -1, 0], np.int32), normal(rng, 7, 3))


@golden(EXACT, tags=["scatter"])
def scatter_update(rng):
    def f(x, i, v):
        return x.at[i].set(v), x.at[i, 1].max(9.0)

    return f, (normal(rng, 6, 4), np.array([1, 3, 4], np.int32), normal(rng, 3, 4))


@golden(tags=["scatter", "gradient"])
def gather_gradient(rng):
    def f(table, i, weights):
        return jax.grad(lambda t: jnp.sum(jnp.sin(t[i]) * weights))(table)

    return f, (normal(rng, 7, 4), integers(rng, 0, 7, 2, 5), normal(rng, 2, 5, 4))


@golden(tags=["gradient"])
def select_and_scatter(rng):
    """The gradient of an overlapping, padded max pool."""

    def f(x, cotangent):
        def pool(x):
            return lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")

        return jax.vjp(pool, x)[1](cotangent)

    return f, (normal(rng, 1, 7, 8, 2), normal(rng, 1, 4, 4, 2))


@golden(tags=["complex"])
def fft(rng):
    def f(x, z):
        return jnp.fft.fft(z), jnp.fft.ifft(z), jnp.fft.rfft(x), jnp.fft.irfft(jnp.fft.rfft(x))

    z = (rng.standard_normal((3, 8)) + 1j * rng.standard_normal((3, 8))).astype(np.complex64)
    return f, (normal(rng, 3, 12), z)
