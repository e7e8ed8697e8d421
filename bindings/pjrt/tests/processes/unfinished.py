# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that a process may end its script before its programs have ended: others need its share."""

from connect import COUNT, DEVICES, NUMBER

import time

import jax
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

STEPS = 20


def main():
    mesh = Mesh(np.array(jax.devices()), ("x",))
    total = COUNT * DEVICES
    values = np.ones((total, 1 << 16), np.float32)
    array = jax.make_array_from_callback(values.shape, NamedSharding(mesh, P("x")), lambda index: values[index])
    mean = jax.jit(jax.shard_map(lambda a: lax.pmean(a, "x") + 1, mesh=mesh, in_specs=P("x"), out_specs=P("x"),
                                 check_vma=False))
    # A late process 0 keeps the runs of the others pending.
    jax.block_until_ready(mean(array))
    if NUMBER == 0:
        time.sleep(1)
    for _ in range(STEPS):
        array = mean(array)
    if NUMBER == 0:
        for shard in array.addressable_shards:
            np.testing.assert_array_equal(np.asarray(shard.data), 1 + STEPS)


main()
# No array is left that would keep the client.
print("all well", flush=True)
