# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the installed plugin does not change JAX's default platform."""

import jax

assert jax.default_backend() == "cpu", jax.default_backend()
assert jax.devices("hloom")[0].platform == "hloom"
print("all well")
