# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests buffers of the plugin: transfers, copies between devices, donation and deletion."""

import functools
import gc
import time
import weakref

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax._src.interpreters import mlir

mlir._platforms_with_donation.append("hloom")
one, other = jax.devices("hloom")
x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)

# Arrays with any strides can be transferred.
for view in [x, x.T, x[::-1], x[:, ::2], np.broadcast_to(x[:1], (5, 3, 4)), x[:0], x[1, 2, 3]]:
    np.testing.assert_array_equal(np.asarray(jax.device_put(view, one)), view)

# Later writes of the host do not change a copied array.
source = x.copy()
put = jnp.array(source, device=one)
source[:] = 0
np.testing.assert_array_equal(np.asarray(put), x)


def room_for(array):
    """Returns a copy of an array at an address that is a multiple of 64."""
    room = np.empty(array.nbytes + 64, np.uint8)
    start = -room.ctypes.data % 64
    aligned = room[start : start + array.nbytes].view(array.dtype)
    aligned[:] = array
    return aligned


# This holds for large arrays and while the device is busy, too.
aligned = room_for(np.ones(1 << 20, np.float32))
busy = jax.jit(lambda x: jax.lax.fori_loop(0, 50, lambda _, x: x @ x, x))
for copy in [jnp.array, jnp.copy, jax.jit(lambda x: x.reshape(1024, 1024).T)]:
    for _ in range(5):
        aligned[:] = 1
        done = busy(jnp.eye(512))
        copied = copy(aligned)
        aligned[:] = 7
        assert np.all(np.asarray(copied) == 1), copy
        done.block_until_ready()

# Aligned NumPy memory is used without a copy, kept alive while used, and never overwritten.
aligned = room_for(np.arange(256, dtype=np.float32))
is_kept = weakref.ref(aligned.base)
shared = jax.device_put(aligned, one, may_alias=True)
assert shared.unsafe_buffer_pointer() == aligned.ctypes.data
tripled = jax.jit(lambda a: a * 3, donate_argnums=0)(shared)
np.testing.assert_array_equal(np.asarray(tripled), 3 * np.arange(256, dtype=np.float32))
np.testing.assert_array_equal(aligned, np.arange(256, dtype=np.float32))
shared = jax.device_put(aligned, one, may_alias=True)
del aligned
gc.collect()
assert is_kept() is not None
np.testing.assert_array_equal(np.asarray(shared), np.arange(256, dtype=np.float32))
del shared, tripled
for _ in range(100):
    gc.collect()
    if is_kept() is None:
        break
    time.sleep(0.01)
assert is_kept() is None

# The unused bits of narrow types are ignored for any alignment of the memory.
for name, bits in [("int4", 4), ("uint4", 4), ("int2", 2), ("uint2", 2)]:
    narrow = room_for(np.arange(256, dtype=np.uint8)).view(getattr(ml_dtypes, name))
    wide = jax.jit(lambda a: jax.lax.bitcast_convert_type(a.reshape(-1, 8 // bits), "uint8"))
    parts = np.arange(256, dtype=np.uint8).reshape(-1, 8 // bits) & (1 << bits) - 1
    expected = (parts << np.arange(0, 8, bits, dtype=np.uint8)).sum(axis=1, dtype=np.uint8)
    for given in [narrow, np.concatenate([narrow[:1], narrow])[1:]]:
        np.testing.assert_array_equal(np.asarray(wide(given)), expected)

# Copies between devices and memory kinds.
moved = jax.device_put(put, other)
assert moved.devices() == {other}
np.testing.assert_array_equal(np.asarray(moved), x)
np.testing.assert_array_equal(np.asarray(jnp.sin(moved)), np.asarray(jax.device_put(jnp.sin(put), other)))
kinds = {memory.kind for memory in one.addressable_memories()}
assert kinds == {"device", "pinned_host", "unpinned_host"}, kinds
assert one.default_memory().kind == "device"

# A long queue of work: results are ready when they are read.
y = put
step = jax.jit(lambda y: y + 1)
for _ in range(200):
    y = step(y)
np.testing.assert_array_equal(np.asarray(y), x + 200)

# Donation deletes the array, and a result may reuse its memory.
add = functools.partial(jax.jit, donate_argnums=0)(lambda a, b: a + b)
given = jax.device_put(x, one)
kept = jax.device_put(x, one)
result = add(given, kept)
np.testing.assert_array_equal(np.asarray(result), 2 * x)
assert given.is_deleted() and not kept.is_deleted()
try:
    add(given, kept)
    raise AssertionError("a donated buffer was used")
except (RuntimeError, ValueError) as error:
    assert "deleted" in str(error), error

# A result reuses the memory of a donated array if the array has no other owner and the program
# can compute the result in place.
def addresses(f, value):
    """Returns the address of a donated array and the address of the first result."""
    given = jax.device_put(value, one) + 0  # Not the memory of NumPy.
    before = given.unsafe_buffer_pointer()
    results = jax.jit(f, donate_argnums=0)(given)
    return before, jax.tree.leaves(results)[0].unsafe_buffer_pointer()


rows = np.arange(1 << 14, dtype=np.float32).reshape(128, 128)
for reuses, update in [
    (True, lambda a: a - 0.5 * a),
    (True, lambda a: a.at[7].set(1)),
    (True, lambda a: jax.lax.fori_loop(0, 5, lambda i, b: b.at[i].add(b[i + 1]), a)),
    (True, lambda a: (a + 1, a.T)),
    (False, lambda a: a @ a),
]:
    before, after = addresses(update, rows)
    assert (before == after) == reuses, "the address of a result"
    expected = jax.tree.leaves(jax.jit(update, backend="cpu")(rows))
    for mine, other in zip(jax.tree.leaves(jax.jit(update, donate_argnums=0)(rows.copy())), expected):
        np.testing.assert_allclose(np.asarray(mine), other, rtol=1e-6)
stats = jax.jit(lambda a: a + 1, donate_argnums=0).lower(jax.device_put(rows, one)).compile()
stats = stats.memory_analysis()
assert stats.alias_size_in_bytes == rows.nbytes, stats
assert stats.peak_memory_in_bytes == rows.nbytes + stats.temp_size_in_bytes, stats
# A Fourier transform has no arena, but scratch buffers and tables.
stats = jax.jit(jnp.fft.fft).lower(jnp.zeros(1 << 17, jnp.complex64)).compile().memory_analysis()
assert stats.temp_size_in_bytes > 1 << 20, stats
assert stats.peak_memory_in_bytes == 2 * (8 << 17) + stats.temp_size_in_bytes, stats



# An optimizer step updates its state in place, without temporary memory.
def adam(state, gradient):
    weights, mean, variance = state
    mean = 0.9 * mean + 0.1 * gradient
    variance = 0.999 * variance + 0.001 * gradient * gradient
    return weights - 0.01 * mean / (jnp.sqrt(variance) + 1e-8), mean, variance


state = [jax.device_put(rows, one) + i for i in range(3)]
expected = jax.jit(adam, backend="cpu")([rows + i for i in range(3)], rows)
before = {it.unsafe_buffer_pointer() for it in state}
compiled = jax.jit(adam, donate_argnums=0).lower(state, rows).compile()
assert compiled.memory_analysis().temp_size_in_bytes == 0, compiled.memory_analysis()
state = compiled(state, rows)
assert {it.unsafe_buffer_pointer() for it in state} == before
for mine, other in zip(state, expected):
    np.testing.assert_allclose(np.asarray(mine), other, rtol=1e-5)

# A NumPy view of an array stays valid after the array is donated.
big = jax.device_put(np.arange(1 << 16, dtype=np.float32), one)
view = np.asarray(big)
add2 = jax.jit(lambda a: a * 2, donate_argnums=0)
doubled = add2(big)
np.testing.assert_array_equal(view, np.arange(1 << 16, dtype=np.float32))
np.testing.assert_array_equal(np.asarray(doubled), view * 2)

gone = jax.device_put(x, one)
gone.delete()
try:
    np.asarray(gone)
    raise AssertionError("a deleted buffer was read")
except (RuntimeError, ValueError) as error:
    assert "deleted" in str(error), error

stats = one.memory_stats()
assert 0 < stats["bytes_in_use"] <= stats["peak_bytes_in_use"], stats
print("all well")
