# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests the features that `jax_plugins.hloom` registers.

These are LAPACK functions, programs for several platforms, and callbacks.
"""

import pathlib
import pickle
import subprocess
import sys
import tempfile

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
from jax.experimental import checkify, io_callback, serialize_executable

assert jax.devices()[0].platform == "hloom"
random = np.random.default_rng(0)


def matrix(*shape, dtype=np.float32):
    values = random.normal(size=shape)
    if np.issubdtype(dtype, np.complexfloating):
        values = values + 1j * random.normal(size=shape)
    return values.astype(dtype)


def close(one, other, tolerance=2e-4):
    np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=tolerance, atol=tolerance)


for dtype in [np.float32, np.complex64]:
    a = matrix(2, 5, 5, dtype=dtype)
    h = a @ np.conj(np.swapaxes(a, -1, -2))
    w, v = jnp.linalg.eigh(h)
    close(h @ v, v * w[..., None, :], 1e-3)
    u, s, vh = jnp.linalg.svd(a)
    close(u * s[..., None, :] @ vh, a)
    q, r = jnp.linalg.qr(a)
    close(q @ r, a)
    w, v = jnp.linalg.eig(a)
    close(a @ v, v * w[..., None, :], 1e-3)
    close(jnp.linalg.solve(a, a), np.broadcast_to(np.eye(5), a.shape), 1e-3)
    close(jnp.linalg.det(a), np.linalg.det(a), 1e-3)
p, l, u = jax.scipy.linalg.lu(matrix(6, 4))
t, z = jax.scipy.linalg.schur(a := matrix(5, 5))
close(z @ t @ z.T, a)
t, q = jax.scipy.linalg.hessenberg(a, calc_q=True)
close(q @ t @ q.T, a)


# LAPACK functions are initialized for programs that another process lowered.
def singular(x):
    return jnp.linalg.svd(x, compute_uv=False)


READ = """
import jax, jax.export, pickle, sys
from jax.experimental import serialize_executable
with open(sys.argv[1], "rb") as file:
    exported, executable, x, expected = pickle.load(file)
if sys.argv[2] == "exported":
    function = jax.export.deserialize(exported).call
else:
    function = serialize_executable.deserialize_and_load(*executable)
assert abs(function(x) - expected).max() < 1e-4
"""
executable = serialize_executable.serialize(jax.jit(singular).lower(a).compile())
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "programs"
    for platforms in [["hloom"], ["cpu"]]:
        exported = jax.export.export(jax.jit(singular), platforms=platforms)(a).serialize()
        file.write_bytes(pickle.dumps((exported, executable, a, np.asarray(singular(a)))))
        for kind in ["exported", "executable"]:
            subprocess.run([sys.executable, "-c", READ, str(file), kind], check=True)

# The code for `cpu` runs where a program has none for `hloom`.
x = matrix(3, 4)


def by_platform(x):
    return jax.lax.platform_dependent(x, cuda=jnp.cos, cpu=jnp.sin)


close(by_platform(x), np.sin(x))
close(jax.vmap(jax.grad(lambda x: by_platform(x).sum()))(x), np.cos(x))
exported = jax.export.export(jax.jit(by_platform), platforms=["cuda", "cpu"])(x)
close(exported.call(x), np.sin(x))
close(jax.lax.platform_dependent(x, cpu=jnp.sin, default=jnp.cos), np.cos(x))
close(jax.lax.platform_dependent(x, cpu=jnp.sin, hloom=jnp.cos), np.cos(x))

shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
close(jax.jit(lambda x: jax.pure_callback(np.sin, shape, x) * 2)(x), np.sin(x) * 2)
seen = []
jax.jit(lambda x: io_callback(lambda it: seen.append(it.sum()), None, x))(x)
jax.effects_barrier()
close(seen, [x.sum()])
jax.jit(lambda x: jax.debug.callback(lambda it: seen.append(it.max()), x))(x)
jax.effects_barrier()
close(seen[1], x.max())

for kind in ["float8_e5m2", "float8_e4m3fn", "float8_e8m0fnu", "float4_e2m1fn", "int4", "bool"]:
    ones = np.array([1, 2, 1, 4], kind)
    known = jax.ShapeDtypeStruct(ones.shape, kind)
    for call in [lambda it: it, lambda it: np.flip(np.flip(ones))]:
        passed = jax.jit(lambda it: jax.pure_callback(call, known, it))(ones)
        np.testing.assert_array_equal(np.asarray(passed).view(np.uint8), ones.view(np.uint8))

order = []
ordered = jax.jit(
    lambda x: io_callback(lambda it: order.append(int(it)), None, x, ordered=True))
for number in range(10):
    ordered(np.int32(number))
jax.effects_barrier()
assert order == list(range(10)), order


# Callbacks are ordered in loops and branches, too.
def say(number):
    io_callback(lambda it: order.append(int(it)), None, number, ordered=True)


def branches(number):
    def body(index, carried):
        say(index)
        jax.lax.cond(index % 2 == 0, lambda: say(100 + index), lambda: say(200 + index))
        return carried + index

    return jax.lax.fori_loop(0, number, body, 0)


order.clear()
assert jax.jit(branches)(np.int32(3)) == 3
jax.effects_barrier()
assert order == [0, 100, 1, 201, 2, 102], order



# A callback may use the device while its program waits, even if other work is queued before it.
here = jnp.arange(12, dtype=jnp.float32).reshape(3, 4)


@jax.jit
def rows_plus_one(x):
    return jax.pure_callback(lambda it: np.asarray(it + 1), shape, x)


def asks(x):
    large = jnp.ones((300, 300)) @ jnp.ones((300, 300))
    moved = jax.device_put(here, jax.devices("cpu")[0])
    close(moved, here)
    return np.asarray(jnp.sin(here) + x + rows_plus_one(x) + large[:3, :4])


for size in [4, 100_000]:
    wide = jnp.ones((size, 4), jnp.float32)
    asked = jax.jit(lambda x, wide: jax.pure_callback(asks, shape, x) + wide.sum())(x, wide)
    close(asked, np.sin(here) + 2 * x + 301 + 4 * size)


def fails(x):
    raise ValueError("not today")


try:
    jax.block_until_ready(jax.jit(lambda x: jax.pure_callback(fails, shape, x))(x))
    raise AssertionError("a callback failed and nobody said so")
except jax.errors.JaxRuntimeError as error:
    assert "not today" in str(error), error


# The failure is reported even if the results are unused.
try:
    jax.jit(lambda x: jax.pure_callback(fails, shape, x))(x)
    raise AssertionError("a callback failed and nobody said so")
except jax.errors.JaxRuntimeError:
    pass


def positive(x):
    checkify.check(jnp.all(x > 0), "not positive")
    return jnp.log(x)


# Callback numbers are valid in this process only, so programs with callbacks are not serialized.
compiled = jax.jit(lambda x: jax.pure_callback(np.sin, shape, x)).lower(x).compile()
for save in [lambda: serialize_executable.serialize(compiled),
             lambda: compiled.runtime_executable().serialize()]:
    try:
        save()
        raise AssertionError("a call to Python was serialized")
    except (TypeError, jax.errors.JaxRuntimeError) as error:
        assert "calls Python functions cannot be serialized" in str(error), error

error, _ = jax.jit(checkify.checkify(positive))(x)
assert "not positive" in error.get()
print("all well")
