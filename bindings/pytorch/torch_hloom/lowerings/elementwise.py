# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of each element: arithmetic, comparisons, logic and elementary functions."""

import jax
import jax.numpy as jnp
import torch
from jax import lax

from .registry import aten, lowering

_FUNCTIONS = {
    aten._conj: jnp.conj,
    aten._conj_physical: jnp.conj,
    aten._neg_view: jnp.negative,
    aten.acos: jnp.arccos,
    aten.acosh: jnp.arccosh,
    aten.asin: jnp.arcsin,
    aten.asinh: jnp.arcsinh,
    aten.atan: jnp.arctan,
    aten.atanh: jnp.arctanh,
    aten.bitwise_not: jnp.bitwise_not,
    aten.ceil: jnp.ceil,
    aten.cos: jnp.cos,
    aten.cosh: jnp.cosh,
    aten.erf: lax.erf,
    aten.erfc: lax.erfc,
    aten.erfinv: lax.erf_inv,
    aten.exp: jnp.exp,
    aten.exp2: jnp.exp2,
    aten.expm1: jnp.expm1,
    aten.floor: jnp.floor,
    aten.i0: jax.scipy.special.i0,
    aten.lgamma: lax.lgamma,
    aten.log: jnp.log,
    aten.log10: jnp.log10,
    aten.log1p: jnp.log1p,
    aten.log2: jnp.log2,
    aten.neg: jnp.negative,
    aten.reciprocal: jnp.reciprocal,
    aten.relu: jax.nn.relu,
    aten.rsqrt: lax.rsqrt,
    aten.sigmoid: jax.nn.sigmoid,
    aten.sign: jnp.sign,
    aten.sin: jnp.sin,
    aten.sinh: jnp.sinh,
    aten.sqrt: jnp.sqrt,
    aten.tan: jnp.tan,
    aten.tanh: jnp.tanh,
    aten.trunc: jnp.trunc,
}
"""Functions of one operand, which is converted to the element type of the result."""

_ARITHMETIC = {
    aten.atan2: jnp.arctan2,
    aten.bitwise_and: jnp.bitwise_and,
    aten.bitwise_left_shift: jnp.left_shift,
    aten.bitwise_or: jnp.bitwise_or,
    aten.bitwise_right_shift: jnp.right_shift,
    aten.bitwise_xor: jnp.bitwise_xor,
    aten.copysign: jnp.copysign,
    aten.fmax: jnp.fmax,
    aten.fmin: jnp.fmin,
    aten.fmod: jnp.fmod,
    aten.gcd: jnp.gcd,
    aten.hypot: jnp.hypot,
    aten.lcm: jnp.lcm,
    aten.maximum: jnp.maximum,
    aten.minimum: jnp.minimum,
    aten.mul: jnp.multiply,
    aten.nextafter: jnp.nextafter,
    aten.remainder: jnp.remainder,
}
"""Functions of two operands, which are converted to the element type of the result."""

_TESTS = {
    aten.eq: jnp.equal,
    aten.ge: jnp.greater_equal,
    aten.gt: jnp.greater,
    aten.isinf: jnp.isinf,
    aten.isnan: jnp.isnan,
    aten.le: jnp.less_equal,
    aten.logical_and: jnp.logical_and,
    aten.logical_not: jnp.logical_not,
    aten.logical_or: jnp.logical_or,
    aten.logical_xor: jnp.logical_xor,
    aten.lt: jnp.less,
    aten.ne: jnp.not_equal,
    aten.signbit: jnp.signbit,
}
"""Functions whose result is bool; the operands are not converted to that type."""


def typed(out, *values):
    """Returns arrays and numbers as arrays with the element type of a result."""
    return [jnp.asarray(value).astype(out.dtype) for value in values]


def _register_tables():
    def converted(function):
        return lambda out, *operands: function(*typed(out, *operands))

    for target, function in {**_FUNCTIONS, **_ARITHMETIC}.items():
        lowering(target)(converted(function))
    for target, function in _TESTS.items():
        lowering(target)(lambda out, *operands, function=function: function(*operands))


_register_tables()


@lowering(aten.abs)
def absolute(out, x):
    """Lowers `abs`; the result of a complex operand is real."""
    return jnp.abs(x)


@lowering(aten.add)
def add(out, x, y, alpha=1):
    """Lowers x + alpha y."""
    x, y = typed(out, x, y)
    return x + y if alpha == 1 else x + jnp.asarray(alpha, out.dtype) * y


@lowering(aten.sub)
def subtract(out, x, y, alpha=1):
    """Lowers x - alpha y."""
    x, y = typed(out, x, y)
    return x - y if alpha == 1 else x - jnp.asarray(alpha, out.dtype) * y


@lowering(aten.div)
def divide(out, x, y, rounding_mode=None):
    """Lowers the quotient: exact, rounded to zero (`trunc`) or down (`floor`)."""
    x, y = typed(out, x, y)
    if rounding_mode is None:
        return x / y
    if rounding_mode == "floor":
        return jnp.floor_divide(x, y)
    if jnp.issubdtype(out.dtype, jnp.integer):
        return lax.div(*jnp.broadcast_arrays(x, y))
    return jnp.trunc(x / y)


@lowering(aten.floor_divide)
def floor_divide(out, x, y):
    """Lowers the quotient rounded down."""
    return divide(out, x, y, "floor")


@lowering(torch.ops.prims.fma)
def fused_multiply_add(out, x, y, z):
    """Lowers x y + z, rounded once or twice."""
    x, y, z = typed(out, x, y, z)
    return x * y + z


@lowering(aten.pow)
def power(out, x, y):
    """Lowers x to the power y; small constant powers are products, as in PyTorch."""
    if isinstance(y, (int, float)) and y in (0.5, -0.5):
        (x,) = typed(out, x)
        return jnp.sqrt(x) if y > 0 else lax.rsqrt(x)
    if isinstance(y, (int, float)) and y == int(y) and abs(y) <= 4:
        return lax.integer_pow(*typed(out, x), int(y))
    x, y = typed(out, x, y)
    if not jnp.issubdtype(out.dtype, jnp.integer):
        return jnp.power(x, y)
    # A negative power is the reciprocal, rounded to zero.
    reciprocal = jnp.where(x == 1, 1, jnp.where(x == -1, 1 - 2 * (y & 1), 0))
    return jnp.where(y < 0, reciprocal, jnp.power(x, jnp.maximum(y, 0)))


@lowering(aten.digamma)
def digamma(out, x):
    """Lowers the derivative of the logarithm of gamma; infinite at zero, as in PyTorch."""
    (x,) = typed(out, x)
    pole = -jnp.copysign(jnp.asarray(jnp.inf, x.dtype), x)
    return jnp.where(x == 0, pole, jax.scipy.special.digamma(x))


@lowering(aten.round)
def round_to_even(out, x, decimals=0):
    """Lowers rounding to the nearest multiple of a power of ten; ties round to an even multiple."""
    (x,) = typed(out, x)
    return jnp.round(x, decimals) if jnp.issubdtype(x.dtype, jnp.inexact) else x


@lowering(aten.clamp)
def clamp(out, x, low=None, high=None):
    """Lowers min(max(x, low), high); NaN stays NaN."""
    (x,) = typed(out, x)
    x = x if low is None else jnp.maximum(x, *typed(out, low))
    return x if high is None else jnp.minimum(x, *typed(out, high))


@lowering(aten.where)
def where(out, condition, x, y):
    """Lowers the choice between two operands."""
    return jnp.where(condition, *typed(out, x, y))


@lowering(aten.complex)
def make_complex(out, real, imaginary):
    """Lowers complex numbers from their parts."""
    return lax.complex(*jnp.broadcast_arrays(real, imaginary))


@lowering(aten.view_as_real)
def view_as_real(out, x):
    """Lowers complex numbers as pairs of their parts."""
    return jnp.stack([jnp.real(x), jnp.imag(x)], axis=-1)


@lowering(aten.view_as_complex)
def view_as_complex(out, x):
    """Lowers pairs as complex numbers."""
    return lax.complex(x[..., 0], x[..., 1])
