# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that processes which run different programs get an error, and then can go on."""

from connect import COUNT, DEVICES, NUMBER, error_of

import jax
import numpy as np
from jax import lax
from jax._src.lib import xla_client
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = Mesh(np.array(jax.devices()), ("x",))
total = COUNT * DEVICES
values = np.arange(total, dtype=np.float32)
array = jax.make_array_from_callback((total,), NamedSharding(mesh, P("x")), lambda index: values[index])


def summed(function):
    return jax.jit(jax.shard_map(lambda a: lax.psum(function(a), "x"), mesh=mesh, in_specs=P("x"), out_specs=P()))


def works():
    return float(np.asarray(double(array).addressable_data(0))[0]) == 2 * values.sum()


double, square, negative = summed(lambda a: a * 2), summed(lambda a: a * a), summed(lambda a: -a)
# Compilation may need the other processes, too, but not in an order.
assert works() and square(array).is_fully_replicated and negative(array).is_fully_replicated

# The order of programs differs.
for program in [double, square] if NUMBER == 0 else [square, double]:
    error = error_of(lambda: program(array))
    assert "expected the same program on all processes in run" in error, error
assert works()

# One process runs another program.
error = error_of(lambda: (negative if NUMBER == COUNT - 1 else double)(array))
assert "expected the same program on all processes in run" in error, error
assert works()


# A participant fails, and the participants of all processes get its reason.
def positive(value):
    if value.min() < 0:
        raise ValueError("less than nothing")
    return value


def checked(value):
    return jax.pure_callback(positive, jax.ShapeDtypeStruct(value.shape, value.dtype), value)


failing = jax.jit(jax.shard_map(lambda a: lax.psum(checked(a - 1.5), "x"), mesh=mesh, in_specs=P("x"),
                                out_specs=P(), check_vma=False))
error = error_of(lambda: failing(array))
assert "less than nothing" in error, error
assert works()

# Clients with wrong numbers of processes are refused.
for options, wanted in [
    ({"node_id": 2, "num_nodes": 2}, "node_id: expected a number below num_nodes, 2, found 2"),
    ({"node_id": -1, "num_nodes": 2}, "node_id: expected a number below num_nodes, 2, found"),
    ({"node_id": 0, "num_nodes": 0}, "num_nodes: expected a number from 1 to 1024"),
    ({"hloom_heartbeat": 0}, "hloom_heartbeat: expected a number from 1 to 1024"),
    ({"hloom_host": "nowhere"}, "hloom_host: expected the IP address of a network interface, found `nowhere`"),
]:
    error = error_of(lambda: xla_client.make_c_api_client("hloom", options))
    assert wanted in error, error
print("all well", flush=True)
