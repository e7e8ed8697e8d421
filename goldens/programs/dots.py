# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dot_general with every arrangement of batch and contracting dimensions."""

import jax.numpy as jnp
import numpy as np
from jax import lax

from . import BF16, BF16_TYPE, EXACT, F64, golden, integers, normal


@golden(tags=["dot"])
def dot_batch(rng):
    def f(x, y):
        return jnp.einsum("bij,bjk->bik", x, y), jnp.einsum("bij,bjk->ikb", x, y)

    return f, (normal(rng, 3, 5, 7), normal(rng, 3, 7, 6))


@golden(tags=["dot"])
def dot_vec_mat(rng):
    """Vector by matrix, matrix by vector, vector by vector, and an outer product."""

    def f(x, a, y):
        return x @ a, a @ y, x @ x, jnp.outer(x, y)

    return f, (normal(rng, 19), normal(rng, 19, 13), normal(rng, 13))


@golden(tags=["dot"])
def dot_odd_sizes(rng):
    """Sizes that are not multiples of a vector or a tile, and 1 x n, n x 1 and 1 x 1."""

    def f(x, y, row, column):
        return x @ y, row @ y, x @ column, row @ column

    return f, (normal(rng, 19, 13), normal(rng, 13, 17), normal(rng, 1, 13), normal(rng, 13, 1))


@golden(tags=["dot"])
def dot_larger_than_a_tile(rng):
    """More rows, columns and products than one tile, with remainders: Gram matrices."""

    def f(x):
        return x @ x.T, (x.T @ x).sum(0)

    return f, (normal(rng, 9, 265, scale=0.5),)


@golden(tags=["dot"])
def dot_transposed(rng):
    """Left, right and both operands contracted along the unusual dimension."""

    def f(a, b, c):
        return a.T @ b, b @ c.T, lax.dot_general(b, c, (((1,), (1,)), ((), ()))), (c @ b.T).T @ c

    return f, (normal(rng, 7, 9), normal(rng, 7, 11), normal(rng, 5, 11))


@golden(tags=["dot"])
def dot_many_contracting(rng):
    """Two contracting dimensions, ordered differently in each operand, and two batch dimensions."""

    def f(x, y, z):
        both = lax.dot_general(x, y, (((1, 3), (2, 0)), ((), ())))
        batched = lax.dot_general(x, z, (((3,), (1,)), ((2, 0), (0, 2))))
        return both, batched

    return f, (normal(rng, 2, 3, 4, 5), normal(rng, 5, 6, 3), normal(rng, 4, 5, 2, 3))


@golden(tags=["dot"])
def dot_einsum_chain(rng):
    def f(a, b, c):
        return jnp.einsum("ij,jk,kl->il", a, b, c), jnp.einsum("ii->i", a @ a.T), jnp.trace(a @ a.T)

    return f, (normal(rng, 6, 8), normal(rng, 8, 5), normal(rng, 5, 7))


@golden(tags=["dot"])
def dot_fused_epilogue(rng):
    """Scales before the product; bias, residual, activation and a cast after it."""

    def f(x, scale, w, bias, residual):
        return jnp.maximum((x * scale[:, None]) @ w + bias + residual, 0.0).astype(jnp.bfloat16)

    return f, (
        normal(rng, 10, 20),
        normal(rng, 10),
        normal(rng, 20, 14, scale=0.25),
        normal(rng, 14),
        normal(rng, 10, 14),
    )


@golden(EXACT, tags=["dot"])
def dot_integers(rng):
    """8-bit factors with 32-bit sums, and 32-bit and unsigned products that wrap."""

    def f(a, b, c, d):
        return (
            lax.dot(a, b, preferred_element_type=jnp.int32),
            c @ c.T,
            d @ d.T,
        )

    return f, (
        integers(rng, -128, 128, 9, 33, dtype=np.int8),
        integers(rng, -128, 128, 33, 7, dtype=np.int8),
        integers(rng, -(2**31), 2**31, 5, 6),
        integers(rng, 0, 256, 4, 10, dtype=np.uint8),
    )


@golden(EXACT, tags=["dot"])
def dot_narrow_integers(rng):
    """Products of 8 and 16 bits with odd sizes, in batches, and with both operands transposed."""

    def f(a, b, c, d, e):
        def sums(*arguments):
            return jnp.einsum(*arguments, preferred_element_type=jnp.int32)

        return (
            sums("mk,kn->mn", a, b),
            sums("km,nk->mn", c, d),
            sums("bmk,bnk->bmn", e, e),
        )

    return f, (
        integers(rng, 0, 256, 21, 35, dtype=np.uint8),
        integers(rng, 0, 256, 35, 19, dtype=np.uint8),
        integers(rng, -128, 128, 37, 18, dtype=np.int8),
        integers(rng, -128, 128, 23, 37, dtype=np.int8),
        integers(rng, -(2**15), 2**15, 2, 9, 45, dtype=np.int16),
    )


@golden(BF16, tags=["dot", "bf16"])
def dot_bf16_to_f32(rng):
    def f(x, y):
        return lax.dot(x, y, preferred_element_type=jnp.float32)

    return f, (normal(rng, 12, 40, dtype=BF16_TYPE), normal(rng, 40, 9, dtype=BF16_TYPE))


@golden(tags=["dot"])
def dot_precision(rng):
    """The highest precision, and an explicitly requested algorithm."""

    def f(x, y):
        return (
            lax.dot(x, y, precision=lax.Precision.HIGHEST),
            lax.dot(x, y, precision=lax.DotAlgorithmPreset.F32_F32_F32),
        )

    return f, (normal(rng, 8, 16), normal(rng, 16, 8))


@golden(F64, tags=["dot", "f64"], x64=True)
def dot_f64(rng):
    def f(x, y):
        return x @ y

    return f, (normal(rng, 7, 13, dtype=np.float64), normal(rng, 13, 6, dtype=np.float64))


@golden(tags=["dot", "zero_sized"])
def dot_empty(rng):
    """An empty contracting dimension gives zeros; operands without rows give empty results."""

    def f(a, b, c):
        return a @ b, c @ jnp.ones((4, 3))

    return f, (
        np.zeros((3, 0), np.float32),
        np.zeros((0, 2), np.float32),
        np.zeros((0, 4), np.float32),
    )
