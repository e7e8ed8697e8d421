# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gathers and scatters."""

import jax
import jax.numpy as jnp

from . import integers, normal, program


@program()
def embedding_segment_sum(rng):
    """65536 rows of a table [32768,64], added up in 4096 unsorted segments."""

    def f(table, ids, segments):
        return jax.ops.segment_sum(table[ids], segments, num_segments=4096)

    n = 1 << 16
    return f, (normal(rng, 32768, 64), integers(rng, 0, 32768, n), integers(rng, 0, 4096, n))


@program()
def scatter_add(rng):
    """16384 rows added to rows of [32768,128], as in the gradient of an embedding."""

    def f(table, ids, rows):
        return table.at[ids].add(rows)

    n = 1 << 14
    return f, (normal(rng, 32768, 128), integers(rng, 0, 32768, n), normal(rng, n, 128))


@program()
def histogram_1m(rng):
    """Counts of 2^20 numbers in 256 bins."""

    def f(x):
        return jnp.zeros(256, jnp.int32).at[x].add(1)

    return f, (integers(rng, 0, 256, 1 << 20),)
