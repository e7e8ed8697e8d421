# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests processes with different numbers of devices: one, three, five and so on."""

import os

from connect import COUNT, NUMBER

os.environ["HLOOM_NUM_DEVICES"] = str(1 + 2 * NUMBER)

import jax
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

total = COUNT**2
devices = jax.devices()
owners = [process for process in range(COUNT) for _ in range(1 + 2 * process)]
assert [device.id for device in devices] == list(range(total))
assert [device.process_index for device in devices] == owners
assert [device.local_hardware_id for device in jax.local_devices()] == list(range(1 + 2 * NUMBER))

mesh = Mesh(np.array(devices), ("x",))
values = np.random.default_rng(0).standard_normal((total * total, 3), np.float32)
array = jax.make_array_from_callback(values.shape, NamedSharding(mesh, P("x")), lambda index: values[index])


def moved(part):
    pairs = [(i, (i + 1) % total) for i in range(total)]
    return (lax.all_gather(part, "x", tiled=True), lax.all_to_all(part, "x", 0, 0, tiled=True),
            lax.ppermute(part, "x", pairs), lax.psum(part, "x"))


results = jax.jit(jax.shard_map(moved, mesh=mesh, in_specs=P("x"), out_specs=P("x"), check_vma=False))(array)
parts = values.reshape(total, total, 3)
summed = parts[0]
for part in parts[1:]:
    summed = summed + part
for own in (device.id for device in jax.local_devices()):
    wanted = [values, parts[:, own], parts[own - 1], summed]
    for result, expected in zip(results, wanted, strict=True):
        (found,) = [shard.data for shard in result.addressable_shards if shard.device.id == own]
        np.testing.assert_array_equal(np.asarray(found), expected)
print("all well", flush=True)
