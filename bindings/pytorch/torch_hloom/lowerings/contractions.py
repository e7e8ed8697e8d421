# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix products and convolutions, with the gradients of convolutions."""

import jax
import jax.numpy as jnp
from jax import lax

from .registry import aten, lowering


@lowering(aten.mm, aten.bmm, aten.mv, aten.dot)
def matrix_product(out, x, y, *_):
    """Lowers products of matrices, of batches of matrices and of vectors."""
    return jnp.matmul(x, y, preferred_element_type=out.dtype)


@lowering(aten.addmm, aten.addmv, aten.baddbmm)
def add_matrix_product(out, bias, x, y, *, beta=1, alpha=1):
    """Lowers beta bias + alpha x y. Floats of at most 16 bits are computed as float32."""
    wide = jnp.promote_types(out.dtype, jnp.float32) if is_inexact(out) else out.dtype
    product = jnp.matmul(x, y, preferred_element_type=wide)
    product = product if alpha == 1 else product * jnp.asarray(alpha, wide)
    if beta == 0:
        return product
    return product + bias.astype(wide) * jnp.asarray(beta, wide)


def is_inexact(out):
    """Returns true if a result has floats or complex numbers."""
    return jnp.issubdtype(out.dtype, jnp.inexact)


@lowering(aten.addbmm)
def add_sum_of_products(out, bias, x, y, *, beta=1, alpha=1):
    """Lowers beta bias + alpha times the sum of a batch of products."""
    rows = jnp.reshape(jnp.swapaxes(x, 0, 1), (x.shape[1], x.shape[0] * x.shape[2]))
    columns = jnp.reshape(y, (y.shape[0] * y.shape[1], y.shape[2]))
    return add_matrix_product(out, bias, rows, columns, beta=beta, alpha=alpha)


def spatial(values, count):
    """Returns a number for each spatial dimension; one number stands for all."""
    return tuple(values) * count if len(values) == 1 else tuple(values)


@lowering(aten.convolution)
def convolution(
    out, image, weight, bias, stride, padding, dilation, transposed, output_padding, groups
):
    """Lowers a convolution or a transposed convolution of [batch,] channels and dimensions."""
    rank = weight.ndim - 2
    stride, padding, dilation = (spatial(v, rank) for v in (stride, padding, dilation))
    batched = image if image.ndim == rank + 2 else image[None]
    if transposed:
        result = transposed_convolution(
            batched, weight, stride, padding, dilation, spatial(output_padding, rank), groups
        )
    else:
        result = lax.conv_general_dilated(
            batched,
            weight,
            stride,
            [(amount, amount) for amount in padding],
            rhs_dilation=dilation,
            feature_group_count=groups,
        )
    if bias is not None:
        result = result + jnp.reshape(bias, (-1, *[1] * rank))
    return result if image.ndim == rank + 2 else result[0]


def transposed_convolution(image, weight, stride, padding, dilation, output_padding, groups):
    """Returns the adjoint of a convolution: the dilated image convolved with the flipped kernel."""
    rank = weight.ndim - 2
    inputs, outputs, *kernel = weight.shape
    # From [inputs, outputs / groups] to [outputs, inputs / groups].
    weight = jnp.reshape(weight, (groups, inputs // groups, outputs, *kernel))
    weight = jnp.reshape(jnp.swapaxes(weight, 1, 2), (-1, inputs // groups, *kernel))
    weight = jnp.flip(weight, range(2, 2 + rank))
    amounts = []
    for axis in range(rank):
        low = dilation[axis] * (kernel[axis] - 1) - padding[axis]
        amounts.append((low, low + output_padding[axis]))
    return lax.conv_general_dilated(
        image,
        weight,
        (1,) * rank,
        amounts,
        lhs_dilation=stride,
        rhs_dilation=dilation,
        feature_group_count=groups,
    )


@lowering(aten.convolution_backward)
def convolution_backward(out, gradient, image, weight, bias_sizes, *options):
    """Lowers the gradients of image, kernel and bias by JAX's derivative of a convolution."""
    *geometry, wanted = options

    def forward(image, weight):
        return convolution(None, image, weight, None, *geometry)

    _, pull_back = jax.vjp(forward, image, weight)
    gradients = list(pull_back(gradient))
    channels = gradient.ndim - (weight.ndim - 2) - 1
    over = [axis for axis in range(gradient.ndim) if axis != channels]
    gradients.append(jnp.sum(gradient, over))
    return [g if keep else None for g, keep in zip(gradients, wanted, strict=True)]
