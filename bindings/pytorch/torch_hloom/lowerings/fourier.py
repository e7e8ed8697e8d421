# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms."""

import math

import jax.numpy as jnp

from .registry import aten, lowering


def scaled(x, counts, normalization):
    """Multiplies a sum over `counts` elements: by 1, by the root of 1 / n, or by 1 / n."""
    power = (0, -0.5, -1)[normalization]
    return x if power == 0 else x * jnp.asarray(math.prod(counts) ** power, x.real.dtype)


@lowering(aten._fft_r2c)
def real_to_complex(out, x, dims, normalization, onesided):
    """Lowers the transform of real numbers; `onesided` leaves out the conjugate half."""
    function = jnp.fft.rfftn if onesided else jnp.fft.fftn
    return scaled(function(x, axes=dims), [x.shape[dim] for dim in dims], normalization)


@lowering(aten._fft_c2c)
def complex_to_complex(out, x, dims, normalization, forward):
    """Lowers the transform of complex numbers, or its inverse."""
    counts = [x.shape[dim] for dim in dims]
    result = jnp.fft.fftn(x, axes=dims) if forward else jnp.fft.ifftn(x, axes=dims, norm="forward")
    return scaled(result, counts, normalization)


@lowering(aten._fft_c2r)
def complex_to_real(out, x, dims, normalization, last_size):
    """Lowers the inverse transform to real numbers; the conjugate half is left out of `x`."""
    counts = [*(x.shape[dim] for dim in dims[:-1]), last_size]
    result = jnp.fft.irfftn(x, s=counts, axes=dims, norm="forward")
    return scaled(result, counts, normalization)
