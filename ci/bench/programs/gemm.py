# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix products."""

import jax
import jax.numpy as jnp
import numpy as np

from . import BF16, BF16_TYPE, EXACT, integers, normal, program


def product(x, y):
    return x @ y


@program()
def gemm_1024(rng):
    """[1024,1024] x [1024,1024], f32."""
    return product, (normal(rng, 1024, 1024), normal(rng, 1024, 1024))


@program()
def gemm_2048(rng):
    """[2048,2048] x [2048,2048], f32."""
    return product, (normal(rng, 2048, 2048), normal(rng, 2048, 2048))


@program()
def gemm_tall(rng):
    """[32768,64] x [64,64], f32."""
    return product, (normal(rng, 32768, 64), normal(rng, 64, 64))


@program()
def gemm_skinny(rng):
    """[16,2048] x [2048,4096], f32."""
    return product, (normal(rng, 16, 2048), normal(rng, 2048, 4096))


@program()
def gemv_4096(rng):
    """[4096,4096] x [4096], f32."""
    return product, (normal(rng, 4096, 4096), normal(rng, 4096))


@program()
def gemm_batched(rng):
    """64 products [128,64] x [64,128], f32."""
    return product, (normal(rng, 64, 128, 64), normal(rng, 64, 64, 128))


@program()
def gemm_batched_small(rng):
    """16384 products [4,4] x [4,4], f32."""
    return product, (normal(rng, 16384, 4, 4), normal(rng, 16384, 4, 4))


@program(BF16)
def gemm_bf16_1024(rng):
    """[1024,1024] x [1024,1024], bf16."""
    args = (normal(rng, 1024, 1024, dtype=BF16_TYPE) for _ in range(2))
    return product, tuple(args)


@program(EXACT)
def gemm_int8_1024(rng):
    """[1024,1024] x [1024,1024], int8 to int32."""

    def f(x, y):
        return jnp.matmul(x, y, preferred_element_type=jnp.int32)

    return f, tuple(integers(rng, -128, 128, 1024, 1024, dtype=np.int8) for _ in range(2))


@program()
def gemm_bias_gelu(rng):
    """gelu([512,768] x [768,3072] + bias), f32."""

    def f(x, kernel, bias):
        return jax.nn.gelu(x @ kernel + bias)

    return f, (normal(rng, 512, 768), normal(rng, 768, 3072, scale=768**-0.5), normal(rng, 3072))
