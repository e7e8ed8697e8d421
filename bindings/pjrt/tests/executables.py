# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests executables of the plugin: analyses, memory kinds, serialization and error messages."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import serialize_executable

x = np.ones((8, 8), np.float32)
compiled = jax.jit(lambda x: jnp.dot(x, x) + 1).lower(x).compile()
np.testing.assert_array_equal(np.asarray(compiled(x)), np.full((8, 8), 9.0))
memory = compiled.memory_analysis()
assert memory.argument_size_in_bytes == 256 and memory.output_size_in_bytes == 256, memory
assert compiled.cost_analysis()["bytes accessed"] == 512

# Costs are counted as in XLA: arithmetic operations and transcendental functions.
numbers = jax.ShapeDtypeStruct((8, 16), np.float32)
for function, expected in [
    (lambda x: x @ x.T, (2 * 8 * 16 * 8, 0)),
    (lambda x: jnp.sin(x) * 2, (128, 128)),
    (lambda x: jax.lax.erf(x) + x.sum(0), (128 + 7 * 16, 128)),
    (lambda x: jnp.sort(x.reshape(-1)), (128 * 7, 0)),
    (lambda x: jax.lax.fori_loop(0, 10, lambda _, x: jax.nn.relu(x), x), (128 + 2, 0)),
    (lambda x: jax.lax.cond(x[0, 0] > 0, lambda x: x, lambda x: x + jnp.exp(x), x), (130, 128)),
    (lambda x: jax.lax.conv(x[None, None], jnp.ones((2, 1, 3, 3)), (1, 1), "VALID"), (3024, 0)),
    (lambda x: jax.lax.reduce_window(x, 0.0, jax.lax.add, (2, 2), (2, 2), "VALID"), (96, 0)),
    (lambda x: x.T, (0, 0)),
]:
    costs = jax.jit(function).lower(numbers).compile().cost_analysis()
    counted = (costs["flops"], costs["transcendentals"])
    assert counted == expected, (counted, expected)

# Results have the requested memory kind, and arguments may have any kind.
device = jax.devices("hloom")[0]
kinds = {memory.kind for memory in device.addressable_memories()}
assert kinds == {"device", "pinned_host", "unpinned_host"}, kinds
on_host = jax.sharding.SingleDeviceSharding(device, memory_kind="pinned_host")
plus_one = jax.jit(lambda x: x + 1, out_shardings=on_host)
result = plus_one(plus_one(jax.device_put(np.zeros(3), device)))
assert result.sharding.memory_kind == "pinned_host", result.sharding
np.testing.assert_array_equal(np.asarray(result), np.full(3, 2.0))

payload = serialize_executable.serialize(compiled)
loaded = serialize_executable.deserialize_and_load(*payload)
np.testing.assert_array_equal(np.asarray(loaded(x)), np.full((8, 8), 9.0))

# The text is the optimized program, which is smaller than the program of the caller.
for executable in [compiled, loaded]:
    text = executable.as_text()
    assert "HloModule" in text and " dot(" in text, text
text = jax.jit(lambda x: x * 1 + x).lower(x).compile().as_text()
assert " add(" in text and " multiply(" not in text, text

client = jax.devices("hloom")[0].client
for bytes_ in [b"", b"no executable", b"hloom executable\n" + bytes(64)]:
    try:
        client.deserialize_executable(bytes_, None, None)
        raise AssertionError("bytes that are no executable were loaded")
    except (jax.errors.JaxRuntimeError, TypeError):
        pass

# An unknown axis is an error.
try:
    jax.jit(lambda x: jax.lax.psum(x, "i"))(x)
    raise AssertionError("an unknown axis")
except NameError:
    pass
# An unsupported layout is an error and not ignored.
from jax.experimental.layout import Format, Layout

matrix = jnp.ones((2, 3))
tiles = Format(Layout((0, 1), tiling=((2, 2),)), matrix.sharding)
try:
    jax.jit(lambda x: x + 1, out_shardings=tiles)(matrix)
    raise AssertionError("a layout was ignored")
except jax.errors.JaxRuntimeError as error:
    assert "layout mode `{1,0:T(2,2)}`" in str(error), error
print("all well")
