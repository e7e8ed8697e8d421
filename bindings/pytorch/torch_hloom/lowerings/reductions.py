# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions, scans and sorting."""

import math

import jax.numpy as jnp
from jax import lax

from .registry import aten, lowering


def axes(x, dims):
    """Returns the reduced dimensions: all if none are given."""
    if dims is None or dims == []:
        return tuple(range(x.ndim))
    dims = [dims] if isinstance(dims, int) else dims
    return tuple(dim % max(x.ndim, 1) for dim in dims)[: x.ndim]


@lowering(aten.sum)
def total(out, x, dims=None, keepdim=False, dtype=None):
    """Lowers a sum in the element type of the result."""
    return jnp.sum(x.astype(out.dtype), axes(x, dims), keepdims=keepdim)


@lowering(aten.mean)
def mean(out, x, dims=None, keepdim=False, dtype=None):
    """Lowers a mean: a sum, divided by the number of elements."""
    over = axes(x, dims)
    count = math.prod(x.shape[axis] for axis in over)
    return jnp.sum(x.astype(out.dtype), over, keepdims=keepdim) / jnp.asarray(count, out.dtype)


@lowering(aten.prod)
def product(out, x, dim=None, keepdim=False, dtype=None):
    """Lowers a product."""
    return jnp.prod(x.astype(out.dtype), axes(x, dim), keepdims=keepdim)


@lowering(aten.amax)
def amax(out, x, dims=(), keepdim=False):
    """Lowers a maximum; NaN if an element is NaN."""
    return jnp.max(x, axes(x, list(dims)), keepdims=keepdim)


@lowering(aten.amin)
def amin(out, x, dims=(), keepdim=False):
    """Lowers a minimum; NaN if an element is NaN."""
    return jnp.min(x, axes(x, list(dims)), keepdims=keepdim)


@lowering(aten.max.default)
def maximum_of_all(out, x):
    """Lowers the maximum of all elements."""
    return jnp.max(x)


@lowering(aten.min.default)
def minimum_of_all(out, x):
    """Lowers the minimum of all elements."""
    return jnp.min(x)


@lowering(aten.max.dim)
def maximum_with_index(out, x, dim, keepdim=False):
    """Lowers the maximum along a dimension and its first index."""
    return extreme(jnp.argmax, x, dim, keepdim)


@lowering(aten.min.dim)
def minimum_with_index(out, x, dim, keepdim=False):
    """Lowers the minimum along a dimension and its first index."""
    return extreme(jnp.argmin, x, dim, keepdim)


def extreme(find, x, dim, keepdim):
    """Returns the element at the index that `find` returns along a dimension, and the index."""
    if x.ndim == 0:
        return x, jnp.zeros((), jnp.int64)
    index = find(x, dim, keepdims=True)
    value = jnp.take_along_axis(x, index, dim)
    return (value, index) if keepdim else (jnp.squeeze(value, dim), jnp.squeeze(index, dim))


@lowering(aten.argmax)
def argmax(out, x, dim=None, keepdim=False):
    """Lowers the first index of the maximum."""
    return jnp.argmax(x, dim, keepdims=keepdim) if x.ndim else jnp.zeros((), jnp.int64)


@lowering(aten.argmin)
def argmin(out, x, dim=None, keepdim=False):
    """Lowers the first index of the minimum."""
    return jnp.argmin(x, dim, keepdims=keepdim) if x.ndim else jnp.zeros((), jnp.int64)


@lowering(aten.any)
def any_of(out, x, dims=None, keepdim=False):
    """Lowers true if an element differs from zero."""
    return jnp.any(x, axes(x, dims), keepdims=keepdim)


@lowering(aten.all)
def all_of(out, x, dims=None, keepdim=False):
    """Lowers true if all elements differ from zero."""
    return jnp.all(x, axes(x, dims), keepdims=keepdim)


@lowering(aten.var.correction)
def variance(out, x, dims=None, *, correction=1, keepdim=False):
    """Lowers a variance: the mean of squared differences from the mean."""
    return variance_and_mean([out], x, dims, correction=correction, keepdim=keepdim)[0]


@lowering(aten.var_mean.correction)
def variance_and_mean(out, x, dims=None, *, correction=1, keepdim=False):
    """Lowers a variance and a mean."""
    over = axes(x, dims)
    count = math.prod(x.shape[axis] for axis in over)
    correction = 1 if correction is None else correction
    middle = jnp.sum(x, over, keepdims=True) / jnp.asarray(count, x.dtype)
    squares = jnp.sum(jnp.square(jnp.abs(x - middle)), over, keepdims=keepdim)
    found = squares / jnp.asarray(max(count - correction, 0), squares.dtype)
    return found, middle if keepdim else jnp.squeeze(middle, over)


@lowering(aten.cumsum)
def cumulative_sum(out, x, dim, dtype=None):
    """Lowers the sums of all prefixes of a dimension."""
    x = x.astype(out.dtype)
    return lax.cumsum(x, dim % x.ndim) if x.ndim else x


@lowering(aten.cumprod)
def cumulative_product(out, x, dim, dtype=None):
    """Lowers the products of all prefixes of a dimension."""
    x = x.astype(out.dtype)
    return lax.cumprod(x, dim % x.ndim) if x.ndim else x


@lowering(aten.sort.default)
def sort(out, x, dim=-1, descending=False):
    """Lowers stable sorting and the indices of the sorted elements."""
    if x.ndim == 0:
        return x, jnp.zeros((), jnp.int64)
    index = jnp.argsort(x, dim, stable=True, descending=descending)
    return jnp.take_along_axis(x, index, dim), index


@lowering(aten.sort.stable)
def sort_stable(out, x, *, stable=True, dim=-1, descending=False):
    """Lowers stable sorting."""
    return sort(out, x, dim, descending)


@lowering(aten.topk)
def top(out, x, count, dim=-1, largest=True, is_sorted=True, **_):
    """Lowers the first elements of the sorted dimension, and their indices."""
    if x.ndim == 0:
        return x, jnp.zeros((), jnp.int64)
    if largest:
        values, index = lax.top_k(jnp.moveaxis(x, dim, -1), count)
        return jnp.moveaxis(values, -1, dim), jnp.moveaxis(index, -1, dim)
    return tuple(lax.slice_in_dim(y, 0, count, 1, dim % x.ndim) for y in sort(out, x, dim))
