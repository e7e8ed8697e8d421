# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions of any rank, layout, stride, padding, dilation and grouping."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import BF16, BF16_TYPE, golden, normal

NHWC = ("NHWC", "HWIO", "NHWC")


def conv(x, kernel, strides=(1, 1), padding="SAME", layout=NHWC, **options):
    return lax.conv_general_dilated(
        x, kernel, strides, padding, dimension_numbers=layout, **options
    )


@golden(tags=["convolution"])
def conv_strided(rng):
    """SAME and VALID with strides that differ and do not divide the size."""

    def f(x, kernel):
        return conv(x, kernel, (2, 2)), conv(x, kernel, (3, 2), "VALID")

    return f, (normal(rng, 1, 11, 10, 2), normal(rng, 3, 3, 2, 5, scale=0.2))


@golden(tags=["convolution"])
def conv_padding(rng):
    """Different padding on every side, negative padding, and padding beyond the kernel's size."""

    def f(x, kernel):
        return (
            conv(x, kernel, padding=((2, 0), (1, 3))),
            conv(x, kernel, padding=((-1, 1), (0, -2))),
            conv(x, kernel, padding=((4, 4), (0, 0))),
        )

    return f, (normal(rng, 1, 7, 8, 2), normal(rng, 3, 2, 2, 3))


@golden(tags=["convolution"])
def conv_dilated(rng):
    def f(x, kernel):
        return conv(x, kernel, rhs_dilation=(2, 3)), conv(x, kernel, (2, 1), rhs_dilation=(1, 2))

    return f, (normal(rng, 1, 8, 9, 2), normal(rng, 3, 3, 2, 3, scale=0.2))


@golden(tags=["convolution"])
def conv_transposed(rng):
    """conv_transpose, and dilation of both sides at once."""

    def f(x, kernel):
        return (
            lax.conv_transpose(x, kernel, (2, 2), "SAME", dimension_numbers=NHWC),
            conv(x, kernel, padding=((2, 1), (1, 2)), lhs_dilation=(2, 3), rhs_dilation=(2, 1)),
        )

    return f, (normal(rng, 1, 5, 6, 2), normal(rng, 3, 3, 2, 3, scale=0.2))


@golden(tags=["convolution"])
def conv_grouped(rng):
    def f(x, kernel):
        return conv(x, kernel, feature_group_count=3)

    return f, (normal(rng, 1, 6, 5, 6), normal(rng, 3, 3, 2, 9, scale=0.25))


@golden(tags=["convolution"])
def conv_depthwise(rng):
    """One group for each channel, with one and with two results for each channel."""

    def f(x, single, double):
        return (
            conv(x, single, feature_group_count=4),
            conv(x, double, (2, 2), "VALID", feature_group_count=4),
        )

    return f, (normal(rng, 1, 7, 8, 4), normal(rng, 3, 3, 1, 4), normal(rng, 3, 3, 1, 8))


@golden(tags=["convolution"])
def conv_batch_grouped(rng):
    def f(x, kernel):
        return conv(x, kernel, batch_group_count=2)

    return f, (normal(rng, 4, 4, 5, 3), normal(rng, 3, 3, 3, 4, scale=0.2))


@golden(tags=["convolution"])
def conv_1x1(rng):
    def f(x, kernel):
        return conv(x, kernel), conv(x, kernel, (2, 2))

    return f, (normal(rng, 1, 6, 7, 5), normal(rng, 1, 1, 5, 7, scale=0.3))


@golden(tags=["convolution"])
def conv_1d(rng):
    """A causal convolution over a sequence, padded only at the front."""

    def f(x, kernel):
        return conv(x, kernel, (1,), ((3, 0),), ("NWC", "WIO", "NWC"))

    return f, (normal(rng, 3, 14, 4), normal(rng, 4, 4, 6, scale=0.25))


@golden(tags=["convolution"])
def conv_3d(rng):
    def f(x, kernel):
        return conv(x, kernel, (1, 2, 1), "SAME", ("NDHWC", "DHWIO", "NDHWC"))

    return f, (normal(rng, 1, 5, 6, 5, 2), normal(rng, 2, 3, 2, 2, 4, scale=0.2))


@golden(tags=["convolution"])
def conv_0d(rng):
    """A convolution without spatial dimensions, which is a matrix product."""

    def f(x, kernel):
        return conv(x, kernel, (), (), ("NC", "IO", "NC"))

    return f, (normal(rng, 5, 6), normal(rng, 6, 4))


@golden(tags=["convolution"])
def conv_layouts(rng):
    """JAX's default layouts NCHW and OIHW, and unusual layouts of all operands."""

    def f(x, kernel):
        odd_x, odd_kernel = x.transpose(2, 1, 0, 3), kernel.transpose(1, 3, 0, 2)
        return (
            lax.conv(x, kernel, (1, 1), "SAME"),
            conv(odd_x, odd_kernel, layout=("HCNW", "IWOH", "CWHN")),
        )

    return f, (normal(rng, 2, 3, 5, 6), normal(rng, 4, 3, 3, 2, scale=0.25))


@golden(tags=["convolution", "gradient"])
def conv_gradient(rng):
    """Both gradients of a strided, dilated and grouped convolution."""

    def f(x, kernel, cotangent):
        def forward(x, kernel):
            return conv(x, kernel, (2, 1), rhs_dilation=(1, 2), feature_group_count=2)

        y, pullback = jax.vjp(forward, x, kernel)
        return y, pullback(cotangent)

    return f, (normal(rng, 1, 7, 6, 4), normal(rng, 3, 3, 2, 4, scale=0.2), normal(rng, 1, 4, 6, 4))


@golden(tags=["convolution"])
def conv_depthwise_gradient(rng):
    """The gradient of a strided depthwise convolution by the kernel: its windows nearly cover
    the whole padded input."""

    def f(phase):
        # Sums of small whole numbers are exact.
        x = (jnp.arange(2 * 28 * 28 * 64) * 37 % 11 - phase).reshape(2, 28, 28, 64)
        kernel = (jnp.arange(5 * 5 * 64) * 13 % 7 - phase).reshape(5, 5, 1, 64)

        def loss(kernel):
            return jnp.sum(conv(x, kernel, (2, 2), feature_group_count=64) ** 2)

        return jax.grad(loss)(kernel)

    return f, (np.float32(3.0),)


@golden(BF16, tags=["convolution", "bf16"])
def conv_bf16(rng):
    def f(x, kernel, bias):
        return jax.nn.relu(conv(x, kernel) + bias)

    return f, (
        normal(rng, 1, 6, 6, 8, dtype=BF16_TYPE),
        normal(rng, 3, 3, 8, 8, scale=72**-0.5, dtype=BF16_TYPE),
        normal(rng, 8, dtype=BF16_TYPE),
    )
