# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""jax.random, whose default generator is ordinary integer arithmetic."""

import jax
import numpy as np
from jax import lax

from . import EXACT, golden

KEY = np.array([0, 42], np.uint32)
STATE = np.array([1, 2, 3, 4], np.uint32)


@golden(EXACT, tags=["random"])
def random_bits(rng):
    """Random bits of Threefry-2x32 with 20 rounds (Salmon et al., 2011)."""

    def f(key):
        return jax.random.bits(key, (5,))

    return f, (KEY,)


@golden((1e-5, 1e-6), tags=["random", "chlo"])
def random_normal(rng):
    def f(key):
        return jax.random.normal(key, (6, 7))

    return f, (KEY,)


@golden(EXACT, tags=["random"])
def rng_bit_generator(rng):
    def f(key):
        return lax.rng_bit_generator(key, (9,), algorithm=lax.RandomAlgorithm.RNG_THREE_FRY)

    return f, (STATE,)
