# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutional networks at batch size 1, with random weights."""

import jax
import jax.numpy as jnp
import numpy as np
from goldens.programs.large import resnet50_forward, resnet50_params
from goldens.programs.networks import conv_nhwc
from jax import lax

from . import DEEP, normal, program


def conv_weights(rng, size, m, n):
    return normal(rng, size, size, m, n, scale=(2.0 / (size * size * m)) ** 0.5)


def to_nchw(graph):
    return graph.transpose(graph.inputs[0], 0, 3, 1, 2)


def onnx_resnet50(graph, params):
    def norm(x, p):
        return graph.op("BatchNormalization", x, *p, epsilon=1e-5)

    def bottleneck(x, p, stride):
        y = graph.op("Relu", norm(graph.convolution(x, p["conv1"]), p["norm1"]))
        y = graph.convolution(y, p["conv2"], stride)
        y = graph.op("Relu", norm(y, p["norm2"]))
        y = norm(graph.convolution(y, p["conv3"]), p["norm3"])
        if "project" in p:
            x = norm(graph.convolution(x, p["project"], stride, (0, 0)), p["project_norm"])
        return graph.op("Relu", graph.op("Add", x, y))

    x = graph.convolution(to_nchw(graph), params["stem"], 2, (3, 3))
    x = graph.op("Relu", norm(x, params["stem_norm"]))
    x = graph.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    for s, stage in enumerate(params["stages"]):
        for i, block in enumerate(stage):
            x = bottleneck(x, block, 2 if s > 0 and i == 0 else 1)
    x = graph.op("Flatten", graph.op("GlobalAveragePool", x))
    return [graph.dense(x, (params["dense"], params["bias"]))]


@program(DEEP, onnx=onnx_resnet50)
def resnet50(rng):
    """ResNet-50 v1.5 on an image of 224x224."""
    return resnet50_forward, (resnet50_params(rng), normal(rng, 1, 224, 224, 3))


# Expansion, channels, blocks and first stride of each stage of MobileNetV2.
MOBILENET = (
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
)


def mobilenet_blocks():
    """Yields channels in, expanded and out, and the stride of each block."""
    width = 32
    for expansion, channels, blocks, stride in MOBILENET:
        for i in range(blocks):
            yield width, width * expansion, channels, stride if i == 0 else 1
            width = channels


def onnx_mobilenet(graph, params):
    def layer(x, p, stride=1, group=1, clip=True):
        x = graph.convolution(x, p[0], stride, group=group)
        x = graph.op("Add", x, p[1].reshape(-1, 1, 1))
        return graph.op("Clip", x, np.float32(0), np.float32(6)) if clip else x

    x = layer(to_nchw(graph), params["stem"], 2)
    for (inner, wide, out, stride), p in zip(mobilenet_blocks(), params["blocks"]):
        y = layer(x, p["expand"]) if wide != inner else x
        y = layer(y, p["depthwise"], stride, wide)
        y = layer(y, p["project"], clip=False)
        x = graph.op("Add", x, y) if stride == 1 and inner == out else y
    x = graph.op("Flatten", graph.op("GlobalAveragePool", layer(x, params["head"])))
    return [graph.dense(x, params["dense"])]


@program(DEEP, onnx=onnx_mobilenet)
def mobilenet_v2(rng):
    """MobileNetV2 on an image of 224x224, batch norms folded."""

    def layer(size, m, n):
        return conv_weights(rng, size, m, n), normal(rng, n, scale=0.1)

    def block(inner, wide, out):
        layers = {"expand": layer(1, inner, wide)} if wide != inner else {}
        return layers | {"depthwise": layer(3, 1, wide), "project": layer(1, wide, out)}

    params = {
        "stem": layer(3, 3, 32),
        "blocks": [block(*widths) for *widths, _ in mobilenet_blocks()],
        "head": layer(1, 320, 1280),
        "dense": (normal(rng, 1280, 1000, scale=1280**-0.5), normal(rng, 1000, scale=0.1)),
    }

    def apply(x, p, stride=1, groups=1):
        return p[1] + lax.conv_general_dilated(
            x,
            p[0],
            (stride, stride),
            "SAME",
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
            feature_group_count=groups,
        )

    def f(params, x):
        x = jax.nn.relu6(apply(x, params["stem"], 2))
        for (inner, wide, out, stride), p in zip(mobilenet_blocks(), params["blocks"]):
            y = jax.nn.relu6(apply(x, p["expand"])) if wide != inner else x
            y = jax.nn.relu6(apply(y, p["depthwise"], stride, wide))
            y = apply(y, p["project"])
            x = x + y if stride == 1 and inner == out else y
        x = jax.nn.relu6(apply(x, params["head"])).mean((1, 2))
        return x @ params["dense"][0] + params["dense"][1]

    return f, (params, normal(rng, 1, 224, 224, 3))


UNET_WIDTHS = (32, 64, 128, 256)


def onnx_unet(graph, params):
    def double(x, p):
        for kernel in p:
            x = graph.op("Relu", graph.convolution(x, kernel))
        return x

    x, skipped = to_nchw(graph), []
    for p in params["down"]:
        x = double(x, p)
        skipped.append(x)
        x = graph.op("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])
    x = double(x, params["middle"])
    for p in params["up"]:
        scales = np.array([1, 1, 2, 2], np.float32)
        modes = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric"}
        x = graph.op("Resize", x, "", scales, nearest_mode="floor", **modes)
        x = double(graph.op("Concat", x, skipped.pop(), axis=1), p)
    return [graph.transpose(graph.convolution(x, params["out"]), 0, 2, 3, 1)]


@program(DEEP, onnx=onnx_unet)
def unet(rng):
    """A U-Net with three levels, 32 to 256 channels, on an image of 128x128."""

    def double(m, n):
        return conv_weights(rng, 3, m, n), conv_weights(rng, 3, n, n)

    *outer, middle = UNET_WIDTHS
    params = {
        "down": [double(m, n) for m, n in zip((3, *outer), outer)],
        "middle": double(outer[-1], middle),
        "up": [double(m + n, n) for m, n in zip(UNET_WIDTHS[:0:-1], outer[::-1])],
        "out": conv_weights(rng, 1, outer[0], 2),
    }

    def double_of(x, p):
        for kernel in p:
            x = jax.nn.relu(conv_nhwc(x, kernel))
        return x

    def f(params, x):
        skipped = []
        for p in params["down"]:
            x = double_of(x, p)
            skipped.append(x)
            x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        x = double_of(x, params["middle"])
        for p in params["up"]:
            x = x.repeat(2, 1).repeat(2, 2)
            x = double_of(jnp.concatenate([x, skipped.pop()], -1), p)
        return conv_nhwc(x, params["out"])

    return f, (params, normal(rng, 1, 128, 128, 3))
