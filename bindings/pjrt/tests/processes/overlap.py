# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests collectives that communicate while the program computes: their results, and failures meanwhile."""

from connect import COUNT, DEVICES, NUMBER

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

total = COUNT * DEVICES
mesh = Mesh(np.array(jax.devices()), ("x",))
# Integers have the same sums in any order.
values = np.random.default_rng(0).integers(-4, 5, (total * 64, 256)).astype(np.float32)


def sharded(values):
    return jax.make_array_from_callback(values.shape, NamedSharding(mesh, P("x")), lambda index: values[index])


def jitted(function):
    return jax.jit(jax.shard_map(function, mesh=mesh, in_specs=P("x"), out_specs=P("x"), check_vma=False))


@jitted
def layers(a):
    """Sums of each of several results, which are used only at the end."""
    sums = []
    for number in range(6):
        a = lax.rem(a @ a.T, 7.0) @ a / 8 + number
        a = jnp.round(a) % 5
        sums.append(lax.psum(a, "x"))
        sums.append(lax.all_gather(a[:1], "x", tiled=True).sum(0, keepdims=True) + sums[-1])
    return sum(sums)


def expected():
    parts = np.split(values.astype(np.float64), total)
    result = 0
    for number in range(6):
        parts = [np.fmod(a @ a.T, 7) @ a / 8 + number for a in parts]
        parts = [np.round(a) % 5 for a in parts]
        whole = sum(parts)
        result = result + whole + (sum(a[:1] for a in parts) + whole)
    return result


@jitted
def loop(a):
    """A collective that is started in each iteration."""
    def body(state):
        number, a, sum = state
        return number + 1, jnp.tanh(a @ a.T) @ a, sum + lax.psum(a, "x")

    return lax.while_loop(lambda state: state[0] < 5, body, (0, a, jnp.zeros_like(a)))[2]


array = sharded(values)
for _ in range(5):
    for shard in layers(array).addressable_shards:
        np.testing.assert_array_equal(np.asarray(shard.data), expected())
first, second = loop(array), loop(array)
for one, other in zip(first.addressable_shards, second.addressable_shards):
    np.testing.assert_array_equal(np.asarray(one.data), np.asarray(other.data))


def fail(a):
    raise ValueError("no luck")


@jitted
def failing(a):
    """Process 1 fails while others wait for the second sum, and a third one has not started."""
    first = lax.psum(a, "x")
    b = jnp.tanh(a @ a.T) @ a
    is_failing = lax.axis_index("x") == DEVICES
    b = lax.cond(is_failing, lambda b: jax.pure_callback(fail, b, b), lambda b: b, b)
    second = lax.psum(b, "x")
    c = jnp.tanh(b @ b.T) @ b
    return first + second + lax.psum(c, "x")


try:
    jax.block_until_ready(failing(array))
except Exception as error:
    assert "no luck" in str(error) or "process" in str(error), error
else:
    raise AssertionError(f"no error in process {NUMBER}")
# Later programs run.
np.testing.assert_array_equal(np.asarray(layers(array).addressable_shards[0].data), expected())
print("all well", flush=True)
