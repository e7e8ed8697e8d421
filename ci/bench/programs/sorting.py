# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorting and selection."""

import jax.numpy as jnp
from jax import lax

from . import EXACT, normal, program


@program(EXACT)
def sort_1m(rng):
    """2^20 floats."""
    return jnp.sort, (normal(rng, 1 << 20),)


@program(EXACT)
def sort_rows(rng):
    """4096 rows of 256 floats."""
    return jnp.sort, (normal(rng, 4096, 256),)


@program(EXACT)
def argsort_1m(rng):
    """The stable order of 2^20 floats."""
    return jnp.argsort, (normal(rng, 1 << 20),)


@program(EXACT)
def top_k(rng):
    """The 40 largest of 32768 in each of 32 rows, as in sampling from a language model."""
    return lambda x: lax.top_k(x, 40), (normal(rng, 32, 32768),)
