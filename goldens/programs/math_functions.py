# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mathematical functions: exponentials, trigonometry, powers, rounding and chlo's special ones."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import BF16, BF16_TYPE, EXACT, F16, F64, golden, normal, uniform

# About ten units in the last place of an f32.
TIGHT = (5e-6, 1e-6)
EDGES = np.array(
    [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 3.4e38, -3.4e38, 1e-20, 88.8, -104.0],
    np.float32,
)


@golden(TIGHT, tags=["elementwise"])
def math_exp_log(rng):
    def f(x, positive):
        return (
            jnp.exp(x),
            jnp.expm1(x * 0.1),
            jnp.exp2(x),
            jnp.log(positive),
            jnp.log1p(positive * 0.01),
            jnp.log2(positive),
            jnp.log10(positive),
        )

    x = np.concatenate([normal(rng, 30, scale=5), uniform(rng, -80, 80, 20)])
    return f, (x, np.exp(uniform(rng, -60, 60, 50)).astype(np.float32))


@golden(TIGHT, tags=["elementwise"])
def math_trigonometry(rng):
    """Includes arguments that need an exact reduction by pi."""

    def f(x, small, y):
        return (
            jnp.sin(x),
            jnp.cos(x),
            jnp.tan(small),
            jnp.arctan2(x, y),
            jnp.arcsin(small * 0.7),
            jnp.arccos(small * 0.7),
            jnp.arctan(x),
            jnp.sinc(small),
        )

    x = np.concatenate([normal(rng, 24, scale=10), uniform(rng, -1e5, 1e5, 16)])
    return f, (x, uniform(rng, -1.4, 1.4, 40), normal(rng, 40, scale=10))


@golden((5e-6, 1e-6), tags=["elementwise"])
def math_hyperbolic(rng):
    def f(x):
        return (
            jnp.tanh(x),
            jax.nn.sigmoid(x),
            jnp.sinh(x),
            jnp.cosh(x),
            jnp.arcsinh(x),
            jnp.arccosh(jnp.abs(x) + 1),
            jnp.arctanh(x / 12),
        )

    return f, (np.clip(normal(rng, 50, scale=4), -11.5, 11.5),)


@golden((1e-5, 1e-6), tags=["elementwise"])
def math_powers(rng):
    def f(x, y):
        positive = jnp.abs(x) + 1e-3
        return (
            positive**y,
            x**3,
            x**-2,
            jnp.sqrt(positive),
            lax.rsqrt(positive),
            jnp.cbrt(x),
            1.0 / x,
            lax.pow(x, jnp.round(y)),
        )

    return f, (normal(rng, 40, scale=3), uniform(rng, -4, 4, 40))


@golden((1e-5, 1e-6), tags=["elementwise", "chlo"])
def math_erf(rng):
    def f(x):
        return (
            jax.scipy.special.erf(x),
            jax.scipy.special.erfc(x),
            jax.scipy.special.erfinv(jnp.tanh(x)),
            jax.nn.gelu(x, approximate=False),
            jax.scipy.stats.norm.cdf(x),
        )

    return f, (uniform(rng, -3.5, 3.5, 50),)


@golden((1e-5, 1e-5), tags=["elementwise", "chlo"])
def math_special(rng):
    """chlo.lgamma, digamma, bessel_i1e, zeta, polygamma."""

    def f(x):
        sp = jax.scipy.special
        return (
            sp.gammaln(x),
            sp.digamma(x + 0.1),
            lax.bessel_i1e(x),
            sp.zeta(x + 1.5, 2.0),
            sp.polygamma(2, x + 0.5),
        )

    return f, (np.abs(normal(rng, 40, scale=3)) + np.float32(0.05),)


@golden(TIGHT, tags=["elementwise"])
def math_edges(rng):
    """Zeros of both signs, infinities, NaN, subnormal and huge numbers."""

    def f(x):
        return (
            jnp.exp(x),
            jnp.log(x),
            jnp.log1p(x),
            jnp.expm1(x),
            jnp.tanh(x),
            jax.nn.sigmoid(x),
            jnp.sqrt(x),
            lax.rsqrt(x),
            jnp.cbrt(x),
            jnp.floor(x),
            jnp.abs(x),
            jnp.sign(x),
            jnp.isfinite(x),
            -x,
            jnp.arctan2(x, x[::-1]),
            lax.pow(x, jnp.float32(2)),
            lax.pow(jnp.float32(2), x),
        )

    # Some machines flush subnormal arguments to zero.
    return f, (np.where(np.abs(EDGES) == np.float32(1e-40), np.float32(1e-30), EDGES),)


@golden(EXACT, tags=["elementwise"])
def math_rounding(rng):
    def f(x):
        return (
            jnp.floor(x),
            jnp.ceil(x),
            jnp.round(x),
            lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO),
            jnp.trunc(x),
            jnp.sign(x),
            x - jnp.floor(x),
            jnp.nextafter(x, jnp.float32(0)),
        )

    ties = np.arange(-4.5, 5, 0.5, dtype=np.float32)
    huge = np.array([8388607.5, -8388609.0, 1e30, 2147483648.0, 0.49999997], np.float32)
    return f, (np.concatenate([ties, huge, normal(rng, 20, scale=5)]),)


def math_of_any_precision(x):
    return (
        jnp.exp(x),
        jnp.log(jnp.abs(x) + 1),
        jnp.tanh(x),
        jnp.sin(x),
        jnp.cos(x),
        lax.rsqrt(jnp.abs(x) + 0.5),
        jax.nn.sigmoid(x),
        jnp.log1p(jnp.abs(x)),
        jax.scipy.special.erf(x),
        jnp.abs(x) ** 1.5,
    )


@golden(BF16, tags=["elementwise", "bf16"])
def math_bf16(rng):
    return lambda x: math_of_any_precision(x), (normal(rng, 40, scale=2, dtype=BF16_TYPE),)


@golden(F16, tags=["elementwise", "f16"])
def math_f16(rng):
    return lambda x: math_of_any_precision(x), (normal(rng, 40, scale=2, dtype=np.float16),)


@golden(F64, tags=["elementwise", "f64"], x64=True)
def math_f64(rng):
    return lambda x: math_of_any_precision(x), (normal(rng, 21, scale=2, dtype=np.float64),)


@golden((1e-5, 1e-6), tags=["elementwise", "complex"])
def complex_elementwise(rng):
    def f(x, y, re):
        return (
            x + y,
            x * y,
            x / y,
            -x,
            jnp.conj(x),
            jnp.abs(x),
            jnp.angle(x),
            jnp.real(x) * jnp.imag(y),
            lax.complex(re, -re),
            x == y,
            jnp.where(re > 0, x, y),
        )

    return f, (complex_of(rng, 24), complex_of(rng, 24), normal(rng, 24))


@golden((1e-5, 1e-5), tags=["elementwise", "complex"])
def complex_math(rng):
    def f(x):
        return (
            jnp.exp(x),
            jnp.log(x),
            jnp.sqrt(x),
            lax.rsqrt(x),
            jnp.sin(x),
            jnp.cos(x),
            jnp.tanh(x),
            x ** np.complex64(0.5 + 1j),
            jnp.expm1(x),
            jnp.log1p(x),
        )

    return f, (complex_of(rng, 24),)


@golden(tags=["complex", "reduce"])
def complex_products(rng):
    def f(x, y):
        return x @ y, x.sum(0), x.T, jnp.cumsum(y, 0)

    return f, (complex_of(rng, 5, 6), complex_of(rng, 6, 4))


def complex_of(rng, *shape):
    return (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(np.complex64)
