# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations that create arrays from numbers and sizes."""

import jax.numpy as jnp
from jax import lax

from .registry import aten, lowering


@lowering(aten.full)
def full(out, sizes, value, **_):
    """Lowers an array of equal elements."""
    return jnp.full(out.shape, value, out.dtype)


@lowering(aten.full_like, aten.fill, aten.scalar_tensor)
def full_like(out, *operands, **_):
    """Lowers an array of equal elements in the shape of an operand."""
    return jnp.full(out.shape, jnp.asarray(operands[-1]).astype(out.dtype), out.dtype)


@lowering(aten.zeros, aten.zeros_like, aten.new_zeros, aten.empty, aten.empty_like)
@lowering(aten.new_empty, aten.empty_strided, aten.new_empty_strided, aten.empty_permuted)
def zeros(out, *_, **__):
    """Lowers zeros; arrays without defined elements are zero, too."""
    return jnp.zeros(out.shape, out.dtype)


@lowering(aten.ones, aten.ones_like, aten.new_ones)
def ones(out, *_, **__):
    """Lowers ones."""
    return jnp.ones(out.shape, out.dtype)


@lowering(aten.arange)
def arange(out, *bounds, **_):
    """Lowers an arithmetic sequence."""
    start, step = (0, 1) if len(bounds) == 1 else (bounds[0], (*bounds, 1)[2])
    count = lax.iota(jnp.int64, out.shape[0])
    if jnp.issubdtype(out.dtype, jnp.integer):
        return start + count * step
    # PyTorch computes in double precision.
    return (start + count.astype(jnp.float64) * step).astype(out.dtype)


@lowering(aten._assert_tensor_metadata)
def nothing(out, *_, **__):
    """Lowers an assertion about shapes and types, which hold in the graph by construction."""
