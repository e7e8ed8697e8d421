# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""reduce with every body, over any dimensions; reduce_window; cumulative sums."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import EXACT, F32, golden, integers, normal, uniform


@golden(tags=["reduce"])
def reduce_sum(rng):
    """Reductions along each dimension, along several dimensions and along all."""

    def f(x):
        axes = [0, 1, 2, (0, 1), (0, 2), (1, 2), (0, 1, 2)]
        return [x.sum(a) for a in axes]

    return f, (normal(rng, 3, 5, 7),)


@golden(tags=["reduce"])
def reduce_long(rng):
    """Lengths that no vector width divides, along rows and along columns."""

    def f(x, y):
        return x.sum(), x.mean(), y.sum(1), y.max(0)

    return f, (normal(rng, 515), normal(rng, 3, 131))


@golden(EXACT, tags=["reduce"])
def reduce_max_min(rng):
    def f(x, n):
        return x.max(0), x.min(1), x.max(), n.max(1), n.min(0)

    return f, (normal(rng, 6, 11), integers(rng, 0, 256, 5, 8, dtype=np.uint8))


@golden(tags=["reduce"])
def reduce_prod(rng):
    def f(x, n):
        return x.prod(0), x.prod(), n.prod(1)

    return f, (uniform(rng, 0.8, 1.2, 9, 7), integers(rng, -9, 9, 3, 12))


@golden(EXACT, tags=["reduce"])
def argmax(rng):
    """Reductions of two operands: argmax and argmin prefer NaN, then the first of equal values."""

    def f(x, n, special):
        return (
            jnp.argmax(x, 0),
            jnp.argmin(x),
            jnp.argmax(n),
            jnp.argmax(special, 1),
        )

    special = np.array([[1, np.nan, 3], [np.inf, 2, np.inf], [-0.0, 0.0, -1]], np.float32)
    return f, (normal(rng, 6, 13), integers(rng, 0, 4, 17), special)


@golden(EXACT, tags=["reduce"])
def any_all(rng):
    def f(x):
        return jnp.any(x > 1.5, 1), jnp.all(x > -1.5, 0), jnp.any(x > 9), (x > 0).sum(0)

    return f, (normal(rng, 7, 9),)


@golden(EXACT, tags=["reduce"])
def reduce_bits(rng):
    def f(x):
        return [
            lax.reduce(x, np.uint32(start), op, (1,))
            for start, op in (
                (2**32 - 1, lax.bitwise_and),
                (0, lax.bitwise_or),
                (0, lax.bitwise_xor),
            )
        ]

    return f, (rng.integers(0, 2**32, (5, 6), dtype=np.uint64).astype(np.uint32),)


@golden(tags=["reduce"])
def reduce_several_operands(rng):
    """Custom bodies: Welford's mean and variance with three operands, and a body whose result
    depends on a comparison."""

    def f(x, y):
        def merge(a, b):
            (mean_a, m2_a, n_a), (mean_b, m2_b, n_b) = a, b
            n = n_a + n_b
            delta = mean_b - mean_a
            safe = jnp.maximum(n, 1.0)
            return (
                mean_a + delta * n_b / safe,
                m2_a + m2_b + delta * delta * n_a * n_b / safe,
                n,
            )

        zero = np.float32(0)
        moments = lax.reduce((x, jnp.zeros_like(x), jnp.ones_like(x)), (zero,) * 3, merge, (1,))

        def larger(a, b):
            keep = jnp.abs(a[0]) >= jnp.abs(b[0])
            return jnp.where(keep, a[0], b[0]), jnp.where(keep, a[1], b[1])

        return moments, lax.reduce((x, y), (zero, zero), larger, (0,))

    return f, (normal(rng, 6, 10), normal(rng, 6, 10))


@golden(EXACT, tags=["reduce", "zero_sized"])
def reduce_empty(rng):
    """A reduction of no elements returns the initial value."""

    def f(x):
        return x.sum(0), x.sum(1), x.prod(), lax.reduce(x, np.float32(-7.5), lax.max, (0,))

    return f, (np.zeros((0, 4), np.float32),)


@golden(EXACT, tags=["reduce_window"])
def max_pool(rng):
    def f(x):
        return (
            lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
            lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"),
        )

    return f, (normal(rng, 2, 7, 8, 3),)


@golden(tags=["reduce_window"])
def avg_pool(rng):
    """Average pool, divided by the number of elements that are not padding."""

    def f(x):
        window, strides = (1, 3, 3, 1), (1, 2, 2, 1)
        total = lax.reduce_window(x, 0.0, lax.add, window, strides, "SAME")
        return total / lax.reduce_window(jnp.ones_like(x), 0.0, lax.add, window, strides, "SAME")

    return f, (normal(rng, 2, 7, 8, 3),)


@golden(tags=["reduce_window"])
def reduce_window_variants(rng):
    """Windows with padding on one side, both dilations, and along every dimension."""

    def f(x):
        return (
            lax.reduce_window(x, 0.0, lax.add, (2, 3), (1, 1), ((1, 0), (0, 2))),
            lax.reduce_window(x, 0.0, lax.add, (2, 3), (2, 1), "VALID", window_dilation=(2, 3)),
            lax.reduce_window(
                x, 1.0, lax.mul, (3, 2), (1, 2), ((2, 1), (1, 1)), base_dilation=(2, 3)
            ),
            lax.reduce_window(x, jnp.inf, lax.min, (2, 2), (3, 3), "SAME"),
        )

    return f, (uniform(rng, 0.5, 1.5, 6, 11),)


@golden(EXACT, tags=["reduce_window"])
def reduce_window_several_operands(rng):
    """A max pool that also returns the index of the maximum."""

    def f(x):
        index = lax.broadcasted_iota(jnp.int32, x.shape, 1)

        def larger(a, b):
            keep = (a[0] > b[0]) | ((a[0] == b[0]) & (a[1] < b[1]))
            return jnp.where(keep, a[0], b[0]), jnp.where(keep, a[1], b[1])

        start = (np.float32(-np.inf), np.int32(2**31 - 1))
        return lax.reduce_window((x, index), start, larger, (1, 3), (1, 2), "VALID")

    return f, (normal(rng, 4, 13),)


@golden(F32, tags=["reduce_window"])
def cumsum(rng):
    def f(x, n):
        return jnp.cumsum(x, 0), jnp.cumsum(x, 1), lax.cumsum(x, 1, reverse=True), jnp.cumsum(n)

    return f, (normal(rng, 5, 12), integers(rng, -9, 9, 15))


@golden(F32, tags=["reduce_window"])
def cumulative(rng):
    def f(x):
        return jnp.cumprod(x, 1), lax.cummax(x, 0), lax.cummin(x, 1), lax.cumlogsumexp(x, 1)

    return f, (uniform(rng, 0.5, 1.6, 4, 11),)


@golden(F32, tags=["reduce"])
def associative_scan(rng):
    """A linear recurrence in logarithmic depth: strided slices, pads and interleaving."""

    def f(a, b):
        def combine(left, right):
            return left[0] * right[0], left[1] * right[0] + right[1]

        return jax.lax.associative_scan(combine, (a, b))

    return f, (uniform(rng, 0.5, 1.0, 13), normal(rng, 13))


@golden()
def sums_of_one_term(rng):
    """Sums, windows, products and convolutions of one term, whose results are then broadcast."""

    def f(x, y):
        one = x[:, None].sum(1)
        window = lax.reduce_window(x, 0.0, lax.add, (1,), (1,), "VALID")
        product = lax.dot_general(x[:, None], y[None, :1], (((1,), (0,)), ((), ())))
        convolution = lax.conv_general_dilated(
            x[None, :, None], y[:1, None, None], (1,), "VALID", dimension_numbers=("NWC", "WIO", "NWC")
        )
        spread = [
            jnp.broadcast_to(one[:, None], (5, 4)),
            jnp.broadcast_to(window[:, None], (5, 4)),
            jnp.broadcast_to(product, (5, 4)),
            jnp.broadcast_to(convolution[0], (5, 4)),
        ]
        return spread + [one + one, window + window, product * 2.0, convolution + 1.0]

    return f, (normal(rng, 5), normal(rng, 4))
