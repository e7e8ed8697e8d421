# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executables of the plugin: what is known of them, as bytes and back, and what is refused."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import serialize_executable

x = np.ones((8, 8), np.float32)
compiled = jax.jit(lambda x: jnp.dot(x, x) + 1).lower(x).compile()
np.testing.assert_array_equal(np.asarray(compiled(x)), np.full((8, 8), 9.0))
memory = compiled.memory_analysis()
assert memory.argument_size_in_bytes == 256 and memory.output_size_in_bytes == 256, memory
assert compiled.cost_analysis() is not None

payload = serialize_executable.serialize(compiled)
loaded = serialize_executable.deserialize_and_load(*payload)
np.testing.assert_array_equal(np.asarray(loaded(x)), np.full((8, 8), 9.0))

# What the backend was given: less than what was asked for.
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

# Errors say what and where.
try:
    jax.jit(lambda x: jax.lax.psum(x, "i"))(x)
    raise AssertionError("an unknown axis")
except NameError:
    pass
# A layout that there is not is refused, not ignored.
from jax.experimental.layout import Format, Layout

matrix = jnp.ones((2, 3))
columns = Format(Layout((1, 0)), matrix.sharding)
try:
    jax.jit(lambda x: x + 1, out_shardings=columns)(matrix)
    raise AssertionError("a layout was ignored")
except jax.errors.JaxRuntimeError as error:
    assert "not row-major" in str(error), error
rows = Format(Layout((0, 1)), matrix.sharding)
assert jax.jit(lambda x: x + 1, out_shardings=rows)(matrix).format.layout.major_to_minor == (0, 1)
print("all well")
