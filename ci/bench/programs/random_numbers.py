# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random number generators."""

import jax
import numpy as np
from jax import lax

from . import EXACT, integers, program


@program(EXACT)
def threefry_4m(rng):
    """4 Mi words of threefry, JAX's default generator."""
    return lambda key: jax.random.bits(key, (4 << 20,)), (
        integers(rng, 0, 1000, 2, dtype=np.uint32),
    )


@program()
def normal_2m(rng):
    """2 Mi normally distributed numbers from threefry."""

    def f(key):
        return jax.random.normal(key, (2 << 20,))

    return f, (integers(rng, 0, 1000, 2, dtype=np.uint32),)


@program(EXACT)
def philox_4m(rng):
    """4 Mi words of Philox by StableHLO's rng_bit_generator."""

    def f(key):
        return lax.rng_bit_generator(key, (4 << 20,), algorithm=lax.RandomAlgorithm.RNG_PHILOX)

    return f, (integers(rng, 0, 1000, 4, dtype=np.uint32),)
