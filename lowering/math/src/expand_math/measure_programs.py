# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures logistic, CHLO's special functions and complex functions against mpmath.

    python measure_programs.py PATH/TO/hlo-run [--samples N] [--list] [NAME...]

Each function is a program of one operation that `hlo-run` compiles and runs on the
platform cpu. It runs on N random arguments, fewer if mpmath is slow, and on special
arguments. Errors are in units of the last place (ulp) of the exact result. A result of
the wrong kind is an infinite error. `--list` writes to the standard error all errors
above 4 ulps, and special values that differ from those of Annex G of the C standard.

For complex functions, the ulp is that of the exact modulus ("normwise"), or that of the
exact part, for the worse of the two parts ("part-wise"). Both are given for arguments
whose parts are of moderate size, 1e-9 to 1e9 for f32 and 1e-30 to 1e30 for f64, and for
all arguments. Zeros in arguments stand for tiny numbers of their sign, which
distinguishes the sides of branch cuts.
"""
import argparse
import collections
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile

import mpmath as mp
import numpy as np
from mpmath import mpf

# A format: its name, binary digits, the exponents of the least normal number and of the
# first number that is too large, as `frexp` counts them, the largest exponent of moderate
# numbers, and the types of numpy.
Format = collections.namedtuple("Format", "name digits low high moderate real pair")
F32 = Format("f32", 24, -125, 128, 30, np.float32, np.complex64)
F64 = Format("f64", 53, -1021, 1024, 100, np.float64, np.complex128)

INF, NAN = math.inf, math.nan
PRECISIONS = [256, 384, 768, 1536, 3072, 6144]
# The number that replaces a zero in an argument, and the bound below which a part of a
# result counts as zero.
ZERO, ZERO_BOUND = mp.ldexp(1, -5000), mp.ldexp(1, -2300)


# Running programs.


def run(program, operation, fmt, is_complex, columns):
    """Runs the operation on columns of scalars, real or complex, and returns its results."""
    size = len(columns[0])
    element = "complex<%s>" % fmt.name if is_complex else fmt.name
    argument = "tensor<%dx%s>" % (size, element)
    result = "tensor<%dx%s>" % (size, fmt.name) if operation.endswith(".abs") else argument
    names = ["%%x%d" % index for index in range(len(columns))]
    parameters = ", ".join("%s: %s" % (name, argument) for name in names)
    types = ", ".join([argument] * len(columns))
    text = "func.func @main(%s) -> %s {\n" % (parameters, result)
    text += '  %%r = "%s"(%s) : (%s) -> %s\n' % (operation, ", ".join(names), types, result)
    text += "  return %%r : %s\n}\n" % result
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.mlir")
        with open(path, "w") as file:
            file.write(text)
        command = [program, path, "--output-dir", folder]
        for index, column in enumerate(columns):
            command += ["--input", os.path.join(folder, "in%d.npy" % index)]
            np.save(command[-1], column)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return np.load(os.path.join(folder, "out0.npy"))


def rounded(fmt, numbers):
    """Rounds to floats of the format. Finite numbers stay finite."""
    numbers = np.array(numbers, np.float64)
    largest = np.where(np.isfinite(numbers), np.finfo(fmt.real).max, INF)
    return np.clip(numbers, -largest, largest).astype(fmt.real)


# Errors.


def ulp(fmt, value):
    if value == 0:
        return mp.ldexp(1, fmt.low - fmt.digits)
    _, exponent = mp.frexp(abs(value))
    return mp.ldexp(1, min(max(int(exponent), fmt.low), fmt.high) - fmt.digits)


def difference(fmt, result, value):
    """Returns `result - value`. Infinity counts as the first power of two that overflows."""
    limit = mp.ldexp(1, fmt.high)
    if math.isnan(result):
        return mp.inf
    if abs(value) >= limit:
        return mpf(0) if math.isinf(result) and (result > 0) == (value > 0) else mp.inf
    result = math.copysign(1, result) * limit if math.isinf(result) else mpf(result)
    return result - value


def error(fmt, result, value, least=0):
    """Returns the error in ulps of the exact value, or of `least` if the value is smaller."""
    return abs(difference(fmt, result, value)) / ulp(fmt, max(abs(value), least))


def parts(value):
    is_complex = isinstance(value, (complex, mp.mpc))
    return (value.real, value.imag) if is_complex else (value,)


def agree(left, right):
    return all(
        abs(a - b) <= mp.ldexp(abs(b), -100) or max(abs(a), abs(b)) < ZERO_BOUND
        for a, b in zip(parts(left), parts(right))
    )


def settled(function, arguments):
    """Returns the exact result: a result on which two precisions agree."""
    last = None
    for bits in PRECISIONS:
        mp.mp.prec = bits
        value = function(*arguments)
        if last is not None and type(last) is type(value) and agree(last, value):
            return value
        last = value
    print("not settled:", function.__name__, arguments, value, file=sys.stderr)
    return value


# Random arguments.


def uniform(low, high):
    return lambda fmt: random.uniform(low, high)


def sign():
    return random.choice((-1, 1))


def scaled(low, high):
    """Returns a sampler of both signs, with all exponents equally frequent."""
    return lambda fmt: sign() * math.ldexp(random.uniform(1, 2), random.randint(low, high))


def anything(fmt):
    return scaled(fmt.low - fmt.digits, fmt.high - 1)(fmt)


def tiny(fmt):
    """Samples a number below one, down to the least number."""
    return scaled(fmt.low - fmt.digits, -1)(fmt)


def moderate(fmt):
    return scaled(-fmt.moderate, fmt.moderate - 1)(fmt)


def one_of(*samples):
    return lambda fmt: random.choice(samples)(fmt)


def positive(sample):
    return lambda fmt: abs(sample(fmt))


def around(points):
    return lambda fmt: random.choice(points) + scaled(-fmt.digits, -3)(fmt)


# Real functions.


def logistic(x):
    return 1 / (1 + mp.exp(-x))


def erf_inv(x):
    """Computes the inverse of erf by Halley's method."""
    if abs(x) < 0.1:
        y = x * mp.sqrt(mp.pi) / 2
    else:
        half = float((1 - abs(x)) / 2)
        y = -mp.sign(x) * statistics.NormalDist().inv_cdf(half) / mp.sqrt(2)
    for _ in range(5):
        step = (mp.erf(y) - x) * mp.sqrt(mp.pi) / 2 * mp.exp(y * y)
        y -= step / (1 + y * step)
    return y


def lgamma(x):
    if x > 0:
        return mp.loggamma(x)
    return mp.log(mp.pi / abs(x * mp.sinpi(x))) - mp.loggamma(-x)


def digamma(x):
    if x > 0:
        return mp.digamma(x)
    return mp.digamma(1 - x) - mp.pi * mp.cospi(x) / mp.sinpi(x)


def zeta(s, q):
    """Sums the first terms, and the others by the Euler-Maclaurin formula (DLMF 25.11.28)."""
    total, a = mpf(0), q
    while a < s / 3 + 60:
        term = mp.power(a, -s)
        total += term
        a += 1
        if a > 1 and abs(term) < mp.ldexp(abs(total), -mp.mp.prec):
            return total
    power = mp.power(a, -s)
    total += power * (a / (s - 1) + mpf(1) / 2)
    factor = power * s / a
    for j in range(1, 400):
        term = mp.bernoulli(2 * j) / mp.factorial(2 * j) * factor
        total += term
        if abs(term) < mp.ldexp(abs(total), -mp.mp.prec):
            break
        factor *= (s + 2 * j - 1) * (s + 2 * j) / (a * a)
    return total


def polygamma(n, x):
    if n == 0:
        return digamma(x)
    return mp.power(-1, n + 1) * mp.factorial(n) * zeta(n + 1, x)


def bessel_i1e(x):
    if abs(x) < 400:
        return mp.besseli(1, x) * mp.exp(-abs(x))
    # The asymptotic expansion DLMF 10.40.1. Its terms decrease up to the 800th.
    total, term, k = mpf(1), mpf(1), 1
    while abs(term) > mp.ldexp(1, -mp.mp.prec) and k < 800:
        term *= -(4 - (2 * k - 1) ** 2) / (8 * k * abs(x))
        total += term
        k += 1
    return mp.sign(x) * total / mp.sqrt(2 * mp.pi * abs(x))


def fractional(sample):
    """Returns a sampler of numbers that are not integers in the format."""

    def result(fmt):
        x = fmt.real(sample(fmt))
        while x == np.floor(x):
            x = fmt.real(sample(fmt))
        return float(x)

    return result


NEGATIVE = fractional(
    one_of(
        uniform(-40, 0),
        uniform(-5, 0),
        lambda fmt: -random.uniform(1, 2 ** (fmt.digits - 1)) ** random.random(),
        lambda fmt: -abs(tiny(fmt)),
        around([-float(n) for n in range(1, 12)]),
    )
)
POSITIVE = one_of(uniform(0, 4), uniform(0, 40), positive(anything), around([1.0, 2.0]))
LGAMMA_ROOTS = [-2.457024738220801, -2.747682646727412, -3.143580888349981, -3.955294284858598]
LGAMMA_ROOTS += [-4.039361839740537, -4.991544640560048, -5.008218168251155]
DIGAMMA_ROOTS = [-0.5040830082644554, -1.5734984731623905, -2.610720868444145, -3.635293366436901]


def integers(low, high):
    return lambda fmt: float(random.randint(low, high))


def log_scaled(low, high):
    return lambda fmt: math.exp(random.uniform(math.log(low), math.log(high)))


# Samplers of the exponent of zeta, of its other argument and of both arguments of polygamma.
EXPONENT = one_of(uniform(1, 5), uniform(1, 60), around([1.0]), log_scaled(1, 1e4), integers(2, 9))
ZETA_POSITIVE = (
    lambda fmt: 1 + abs(EXPONENT(fmt) - 1) + math.ldexp(1, 1 - fmt.digits),
    one_of(uniform(0, 20), log_scaled(1e-4, 1e6)),
)
SMALL_NEGATIVE = fractional(one_of(uniform(-30, 0), around([-1.0, -2.0, -5.0])))
ORDER = one_of(integers(1, 6), integers(1, 30), integers(1, 160))

Real = collections.namedtuple("Real", "operation function samples share floor special")
POLE_ZETA = [((1, 2), INF), ((0.5, 2), NAN), ((2, 0), INF), ((2, -3), INF), ((2, INF), 0)]
POLE_ZETA += [((INF, 2), 0), ((NAN, 2), NAN), ((2, NAN), NAN), ((2.5, -1.5), NAN), ((INF, 1), 1)]
# By name: the operation, the function, samplers of its arguments, the share of rows, whether
# the function has zeros (errors are then also given in ulps of at least one), and the results
# of special arguments.
REAL = {
    "logistic": Real(
        "stablehlo.logistic",
        logistic,
        [one_of(uniform(-20, 20), uniform(-745, 40), uniform(-104, -80), anything)],
        1,
        False,
        [(0, 0.5), (-0.0, 0.5), (INF, 1), (-INF, 0), (NAN, NAN)],
    ),
    "erf_inv": Real(
        "chlo.erf_inv",
        erf_inv,
        [
            fractional(
                one_of(
                    uniform(-1, 1),
                    tiny,
                    lambda fmt: sign() * (1 - abs(scaled(-fmt.digits, -1)(fmt))),
                )
            )
        ],
        0.5,
        False,
        [(0, 0.0), (-0.0, -0.0), (1, INF), (-1, -INF), (1.5, NAN), (-INF, NAN), (NAN, NAN)],
    ),
    "lgamma, x > 0": Real(
        "chlo.lgamma",
        lgamma,
        [POSITIVE],
        0.5,
        True,
        [(0, INF), (1, 0), (2, 0), (INF, INF), (NAN, NAN)],
    ),
    "lgamma, x < 0": Real(
        "chlo.lgamma",
        lgamma,
        [one_of(NEGATIVE, NEGATIVE, around(LGAMMA_ROOTS))],
        0.5,
        True,
        [(-0.0, INF), (-1, INF), (-2, INF), (-1e30, INF), (-INF, INF)],
    ),
    "digamma, x > 0": Real(
        "chlo.digamma",
        digamma,
        [one_of(POSITIVE, POSITIVE, around([1.4616321449683623]))],
        0.5,
        True,
        [(INF, INF), (NAN, NAN)],
    ),
    "digamma, x < 0": Real(
        "chlo.digamma",
        digamma,
        [one_of(NEGATIVE, NEGATIVE, around(DIGAMMA_ROOTS))],
        0.5,
        True,
        [(0, NAN), (-0.0, NAN), (-1, NAN), (-7, NAN), (-1e30, NAN), (-INF, NAN)],
    ),
    "zeta, q > 0": Real("chlo.zeta", zeta, ZETA_POSITIVE, 0.2, False, POLE_ZETA),
    "zeta, q < 0": Real("chlo.zeta", zeta, (integers(2, 40), SMALL_NEGATIVE), 0.2, True, []),
    "polygamma, x > 0": Real(
        "chlo.polygamma",
        polygamma,
        (ORDER, one_of(uniform(0, 20), log_scaled(1e-3, 1e6))),
        0.2,
        False,
        [((-1, 2), NAN), ((0.5, 2), NAN), ((1, INF), 0), ((1, 0), INF), ((3, -2), INF)]
        + [((NAN, 1), NAN), ((1, NAN), NAN), ((2, 0), NAN), ((0, -1), NAN)],
    ),
    "polygamma, x < 0": Real(
        "chlo.polygamma", polygamma, (ORDER, SMALL_NEGATIVE), 0.2, True, []
    ),
    "bessel_i1e": Real(
        "chlo.bessel_i1e",
        bessel_i1e,
        [one_of(uniform(-20, 20), anything)],
        0.5,
        False,
        [(0, 0.0), (-0.0, -0.0), (INF, 0.0), (-INF, -0.0), (NAN, NAN)],
    ),
}


def same(result, value):
    """Returns true if both are the same number. A zero of type int stands for both zeros."""
    if math.isnan(value) or math.isnan(result):
        return math.isnan(value) and math.isnan(result)
    signed = value == 0 and isinstance(value, float)
    return result == value and not (signed and is_negative(result) != is_negative(value))


def is_negative(number):
    return math.copysign(1, number) < 0


def differing(wrong, count, where=""):
    if not wrong:
        return "agree" if count else ""
    return "%d of %d differ%s" % (wrong, count, where)


class Worst:
    """The largest error, with its arguments and results."""

    def __init__(self):
        self.error, self.at, self.result, self.value = mpf(-1), (), NAN, mp.nan

    def meet(self, error, at, result, value):
        if error > self.error:
            self.error, self.at, self.result, self.value = error, at, result, value

    def text(self):
        if self.error < 0:
            return ""
        return "%.3f" % self.error if self.error < 1e4 else "%.1e" % self.error


def shown(fmt, numbers):
    """Returns the shortest text that distinguishes each number from its neighbors."""
    return ", ".join(str(fmt.real(x)) for x in numbers)


def shown_complex(fmt, pairs):
    return ", ".join("(%s)" % shown(fmt, pair) for pair in pairs)


def measure_real(program, fmt, name, samples, note):
    row = REAL[name]
    count = int(samples * row.share)
    arguments = [[float(sample(fmt)) for sample in row.samples] for _ in range(count)]
    special = [x if isinstance(x, tuple) else (x,) for x, _ in row.special]
    columns = [rounded(fmt, column) for column in zip(*special, *arguments)]
    results = run(program, row.operation, fmt, False, columns).tolist()
    rows = list(zip(*[column.tolist() for column in columns]))
    worst, worst_floor, worst_subnormal = Worst(), Worst(), Worst()
    wrong = 0
    for at, result, (_, value) in zip(rows, results, row.special):
        if not same(result, value):
            wrong += 1
            note("special", fmt, name, shown(fmt, at), result, value)
    for at, result in list(zip(rows, results))[len(special) :]:
        value = settled(row.function, [mpf(x) for x in at])
        ulps = error(fmt, result, value)
        subnormal = 0 < abs(value) < mp.ldexp(1, fmt.low - 1)
        (worst_subnormal if subnormal else worst).meet(ulps, at, result, value)
        if ulps > 4:
            note("%.3g ulp" % ulps, fmt, name, shown(fmt, at), result, mp.nstr(value, 17))
        worst_floor.meet(error(fmt, result, value, 1), at, result, value)
    cells = [name, fmt.name, worst.text(), shown(fmt, worst.at), shown(fmt, [worst.result])]
    cells.append(mp.nstr(worst.value, fmt.digits // 3))
    cells += [worst_floor.text(), shown(fmt, worst_floor.at)] if row.floor else ["", ""]
    cells.append(worst_subnormal.text())
    cells += [shown(fmt, worst_subnormal.at), differing(wrong, len(special))]
    print("| %s |" % " | ".join(cells), flush=True)


# Complex functions.


def logistic_special(z):
    """Returns one or zero if the real part is infinite, and one half at zero."""
    if math.isinf(z.real):
        return complex(z.real > 0, 0)
    return 0.5 if z == 0 else complex(NAN, NAN)


def rsqrt_special(z):
    if z == 0:
        return complex(INF, NAN)
    return complex(0, 0) if np.isinf(z) else complex(NAN, NAN)


def cbrt_special(z):
    if math.isinf(z.real) and math.isnan(z.imag) or math.isnan(z.real) and math.isinf(z.imag):
        return complex(INF, NAN)
    length, angle = np.cbrt(np.hypot(z.real, z.imag)), np.arctan2(z.imag, z.real) / 3
    return complex(length * np.cos(angle), angle if angle == 0 else length * np.sin(angle))


def expm1(z):
    x, y = z.real, z.imag
    re = mp.expm1(x) * mp.cos(y) - 2 * mp.sin(y / 2) ** 2
    return mp.mpc(re, mp.exp(x) * mp.sin(y))


def log(z):
    return mp.mpc(mp.log(mp.hypot(z.real, z.imag)), mp.atan2(z.imag, z.real))


def log1p(z):
    x, y = z.real, z.imag
    return mp.mpc(mp.log1p(x * (2 + x) + y * y) / 2, mp.atan2(y, 1 + x))


def atanh(z):
    """Computes atanh by W. Kahan's formulas. mpmath's loses a part much smaller than the other."""
    x, y = z.real, z.imag
    re = mp.log1p(4 * abs(x) / ((1 - abs(x)) ** 2 + y * y)) / 4
    return mp.mpc(mp.sign(x) * re, mp.atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2)


def atan(z):
    turned = atanh(mp.mpc(-z.imag, z.real))
    return mp.mpc(turned.imag, -turned.real)


def moved(function, shift_in, shift_out):
    """Returns z -> function(z + shift_in) + shift_out, with real shifts."""

    def result(z):
        value = complex(function(np.complex128(complex(z.real + shift_in, z.imag))))
        return complex(value.real + shift_out, value.imag)

    return result


# By name: the operation, the function, and a function with the results of Annex G for special
# arguments.
UNARY = {
    "abs": ("stablehlo.abs", lambda z: mp.hypot(z.real, z.imag), np.abs),
    "sqrt": ("stablehlo.sqrt", mp.sqrt, np.sqrt),
    "rsqrt": ("stablehlo.rsqrt", lambda z: 1 / mp.sqrt(z), rsqrt_special),
    "cbrt": ("stablehlo.cbrt", lambda z: mp.exp(mp.log(z) / 3), cbrt_special),
    "exponential": ("stablehlo.exponential", mp.exp, np.exp),
    "exponential_minus_one": ("stablehlo.exponential_minus_one", expm1, moved(np.exp, 0, -1)),
    "log": ("stablehlo.log", log, np.log),
    "log_plus_one": ("stablehlo.log_plus_one", log1p, moved(np.log, 1, 0)),
    "sine": ("stablehlo.sine", mp.sin, np.sin),
    "cosine": ("stablehlo.cosine", mp.cos, np.cos),
    "tan": ("stablehlo.tan", mp.tan, np.tan),
    "tanh": ("stablehlo.tanh", mp.tanh, np.tanh),
    "logistic": ("stablehlo.logistic", logistic, logistic_special),
    "chlo.acos": ("chlo.acos", mp.acos, np.arccos),
    "chlo.acosh": ("chlo.acosh", mp.acosh, np.arccosh),
    "chlo.asin": ("chlo.asin", mp.asin, np.arcsin),
    "chlo.asinh": ("chlo.asinh", mp.asinh, np.arcsinh),
    "chlo.atan": ("chlo.atan", atan, np.arctan),
    "chlo.atanh": ("chlo.atanh", atanh, np.arctanh),
    "chlo.cosh": ("chlo.cosh", mp.cosh, np.cosh),
    "chlo.sinh": ("chlo.sinh", mp.sinh, np.sinh),
    "chlo.tan": ("chlo.tan", mp.tan, np.tan),
}
BINARY = {
    "add": ("stablehlo.add", lambda z, w: z + w),
    "multiply": ("stablehlo.multiply", lambda z, w: z * w),
    "divide": ("stablehlo.divide", lambda z, w: z / w),
    "power": ("stablehlo.power", lambda z, w: mp.exp(w * mp.log(z))),
}
COORDINATES = [0.0, -0.0, 1.0, -1.0, 2.5, -2.5, INF, -INF, NAN]
# Arguments on an axis that overflow, and the functions for which they do.
HUGE = [1e4, -1e4, complex(1e4, -0.0), 1e4j, complex(-0.0, 1e4), -1e4j]
GROWING = ["exponential", "exponential_minus_one", "sine", "cosine", "tan", "tanh"]
GROWING += ["chlo.cosh", "chlo.sinh", "chlo.tan"]
POINTS = [0, 1, -1, 1j, -1j, math.pi, -math.pi / 2, 1j * math.pi, -0.5j * math.pi, 2j * math.pi]


def on_circle(center):
    angle = random.uniform(-math.pi, math.pi)
    return [center + math.cos(angle), math.sin(angle)]


def near_point(fmt):
    point = random.choice(POINTS)
    near = [part + scaled(-2 * fmt.digits, -2)(fmt) for part in (point.real, point.imag)]
    if random.random() < 0.5:
        near[random.randrange(2)] = random.choice((point.real, point.imag, 0.0)) * sign()
    return near


def unary_argument(fmt):
    part = random.choice((uniform(-3, 3), uniform(-20, 20), moderate))
    kind = random.randrange(9)
    if kind < 2:
        return [part(fmt), part(fmt)]
    if kind == 2:
        size = moderate(fmt)
        return [size * random.uniform(-1, 1), size * random.uniform(-1, 1)]
    if kind == 3:
        axis = [part(fmt), sign() * 0.0]
        return axis if random.random() < 0.5 else axis[::-1]
    if kind == 4:
        return [part(fmt), moderate(fmt)][:: sign()]
    if kind == 5:
        return near_point(fmt)
    if kind == 6:
        return on_circle(random.choice((0, -1)))
    if kind == 7:
        limit = fmt.high * math.log(2)
        other = random.choice((uniform(-limit, limit), part))
        return [random.uniform(-limit, limit), other(fmt)][:: sign()]
    return [anything(fmt), random.choice((anything, part))(fmt)][:: sign()]


def binary_argument(fmt):
    kind = random.randrange(5)
    if kind == 0:
        return [random.uniform(-3, 3) for _ in range(4)]
    if kind == 1:
        return [moderate(fmt) for _ in range(4)]
    if kind == 2:
        x, y, size = moderate(fmt), moderate(fmt), moderate(fmt)
        # The product or quotient is close to an axis.
        u, v = random.choice(((x, y), (y, x), (-y, x), (x, -y)))
        near = 1 + scaled(-fmt.digits, -1)(fmt)
        return [x, y, u * size, v * size * near]
    if kind == 3:
        row = [moderate(fmt) for _ in range(4)]
        row[random.randrange(4)] = sign() * 0.0
        return row
    return [anything(fmt) for _ in range(4)]


def power_argument(fmt):
    quarter = fmt.moderate // 4
    size = random.choice((uniform(-3, 3), uniform(-20, 20), scaled(-quarter, quarter)))
    row = [size(fmt), size(fmt), random.uniform(-4, 4), random.uniform(-4, 4)]
    if random.random() < 0.3:
        row[2:] = random.choice((2.0, 3.0, -1.0, 0.5, 10.0, random.uniform(-9, 9))), sign() * 0.0
    if random.random() < 0.2:
        row[random.randrange(2)] = sign() * 0.0
    if random.random() < 0.1:
        row = [anything(fmt), anything(fmt), random.uniform(-1, 1), random.uniform(-1, 1)]
    return row


def annex_g(z, w, name):
    """Returns the kind of a product or quotient: "infinite", "zero", "number" or "nan"."""

    def kind(value):
        if math.isinf(value.real) or math.isinf(value.imag):
            return "infinite"
        if value != value:
            return "nan"
        return "zero" if value == 0 else "number"

    kinds = (kind(z), kind(w))
    if name == "divide":
        turned = {"infinite": "zero", "zero": "infinite"}
        kinds = (kinds[0], turned.get(kinds[1], kinds[1]))
    if "nan" in kinds or set(kinds) == {"infinite", "zero"}:
        return "nan"
    return next((kind for kind in ("infinite", "zero") if kind in kinds), "number")


def kind_is(result, kind):
    infinite = math.isinf(result.real) or math.isinf(result.imag)
    if kind == "infinite":
        return infinite
    if kind == "nan":
        return result != result or infinite
    return result == 0 if kind == "zero" else result == result and not infinite


def is_special(fmt, result, value):
    """Returns true if a result is that of Annex G, except for signs of zeros."""
    result, value = complex(result), complex(value)
    if value != value:
        if math.isinf(value.real) or math.isinf(value.imag):
            return math.isinf(result.real) or math.isinf(result.imag)
        # The implementation may choose whether one part or both parts are NaN.
        return result != result
    return all(
        a == b or math.isfinite(b) and abs(a - b) <= 4 * ulp(fmt, mpf(b)) + 1e-300
        for a, b in ((result.real, value.real), (result.imag, value.imag))
    )


def special_values(program, fmt, name, note):
    """Returns a text with the number of special results that differ from Annex G."""
    if name in ("add", "power"):
        return ""
    numbers = [complex(x, y) for x in COORDINATES for y in COORDINATES]
    if name in UNARY:
        operation, _, expected = UNARY[name]
        numbers = [z for z in numbers if z == 0 or not np.isfinite(z) or is_pole(name, z)]
        numbers += HUGE if name in GROWING else []
        columns = [np.array(numbers, fmt.pair)]
        results = run(program, operation, fmt, True, columns).tolist()
        with np.errstate(all="ignore"):
            values = [expected(np.complex128(z)) for z in numbers]
        good = [is_special(fmt, result, value) for result, value in zip(results, values)]
        arguments = [[z] for z in numbers]
    else:
        arguments = [(z, w) for z in numbers for w in numbers]
        arguments = [row for row in arguments if not np.isfinite(row).all() or row[1] == 0]
        columns = [np.array(column, fmt.pair) for column in zip(*arguments)]
        results = run(program, BINARY[name][0], fmt, True, columns).tolist()
        values = [annex_g(z, w, name) for z, w in arguments]
        good = [kind_is(result, kind) for result, kind in zip(results, values)]
    for row, result, value, right in zip(arguments, results, values, good):
        if not right:
            at = shown_complex(fmt, [parts(z) for z in row])
            note("special", fmt, name, at, result, value)
    return differing(good.count(False), len(good))


def is_pole(name, z):
    poles = {"log_plus_one": [-1], "chlo.atanh": [1, -1], "chlo.atan": [1j, -1j]}
    return z in poles.get(name, [])


def with_zeros(x, y):
    """Returns the number with tiny numbers in place of zeros."""
    return mp.mpc(*[mpf(part) if part else math.copysign(1, part) * ZERO for part in (x, y)])


def shown_exact(numbers):
    zeros = {-1: "-0", 0: "0", 1: "+0"}
    return ", ".join(
        zeros[int(mp.sign(x))] if abs(x) < ZERO_BOUND else mp.nstr(x, 17) for x in numbers
    )


def modulus(numbers):
    return mp.sqrt(sum(number * number for number in numbers))


def measure_complex(program, fmt, name, samples, note):
    if name in UNARY:
        operation, function, _ = UNARY[name]
        rows = [unary_argument(fmt) for _ in range(samples)]
    else:
        operation, function = BINARY[name]
        sample = power_argument if name == "power" else binary_argument
        rows = [sample(fmt) for _ in range(samples)]
    flat = [rounded(fmt, column) for column in zip(*rows)]
    rows = list(zip(*[column.tolist() for column in flat]))
    columns = []
    for re, im in zip(flat[::2], flat[1::2]):
        column = np.empty(len(re), fmt.pair)
        column.real, column.imag = re, im
        columns.append(column)
    results = run(program, operation, fmt, True, columns).tolist()
    make = mp.mpc if name in ("add", "multiply", "divide") else with_zeros
    limit = mp.ldexp(1, fmt.high)
    near, whole, part_near, part_whole = Worst(), Worst(), Worst(), Worst()
    count = beyond = zeros = wrong_zeros = 0
    wrong_zero = ""
    for row, result in zip(rows, results):
        pairs = list(zip(row[::2], row[1::2]))
        if (0, 0) in pairs or is_pole(name, complex(*row[:2])):
            continue
        value = settled(function, [make(x, y) for x, y in pairs])
        exact = parts(value)
        overflows = any(abs(b) >= limit for b in exact)
        if overflows and 0 in row:
            # A zero times an overflowing number: a tiny number cannot replace this zero.
            continue
        count += 1
        found = parts(result)
        apart = [difference(fmt, a, b) for a, b in zip(found, exact)]
        part = max(abs(d) / ulp(fmt, b) for d, b in zip(apart, exact))
        if overflows:
            # The norm is infinite, whatever the other part is.
            large = [d for d, b in zip(apart, exact) if abs(b) >= limit]
            norm = mp.inf if mp.inf in large else mpf(0)
        else:
            norm = modulus(apart) / ulp(fmt, modulus(exact))
        at = shown_complex(fmt, pairs)
        beyond += norm > 4
        if norm > 4:
            note("%.3g ulp" % norm, fmt, name, at, result, shown_exact(exact))
        whole.meet(norm, at, result, value)
        part_whole.meet(part, at, result, value)
        if all(x == 0 or 2.0**-fmt.moderate <= abs(x) <= 2.0**fmt.moderate for x in row):
            near.meet(norm, at, result, value)
            part_near.meet(part, at, result, value)
        for a, b in zip(found, exact):
            if 0 in row and a == 0 and 0 < abs(b) < ZERO_BOUND:
                zeros += 1
                if is_negative(a) != (b < 0):
                    wrong_zeros += 1
                    wrong_zero = ", as at " + at
                    note("sign", fmt, name, at, result, shown_exact(exact))
    special = special_values(program, fmt, name, note)
    cells = [name, fmt.name, near.text(), near.at, whole.text(), whole.at]
    cells += [part_near.text(), part_near.at, part_whole.text()]
    cells += ["%.1f%%" % (100 * beyond / count), special, differing(wrong_zeros, zeros, wrong_zero)]
    print("| %s |" % " | ".join(cells), flush=True)


def head(*names):
    print("| %s |\n|%s" % (" | ".join(names), "---|" * len(names)), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--samples", type=int, default=5000)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_intermixed_args()

    def note(what, fmt, name, at, result, value):
        if options.list:
            text = "%s: %s of %s at %s is %s for %s"
            print(text % (what, name, fmt.name, at, result, value), file=sys.stderr)

    def chosen(table):
        names = options.names
        return [name for name in table if not names or name.split(",")[0] in names]

    real, complex_ = chosen(REAL), chosen(BINARY) + chosen(UNARY)
    if real:
        columns = ["max ulp", "at", "result", "exact", "ulp of 1 at least", "at"]
        columns += ["ulp of subnormal results", "at", "special values"]
        head("function", "type", *columns)
    for name in real:
        for fmt in (F32, F64):
            random.seed(1)
            measure_real(options.program, fmt, name, options.samples, note)
    if complex_:
        print("\nComplex functions\n")
        columns = ["moderate, normwise", "at", "all, normwise", "at", "moderate, part-wise", "at"]
        columns += ["all, part-wise", "beyond 4 normwise", "special values", "signs of zeros"]
        head("function", "type", *columns)
    for name in complex_:
        for fmt in (F32, F64):
            random.seed(1)
            measure_complex(options.program, fmt, name, options.samples, note)


main()
