#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes coefficients.rs: the polynomials that the special functions are made of.

    pip install mpmath && python coefficients.py > coefficients.rs

Every polynomial interpolates its function at Chebyshev points in 60 digits and is
cut where its relative error falls below a bit of the type's precision. Nothing is
taken from a table: the functions themselves come from mpmath.
"""

import mpmath as mp

mp.mp.dps = 60
BITS = {"F32": 28, "F64": 57}
DIGITS = {"F32": 10, "F64": 17}


def chebyshev(function, low, high, count=60):
    """The coefficients of the interpolating Chebyshev series."""
    nodes = [mp.cos(mp.pi * (k + mp.mpf(1) / 2) / count) for k in range(count)]
    values = [function((low + high) / 2 + (high - low) / 2 * node) for node in nodes]
    series = []
    for order in range(count):
        terms = (
            value * mp.cos(mp.pi * order * (k + mp.mpf(1) / 2) / count)
            for k, value in enumerate(values)
        )
        series.append(2 * sum(terms) / count)
    series[0] /= 2
    return series


def cut(series, tolerance):
    """Drops the terms at the end that together stay below the tolerance."""
    dropped = mp.mpf(0)
    while len(series) > 1 and dropped + abs(series[-1]) < tolerance:
        dropped += abs(series.pop())
    return series


def powers(series, low, high, center):
    """The same polynomial in powers of x - center."""
    half = (high - low) / 2
    argument = [(center - (low + high) / 2) / half, 1 / half]

    def add(p, q, factor):
        size = max(len(p), len(q))
        p, q = (list(r) + [mp.mpf(0)] * (size - len(r)) for r in (p, q))
        return [a + factor * b for a, b in zip(p, q)]

    def multiply(p, q):
        product = [mp.mpf(0)] * (len(p) + len(q) - 1)
        for i, a in enumerate(p):
            for j, b in enumerate(q):
                product[i + j] += a * b
        return product

    before, now = [mp.mpf(1)], argument
    total = [series[0]]
    for coefficient in series[1:]:
        total = add(total, now, coefficient)
        before, now = now, add([2 * a for a in multiply(argument, now)], before, -1)
    return total


def write(name, what, function, low, high, center=None):
    """One table for each precision; without a center it stays a Chebyshev series."""
    low, high = mp.mpf(low), mp.mpf(high)
    least = min(abs(function(low + (high - low) * k / 50)) for k in range(51))
    whole = chebyshev(function, low, high)
    for precision in BITS if isinstance(name, str) else [name[1]]:
        base = name if isinstance(name, str) else name[0]
        series = cut(list(whole), least * mp.mpf(2) ** -BITS[precision])
        if center is not None:
            series = powers(series, low, high, mp.mpf(center))
        table(f"{base}_{precision}", what, series, DIGITS[precision])


def number(value, digits):
    """The shortest spelling that is the same number, rounded to digits or to f64."""
    return repr(float(mp.nstr(value, digits)) if digits < 17 else float(value))


def table(name, what, values, digits):
    print(f"\n/// {what}")
    print(f"pub const {name}: &[f64] = &[")
    for value in values:
        print(f"    {number(value, digits)},")
    print("];")


def erf_inv_over_x(w):
    """erf_inv(x) / x where w = -log(1 - x^2)."""
    if w == 0:
        return mp.sqrt(mp.pi) / 2
    x = mp.sqrt(-mp.expm1(-w))
    rest = mp.exp(-w) / (1 + x)
    if rest > mp.mpf("1e-3"):
        return mp.erfinv(x) / x
    y = mp.sqrt(-mp.log(rest * mp.sqrt(-mp.log(rest))))
    for _ in range(100):
        slope = -2 / mp.sqrt(mp.pi) * mp.exp(-y * y) / mp.erfc(y)
        step = (mp.log(mp.erfc(y)) - mp.log(rest)) / slope
        y -= step
        if abs(step) < mp.mpf(10) ** -50:
            break
    return y / x


def lgamma_over_t(t):
    """lgamma(2 + t) / t."""
    return mp.loggamma(2 + t) / t if t else 1 - mp.euler


def i1e_over_x(x):
    """exp(-x) I_1(x) / x."""
    return mp.exp(-x) * mp.besseli(1, x) / x if x else mp.mpf(1) / 2


def i1e_times_root(t):
    """sqrt(x) exp(-x) I_1(x) where t = 1 / x."""
    if t < mp.mpf("1e-6"):
        # The first terms of the expansion at infinity (DLMF 10.40.1).
        a1, a2, a3 = mp.mpf(3) / 8, mp.mpf(15) / 128, mp.mpf(315) / 3072
        return (1 - a1 * t - a2 * t**2 - a3 * t**3) / mp.sqrt(2 * mp.pi)
    return mp.exp(-1 / t) * mp.besseli(1, 1 / t) / mp.sqrt(t)


print("// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception")
print("//! Written by coefficients.py; do not edit.")

TAIL = "`erf_inv(x) / x` in powers of `sqrt(w) - {}`, for `w` in [{}, {}]."
NEAR = "`erf_inv(x) / x` in powers of `w - {}`, where `w = -log(1 - x^2)` is in [0, {}]."
write(("ERF_INV_NEAR", "F32"), NEAR.format(2.5, 5), erf_inv_over_x, 0, 5, 2.5)
write(
    ("ERF_INV_FAR", "F32"),
    TAIL.format(3.125, 5, 16.5),
    lambda s: erf_inv_over_x(s * s),
    mp.sqrt(5),
    mp.sqrt(16.5),
    3.125,
)
write(("ERF_INV_NEAR", "F64"), NEAR.format(3.125, 6.25), erf_inv_over_x, 0, 6.25, 3.125)
write(
    ("ERF_INV_MIDDLE", "F64"),
    TAIL.format(3.25, 6.25, 16),
    lambda s: erf_inv_over_x(s * s),
    2.5,
    4,
    3.25,
)
write(
    ("ERF_INV_FAR", "F64"),
    TAIL.format(5, 16, 37),
    lambda s: erf_inv_over_x(s * s),
    4,
    mp.sqrt(37),
    5,
)
write("LGAMMA", "`lgamma(2 + t) / t` in powers of `t`, in [-1/2, 1/2].", lgamma_over_t, -0.5, 0.5, 0)

root = mp.findroot(mp.digamma, 1.46)
with mp.workprec(20):
    high = +root
print("\n/// The positive zero of digamma, to 20 bits, and the rest of it.")
print(f"pub const DIGAMMA_ROOT: [f64; 2] = [{number(high, 17)}, {number(root - high, 17)}];")
write(
    "DIGAMMA",
    "`digamma(x) / (x - root)` in powers of `x - 3/2`, in [1, 2].",
    lambda x: mp.digamma(x) / (x - root),
    1,
    2,
    1.5,
)
write("I1E_NEAR", "`exp(-x) I_1(x) / x` in `x / 4 - 1`, Chebyshev, in [0, 8].", i1e_over_x, 0, 8)
write(
    "I1E_FAR",
    "`sqrt(x) exp(-x) I_1(x)` in `16 / x - 1`, Chebyshev, from 8 on.",
    i1e_times_root,
    0,
    mp.mpf(1) / 8,
)

stirling = [mp.bernoulli(2 * k) / (2 * k * (2 * k - 1)) for k in range(1, 10)]
table("STIRLING", "`B_2k / (2k (2k - 1))`: Stirling's series (DLMF 5.11.1).", stirling, 17)
psi = [mp.bernoulli(2 * k) / (2 * k) for k in range(1, 10)]
table("DIGAMMA_SERIES", "`B_2k / 2k`: digamma's series (DLMF 5.11.2).", psi, 17)
zeta = [mp.bernoulli(2 * k) / mp.factorial(2 * k) for k in range(1, 13)]
table("EULER_MACLAURIN", "`B_2k / (2k)!`: zeta's series (DLMF 25.11.28).", zeta, 17)
