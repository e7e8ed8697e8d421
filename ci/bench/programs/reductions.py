# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions and scans."""

import jax.numpy as jnp

from . import normal, program


@program()
def sum_rows(rng):
    """Sum of each row of [4096,4096]."""
    return lambda x: x.sum(1), (normal(rng, 4096, 4096),)


@program()
def sum_columns(rng):
    """Sum of each column of [4096,4096]."""
    return lambda x: x.sum(0), (normal(rng, 4096, 4096),)


@program()
def sum_all(rng):
    """Sum of 16 Mi elements."""
    return lambda x: x.sum(), (normal(rng, 4096, 4096),)


@program()
def cumsum_rows(rng):
    """Cumulative sum of each row of [2048,1024]."""
    return lambda x: jnp.cumsum(x, 1), (normal(rng, 2048, 1024),)
