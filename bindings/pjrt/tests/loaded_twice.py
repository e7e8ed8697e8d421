# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the plugin is loaded once if an environment variable names it, too, and if
`initialize` is called again."""

import jax
import jax.numpy as jnp
import jax_plugins.hloom

x = jnp.ones(3)
assert x.devices() == {jax.devices("hloom")[0]}
jax_plugins.hloom.initialize()
given = jax.jit(lambda x: x + 1, donate_argnums=0)
assert given(x).sum() == 6 and x.is_deleted()
print("all well")
