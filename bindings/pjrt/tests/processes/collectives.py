# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests devices of several processes, and collectives between them, which are compared with NumPy."""

from connect import COUNT, DEVICES, NUMBER

import jax
import ml_dtypes
import numpy as np
from jax import lax
from jax.experimental import multihost_utils
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

TYPES = [np.float32, ml_dtypes.bfloat16, np.int8, np.uint16, np.bool_, np.complex64]
ROWS = 12
"""The rows of a device: a multiple of the sizes of all groups."""

devices = jax.devices()
total = COUNT * DEVICES
assert jax.process_count() == COUNT
assert jax.process_index() == NUMBER
assert [device.id for device in devices] == list(range(total)), devices
assert [device.process_index for device in devices] == [id // DEVICES for id in range(total)]
assert [device.local_hardware_id for device in jax.local_devices()] == list(range(DEVICES))
assert jax.local_devices() == devices[NUMBER * DEVICES:(NUMBER + 1) * DEVICES]
for other in range(COUNT):
    assert jax.local_devices(process_index=other) == devices[other * DEVICES:(other + 1) * DEVICES]


def sharded(mesh, values):
    """Returns an array with a part of `values`, split along the first dimension, on each device."""
    sharding = NamedSharding(mesh, P(mesh.axis_names))
    return jax.make_array_from_callback(values.shape, sharding, lambda index: values[index])


def moved(value, axis):
    """Returns the results of all collectives on a value."""
    size = lax.axis_size(axis)
    result = {
        "all_gather": lax.all_gather(value, axis, tiled=True),
        "all_to_all": lax.all_to_all(value, axis, 0, 1, tiled=True),
        "ppermute": lax.ppermute(value, axis, [(i, (i + 1) % size) for i in range(size)]),
        "ppermute of one": lax.ppermute(value, axis, [(0, size - 1)]),
    }
    if value.dtype != bool:
        result["psum_scatter"] = lax.psum_scatter(value, axis, tiled=True)
        result["psum"] = lax.psum(value, axis)
    if value.dtype != np.complex64:
        result["pmax"] = lax.pmax(value, axis)
    return result


def expected(name, parts, own):
    """Returns the result of a collective at the member `own` of a group that has `parts`."""
    size = len(parts)
    rows = slice(own * ROWS // size, (own + 1) * ROWS // size)

    def total(parts):
        # In the order of the group, so that floats are equal bit for bit.
        result = parts[0]
        for part in parts[1:]:
            result = result + part
        return result

    match name:
        case "all_gather":
            return np.concatenate(parts)
        case "all_to_all":
            return np.concatenate([part[rows] for part in parts], axis=1)
        case "ppermute":
            return parts[own - 1]
        case "ppermute of one":
            return parts[0] if own == size - 1 else np.zeros_like(parts[0])
        case "psum_scatter":
            return total(parts)[rows]
        case "psum":
            return total(parts)
        case "pmax":
            return np.maximum.reduce(parts)


def random(ty, shape, rng):
    values = rng.integers(-100, 100, shape)
    if ty == np.float32:
        return rng.standard_normal(shape, np.float32)
    if ty == np.complex64:
        return (values + 1j * rng.integers(-100, 100, shape)).astype(ty)
    if ty == ml_dtypes.bfloat16:
        # Sums of up to 6 of these are exact.
        return (values // 4).astype(ty)
    return (values > 0) if ty == np.bool_ else values.astype(ty)


def check(mesh, axis):
    """Compares the collectives of the groups along an axis, or of all devices, with NumPy."""
    rng = np.random.default_rng(0)
    columns = {"some": 2, "none": 0}
    inputs = {(np.dtype(ty).name, size): random(ty, (total * ROWS, count), rng)
              for ty in TYPES for size, count in columns.items()}
    inputs = {f"{ty} {size}": values for (ty, size), values in inputs.items()}
    spec = P(mesh.axis_names)
    compute = jax.shard_map(lambda all: {key: moved(value, axis) for key, value in all.items()},
                            mesh=mesh, in_specs=spec, out_specs=spec, check_vma=False)
    results = jax.jit(compute)({key: sharded(mesh, values) for key, values in inputs.items()})

    # The places of each group, in the mesh's order of devices.
    places = np.arange(total).reshape(mesh.devices.shape)
    if isinstance(axis, str):
        groups = np.moveaxis(places, mesh.axis_names.index(axis), -1)
        groups = groups.reshape(-1, groups.shape[-1])
    else:
        groups = places.reshape(1, -1)
    order = {device: place for place, device in enumerate(mesh.devices.flat)}
    checked = 0
    for key, of_key in results.items():
        parts = np.split(inputs[key], total)
        for name, result in of_key.items():
            assert len(result.addressable_shards) == DEVICES
            for shard in result.addressable_shards:
                place = order[shard.device]
                group = next(list(group) for group in groups if place in group)
                wanted = expected(name, [parts[member] for member in group], group.index(place))
                found = np.asarray(shard.data)
                assert found.dtype == wanted.dtype, (key, name, found.dtype, wanted.dtype)
                np.testing.assert_array_equal(found, wanted, f"{name} of {key} along {axis}")
                checked += 1
    assert checked == len(columns) * DEVICES * (7 * len(TYPES) - 3), checked


everything = np.array(devices)
row = Mesh(everything, ("all",))
check(row, "all")
# Groups in one process, and groups with one device of each process.
grid = Mesh(everything.reshape(COUNT, DEVICES), ("across", "within"))
check(grid, "within")
check(grid, "across")
check(grid, ("across", "within"))
if COUNT == 3:
    # Groups with two devices of one process and one of another.
    check(Mesh(everything.reshape(DEVICES, COUNT), ("pairs", "uneven")), "uneven")
# The numbers of devices and participants differ.
check(Mesh(everything[::-1], ("all",)), "all")

multihost_utils.sync_global_devices("collectives")
sent = {"a": np.arange(5, dtype=np.uint16), "b": np.zeros((0, 3), np.float32), "c": np.array(True)}
given = jax.tree.map(lambda value: value if NUMBER == 0 else np.zeros_like(value), sent)
for found, wanted in zip(jax.tree.leaves(multihost_utils.broadcast_one_to_all(given)), jax.tree.leaves(sent)):
    np.testing.assert_array_equal(np.asarray(found), wanted)
np.testing.assert_array_equal(
    multihost_utils.process_allgather(np.array([NUMBER, 7])), [[number, 7] for number in range(COUNT)])

# A program on one device, and one on the devices of a process, need no other process.
local = jax.local_devices()
assert float(jax.jit(lambda a: a.sum())(jax.device_put(np.ones(3 + NUMBER), local[1]))) == 3 + NUMBER
if NUMBER == 0:
    own = Mesh(np.array(local), ("own",))
    summed = jax.jit(jax.shard_map(lambda a: lax.psum(a, "own"), mesh=own, in_specs=P("own"), out_specs=P()))
    np.testing.assert_array_equal(summed(np.arange(4.0)), [2, 4])

# A large array.
large = np.random.default_rng(1).integers(0, 100, (total, 1 << 18)).astype(np.int32)
summed = jax.jit(jax.shard_map(lambda a: lax.psum(a, "all"), mesh=row, in_specs=P("all"), out_specs=P()))
np.testing.assert_array_equal(np.asarray(summed(sharded(row, large)).addressable_data(0))[0], large.sum(0))


# Transfers to another process, and back.
def put(process, values):
    sharding = NamedSharding(Mesh(np.array(jax.local_devices(process_index=process)), ("x",)), P("x"))
    return jax.device_put(values, sharding)


for ty in [np.float32, ml_dtypes.bfloat16, np.int8, np.bool_, np.complex64]:
    values = random(ty, (8, 3), np.random.default_rng(2))
    first = put(0, values)
    for array, process in [(put(1, first), 1), (put(0, put(COUNT - 1, first)), 0)]:
        shards = array.addressable_shards
        assert len(shards) == (DEVICES if NUMBER == process else 0)
        for shard in shards:
            np.testing.assert_array_equal(np.asarray(shard.data), values[shard.index])

# Donated arrays are deleted, and their memory is reused with the same results.
double = jax.jit(lambda a: a * 2 + a.sum(), donate_argnums=0)
values = np.arange(total * 4, dtype=np.float32)
given = sharded(row, values)
result = double(given)
assert given.is_deleted()
for _ in range(3):
    values = values * 2 + values.sum()
    for shard in result.addressable_shards:
        np.testing.assert_array_equal(np.asarray(shard.data), values[shard.index])
    result = double(result)

multihost_utils.sync_global_devices("end")
print("all well", flush=True)
