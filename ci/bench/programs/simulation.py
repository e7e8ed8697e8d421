# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numerical simulations, some with loops."""

import jax.numpy as jnp
import numpy as np
from jax import lax

from . import DEEP, normal, program


def five_points(x):
    inner = x[1:-1, 1:-1]
    around = x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]
    return jnp.pad(inner + 0.2 * (around - 4.0 * inner), 1)


@program()
def stencil_2048(rng):
    """A step of the heat equation on [2048,2048]."""
    return five_points, (normal(rng, 2048, 2048),)


@program()
def stencil_loop(rng):
    """100 steps of the heat equation on [512,512]."""
    return lambda x: lax.fori_loop(0, 100, lambda _, x: five_points(x), x), (normal(rng, 512, 512),)


@program(DEEP)
def nbody_2048(rng):
    """Accelerations of 2048 bodies by gravity."""

    def f(positions, masses):
        difference = positions[None] - positions[:, None]
        distance2 = (difference**2).sum(-1) + 1e-2
        return ((masses / (distance2 * jnp.sqrt(distance2)))[..., None] * difference).sum(1)

    return f, (normal(rng, 2048, 3), np.abs(normal(rng, 2048)))


@program(differing=0.01)
def mandelbrot_512(rng):
    """Counts of iterations on [512,512]; the loop ends when all points have escaped or after 200."""

    def f(re, im):
        def step(state):
            i, x, y, count = state
            x, y = x * x - y * y + re, 2.0 * x * y + im
            inside = x * x + y * y <= 4.0
            return i + 1, jnp.where(inside, x, 2.0), jnp.where(inside, y, 2.0), count + inside

        def goes_on(state):
            i, x, y, _ = state
            return (i < 200) & jnp.any(x * x + y * y <= 4.0)

        zero = jnp.zeros_like(re)
        return lax.while_loop(goes_on, step, (0, zero, zero, jnp.zeros(re.shape, jnp.int32)))[3]

    re, im = np.meshgrid(np.linspace(-2, 0.5, 512), np.linspace(-1.25, 1.25, 512))
    return f, (re.astype(np.float32), im.astype(np.float32))
