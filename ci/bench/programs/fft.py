# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms."""

import jax.numpy as jnp

from . import DEEP, normal, program


@program(DEEP)
def fft_rows(rng):
    """1024 complex transforms of length 1024."""
    return jnp.fft.fft, (normal(rng, 1024, 1024) + 1j * normal(rng, 1024, 1024),)


@program(DEEP)
def rfft_1m(rng):
    """A real transform of length 2^20."""
    return jnp.fft.rfft, (normal(rng, 1 << 20),)


@program(DEEP)
def fft2_1024(rng):
    """A two-dimensional transform of [1024,1024], multiplied by a filter and transformed back."""

    def f(image, kernel):
        return jnp.fft.irfft2(jnp.fft.rfft2(image) * kernel, image.shape)

    return f, (normal(rng, 1024, 1024), normal(rng, 1024, 513))
