# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls functions in C and C++ from JAX, on the platform that JAX uses.

    JAX_PLATFORMS=hloom python examples/jax/foreign_functions/call.py

Compiles `functions.c` and `functions.cc` from this folder with the compilers that CC and CXX name
and the headers of jaxlib. Checks the results of the functions and prints them.
"""

import ctypes
import gc
import os
import pathlib
import subprocess
import tempfile

import jax
import jax.numpy as jnp
import numpy as np

HERE = pathlib.Path(__file__).parent


def library(folder):
    """Compiles the functions to a shared library and loads it."""
    headers = ["-isystem", jax.ffi.include_dir()]
    compilers = {"c": [os.environ.get("CC", "cc")], "cc": [os.environ.get("CXX", "c++"), "-std=c++17", "-pthread"]}
    objects = []
    for suffix, compiler in compilers.items():
        objects.append(f"{folder}/{suffix}.o")
        source = HERE / f"functions.{suffix}"
        subprocess.run(
            [*compiler, "-O2", "-fPIC", *headers, "-c", source, "-o", objects[-1]], check=True)
    path = f"{folder}/libfunctions.so"
    subprocess.run([*compilers["cc"], "-shared", *objects, "-o", path], check=True)
    return ctypes.CDLL(path)


def register(functions):
    """Registers the functions with JAX under the names that programs call."""
    platform = jax.default_backend()
    capsule = jax.ffi.pycapsule
    names = ["rms_norm", "greatest_common_divisor", "increment", "double_later", "device_number"]
    for name in names:
        jax.ffi.register_ffi_target(name, capsule(getattr(functions, name)), platform)
    functions.runs_type_id.restype = functions.runs_type_info.restype = ctypes.c_void_p
    functions.runs_alive.restype = ctypes.c_int64
    kept = {
        "type_id": capsule(ctypes.c_void_p(functions.runs_type_id())),
        "type_info": capsule(ctypes.c_void_p(functions.runs_type_info())),
    }
    jax.ffi.register_ffi_type("Runs", kept, platform)
    stages = {
        "instantiate": capsule(functions.begin_runs),
        "execute": capsule(functions.count_runs),
    }
    jax.ffi.register_ffi_target("count_runs", stages, platform)


def rms_norm(x):
    call = jax.ffi.ffi_call("rms_norm", jax.ShapeDtypeStruct(x.shape, x.dtype), vmap_method="broadcast_all")
    return call(x, epsilon=np.float32(1e-6))


def greatest_common_divisor(a, b):
    return jax.ffi.ffi_call("greatest_common_divisor", jax.ShapeDtypeStruct(a.shape, a.dtype))(a, b)


def increment(counts):
    result = jax.ShapeDtypeStruct(counts.shape, counts.dtype)
    return jax.ffi.ffi_call("increment", result, input_output_aliases={0: 0})(counts)


def double_later(x):
    return jax.ffi.ffi_call("double_later", jax.ShapeDtypeStruct(x.shape, x.dtype))(x)


def count_runs(start):
    count = jax.ffi.ffi_call("count_runs", jax.ShapeDtypeStruct((), jnp.int64), has_side_effect=True)
    return count(start=np.int64(start))


def device_number():
    return jax.ffi.ffi_call("device_number", jax.ShapeDtypeStruct((), jnp.int32))()


def main():
    jax.config.update("jax_enable_x64", True)
    with tempfile.TemporaryDirectory() as folder:
        functions = library(folder)
    register(functions)

    x = np.random.default_rng(0).normal(size=(4, 5, 6)).astype(np.float32)
    expected = x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + 1e-6)
    for norm in [rms_norm, jax.vmap(rms_norm)]:
        np.testing.assert_allclose(jax.jit(norm)(x), expected, rtol=1e-5)
    print("rms_norm:", np.asarray(jax.jit(rms_norm)(x))[0, 0])

    a, b = np.arange(1, 13, dtype=np.int32), np.full(12, 12, np.int32)
    divisors = np.asarray(jax.jit(greatest_common_divisor)(a, b))
    np.testing.assert_array_equal(divisors, np.gcd(a, b))
    print("greatest_common_divisor:", divisors)
    try:
        jax.block_until_ready(jax.jit(greatest_common_divisor)(x, x))
        raise AssertionError("expected an error for f32 operands")
    except jax.errors.JaxRuntimeError as error:
        assert "takes s32" in str(error), error

    # The argument is unchanged, unless the caller donates it.
    counts = jnp.array([1, 20, 300], jnp.int32)
    counted = jax.jit(lambda it: increment(increment(it)))(counts)
    np.testing.assert_array_equal(counted, [3, 20, 300])
    np.testing.assert_array_equal(counts, [1, 20, 300])
    print("increment:", np.asarray(counted))

    for size in [4, 100_000]:
        doubled = jax.jit(lambda it: double_later(it) + 1)(jnp.arange(size, dtype=jnp.float32))
        np.testing.assert_array_equal(doubled, 2 * np.arange(size) + 1)
    print("double_later:", np.asarray(doubled)[:4])
    try:
        jax.block_until_ready(jax.jit(double_later)(jnp.array([1, -1], jnp.float32)))
        raise AssertionError("expected the error of the function")
    except jax.errors.JaxRuntimeError as error:
        assert "found later" in str(error), error

    numbers = []
    for device in jax.devices():
        with jax.default_device(device):
            numbers.append(int(jax.jit(device_number)()))
    assert numbers == list(range(len(numbers))), numbers
    print("device_number:", numbers)

    # Each call in a program has its own counter.
    count = jax.jit(lambda: (count_runs(0), count_runs(100)))
    counts = [[int(it) for it in count()] for _ in range(3)]
    assert counts == [[0, 100], [1, 101], [2, 102]], counts
    print("count_runs:", counts)
    try:
        jax.block_until_ready(jax.jit(lambda: count_runs(-1))())
        raise AssertionError("expected an error for a negative start")
    except jax.errors.JaxRuntimeError as error:
        assert "runs begin before 0" in str(error), error
    assert functions.runs_alive() == 2
    del count
    jax.clear_caches()
    gc.collect()
    assert functions.runs_alive() == 0, "the state of a program outlives it"


if __name__ == "__main__":
    main()
