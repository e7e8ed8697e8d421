# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the results of programs on the plugin with those of JAX's CPU."""

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
cpu = jax.devices("cpu")[0]
hloom = jax.devices("hloom")[0]
random = np.random.default_rng(0)


def check(name, function, *arguments):
    expected = jax.jit(function)(*jax.device_put(arguments, cpu))
    found = jax.jit(function)(*jax.device_put(arguments, hloom))
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert one.devices() == {hloom}, name
        assert one.dtype == other.dtype and one.shape == other.shape, name
        one, other = (np.asarray(it.astype(jnp.float64)) if it.dtype.kind == "V" else np.asarray(it)
                      for it in (one, other))
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=1e-5, err_msg=name)


def floats(*shape):
    return random.normal(size=shape).astype(np.float32)


check("scalar", lambda x: x + 1, np.float32(1))
check("nothing", lambda x: x * 2, floats(0, 3))
check("matmul", lambda a, b: jnp.tanh(a @ b), floats(17, 9), floats(9, 5))
check("einsum", lambda a, b: jnp.einsum("bij,bjk->bik", a, b), floats(3, 4, 5), floats(3, 5, 6))
check("sort", jnp.sort, floats(100))
check("argsort", jnp.argsort, floats(100))
check("cumsum", jnp.cumsum, floats(1000))
check("fft", lambda x: jnp.abs(jnp.fft.fft(x)), floats(60))
check("gather", lambda x, i: x[i], floats(10, 3), np.array([1, 9, 0]))
check("scatter", lambda x, i: x.at[i].add(1.0), floats(10, 3), np.array([1, 1, 0]))
windows = jax.lax.ScatterDimensionNumbers((1,), (), (0,))
check("partial windows", lambda x, i, u: jax.lax.scatter_add(x, i, u, windows),
      floats(10), np.array([[0], [9], [-1], [8], [7]]), floats(5, 2))
check("softmax", jax.nn.softmax, floats(8, 20))
check("erf", jax.scipy.special.erf, floats(50))
check("top_k", lambda x: jax.lax.top_k(x, 5), floats(4, 50))
check("while", lambda n: jax.lax.fori_loop(0, n, lambda i, x: x * 2 + i, 1), np.int32(9))
check("scan", lambda xs: jax.lax.scan(lambda c, x: (c + x, c * x), 0.0, xs), floats(12))
check("cond", lambda x: jax.lax.cond(x > 0, lambda x: x * 2, lambda x: -x, x), np.float32(-3))
check("gradient", jax.grad(lambda w, x: jnp.sum(jnp.tanh(x @ w) ** 2)), floats(5, 3), floats(7, 5))
check("batched", jax.vmap(lambda a, b: jnp.dot(a, b)), floats(6, 4), floats(6, 4))
check("random", lambda: jax.random.normal(jax.random.key(1), (20,)))
check("convolution", lambda x, w: jax.lax.conv(x, w, (1, 1), "SAME"),
      floats(2, 3, 8, 8), floats(4, 3, 3, 3))
check("cholesky", lambda a: jnp.linalg.cholesky(a @ a.T + jnp.eye(5)), floats(5, 5))
check("no cholesky", jnp.linalg.cholesky, np.ones((2, 3, 3), np.float32))
check("solve", lambda a, b: jax.scipy.linalg.solve_triangular(a, b, lower=True),
      floats(4, 4) + 4 * np.eye(4, dtype=np.float32), floats(4, 2))
for kind in ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
             "float16", "float32", "float64", "bfloat16", "complex64", "complex128", "int4",
             "uint4", "float8_e4m3fn", "float8_e5m2", "float8_e4m3b11fnuz", "float8_e8m0fnu"]:
    values = jnp.asarray(np.arange(6).reshape(2, 3) % 2, kind)
    moved = jax.device_put(values, hloom)
    assert moved.dtype == kind
    bits = [np.asarray(it).view(f"u{np.asarray(it).itemsize}" if it.dtype.itemsize < 16 else "u8")
            for it in (moved, values)]
    np.testing.assert_array_equal(*bits, err_msg=kind)
    check(kind, lambda x: jnp.transpose(x), np.asarray(values))
print("all the same")
