# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decompositions, and systems of equations."""

import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy.linalg import cho_solve

from . import DEEP, normal, program


def positive_definite(rng, n):
    x = normal(rng, n, n)
    return x @ x.T / n + np.eye(n, dtype=np.float32)


@program(DEEP, platform="tpu")
def cholesky_512(rng):
    """Cholesky decomposition of [512,512]."""
    return lax.linalg.cholesky, (positive_definite(rng, 512),)


@program(DEEP, platform="tpu")
def cholesky_solve_512(rng):
    """A positive definite system [512,512] with 64 right sides."""

    def f(a, b):
        return cho_solve((lax.linalg.cholesky(a), True), b)

    return f, (positive_definite(rng, 512), normal(rng, 512, 64))


@program(DEEP)
def solve_512(rng):
    """A system [512,512] with 64 right sides, by LAPACK's LU decomposition as JAX calls it."""
    matrix = normal(rng, 512, 512) + 32 * np.eye(512, dtype=np.float32)
    return jnp.linalg.solve, (matrix, normal(rng, 512, 64))
