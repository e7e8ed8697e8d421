# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests DLPack: arrays are exported and imported without a copy where possible."""

import gc

import jax
import jax.numpy as jnp
import numpy as np

(hloom, *_), (cpu, *_) = jax.devices("hloom"), jax.devices("cpu")


def room_for(array):
    """Returns a copy of an array at an address that is a multiple of 64."""
    room = np.empty(array.nbytes + 64, np.uint8)
    start = -room.ctypes.data % 64
    aligned = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    aligned[...] = array
    return aligned


def refused(function, *kinds):
    try:
        result = function()
    except kinds:
        return
    raise AssertionError(result)


types = [np.bool_, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32]
for dtype in [*types, np.float16, np.float32, np.complex64]:
    for shape in [(), (3, 4), (0, 3)]:
        x = jnp.arange(np.prod(shape), dtype=np.float32).reshape(shape).astype(dtype)
        given = np.from_dlpack(x)
        assert (given.dtype, given.shape) == (dtype, shape), given
        np.testing.assert_array_equal(given, np.asarray(x))
        aligned = room_for(given)
        taken, again = jax.dlpack.from_dlpack(aligned), jax.dlpack.from_dlpack(x)
        np.testing.assert_array_equal(np.asarray(taken), given)
        np.testing.assert_array_equal(np.asarray(again), given)
        assert taken.devices() == again.devices() == {hloom}
        if x.size:
            assert given.ctypes.data == x.unsafe_buffer_pointer()
        # Booleans are imported by a copy that clears the unused bits.
        if x.size and dtype != np.bool_:
            assert taken.unsafe_buffer_pointer() == aligned.ctypes.data
            assert again.unsafe_buffer_pointer() == x.unsafe_buffer_pointer()

# An exported tensor keeps its value after the array is donated or deleted.
x = jnp.arange(10.0)
given = np.from_dlpack(x)
doubled = jax.jit(lambda x: x * 2, donate_argnums=0)(x)
np.testing.assert_array_equal(given, np.arange(10))
np.testing.assert_array_equal(np.asarray(doubled), 2 * np.arange(10))
given = np.from_dlpack(doubled)
doubled.delete()
gc.collect()
jnp.ones(10) * 5
np.testing.assert_array_equal(given, 2 * np.arange(10))
refused(lambda: np.from_dlpack(doubled), RuntimeError)

# Element types without a Python buffer format are copied.
small = jax.dlpack.from_dlpack(jnp.ones(4, jnp.bfloat16))
assert (small.dtype, small.devices()) == (jnp.bfloat16, {hloom})
refused(lambda: small.__dlpack__(copy=False), BufferError)

# Arrays in another order are copied, too.
numbers = np.arange(12, dtype=np.float32).reshape(3, 4)
np.testing.assert_array_equal(np.asarray(jax.dlpack.from_dlpack(numbers.T)), numbers.T)
refused(lambda: jax.dlpack.from_dlpack(room_for(numbers).T, copy=False), ValueError)
aligned = room_for(numbers)
for device in [None, hloom]:
    shared = jax.dlpack.from_dlpack(aligned, device=device, copy=False)
    assert shared.unsafe_buffer_pointer() == aligned.ctypes.data

# Arrays for JAX's CPU stay on JAX's CPU.
assert jax.dlpack.from_dlpack(numbers, device=cpu).devices() == {cpu}
with jax.default_device(cpu):
    assert jax.dlpack.from_dlpack(numbers).devices() == {cpu}
    np.testing.assert_array_equal(np.from_dlpack(jnp.ones(3)), np.ones(3))

print("all well")
