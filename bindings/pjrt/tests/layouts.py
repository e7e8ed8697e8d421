# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests layouts that are not row-major: transfers, programs, donation, copies and DLPack."""

import ctypes

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import serialize_executable
from jax.experimental.layout import Format, Layout
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding

one, other = jax.devices("hloom")[:2]
here = SingleDeviceSharding(one)


def order(*major_to_minor):
    return Format(Layout(major_to_minor), here)


def has(array, major_to_minor, value):
    assert array.format.layout.major_to_minor == major_to_minor, array.format
    np.testing.assert_array_equal(np.asarray(array), value)


numbers = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
for dims in [(0, 1, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1), (2, 0, 1)]:
    put = jax.device_put(numbers, order(*dims))
    has(put, dims, numbers)
    # The memory has the requested order.
    memory = (ctypes.c_float * numbers.size).from_address(put.unsafe_buffer_pointer())
    np.testing.assert_array_equal(memory, numbers.transpose(dims).reshape(-1))
    has(jax.jit(lambda x: x + 1, out_shardings=order(2, 0, 1))(put), (2, 0, 1), numbers + 1)
    has(jax.jit(lambda x: x.sum(1), out_shardings=order(1, 0))(put), (1, 0), numbers.sum(1))
    np.testing.assert_array_equal(np.from_dlpack(put), numbers)
    has(jax.device_put(put, order(0, 1, 2)), (0, 1, 2), numbers)
    has(jax.device_put(put, other), dims, numbers)
    on_host = SingleDeviceSharding(one, memory_kind="pinned_host")
    np.testing.assert_array_equal(np.asarray(jax.device_put(put, on_host)), numbers)
    has(put[1], (0, 1), numbers[1])
for view in [numbers.T, numbers[:, ::-1], numbers[:, :0]]:
    has(jax.device_put(view, order(2, 0, 1)), (2, 0, 1), view)
has(jax.device_put(np.float32(3), Format(Layout(()), here)), (), 3)
for dtype in [jnp.bool_, jnp.int4, jnp.bfloat16, jnp.complex64]:
    typed = (numbers % 3).astype(dtype)
    has(jax.jit(lambda x: x, out_shardings=order(2, 1, 0))(typed), (2, 1, 0), typed)

# An executable knows the layouts of its arguments and results, also after serialization.
matrix = np.arange(12, dtype=np.float32).reshape(3, 4)
double = jax.jit(lambda x: x * 2, in_shardings=order(1, 0), out_shardings=order(1, 0))
compiled = double.lower(jax.ShapeDtypeStruct((3, 4), np.float32)).compile()
saved = serialize_executable.serialize(compiled)
loaded = serialize_executable.deserialize_and_load(*saved, execution_devices=[one])
for executable in [compiled, loaded]:
    (given, _), result = executable.input_formats, executable.output_formats
    orders = [form.layout.major_to_minor for form in [*given, result]]
    assert orders == [(1, 0), (1, 0)], orders
    has(executable(jax.device_put(matrix, order(1, 0))), (1, 0), 2 * matrix)
try:
    compiled(jax.device_put(matrix, here))
    raise AssertionError("an array in another order was taken")
except ValueError as error:
    assert "layout" in str(error), error
automatic = jax.jit(lambda x: x + 1, in_shardings=Format(Layout.AUTO, here), out_shardings=Format(Layout.AUTO, here))
has(automatic.lower(jax.ShapeDtypeStruct((3, 4), np.float32)).compile()(matrix), (0, 1), matrix + 1)

# A donated array is deleted. A result may reuse its memory, in the same order or another.
for wanted in [(1, 0), (0, 1)]:
    step = jax.jit(lambda x: x + 1, donate_argnums=0, out_shardings=order(*wanted))
    array = jax.device_put(matrix, order(1, 0))
    for turn in range(3):
        before, array = array, step(array)
        assert before.is_deleted()
        has(array, wanted, matrix + turn + 1)

# The shards of an array on several devices have the layout, too.
mesh = Mesh(np.array([one, other]), ("i",))
columns = Format(Layout((1, 0)), NamedSharding(mesh, PartitionSpec("i")))
split = jax.device_put(np.arange(8, dtype=np.float32).reshape(4, 2), columns)
has(jax.jit(lambda x: x * 3, out_shardings=columns)(split), (1, 0), 3 * np.arange(8).reshape(4, 2))

print("all well")
