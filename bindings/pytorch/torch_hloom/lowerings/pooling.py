# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pooling over windows of the last dimensions, and its gradients."""

import itertools
import math

import jax
import jax.numpy as jnp
from jax import lax

from .contractions import spatial
from .registry import aten, lowering


class Windows:
    """The windows of a pooling: size, step, padding and dilation of each spatial dimension."""

    def __init__(self, shape, pooled, size, stride, padding, dilation=(1,)):
        rank = len(size) if len(size) > 1 else len(spatial(size, 2))
        self.size = spatial(size, rank)
        self.stride = spatial(stride, rank) if stride else self.size
        self.dilation = spatial(dilation, rank)
        padding = spatial(padding, rank)
        self.inputs, self.outputs = shape[-rank:], pooled[-rank:]
        # With `ceil_mode`, the last window may end beyond the padding.
        ends = [
            (count - 1) * step + dilated * (width - 1) + 1
            for count, step, dilated, width in zip(
                self.outputs, self.stride, self.dilation, self.size, strict=True
            )
        ]
        self.padding = [
            (low, max(end - low - extent, 0))
            for end, low, extent in zip(ends, padding, self.inputs, strict=True)
        ]

    def reduce(self, x, start, function):
        """Reduces each window."""
        lead = (1,) * (x.ndim - len(self.size))
        result = lax.reduce_window(
            x,
            jnp.asarray(start, x.dtype),
            function,
            (*lead, *self.size),
            (*lead, *self.stride),
            [(0, 0)] * len(lead) + self.padding,
            window_dilation=(*lead, *self.dilation),
        )
        return result[(..., *(slice(count) for count in self.outputs))]

    def parts(self, x, padding_value):
        """Yields, for each place in a window, its offset and its elements in all windows."""
        lead = [(0, 0, 0)] * (x.ndim - len(self.size))
        amounts = lead + [(*pair, 0) for pair in self.padding]
        padded = lax.pad(x, jnp.asarray(padding_value, x.dtype), amounts)
        for place in itertools.product(*map(range, self.size)):
            offset = [at * dilated for at, dilated in zip(place, self.dilation, strict=True)]
            where = tuple(
                slice(begin, begin + (count - 1) * step + 1, step)
                for begin, count, step in zip(offset, self.outputs, self.stride, strict=True)
            )
            yield offset, padded[(..., *where)]


def lowest(dtype):
    """Returns the least value of an element type."""
    return -jnp.inf if jnp.issubdtype(dtype, jnp.inexact) else jnp.iinfo(dtype).min


@lowering(aten.max_pool2d_with_indices, aten.max_pool3d_with_indices)
def max_pool(out, x, size, stride=(), padding=(0,), dilation=(1,), ceil_mode=False):
    """Lowers the maximum of each window and its index among the elements of an image."""
    windows = Windows(x.shape, out[0].shape, size, stride, padding, dilation)
    values = windows.reduce(x, lowest(x.dtype), lax.max)
    shape = windows.outputs
    starts = [
        jnp.arange(count) * step - low
        for count, step, (low, _) in zip(shape, windows.stride, windows.padding, strict=True)
    ]
    best, index = None, None
    for offset, part in windows.parts(x, lowest(x.dtype)):
        flat = 0
        grid = jnp.meshgrid(*starts, indexing="ij")
        for at, begin, extent in zip(offset, grid, windows.inputs, strict=True):
            flat = flat * extent + begin + at
        flat = jnp.broadcast_to(flat, part.shape)
        # The first place with the maximum counts, and NaN is greater than all numbers.
        is_better = True if best is None else (part > best) | jnp.isnan(part)
        best = part if best is None else jnp.where(is_better, part, best)
        index = flat if index is None else jnp.where(is_better, flat, index)
    return values, index


@lowering(aten.max_pool2d_with_indices_backward)
def max_pool_backward(out, gradient, x, size, stride, padding, dilation, ceil_mode, indices):
    """Lowers the gradient of a maximum pooling: a scatter to the indices of the maxima."""
    batch = math.prod(x.shape[:-2])
    flat = jnp.zeros((batch, x.shape[-2] * x.shape[-1]), gradient.dtype)
    rows = jnp.arange(batch)[:, None]
    columns = jnp.reshape(indices, (batch, -1))
    flat = flat.at[rows, columns].add(jnp.reshape(gradient, (batch, -1)))
    return jnp.reshape(flat, x.shape)


@lowering(aten.avg_pool2d, aten.avg_pool3d)
def average_pool(
    out, x, size, stride=(), padding=(0,), ceil_mode=False, count_include_pad=True, divisor=None
):
    """Lowers the mean of each window."""
    windows = Windows(x.shape, out.shape, size, stride, padding)
    sums = windows.reduce(x, 0, lax.add)
    if divisor:
        return sums / jnp.asarray(divisor, x.dtype)
    counted = jnp.ones(windows.inputs, x.dtype)
    if count_include_pad:
        low = spatial(padding, len(windows.size))
        counted = jnp.pad(counted, [(n, n) for n in low], constant_values=1)
        windows = Windows(counted.shape, out.shape, size, stride, (0,))
    return sums / windows.reduce(counted, 0, lax.add)


@lowering(aten.avg_pool2d_backward)
def average_pool_backward(out, gradient, x, *options):
    """Lowers the gradient of a mean pooling by JAX's derivative."""
    _, pull_back = jax.vjp(lambda x: average_pool(gradient, x, *options), x)
    return pull_back(gradient)[0]


@lowering(aten._adaptive_avg_pool2d, aten._adaptive_avg_pool3d)
def adaptive_average_pool(out, x, sizes):
    """Lowers means of windows that cover each dimension, by a product with a matrix for each."""
    rank = len(sizes)
    for axis in range(x.ndim - rank, x.ndim):
        inputs, outputs = x.shape[axis], out.shape[axis]
        index = jnp.arange(outputs)[:, None]
        place = jnp.arange(inputs)[None, :]
        first, end = index * inputs // outputs, -(-(index + 1) * inputs // outputs)
        is_inside = (first <= place) & (place < end)
        weights = jnp.where(is_inside, 1 / (end - first), 0).astype(x.dtype)
        x = jnp.moveaxis(jnp.tensordot(x, weights, ((axis,), (1,))), -1, axis)
    return x


@lowering(aten._adaptive_avg_pool2d_backward, aten._adaptive_avg_pool3d_backward)
def adaptive_average_pool_backward(out, gradient, x):
    """Lowers the gradient of adaptive mean pooling by JAX's derivative."""
    sizes = gradient.shape[-2:] if x.ndim < 5 else gradient.shape[-3:]
    _, pull_back = jax.vjp(lambda x: adaptive_average_pool(gradient, x, sizes), x)
    return pull_back(gradient)[0]
