# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recurrent networks."""

import jax
import jax.numpy as jnp
from jax import lax

from . import DEEP, normal, program


@program(DEEP)
def lstm(rng):
    """An LSTM of width 256 on 8 sequences of length 64."""

    def f(params, x):
        kernel, recurrent, bias = params

        def step(state, projected):
            h, c = state
            i, f, g, o = jnp.split(projected + h @ recurrent, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        zero = jnp.zeros((x.shape[1], 256))
        return lax.scan(step, (zero, zero), x @ kernel + bias)

    params = (
        normal(rng, 256, 1024, scale=0.06),
        normal(rng, 256, 1024, scale=0.06),
        normal(rng, 1024, scale=0.1),
    )
    return f, (params, normal(rng, 64, 8, 256))
