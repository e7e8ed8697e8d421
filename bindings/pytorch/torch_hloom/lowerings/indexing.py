# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations with arrays of indices: gathers and scatters.

An index beyond the bounds raises an error in PyTorch; here its result is undefined, as in other
compiled programs.
"""

import jax.numpy as jnp

from .registry import aten, lowering


def places(indices):
    """Converts PyTorch's list of indices, in which None selects a whole dimension, to JAX's."""
    for index in indices:
        if index is not None and index.dtype == jnp.bool_:
            raise NotImplementedError(
                "expected integer indices, found a mask, on which the shape of the result depends;"
                " use `torch.where`"
            )
    return tuple(slice(None) if index is None else index for index in indices)


@lowering(aten.index, aten._unsafe_index)
def index(out, x, indices):
    """Lowers x[indices]."""
    return x.at[places(indices)].get(mode="clip")


@lowering(aten.index_put, aten._unsafe_index_put)
def index_put(out, x, indices, values, accumulate=False):
    """Lowers x[indices] = values, or += with `accumulate`; also x[mask] = number."""
    if len(indices) == 1 and indices[0].dtype == jnp.bool_ and values.size == 1:
        mask = jnp.reshape(indices[0], indices[0].shape + (1,) * (x.ndim - indices[0].ndim))
        value = jnp.reshape(values, ()).astype(x.dtype)
        return jnp.where(mask, x + value if accumulate else value, x)
    where, values = x.at[places(indices)], values.astype(x.dtype)
    return where.add(values) if accumulate else where.set(values)


@lowering(aten.index_select)
def index_select(out, x, dim, indices):
    """Lowers the choice of indices of a dimension."""
    if x.ndim == 0:
        return jnp.reshape(x, out.shape)
    return jnp.take(x, indices, dim, mode="clip")


@lowering(aten.embedding)
def embedding(out, weight, indices, *_):
    """Lowers the choice of rows of a matrix."""
    return jnp.take(weight, indices, 0, mode="clip")


def around(indices, dim):
    """Returns indices of all dimensions, where those of `dim` are given for each element."""
    grid = list(jnp.indices(indices.shape, sparse=True))
    grid[dim] = indices
    return tuple(grid)


@lowering(aten.gather)
def gather(out, x, dim, indices, sparse_grad=False):
    """Lowers x[i][index[i][j]] for the dimension of index j, and so on."""
    if indices.size == 0:
        return jnp.zeros(out.shape, out.dtype)
    if x.ndim == 0 or indices.ndim == 0:
        return jnp.broadcast_to(jnp.reshape(x, -1)[jnp.reshape(indices, -1)], out.shape)
    return x.at[around(indices, dim)].get(mode="clip")


def scattered(x, dim, indices, source):
    """Returns the places of a scatter in x and the elements for them."""
    if jnp.ndim(source):
        source = source[tuple(slice(size) for size in indices.shape)]
    return x.at[around(indices, dim)], jnp.asarray(source).astype(x.dtype)


@lowering(aten.scatter.src, aten.scatter.value)
def scatter(out, x, dim, indices, source):
    """Lowers x[i][index[i][j]] = source[i][j], and so on."""
    if x.ndim == 0:
        return jnp.reshape(jnp.asarray(source).astype(x.dtype), ())
    where, source = scattered(x, dim, indices, source)
    return where.set(source)


@lowering(aten.scatter_add)
def scatter_add(out, x, dim, indices, source):
    """Lowers x[i][index[i][j]] += source[i][j], and so on."""
    if x.ndim == 0:
        return x + jnp.reshape(source, ())
    where, source = scattered(x, dim, indices, source)
    return where.add(source)


@lowering(aten.scatter_reduce.two)
def scatter_reduce(out, x, dim, indices, source, reduce, include_self=True):
    """Lowers scatters that combine elements by a reduction."""
    if not include_self or reduce == "mean" or x.ndim == 0:
        raise NotImplementedError(
            "aten.scatter_reduce: expected `include_self` and a reduction other than `mean`"
        )
    where, source = scattered(x, dim, indices, source)
    names = {"sum": "add", "prod": "multiply", "amax": "max", "amin": "min"}
    return getattr(where, names[reduce])(source)


@lowering(aten.masked_scatter)
def masked_scatter(out, x, mask, source):
    """Lowers the replacement of the elements under a mask by successive ones of a source."""
    mask = jnp.broadcast_to(mask, out.shape)
    place = jnp.reshape(jnp.cumsum(jnp.reshape(mask, -1)) - 1, out.shape)
    chosen = jnp.take(jnp.reshape(source, -1), place, mode="clip")
    return jnp.where(mask, chosen, jnp.broadcast_to(x, out.shape))


@lowering(aten.unfold)
def unfold(out, x, dim, size, step):
    """Lowers windows of a dimension, which become the last dimension."""
    dim %= max(x.ndim, 1)
    x = jnp.reshape(x, (1,)) if x.ndim == 0 else x
    starts = jnp.arange(out.shape[dim] if out.ndim > 1 else 1) * step
    windows = jnp.take(x, starts[:, None] + jnp.arange(size)[None, :], dim)
    return jnp.reshape(jnp.moveaxis(windows, dim + 1, -1), out.shape)
