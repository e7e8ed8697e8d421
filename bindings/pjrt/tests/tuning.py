# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the client reads its tuning file. The argument is the expected error, if any."""

import sys

import jax
import numpy as np

expected = sys.argv[1]
found = ""
try:
    rows = np.arange(16, dtype=np.float32).reshape(4, 4)
    np.testing.assert_allclose(jax.jit(lambda x: x @ x)(rows), rows @ rows)
except RuntimeError as error:
    found = str(error)
assert expected in found and bool(found) == bool(expected), found
print("all well")
