# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts of one and several operands, top-k, and what is built on them."""

import jax.numpy as jnp
import numpy as np
from jax import lax

from . import EXACT, golden, integers, normal


@golden(EXACT, tags=["sort"])
def sort(rng):
    """Sorts along each axis, and of special values: JAX's comparison places NaNs last and
    infinities at the ends, and does not order -0 before 0."""

    def f(x, special):
        return jnp.sort(x), jnp.sort(x, axis=0), jnp.sort(special)

    special = np.array([3, np.nan, -np.inf, 1, np.inf, -2, np.nan, 0.5], np.float32)
    return f, (normal(rng, 5, 13), special)


@golden(EXACT, tags=["sort"])
def sort_descending(rng):
    def f(x, n):
        return jnp.sort(x, descending=True), jnp.sort(n, axis=1, descending=True)

    return f, (normal(rng, 23), integers(rng, -9, 9, 4, 11))


@golden(EXACT, tags=["sort"])
def sort_integers(rng):
    def f(a, b, c):
        return jnp.sort(a), jnp.sort(b), jnp.sort(c)

    return f, (
        integers(rng, -100, 100, 31),
        integers(rng, 0, 256, 31, dtype=np.uint8),
        (rng.integers(0, 2**32, 31, dtype=np.uint64)).astype(np.uint32),
    )


@golden(EXACT, tags=["sort"])
def sort_by_keys(rng):
    """Two keys and a payload, stable: equal pairs of keys keep their order."""

    def f(major, minor, payload):
        return lax.sort((major, minor, payload), num_keys=2, is_stable=True)

    return f, (
        integers(rng, 0, 4, 40),
        integers(rng, 0, 3, 40).astype(np.float32),
        np.arange(40, dtype=np.int32),
    )


@golden(EXACT, tags=["sort"])
def argsort(rng):
    """Stable: equal values keep the order of their indices."""

    def f(x, n):
        return jnp.argsort(x), jnp.argsort(n, axis=0, descending=True)

    return f, (normal(rng, 3, 17), integers(rng, 0, 5, 16, 2))


@golden(EXACT, tags=["sort"])
def sort_long(rng):
    """Long enough to expose an algorithm of quadratic time; the length is not a power of two."""

    def f(x):
        return jnp.sort(x)

    return f, (normal(rng, 515),)


@golden(EXACT, tags=["sort"])
def top_k(rng):
    """chlo.top_k, which keeps the order of equal values."""

    def f(x, n):
        return lax.top_k(x, 5), lax.top_k(n, 4)

    return f, (normal(rng, 4, 26), integers(rng, 0, 6, 20))


@golden(EXACT, tags=["sort"])
def top_k_of_long_rows(rng):
    """Rows so long that a full sort would be wasteful: few and many candidates, ties and NaN."""

    def f(x, n):
        return lax.top_k(x, 7), lax.top_k(n, 70)

    x = normal(rng, 3, 1000)
    x[0] = np.arange(1000)
    x[1, ::3] = np.nan
    return f, (x, integers(rng, 0, 40, 2, 900))
