# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the f64 expansions against mpmath.

    python measure_f64.py PATH/TO/math_accuracy [--samples N] [--no-fma] [NAME...]
    python measure_f64.py --vectors > f64_vectors.txt

The first form prints a table of maximum errors over N random arguments of each
function, and special arguments. The second form writes the vectors of the unit
tests: the name, the argument or arguments, the f64 nearest to the exact result,
and the difference to it, with the bits of numbers in hexadecimal.
"""
import argparse
import math
import random
import struct
import subprocess

import mpmath as mp
from mpmath import mpf


def erfc(x):
    """Computes mpmath's erfc, which would overflow on arguments whose result is 0 or 2."""
    return mp.erfc(min(max(x, -40), 40))


def to_bits(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def from_bits(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def ulp(value):
    if value == 0:
        return mp.ldexp(1, -1074)
    _, exponent = mp.frexp(abs(value))
    return mp.ldexp(1, min(max(int(exponent), -1021), 1024) - 53)


def linear(low, high):
    return lambda: random.uniform(low, high)


def by_bits(low, high, signed=True):
    """Returns a sampler uniform in the representation: all exponents are equally frequent."""

    def sample():
        x = from_bits(random.randint(to_bits(low), to_bits(high)))
        return -x if signed and random.random() < 0.5 else x

    return sample


def one_of(*samples):
    return lambda: random.choice(samples)()


MIN, MAX = 5e-324, 1.7976931348623157e308
TINY = by_bits(1e-20, 1.0)
POSITIVE = one_of(linear(0.5, 2), by_bits(MIN, MAX, False))
ANGLE = one_of(linear(-10, 10), linear(-1000, 1000), by_bits(MIN, MAX))

# By name: the function, a sampler of arguments, and the working precision in bits.
UNARY = {
    "acos": (mp.acos, one_of(linear(-1, 1), linear(0.99, 1), TINY), 200),
    "acosh": (mp.acosh, one_of(linear(1, 2), linear(1, 1.01), by_bits(1.0, MAX, False)), 200),
    "asin": (mp.asin, one_of(linear(-1, 1), TINY), 200),
    "asinh": (mp.asinh, one_of(linear(-2, 2), by_bits(1e-20, MAX)), 200),
    "atan": (mp.atan, one_of(linear(-3, 3), by_bits(1e-20, MAX)), 200),
    "atanh": (mp.atanh, one_of(linear(-1, 1), TINY), 200),
    "cbrt": (lambda x: mp.sign(x) * mp.cbrt(abs(x)), by_bits(MIN, MAX), 200),
    "cos": (mp.cos, ANGLE, 1400),
    "cosh": (mp.cosh, one_of(linear(-2, 2), linear(-711, 711)), 200),
    "erf": (mp.erf, one_of(linear(-6, 6), linear(-1, 1), TINY), 200),
    "erfc": (erfc, one_of(linear(-6, 27.3), linear(0, 1), linear(0, 6)), 200),
    "exp": (mp.exp, linear(-745.2, 709.8), 200),
    "exp2": (lambda x: mp.power(2, x), linear(-1075, 1024), 200),
    "expm1": (mp.expm1, one_of(linear(-40, 40), linear(-1, 1), linear(-2, 709.8), TINY), 200),
    "log": (mp.log, POSITIVE, 200),
    "log10": (lambda x: mp.log(x, 10), POSITIVE, 200),
    "log1p": (mp.log1p, one_of(linear(-1, 1), TINY, by_bits(1e-20, MAX, False)), 200),
    "log2": (lambda x: mp.log(x, 2), POSITIVE, 200),
    "rsqrt": (lambda x: 1 / mp.sqrt(x), by_bits(MIN, MAX, False), 200),
    "sin": (mp.sin, ANGLE, 1400),
    "sinh": (mp.sinh, one_of(linear(-2, 2), linear(-711, 711), TINY), 200),
    "tan": (mp.tan, ANGLE, 1400),
    "tanh": (mp.tanh, one_of(linear(-2, 2), linear(-20, 20), TINY), 200),
}


def power_arguments():
    x = POSITIVE()
    if random.random() < 0.3:
        return x, random.uniform(-3, 3)
    log = math.log2(x)
    return x, random.uniform(-1080, 1024) / log if log else 1.0


COORDINATE = one_of(linear(-2, 2), by_bits(MIN, MAX))
BINARY = {
    "atan2": (mp.atan2, lambda: (COORDINATE(), COORDINATE()), 200),
    "powf": (mp.power, power_arguments, 200),
}

# The first number is the f64 that is nearest to a multiple of pi / 2.
SPECIAL = [6381956970095103 * 2.0**797, 2.0**1023, 1e22, 1e300, math.pi, math.pi / 2, 1e5 * math.pi]
SPECIAL += [5.0, 0.5, 1.0, 2.0, 10.0, 1000.0, 2.0**-1022, MIN, 1e-310, 1 - 2**-53, 1 + 2**-52]
SPECIAL += [-x for x in SPECIAL]


def exact(function, arguments, digits):
    """Returns the exact result: NaN if there is none, infinity at poles."""
    mp.mp.prec = digits
    try:
        value = function(*[mpf(x) for x in arguments])
    except (ValueError, ZeroDivisionError):
        return mp.nan
    return mp.nan if isinstance(value, mp.mpc) else value


def error(result, value):
    """Returns the error in ulps of the exact value. An infinite result counts as 2^1024."""
    if mp.isnan(value) or math.isnan(result):
        return mpf(0) if mp.isnan(value) and math.isnan(result) else mp.inf
    if abs(value) >= mp.ldexp(1, 1024):
        return mpf(0) if math.isinf(result) else mp.inf
    result = mp.sign(result) * mp.ldexp(1, 1024) if math.isinf(result) else mpf(result)
    return abs(result - value) / ulp(value)


def samples(name, count):
    if name in UNARY:
        function, sample, digits = UNARY[name]
        rows = [(x,) for x in SPECIAL] + [(sample(),) for _ in range(count)]
    else:
        function, sample, digits = BINARY[name]
        rows = [sample() for _ in range(count)]
    return function, rows, digits


def measure(program, names, count, flags):
    print("| function | max error (ulp) | at | result |")
    print("|---|---|---|---|")
    for name in names:
        function, rows, digits = samples(name, count)
        text = "".join(" ".join("%016x" % to_bits(x) for x in row) + "\n" for row in rows)
        command = [program, "--evaluate", name] + flags
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        results = [from_bits(int(line, 16)) for line in done.stdout.split()]
        worst = max(
            (error(y, exact(function, row, digits)), row, y) for row, y in zip(rows, results)
        )
        at = ", ".join(repr(x) for x in worst[1])
        print("| `%s` | %.3f | %s | %r |" % (name, float(worst[0]), at, worst[2]), flush=True)


def vectors():
    for name in list(UNARY) + list(BINARY):
        function, rows, digits = samples(name, 60)
        for row in rows:
            value = exact(function, row, digits)
            nearest, rest = float(value), 0.0
            if math.isfinite(nearest):
                rest = float(value - mpf(nearest))
            words = [to_bits(x) for x in (*row, nearest, rest)]
            print(name, " ".join("%x" % word for word in words))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--samples", type=int, default=20000)
    parser.add_argument("--no-fma", action="store_true")
    parser.add_argument("--vectors", action="store_true")
    options = parser.parse_intermixed_args()
    random.seed(1)
    if options.vectors:
        vectors()
    elif options.program:
        names = options.names or list(UNARY) + list(BINARY)
        flags = ["--no-fma"] if options.no_fma else []
        measure(options.program, names, options.samples, flags)
    else:
        parser.error("expected the path of the example `math_accuracy`")


main()
