# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where nobody says which platform to use, what is installed changes nothing."""

import jax

assert jax.default_backend() == "cpu", jax.default_backend()
assert jax.devices("hloom")[0].platform == "hloom"
print("all well")
