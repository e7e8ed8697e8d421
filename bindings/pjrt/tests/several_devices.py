# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that programs for several devices compute the same as on one device: shardings,
`shard_map` and collectives."""

import functools

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
from jax._src import compiler
from jax._src.lib import xla_client
from jax.experimental import io_callback
from jax.experimental.shard_alike import shard_alike
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

devices = np.array(jax.devices("hloom"))
assert len(devices) == 8, devices
rng = np.random.default_rng(0)
x = rng.standard_normal((16, 8), np.float32)
y = rng.standard_normal((8, 24), np.float32)


def close(actual, expected):
    np.testing.assert_allclose(np.asarray(actual), expected, rtol=2e-5, atol=2e-5)


row = Mesh(devices, ("d",))
grid = Mesh(devices.reshape(2, 4), ("r", "c"))
for shardy in [True, False]:
    jax.config.update("jax_use_shardy_partitioner", shardy)
    jax.clear_caches()

    # Without a requested sharding, results keep the sharding that the partitioner chose.
    for left in [P(), P("r"), P(None, "c"), P("r", "c"), P(("r", "c"))]:
        for right in [P(), P("c"), P(None, "r"), P("r", "c")]:
            a = jax.device_put(x, NamedSharding(grid, left))
            b = jax.device_put(y, NamedSharding(grid, right))
            close(jax.jit(lambda a, b: jnp.tanh(a @ b))(a, b), np.tanh(x @ y))

    # `shard_alike` alone gives the second value the sharding of the first.
    alike = jax.jit(lambda a: shard_alike(a, jnp.ones_like(a) + a.sum()))
    results = alike(jax.device_put(x, NamedSharding(row, P("d"))))
    close(results[1], np.ones_like(x) + x.sum())
    if shardy:
        assert results[1].sharding.is_equivalent_to(results[0].sharding, 2), results[1].sharding

    # Results have the requested sharding.
    wanted = NamedSharding(grid, P("c", "r"))
    result = jax.jit(lambda a: (a * 2).T, out_shardings=wanted)(jax.device_put(x, NamedSharding(grid, P("r"))))
    assert result.sharding.is_equivalent_to(wanted, 2), result.sharding
    close(result, 2 * x.T)

    # The text of a compiled program is the program of one device.
    text = jax.jit(lambda a: a.sum(0), in_shardings=NamedSharding(row, P("d"))).lower(x).compile().as_text()
    assert "f32[2,8]" in text and "all-reduce(" in text, text

    @jax.jit
    def constrained(a):
        a = jax.lax.with_sharding_constraint(a, NamedSharding(grid, P("r", "c")))
        return jax.nn.softmax(a, axis=-1).sum(0)

    close(constrained(x), np.asarray(jax.nn.softmax(x, axis=-1).sum(0)))

    spread = functools.partial(jax.shard_map, mesh=row, in_specs=P("d"), out_specs=P("d"))
    close(jax.jit(spread(lambda a: a + jax.lax.psum(a, "d")))(x),
          x + np.tile(x.reshape(8, 2, 8).sum(0), (8, 1)))
    close(jax.jit(spread(lambda a: jax.lax.ppermute(a, "d", [(i, (i + 1) % 8) for i in range(8)])))(x),
          np.roll(x, 2, 0))
    close(jax.jit(spread(lambda a: jax.lax.all_gather(a, "d", tiled=True)[:2]))(x), np.tile(x[:2], (8, 1)))
    close(jax.jit(spread(lambda a: a * 0 + jax.lax.axis_index("d")))(x),
          np.repeat(np.arange(8), 2)[:, None] * np.ones(8))
    scattered = jax.shard_map(lambda a: jax.lax.psum_scatter(a, "d", scatter_dimension=1, tiled=True),
                              mesh=row, in_specs=P("d"), out_specs=P(None, "d"))
    close(jax.jit(scattered)(x), x.reshape(8, 2, 8).sum(0))

    # An exported program has private meshes.
    if shardy:
        halves = NamedSharding(row, P("d"))
        exported = jax.export.export(jax.jit(lambda a: a + 1, in_shardings=halves, out_shardings=halves))(x)
        called = jax.jit(exported.call, in_shardings=halves)(x)
        assert called.sharding.is_equivalent_to(halves, 2), called.sharding
        close(called, x + 1)

    # A training step with a loop, on sharded data.
    def loss(weights, a):
        for weight in weights:
            a = jnp.tanh(a @ weight)
        return (a**2).mean()

    def step(weights, a):
        def body(_, weights):
            gradients = jax.grad(loss)(weights, a)
            return jax.tree.map(lambda w, g: w - 0.1 * g, weights, gradients)

        return jax.lax.fori_loop(0, 3, body, weights)

    weights = [rng.standard_normal((8, 8), np.float32) for _ in range(2)]
    cpu = jax.devices("cpu")[0]
    expected = jax.jit(step)(jax.device_put(weights, cpu), jax.device_put(x, cpu))
    data = jax.device_put(x, NamedSharding(row, P("d")))
    spread_weights = jax.device_put(weights, NamedSharding(row, P()))
    for actual, one in zip(jax.jit(step)(spread_weights, data), expected):
        close(actual, np.asarray(one))


# Tokens order the callbacks of each device.
seen = []


def say_twice(a):
    io_callback(lambda it: seen.append(int(it[0])), None, a, ordered=True)
    io_callback(lambda it: seen.append(100 + int(it[0])), None, a, ordered=True)
    return a + 1


ordered = jax.jit(jax.shard_map(say_twice, mesh=row, in_specs=P("d"), out_specs=P("d")))
close(ordered(np.arange(8, dtype=np.int32)), np.arange(1, 9))
jax.effects_barrier()
assert sorted(seen) == [*range(8), *range(100, 108)], seen
assert all(seen.index(device) < seen.index(100 + device) for device in range(8)), seen


# Devices that wait for a failed device fail with its message.
def positive(a):
    if a.min() < 0:
        raise ValueError("less than nothing")
    return a


def summed(a):
    return jax.lax.psum(jax.pure_callback(positive, jax.ShapeDtypeStruct(a.shape, a.dtype), a), "d")


failing = jax.jit(jax.shard_map(summed, mesh=row, in_specs=P("d"), out_specs=P("d"), check_vma=False))
try:
    np.asarray(failing(np.arange(8, 0, -1, dtype=np.float32).cumsum()[::-1] - 9))
    raise AssertionError("a Python callback failed without an error")
except jax.errors.JaxRuntimeError as error:
    assert "less than nothing" in str(error), error

# The shards of a result have another memory kind.
line = Mesh(devices[:2], ("i",))
on_host = NamedSharding(line, P("i"), memory_kind="pinned_host")
moved = jax.jit(lambda a: a + 1, out_shardings=on_host)(jax.device_put(x, NamedSharding(line, P("i"))))
assert moved.sharding == on_host, moved.sharding
close(moved, x + 1)

# An executable for one device can be loaded on another device.
compiled = jax.jit(lambda a: a + 1).lower(x).compile()
saved = compiled.runtime_executable().serialize()
client = devices[0].client
for device in devices[:3]:
    options = compiler.get_compile_options(1, 1, device_assignment=np.array([[device.id]]))
    loaded = client.deserialize_executable(saved, xla_client.DeviceList((device,)), options)
    assert loaded.local_devices() == [device], loaded.local_devices()
    (results,) = loaded.execute_sharded([jax.device_put(x, device)]).disassemble_into_single_device_arrays()
    assert results[0].devices() == {device}
    close(results[0], x + 1)
two = compiler.get_compile_options(1, 2, device_assignment=np.array([[0, 1]]))
try:
    client.deserialize_executable(saved, xla_client.DeviceList(tuple(devices[:2])), two)
    raise AssertionError("a program of one device was loaded on two")
except jax.errors.JaxRuntimeError as error:
    assert "but the given compile options are for 1 replicas of 2" in str(error), error

print("all well")
