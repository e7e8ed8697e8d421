# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise computations."""

import jax.numpy as jnp
from jax import lax

from . import normal, program, uniform


@program()
def axpy_8m(rng):
    """a x + y on 8 Mi elements, limited by the memory's bandwidth."""

    def f(a, x, y):
        return a * x + y

    return f, (normal(rng), normal(rng, 8 << 20), normal(rng, 8 << 20))


@program()
def elementwise_4m(rng):
    """A chain of 15 operations, four of them transcendental, on 4 Mi elements."""

    def f(x, a, b):
        gate = jnp.tanh(x * a + b) * jnp.exp(-x * x)
        tail = jnp.log1p(jnp.abs(x)) * lax.rsqrt(1.0 + x * x)
        return gate + jnp.maximum(tail, 0.25)

    return f, (normal(rng, 4 << 20), normal(rng), normal(rng))


@program()
def black_scholes_1m(rng):
    """Prices of a million European call and put options."""

    def f(spot, strike, years):
        rate, volatility = 0.02, 0.3
        deviation = volatility * jnp.sqrt(years)
        d1 = (jnp.log(spot / strike) + (rate + volatility**2 / 2) * years) / deviation
        d2 = d1 - deviation
        discounted = strike * jnp.exp(-rate * years)

        def cumulative(x):
            return 0.5 * (1.0 + lax.erf(x * 0.5**0.5))

        call = spot * cumulative(d1) - discounted * cumulative(d2)
        return call, call - spot + discounted

    n = 1_000_000
    return f, (uniform(rng, 10, 50, n), uniform(rng, 10, 50, n), uniform(rng, 0.2, 2, n))
