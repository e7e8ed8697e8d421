# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs on two simulated GPUs: one after the other, and as participants of a mesh."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

devices = jax.devices()
assert len(devices) == 2, devices
x = jnp.arange(4096.0)
expected = np.arange(4096.0)

# The program has temporaries, so it needs memory of each device.
total = jax.jit(lambda x: (x * x).sum())
for device in devices:
    found = total(jax.device_put(x, device))
    assert found.devices() == {device}, found.devices()
    np.testing.assert_allclose(found, (expected * expected).sum(), rtol=1e-6)

mesh = Mesh(np.array(devices), ("i",))
sharded = jax.device_put(x, NamedSharding(mesh, PartitionSpec("i")))
np.testing.assert_allclose(jax.jit(lambda x: x.sum())(sharded), expected.sum())

rows = expected.reshape(2, 2048)
found = jax.pmap(lambda x: x + jax.lax.psum(x, "i"), axis_name="i")(rows)
np.testing.assert_allclose(found, rows + rows.sum(axis=0))
