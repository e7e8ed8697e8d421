# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of realistic size, which `goldens/export.py --large DIR` writes. They are not kept in
the repository. Weights are random inputs of the programs."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import golden, normal
from .networks import conv_nhwc
from .training import language_model_args, language_model_step

STAGES = ((3, 64), (4, 128), (6, 256), (3, 512))


@golden((1e-4, 1e-4), tags=["convolution"], large=True)
def resnet50(rng):
    """ResNet-50 v1.5 inference on one image of 224x224: 109 inputs, 25.6 million weights, logits
    of 1000 classes."""
    return resnet50_forward, (resnet50_params(rng), normal(rng, 1, 224, 224, 3))


def resnet50_params(rng):
    def conv(size, m, n):
        return normal(rng, size, size, m, n, scale=(2.0 / (size * size * m)) ** 0.5)

    # scale, offset, mean and variance. The last scale of a block is small, as after training, so
    # that the residual sums stay in the same range from the first to the last block.
    def norm(n, gain=1.0):
        return np.stack(
            [
                gain * (1 + normal(rng, n, scale=0.1)),
                normal(rng, n, scale=0.1),
                normal(rng, n, scale=0.1),
                (1 + normal(rng, n, scale=0.1)) ** 2,
            ]
        ).astype(np.float32)

    stages, width = [], 64
    for blocks, inner in STAGES:
        stage = []
        for i in range(blocks):
            block = {
                "conv1": conv(1, width, inner),
                "norm1": norm(inner),
                "conv2": conv(3, inner, inner),
                "norm2": norm(inner),
                "conv3": conv(1, inner, 4 * inner),
                "norm3": norm(4 * inner, gain=0.3),
            }
            if i == 0:
                block["project"] = conv(1, width, 4 * inner)
                block["project_norm"] = norm(4 * inner)
            stage.append(block)
            width = 4 * inner
        stages.append(stage)
    return {
        "stem": conv(7, 3, 64),
        "stem_norm": norm(64),
        "stages": stages,
        "dense": normal(rng, width, 1000, scale=width**-0.5),
        "bias": normal(rng, 1000, scale=0.1),
    }


def resnet50_forward(params, x):
    def norm(x, p):
        scale, offset, mean, variance = p
        return (x - mean) * (lax.rsqrt(variance + 1e-5) * scale) + offset

    def bottleneck(x, p, stride):
        y = jax.nn.relu(norm(conv_nhwc(x, p["conv1"]), p["norm1"]))
        y = jax.nn.relu(norm(conv_nhwc(y, p["conv2"], stride), p["norm2"]))
        y = norm(conv_nhwc(y, p["conv3"]), p["norm3"])
        if "project" in p:
            x = norm(conv_nhwc(x, p["project"], stride), p["project_norm"])
        return jax.nn.relu(x + y)

    x = conv_nhwc(x, params["stem"], 2, ((3, 3), (3, 3)))
    x = jax.nn.relu(norm(x, params["stem_norm"]))
    x = lax.reduce_window(
        x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), ((0, 0), (1, 1), (1, 1), (0, 0))
    )
    for s, stage in enumerate(params["stages"]):
        for i, block in enumerate(stage):
            x = bottleneck(x, block, 2 if s > 0 and i == 0 else 1)
    return x.mean((1, 2)) @ params["dense"] + params["bias"]


@golden((1e-3, 1e-4), tags=["gradient", "transformer"], large=True)
def transformer_train_step_4layer(rng):
    """A causal language model of 4 layers, width 256, 8 heads, 1000 tokens: loss, gradients and an
    SGD update for a batch of 4 sequences of 64."""
    args = language_model_args(rng, 4, 256, 1024, 1000, batch=4, length=64)
    return language_model_step(8), args
