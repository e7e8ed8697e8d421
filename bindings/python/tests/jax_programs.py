# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs and arrays of JAX."""

import functools

import checks
import hloom
import jax
import jax.numpy as jnp
import numpy as np
from jax import export

jax.config.update("jax_platforms", "cpu")


def layer(weights, x, *, scale):
    return {"y": jnp.tanh(x @ weights["w"] + weights["b"]) * scale, "sum": x.sum()}


WEIGHTS = {"w": np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4),
           "b": np.arange(4, dtype=np.float32)}
X = np.linspace(0, 1, 6, dtype=np.float32).reshape(2, 3)


def test_lowered_programs_keep_their_structure():
    lowered = jax.jit(layer).lower(WEIGHTS, X, scale=2.0)
    expected = jax.jit(layer)(WEIGHTS, X, scale=2.0)
    program = hloom.compile(lowered)
    result = program(WEIGHTS, X, scale=2.0)
    assert sorted(result) == ["sum", "y"]
    assert np.allclose(result["y"], expected["y"], atol=1e-6)
    assert np.allclose(result["sum"], expected["sum"])
    with checks.raises(TypeError, "expected arguments of the structure"):
        program(WEIGHTS, X)


def test_unused_arguments_are_accepted():
    program = hloom.compile(jax.jit(lambda x, unused, y: (x + y, y)).lower(X, 1.0, X))
    total, same = program(X, 5.0, X)
    assert np.array_equal(total, 2 * X) and np.array_equal(same, X)


def test_traced_and_exported_programs_are_compiled():
    function = jax.jit(jnp.sin)
    for program in [function.trace(X), export.export(function)(X)]:
        assert np.allclose(hloom.compile(program)(X), np.sin(X), atol=1e-6)
    for use in [hloom.compile, hloom.parse]:
        with checks.raises(TypeError, "call `lower` with example arguments"):
            use(function)


def test_arrays_of_jax_are_read():
    x = jnp.asarray(X)
    for dtype in [jnp.float32, jnp.bfloat16, jnp.int8, jnp.float8_e4m3fn, jnp.bool_]:
        value = x.astype(dtype)
        program = hloom.compile(jax.jit(lambda x: x).lower(value))
        result = program(value)
        assert result.dtype == dtype
        assert np.array_equal(np.asarray(value, float), np.asarray(result, float))
    buffer, = hloom.compile(jax.jit(lambda x: x + 1).lower(x)).run(x)
    assert np.array_equal(jnp.from_dlpack(buffer), x + 1)


def test_locations_of_jax_are_kept():
    module = hloom.parse(jax.jit(lambda x: jnp.sin(x) + 1).lower(X))
    sine, = module.walk(name="stablehlo.sine")
    assert sine.location.filename.endswith("jax_programs.py"), sine.location


def test_programs_of_jax_replace_operations():
    @functools.cache
    def lowered(shape, dtype):
        return jax.jit(lambda x: jnp.where(x > 0, x, 0)).lower(jax.ShapeDtypeStruct(shape, dtype))

    @hloom.rewrite("stablehlo.tanh")
    def relu_instead(op):
        ty = op.result.type
        dtype = hloom.element_types.DTYPES[str(ty.element_type)]
        return hloom.inline(lowered(tuple(ty.shape), dtype), op.operands, before=op)

    module = hloom.parse(jax.jit(jnp.tanh).lower(X - 0.5)).opt("relu-instead")
    assert not module.walk(name="stablehlo.tanh")
    assert np.array_equal(hloom.compile(module)(X - 0.5), np.maximum(X - 0.5, 0))


checks.run(globals())
