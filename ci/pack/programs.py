# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmark programs of `cargo ci pack`, and their export from JAX.

    python ci/pack/programs.py DIR

writes a file NAME.mlir with the StableHLO of each program to a folder, and prints the list of the
programs as JSON: name, types of the arguments and results, and the work of a run.
"""

import json
import os
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
from jax import lax

F32, F16, BF16, S8 = jnp.float32, jnp.float16, jnp.bfloat16, jnp.int8
# StableHLO's names of element types.
NAMES = {"float32": "f32", "float16": "f16", "bfloat16": "bf16", "int8": "i8", "int32": "i32"}

# The edge of the square arrays of elementwise functions and reductions.
EDGE = 8192


def spec(dtype, *shape):
    return jax.ShapeDtypeStruct(shape, dtype)


def layer_norm(x, scale, bias):
    mean = x.mean(axis=-1, keepdims=True)
    variance = jnp.square(x - mean).mean(axis=-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + bias


def softmax(x):
    return jax.nn.softmax(x, axis=-1)


def attention(q, k, v):
    scores = jnp.einsum("hqd,hkd->hqk", q, k, preferred_element_type=F32)
    weights = softmax(scores / q.shape[-1] ** 0.5).astype(q.dtype)
    return jnp.einsum("hqk,hkd->hqd", weights, v)


def convolution(x, filters):
    numbers = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, filters, (1, 1), "SAME", dimension_numbers=numbers)


def product(result):
    """Returns a matrix product with results of a type."""
    return lambda x, y: jnp.matmul(x, y, preferred_element_type=result)


def programs():
    """Yields the name of each program, its function, the types of its arguments, and the number of
    its multiplications and additions if they are the work, or 0 if memory is."""
    square, vector = spec(F32, EDGE, EDGE), spec(F32, EDGE)
    yield "tiny_sum_16", jnp.add, [spec(F32, 16)] * 2, 0
    yield "sum_f32", jnp.add, [square] * 2, 0
    yield "tanh_f32", jnp.tanh, [square], 0
    yield "transposition_f32", jnp.transpose, [square], 0
    yield "row_sum_f32", lambda x: x.sum(axis=1), [square], 0
    yield "column_sum_f32", lambda x: x.sum(axis=0), [square], 0
    yield "full_sum_f32", jnp.sum, [square], 0
    yield "softmax_f32", softmax, [square], 0
    yield "softmax_bf16", softmax, [spec(BF16, EDGE, EDGE)], 0
    yield "layer_norm_f32", layer_norm, [square, vector, vector], 0
    yield "matrix_vector_f32", jnp.matmul, [square, vector], 0
    kinds = [("f32", F32, F32), ("bf16", BF16, BF16), ("bf16_f32", BF16, F32), ("f16", F16, F16)]
    for edge in (1024, 4096, 8192):
        for name, operand, result in kinds:
            matrix = spec(operand, edge, edge)
            yield f"product_{edge}_{name}", product(result), [matrix] * 2, 2 * edge**3
    yield "product_4096_i8", product(jnp.int32), [spec(S8, 4096, 4096)] * 2, 2 * 4096**3
    batch = spec(F32, 32, 1024, 1024)
    yield "batched_product_f32", product(F32), [batch] * 2, 32 * 2 * 1024**3
    heads = spec(F16, 16, 2048, 64)
    yield "attention_f16", attention, [heads] * 3, 16 * 2 * (2 * 2048 * 2048 * 64)
    for name, dtype in (("f32", F32), ("f16", F16)):
        arguments = [spec(dtype, 32, 56, 56, 64), spec(dtype, 3, 3, 64, 64)]
        yield f"convolution_{name}", convolution, arguments, 2 * 32 * 56 * 56 * 64 * 3 * 3 * 64


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for name, function, arguments, flops in programs():
        lowered = jax.jit(function).lower(*arguments)
        (folder / f"{name}.mlir").write_text(lowered.as_text())
        results = jax.tree.leaves(lowered.out_info)
        entries.append({
            "name": name,
            "arguments": [describe(it) for it in arguments],
            "results": [NAMES[it.dtype.name] for it in results],
            "bytes": sum(it.size * it.dtype.itemsize for it in [*arguments, *results]),
            "flops": flops,
        })
    print(json.dumps(entries))


def describe(argument):
    return {"type": NAMES[argument.dtype.name], "shape": argument.shape}


if __name__ == "__main__":
    main()
