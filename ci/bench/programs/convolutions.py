# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions and pooling. Layouts are NHWC and HWIO where none is named."""

import jax.numpy as jnp
from jax import lax

from . import normal, program


def convolution(stride=1, padding="SAME", groups=1, layout=("NHWC", "HWIO", "NHWC")):
    def f(x, kernel):
        return lax.conv_general_dilated(
            x,
            kernel,
            (stride, stride),
            padding,
            dimension_numbers=layout,
            feature_group_count=groups,
        )

    return f


def max_pool(x):
    """Pooling by windows of 3x3 with stride 2, as in ResNet."""
    padding = ((0, 0), (1, 1), (1, 1), (0, 0))
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), padding)


@program()
def conv3x3_8x56x56x64(rng):
    """3x3, 64 to 64 channels, [8,56,56,64]."""
    return convolution(), (normal(rng, 8, 56, 56, 64), normal(rng, 3, 3, 64, 64, scale=0.05))


@program()
def conv3x3_14x14x256(rng):
    """3x3, 256 to 256 channels, [1,14,14,256]."""
    return convolution(), (normal(rng, 1, 14, 14, 256), normal(rng, 3, 3, 256, 256, scale=0.02))


@program()
def conv1x1_28x28x512(rng):
    """1x1, 512 to 128 channels, [4,28,28,512]."""
    return convolution(), (normal(rng, 4, 28, 28, 512), normal(rng, 1, 1, 512, 128, scale=0.05))


@program()
def conv7x7_stride2(rng):
    """7x7 with stride 2, 3 to 64 channels, [4,224,224,3]."""
    args = normal(rng, 4, 224, 224, 3), normal(rng, 7, 7, 3, 64, scale=0.1)
    return convolution(2, ((3, 3), (3, 3))), args


@program()
def conv_depthwise(rng):
    """3x3 depthwise, 144 channels, [8,56,56,144]."""
    args = normal(rng, 8, 56, 56, 144), normal(rng, 3, 3, 1, 144, scale=0.3)
    return convolution(groups=144), args


@program()
def conv3x3_nchw(rng):
    """3x3 in NCHW and OIHW, 128 to 128 channels, [4,128,28,28]."""
    layout = ("NCHW", "OIHW", "NCHW")
    args = normal(rng, 4, 128, 28, 28), normal(rng, 128, 128, 3, 3, scale=0.05)
    return convolution(layout=layout), args


@program()
def max_pool_3x3(rng):
    """3x3 maximum with stride 2, [8,112,112,64]."""
    return max_pool, (normal(rng, 8, 112, 112, 64),)
