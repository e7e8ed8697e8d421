# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations that move elements: views, slices, concatenation, padding and copies."""

import math

import jax.numpy as jnp
import torch
from jax import lax

from .registry import aten, lowering


@lowering(aten.sym_size)
def size_of(out, x, dim=None):
    """Lowers the size of a dimension, which is a number while a program is lowered."""
    return list(x.shape) if dim is None else x.shape[dim]


@lowering(aten.sym_numel)
def count_of(out, x):
    """Lowers the number of elements."""
    return x.size


@lowering(aten.alias, aten.clone, aten.detach, aten._to_copy, aten.lift_fresh_copy)
@lowering(aten.lift_fresh, aten.contiguous, torch.ops.prims.convert_element_type)
def same(out, x, *_, **__):
    """Lowers copies and conversions; the interpreter converts the element type."""
    return x


@lowering(aten.copy)
def copy(out, x, source, non_blocking=False):
    """Lowers a copy into the shape and element type of another operand."""
    return jnp.broadcast_to(source, out.shape)


@lowering(aten.view, aten.reshape, aten._unsafe_view, aten.unsqueeze, aten.squeeze)
def reshape(out, x, *_):
    """Lowers views of the same elements in the same order."""
    return jnp.reshape(x, out.shape)


@lowering(aten.view.dtype)
def bitcast(out, x, dtype):
    """Lowers a view of the bits as another element type."""
    if x.dtype.itemsize != out.dtype.itemsize:
        raise NotImplementedError("aten.view.dtype: expected element types of the same size")
    return lax.bitcast_convert_type(x, out.dtype)


@lowering(aten.expand)
def expand(out, x, *_, **__):
    """Lowers repetition along dimensions of size one and new leading dimensions."""
    return jnp.broadcast_to(x, out.shape)


@lowering(aten.permute)
def permute(out, x, dims):
    """Lowers a permutation of dimensions."""
    return jnp.transpose(x, dims)


@lowering(aten.transpose)
def transpose(out, x, dim0, dim1):
    """Lowers an exchange of two dimensions."""
    return jnp.swapaxes(x, dim0, dim1) if x.ndim else x


@lowering(aten.t)
def matrix_transpose(out, x):
    """Lowers the transpose of a matrix."""
    return x.T


def span(size, start, end, step=1):
    """Returns a slice of a dimension as PyTorch reads its bounds."""
    return slice(*slice(start, end, step).indices(size))


@lowering(aten.slice)
def slice_dimension(out, x, dim=0, start=None, end=None, step=1):
    """Lowers a slice of one dimension."""
    bounds = span(x.shape[dim], start, end, step)
    end = max(bounds.start, bounds.stop)
    return lax.slice_in_dim(x, bounds.start, end, step, dim % x.ndim)


@lowering(aten.select)
def select(out, x, dim, index):
    """Lowers one index of a dimension, which is dropped."""
    return lax.index_in_dim(x, index % x.shape[dim], dim % x.ndim, keepdims=False)


@lowering(aten.slice_scatter)
def slice_scatter(out, x, source, dim=0, start=None, end=None, step=1):
    """Lowers the replacement of a slice."""
    where = [slice(None)] * x.ndim
    where[dim] = span(x.shape[dim], start, end, step)
    return x.at[tuple(where)].set(source.astype(x.dtype))


@lowering(aten.select_scatter)
def select_scatter(out, x, source, dim, index):
    """Lowers the replacement of one index of a dimension."""
    where = [slice(None)] * x.ndim
    where[dim] = index
    return x.at[tuple(where)].set(source.astype(x.dtype))


@lowering(aten.cat)
def concatenate(out, arrays, dim=0):
    """Lowers concatenation; PyTorch ignores operands of shape [0]."""
    kept = [x.astype(out.dtype) for x in arrays if x.shape != (0,)]
    return jnp.concatenate(kept, dim) if kept else arrays[0]


@lowering(aten.stack)
def stack(out, arrays, dim=0):
    """Lowers concatenation along a new dimension."""
    return jnp.stack([x.astype(out.dtype) for x in arrays], dim)


@lowering(aten.split_with_sizes)
def split_with_sizes(out, x, sizes, dim=0):
    """Lowers a division of one dimension into parts of given sizes."""
    ends = [sum(sizes[: n + 1]) for n in range(len(sizes))]
    dim %= x.ndim
    parts = zip(ends, sizes, strict=True)
    return [lax.slice_in_dim(x, end - size, end, 1, dim) for end, size in parts]


@lowering(aten.split)
def split(out, x, size, dim=0):
    """Lowers a division of one dimension into parts of one size; the last may be smaller."""
    return split_with_sizes(out, x, [part.shape[dim] for part in out], dim)


@lowering(aten.unbind)
def unbind(out, x, dim=0):
    """Lowers the parts along a dimension, without the dimension."""
    return [select(None, x, dim, n) for n in range(x.shape[dim])]


@lowering(aten.constant_pad_nd)
def pad(out, x, amounts, value=0):
    """Lowers padding of the last dimensions; negative amounts remove elements."""
    pairs = list(zip(amounts[::2], amounts[1::2], strict=True))[::-1]
    pairs = [(0, 0)] * (x.ndim - len(pairs)) + pairs
    return lax.pad(x, jnp.asarray(value, x.dtype), [(*pair, 0) for pair in pairs])


@lowering(aten.flip)
def flip(out, x, dims):
    """Lowers the reversal of dimensions."""
    return jnp.flip(x, dims)


@lowering(aten.repeat)
def repeat(out, x, counts):
    """Lowers a tiling."""
    return jnp.tile(x, counts)


@lowering(aten.roll)
def roll(out, x, shifts, dims=()):
    """Lowers a cyclic shift."""
    shifts, dims = tuple(shifts), tuple(dims)
    return jnp.roll(x, shifts, dims) if dims else jnp.roll(x, shifts[0])


@lowering(aten.diagonal)
def diagonal(out, x, offset=0, dim1=0, dim2=1):
    """Lowers a diagonal of two dimensions."""
    return jnp.diagonal(x, offset, dim1, dim2)


@lowering(aten.as_strided)
def as_strided(out, x, sizes, strides, offset=None):
    """Lowers a view of memory, if the operand is dense and row-major, which `verify` checks."""
    pairs = [(size, stride) for size, stride in zip(sizes, strides, strict=True) if size != 1]
    dense = [math.prod(size for size, _ in pairs[n + 1 :]) for n in range(len(pairs))]
    if not offset and math.prod(sizes) == x.size and [stride for _, stride in pairs] == dense:
        return jnp.reshape(x, out.shape)
    place = jnp.full(out.shape, offset or 0, jnp.int64)
    for dim, stride in enumerate(strides):
        place = place + lax.broadcasted_iota(jnp.int64, out.shape, dim) * stride
    return jnp.take(jnp.reshape(x, -1), place, mode="clip")
