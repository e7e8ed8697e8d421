# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Derives the numbers in coefficients.rs: python minimax.py > coefficients.rs

It needs mpmath, which is faster with gmpy2, and takes about two minutes. Format the
result with rustfmt.

Every polynomial is a weighted minimax fit by Remez exchange, on a dense grid of
Chebyshev points and in 220-bit arithmetic. It minimizes the error relative to the
function as the expansion evaluates it (`lead + mult * P(var)`). Coefficients are
rounded to the working format one at a time, from the constant term up. After each,
the other coefficients are fitted again, so that they absorb earlier roundings. The
error printed with each table is that of the rounded polynomial.
"""
import mpmath as mp
from mpmath import mpf

mp.mp.prec = 220
ONE = mpf(1)


def round_to(value, digits):
    """Rounds `value` to the nearest float of `digits` significant bits."""
    if value == 0:
        return mpf(0)
    m, e = mp.frexp(value)
    return mp.ldexp(mp.nint(mp.ldexp(m, digits)), e - digits)


class Fit:
    """A fit function(x) ~ lead(x) + mult(x) * P(var(x)) for x in [lo, hi]."""

    def __init__(self, function, lead, mult, var, lo, hi, degree, points=None, weight=None):
        n = points or 40 * (degree + 2)
        lo, hi = mpf(lo), mpf(hi)
        xs = [
            (lo + hi) / 2 - (hi - lo) / 2 * mp.cos(mp.pi * (i + mpf(1) / 2) / n) for i in range(n)
        ]
        xs = sorted(set(xs + [x for x in (lo, hi) if x != 0]))
        self.v = [var(x) for x in xs]
        f = [function(x) for x in xs]
        m = [mult(x) for x in xs]
        self.g = [(a - lead(x)) / c for a, x, c in zip(f, xs, m)]
        self.w = [abs(c / a) for a, c in zip(f, m)]
        if weight:
            self.w = [abs(weight(x)) for x in xs]
        self.n, self.degree = len(xs), degree

    def solve(self, fixed):
        """Fits the coefficients after the fixed ones. Returns (coefficients, error)."""
        k = len(fixed)
        count = self.degree + 1 - k
        rest = [
            (g - mp.polyval(fixed[::-1], v)) / v**k if k else g for v, g in zip(self.v, self.g)
        ]
        w = [a * abs(v) ** k for a, v in zip(self.w, self.v)]
        if count == 0:
            return [], max(a * abs(r) for a, r in zip(w, rest))
        n = self.n
        scale = max(abs(v) for v in self.v)
        top = max(w)
        ref = [int(round((n - 1) * (1 - mp.cos(mp.pi * i / count)) / 2)) for i in range(count + 1)]
        for i in range(1, len(ref)):
            ref[i] = max(ref[i], ref[i - 1] + 1)
        best = None
        for _ in range(40):
            a = mp.matrix(count + 1, count + 1)
            b = mp.matrix(count + 1, 1)
            for row, i in enumerate(ref):
                p = w[i]
                for col in range(count):
                    a[row, col] = p
                    p *= self.v[i] / scale
                a[row, count] = (1 if row % 2 else -1) * top
                b[row] = rest[i] * w[i]
            sol = mp.lu_solve(a, b)
            c = [sol[j] / scale**j for j in range(count)]
            level = abs(sol[count]) * top
            err = [w[i] * (rest[i] - mp.polyval(c[::-1], self.v[i])) for i in range(n)]
            worst = max(abs(e) for e in err)
            if best is None or worst < best[1]:
                best = (c, worst)
            new = extrema(err, count + 1)
            if new is None or new == ref or worst - level < worst * mpf("1e-3"):
                break
            ref = new
        return best

    def run(self, digits, first=None):
        """Rounds to `digits` bits, the constant term to `first`. Returns (coefficients, error)."""
        fixed = []
        for _ in range(self.degree + 1):
            c, _error = self.solve(fixed)
            fixed.append(round_to(c[0], digits if fixed or not first else first))
        return fixed, self.solve(fixed)[1]


def extrema(err, count):
    """Returns the `count` largest extrema of alternating sign, or None if there are fewer."""
    groups = []
    for i, e in enumerate(err):
        if groups and (e > 0) == (err[groups[-1]] > 0):
            if abs(e) > abs(err[groups[-1]]):
                groups[-1] = i
        else:
            groups.append(i)
    while len(groups) > count:
        if len(groups) == count + 1:
            groups.pop(0 if abs(err[groups[0]]) < abs(err[groups[-1]]) else -1)
        else:
            j = min(
                range(len(groups) - 1),
                key=lambda j: max(abs(err[groups[j]]), abs(err[groups[j + 1]])),
            )
            del groups[j : j + 2]
    return groups if len(groups) == count else None


def literal(value, digits):
    """Returns the shortest decimal that reads back as `value`."""
    if digits == 24:
        import struct

        bits = struct.pack("<f", float(value))
        for precision in range(1, 12):
            text = "%.*e" % (precision, float(value))
            if struct.pack("<f", float(text)) == bits:
                break
        value = float(text)
    text = repr(float(value))
    return text if "." in text or "e" in text else text + ".0"


def emit(name, doc, f32, f64, digits32=24):
    def row(values, digits):
        return ", ".join(literal(v, digits) for v in values)

    print()
    for line in doc:
        print("/// " + line)
    print("pub static %s: Table = Table {" % name)
    print("    f32: &[%s]," % row(f32, digits32))
    print("    f64: &[%s]," % row(f64, 53))
    print("};")


def polynomial(name, doc, fit, degree32, degree64):
    tables, errors = [], []
    for degree, digits in ((degree32, 24), (degree64, 53)):
        if degree is None:
            tables.append([])
            continue
        coefficients, error = fit(degree, digits).run(digits)
        tables.append(coefficients)
        errors.append("2^%.1f (f%d)" % (float(mp.log(error, 2)), 32 if digits == 24 else 64))
    emit(name, [doc, "", "Relative error: " + ", ".join(errors) + "."], *tables)


def split(value, digits, cut=0):
    """Splits `value` into a sum of two floats, the first with `cut` trailing zero bits."""
    hi = round_to(value, digits - cut)
    return [hi, round_to(value - hi, digits)]


def constant(name, doc, value, cut32=0, cut64=0):
    emit(name, [doc], split(value, 24, cut32), split(value, 53, cut64))


def words(digits, count):
    """Returns 2/pi in `count` words of `digits` bits, all on the scale of the first."""
    rest, out = 2 / mp.pi, []
    for _ in range(count):
        rest *= mpf(2) ** digits
        word = mp.floor(rest)
        rest -= word
        out.append(word / mpf(2) ** digits)
    return out


def main():
    mp.mp.prec = 1400
    two_over_pi64 = words(53, 23)
    mp.mp.prec = 220

    print("// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception")
    print("//! Constants and minimax polynomials, written by minimax.py.")
    print("//!")
    print("//! A sum of two floats is the rounded constant and the remainder.")
    print()
    print("use super::real::Table;")

    ln2 = mp.log(2)
    doc = "ln 2 as a sum of two floats; the product of the first with an exponent is exact."
    constant("LN2", doc, ln2, 9, 12)
    constant("LN2_FULL", "ln 2 as a sum of two floats.", ln2)
    constant("INV_LN2", "1 / ln 2 as a sum of two floats.", 1 / ln2)
    constant("INV_LN10", "1 / ln 10 as a sum of two floats.", 1 / mp.log(10))
    doc = "log10 2 as a sum of two floats; the product of the first with an exponent is exact."
    constant("LOG10_2", doc, mp.log(2, 10), 9, 12)
    constant("HALF_PI", "pi / 2 as a sum of two floats.", mp.pi / 2)
    doc = "pi / 4 as a sum of two floats; the product of the first with 0 to 4 is exact."
    constant("QUARTER_PI", doc, mp.pi / 4, 3, 3)
    constant("LOG2_C1", "2 / ln 2 as a sum of two floats.", 2 / ln2)
    constant("LOG2_C3", "2 / (3 ln 2) as a sum of two floats.", 2 / (3 * ln2))
    emit(
        "TWO_OVER_PI",
        ["2 / pi in words: word i times 2^(-53 i) has the bits 53 i to 53 i + 52 (f64 only)."],
        [],
        two_over_pi64,
    )
    mp.mp.prec = 220
    rows = []
    for j in range(4):
        # 28 + 28 bits from bit 28 j on, then a full word.
        rest = (2 / mp.pi) * mpf(2) ** (28 * j)
        rest -= mp.floor(rest)
        first = mp.floor(rest * 2**28) / 2**28
        second = mp.floor((rest - first) * mpf(2) ** 56) / mpf(2) ** 56
        third = round_to(rest - first - second, 53)
        rows += [w / mpf(2) ** (28 * j) for w in (first, second, third)]
    emit(
        "TWO_OVER_PI_F32",
        [
            "2 / pi from bit 28 j on, for j = 0 to 3, in words of 28, 28 and 53 bits. These are",
            "f64 numbers that reduce f32 arguments.",
        ],
        [],
        rows,
    )

    identity, square = (lambda x: x), (lambda x: x * x)
    zero = lambda x: mpf(0)
    polynomial(
        "EXP",
        "e^r = 1 + r + r^2 P(r) for |r| <= ln 2 / 2, relative to e^r - 1.",
        lambda d, _: Fit(mp.expm1, identity, square, identity, -ln2 / 2, ln2 / 2, d),
        4,
        10,
    )
    polynomial(
        "EXP2",
        "2^f = 1 + f P(f) for |f| <= 1/2 (f32 only).",
        lambda d, _: Fit(lambda f: mpf(2) ** f, lambda f: ONE, identity, identity, -0.5, 0.5, d),
        4,
        None,
    )
    r2 = mp.sqrt(2)
    polynomial(
        "LOG",
        "log(1 + f) = f - f^2/2 + f^3 P(f) for 1 + f in [sqrt(1/2), sqrt 2] (f32 only).",
        lambda d, _: Fit(
            mp.log1p, lambda f: f - f * f / 2, lambda f: f**3, identity, 1 / r2 - 1, r2 - 1, d
        ),
        8,
        None,
    )
    s_max = 3 - 2 * r2
    polynomial(
        "ATANH",
        "2 atanh(s) = 2 s + s^3 P(s^2) for |s| <= 3 - 2 sqrt 2.",
        lambda d, _: Fit(
            lambda s: 2 * mp.atanh(s), lambda s: 2 * s, lambda s: s**3, square, 0, s_max, d
        ),
        2,
        6,
    )

    def log2_tail(d, digits):
        c1 = sum(split(2 / ln2, digits))
        c3 = sum(split(2 / (3 * ln2), digits))
        return Fit(
            lambda s: 2 * mp.atanh(s) / ln2,
            lambda s: s * (c1 + c3 * s * s),
            lambda s: s**5,
            square,
            0,
            s_max,
            d,
        )

    polynomial(
        "LOG2_TAIL",
        "2 atanh(s) / ln 2 = s (LOG2_C1 + s^2 (LOG2_C3 + s^2 P(s^2))) for |s| <= 3 - 2 sqrt 2.",
        log2_tail,
        2,
        7,
    )
    q = mp.pi / 4
    polynomial(
        "SIN",
        "sin r = r + r^3 P(r^2) for |r| <= pi / 4.",
        lambda d, _: Fit(mp.sin, identity, lambda r: r**3, square, 0, q, d),
        2,
        6,
    )
    polynomial(
        "COS",
        "cos r = 1 - r^2/2 + r^4 P(r^2) for |r| <= pi / 4.",
        lambda d, _: Fit(mp.cos, lambda r: 1 - r * r / 2, lambda r: r**4, square, 0, q, d),
        2,
        5,
    )
    half = mp.pi / 2
    sin_turn, e1 = Fit(lambda f: mp.sin(half * f), zero, identity, square, 0, 0.5, 4).run(53)
    cos_turn, e2 = Fit(lambda f: mp.cos(half * f), lambda f: ONE, square, square, 0, 0.5, 3).run(53)
    for name, text, coefficients, error in (
        ("SIN_QUARTER", "sin(pi f / 2) = f P(f^2) for |f| <= 1/2, for f32 results.", sin_turn, e1),
        ("COS_QUARTER", "cos(pi f / 2) = 1 + f^2 P(f^2) for |f| <= 1/2, for f32 results.", cos_turn, e2),
    ):
        emit(name, [text, "", "Relative error: 2^%.1f." % float(mp.log(error, 2))], [], coefficients)
    polynomial(
        "ATAN",
        "atan t = t + t^3 P(t^2) for |t| <= tan(pi / 8).",
        lambda d, _: Fit(mp.atan, identity, lambda t: t**3, square, 0, r2 - 1, d),
        4,
        11,
    )
    polynomial(
        "ASIN",
        "asin x = x + x^3 P(x^2) for |x| <= 1/2.",
        lambda d, _: Fit(mp.asin, identity, lambda x: x**3, square, 0, 0.5, d),
        4,
        12,
    )
    polynomial(
        "SINH",
        "sinh x = x + x^3 P(x^2) for |x| <= 1.",
        lambda d, _: Fit(mp.sinh, identity, lambda x: x**3, square, 0, 1, d),
        3,
        6,
    )
    polynomial(
        "TANH",
        "tanh x = x + x^3 P(x^2) for |x| <= 0.55 (f32 only).",
        lambda d, _: Fit(mp.tanh, identity, lambda x: x**3, square, 0, 0.55, d),
        4,
        None,
    )
    polynomial(
        "ERF",
        "erf x = x + x P(x^2) for |x| <= 1.",
        lambda d, _: Fit(mp.erf, identity, identity, square, 0, 1, d),
        6,
        12,
    )
    polynomial(
        "ERF_TAIL",
        "erf x = 1 - 2^(-x P(x)) for 0.9 <= x <= 4 (f32 only).",
        lambda d, _: Fit(
            lambda x: -mp.log(mp.erfc(x), 2),
            zero,
            identity,
            identity,
            0.9,
            4,
            d,
            weight=lambda x: mp.erfc(x) * ln2 * x / mp.erf(x),
        ),
        5,
        None,
    )
    doc = "The constant k in `exp(x^2) erfc(x) (x + k) = P((x - k) / (x + k))`, see [`ERFC`]."
    emit("ERFC_CENTER", [doc], [mpf(3)], [mpf(4)])

    def erfc(d, digits):
        k, end = (mpf(3), 10.1) if digits == 24 else (mpf(4), 27.5)
        return Fit(
            lambda x: mp.exp(x * x) * mp.erfc(x) * (x + k),
            zero,
            lambda x: ONE,
            lambda x: (x - k) / (x + k),
            0.4,
            end,
            d,
            500,
        )

    low, errors = ([], []), []
    tables = []
    for index, (degree, digits) in enumerate(((9, 24), (22, 53))):
        coefficients, error = erfc(degree, digits).run(digits, 2 * digits)
        constant_term = split(coefficients[0], digits)
        tables.append([constant_term[0]] + coefficients[1:])
        low[index].append(constant_term[1])
        errors.append("2^%.1f (f%d)" % (float(mp.log(error, 2)), 32 if digits == 24 else 64))
    doc = "exp(x^2) erfc(x) (x + k) = P((x - k) / (x + k)) for 0.4 <= x."
    emit("ERFC", [doc, "", "Relative error: " + ", ".join(errors) + "."], *tables)
    emit("ERFC_LOW", ["The low word of the constant term of the polynomial [`ERFC`]."], *low)


main()
