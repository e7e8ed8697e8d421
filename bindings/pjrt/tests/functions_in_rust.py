# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that JAX calls a Rust function that a backend in a shared library registers."""

import jax
import jax.numpy as jnp
import numpy as np

a, b = (np.random.default_rng(0).normal(size=(8, 8)).astype(np.float32) for _ in range(2))
product = jax.ffi.ffi_call("blas.sgemm", jax.ShapeDtypeStruct((8, 8), jnp.float32))
np.testing.assert_allclose(np.asarray(jax.jit(product)(a, b)), a @ b, rtol=1e-4, atol=1e-4)
