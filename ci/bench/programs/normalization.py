# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Normalizations of rows, and attention, which contains one."""

import jax

from . import normal, program


def layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale + bias


def attend(q, k, v, mask=None):
    """Attention of arrays [..., length, head width]. Only keys where `mask` is true are seen."""
    scores = q @ k.swapaxes(-1, -2) * q.shape[-1] ** -0.5
    if mask is not None:
        scores = jax.numpy.where(mask, scores, -1e9)
    return jax.nn.softmax(scores) @ v


@program()
def softmax_4096(rng):
    """Softmax over the rows of [4096,4096]."""
    return jax.nn.softmax, (normal(rng, 4096, 4096, scale=2.0),)


@program()
def layer_norm_8192x768(rng):
    """Layer norm over the rows of [8192,768]."""
    return layer_norm, (normal(rng, 8192, 768), normal(rng, 768), normal(rng, 768))


@program()
def attention_vit(rng):
    """Attention of ViT-B/16: 12 heads of [197,64]."""
    return attend, tuple(normal(rng, 12, 197, 64) for _ in range(3))


@program()
def attention_1024(rng):
    """Attention of 8 heads of [1024,64]."""
    return attend, tuple(normal(rng, 8, 1024, 64) for _ in range(3))
