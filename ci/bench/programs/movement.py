# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Data movement."""

import jax.numpy as jnp

from . import EXACT, normal, program


@program(EXACT)
def transpose_4096(rng):
    """Transpose of [4096,4096]."""
    return lambda x: x.T, (normal(rng, 4096, 4096),)


@program(EXACT)
def transpose_nhwc_to_nchw(rng):
    """[16,56,56,128] to [16,128,56,56]."""
    return lambda x: x.transpose(0, 3, 1, 2), (normal(rng, 16, 56, 56, 128),)


@program(EXACT)
def concatenate_and_roll(rng):
    """Two rolled [1024,2048] side by side, as in rotary embeddings."""

    def f(x, y):
        return jnp.concatenate([jnp.roll(x, 7, 1), -jnp.flip(y, 1)], 1)

    return f, (normal(rng, 1024, 2048), normal(rng, 1024, 2048))
