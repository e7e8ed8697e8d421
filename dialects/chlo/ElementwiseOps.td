// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise special functions and predicates.

#ifndef HLOOM_CHLO_ELEMENTWISE_OPS
#define HLOOM_CHLO_ELEMENTWISE_OPS

include "chlo/ChloBase.td"

let family = "Elementwise" in {

//===----------------------------------------------------------------------===//
// Trigonometric and hyperbolic functions
//===----------------------------------------------------------------------===//

def Chlo_AcosOp : Chlo_UnaryOp<"acos", Chlo_FloatOrComplexTensor> {
  let transcendental = 1;
  let summary = "inverse cosine";
  let description = "Returns the angle in [0, pi] with this cosine.";
}

def Chlo_AcoshOp : Chlo_UnaryOp<"acosh", Chlo_FloatOrComplexTensor> {
  let transcendental = 1;
  let summary = "inverse hyperbolic cosine";
  let description = "`log(x + sqrt(x^2 - 1))`; NaN for a real `x < 1`.";
}

def Chlo_AsinOp : Chlo_UnaryOp<"asin", Chlo_FloatOrComplexTensor> {
  let transcendental = 1;
  let summary = "inverse sine";
  let description = "Returns the angle in [-pi/2, pi/2] with this sine.";
}

def Chlo_AsinAcosKernelOp
    : Chlo_UnaryOp<"_asin_acos_kernel", Chlo_ComplexTensor> {
  let expanded = 1;
  let transcendental = 1;
  let summary = "shared part of complex asin, acos, asinh and acosh";
  let description = [{
    An intermediate value in the expansion of the complex inverse functions.
    Each of these functions can be computed from its real and imaginary parts
    with one `atan2` and one sign. Frontends do not emit this operation.
  }];
}

def Chlo_AsinhOp : Chlo_UnaryOp<"asinh", Chlo_FloatOrComplexTensor> {
  let transcendental = 1;
  let summary = "inverse hyperbolic sine";
  let description = "`log(x + sqrt(x^2 + 1))`.";
}

def Chlo_AtanOp : Chlo_UnaryOp<"atan", Chlo_FloatOrComplexTensor> {
  let transcendental = 1;
  let summary = "inverse tangent";
  let description = "Returns the angle in [-pi/2, pi/2] with this tangent.";
}

def Chlo_AtanhOp : Chlo_UnaryOp<"atanh", Chlo_FloatOrComplexTensor> {
  let transcendental = 1;
  let summary = "inverse hyperbolic tangent";
  let description = "`log((1 + x) / (1 - x)) / 2`; NaN for a real `|x| > 1`.";
}

def Chlo_CoshOp : Chlo_UnaryOp<"cosh", Chlo_FloatOrComplexTensor> {
  let transcendental = 1;
  let summary = "hyperbolic cosine";
  let description = "`(exp(x) + exp(-x)) / 2`.";
}

def Chlo_SinhOp : Chlo_UnaryOp<"sinh", Chlo_FloatOrComplexTensor> {
  let transcendental = 1;
  let summary = "hyperbolic sine";
  let description = "`(exp(x) - exp(-x)) / 2`.";
}

def Chlo_TanOp : Chlo_UnaryOp<"tan", Chlo_FloatOrComplexTensor> {
  let transcendental = 1;
  let summary = "tangent";
  let description = "`sin(x) / cos(x)`.";
}

//===----------------------------------------------------------------------===//
// Special functions
//===----------------------------------------------------------------------===//

def Chlo_BesselI1eOp : Chlo_UnaryOp<"bessel_i1e", Chlo_FloatOrComplexTensor> {
  let expanded = 1;
  let transcendental = 1;
  let summary = "exponentially scaled modified Bessel function of order 1";
  let description = "`exp(-|x|) * I_1(x)`.";
}

def Chlo_DigammaOp : Chlo_UnaryOp<"digamma", Chlo_FloatTensor> {
  let expanded = 1;
  let transcendental = 1;
  let summary = "logarithmic derivative of the gamma function";
  let description = "The derivative of `lgamma` at the element.";
}

def Chlo_ErfOp : Chlo_UnaryOp<"erf", Chlo_FloatTensor> {
  let transcendental = 1;
  let summary = "error function";
  let description = [{
    The integral of `2 / sqrt(pi) * exp(-t^2)` over t from zero to the element.
  }];
}

def Chlo_ErfInvOp : Chlo_UnaryOp<"erf_inv", Chlo_FloatTensor> {
  let expanded = 1;
  let transcendental = 1;
  let summary = "inverse error function";
  let description = "Returns the `y` with `erf(y)` equal to the element.";
}

def Chlo_ErfcOp : Chlo_UnaryOp<"erfc", Chlo_FloatTensor> {
  let transcendental = 1;
  let summary = "complementary error function";
  let description = "`1 - erf(x)`, without the cancellation for large `x`.";
}

def Chlo_LgammaOp : Chlo_UnaryOp<"lgamma", Chlo_FloatTensor> {
  let expanded = 1;
  let transcendental = 1;
  let summary = "logarithm of the gamma function's magnitude";
  let description = "`log(|gamma(x)|)`.";
}

def Chlo_PolygammaOp : Chlo_BinaryOp<"polygamma"> {
  let expanded = 1;
  let transcendental = 1;
  let summary = "derivative of the digamma function";
  let description = "The `n`-th derivative of `digamma` at `x`.";
  let arguments = (ins Chlo_FloatTensor:$n, Chlo_FloatTensor:$x);
  let results = (outs Chlo_FloatTensor:$result);
  let assemblyFormat = [{
    $n `,` $x attr-dict `:` type($n) `,` type($x) `->` type($result)
  }];
}

def Chlo_ZetaOp : Chlo_BinaryOp<"zeta"> {
  let expanded = 1;
  let transcendental = 1;
  let summary = "Hurwitz zeta function";
  let description = "The sum of `(q + k)^-x` over all integers `k >= 0`.";
  let arguments = (ins Chlo_FloatTensor:$x, Chlo_FloatTensor:$q);
  let results = (outs Chlo_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $q attr-dict `:` type($x) `,` type($q) `->` type($result)
  }];
}

//===----------------------------------------------------------------------===//
// Arithmetic and predicates
//===----------------------------------------------------------------------===//

def Chlo_ConjOp : Chlo_UnaryOp<"conj", Chlo_FloatOrComplexTensor> {
  let expanded = 1;
  let summary = "complex conjugate";
  let description = [{
    Negates the imaginary part of each element. A real element stays unchanged.
  }];
}

def Chlo_IsInfOp : Chlo_UnaryOp<"is_inf", Chlo_FloatTensor, Chlo_PredTensor> {
  let family = "Chlo";
  let summary = "whether an element is infinite";
  let description = "True for both infinities.";
}

def Chlo_IsNegInfOp
    : Chlo_UnaryOp<"is_neg_inf", Chlo_FloatTensor, Chlo_PredTensor> {
  let family = "Chlo";
  let summary = "whether an element is negative infinity";
  let description = "True for negative infinity only.";
}

def Chlo_IsPosInfOp
    : Chlo_UnaryOp<"is_pos_inf", Chlo_FloatTensor, Chlo_PredTensor> {
  let family = "Chlo";
  let summary = "whether an element is positive infinity";
  let description = "True for positive infinity only.";
}

def Chlo_MulhiOp : Chlo_BinaryOp<"mulhi", [Commutative]> {
  let expanded = 1;
  let summary = "high half of the full product";
  let description = [{
    The product of two n-bit integers has 2n bits. The result consists of the
    upper n bits.
  }];
  let arguments = (ins Chlo_IntTensor:$lhs, Chlo_IntTensor:$rhs);
  let results = (outs Chlo_IntTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}

def Chlo_NextAfterOp : Chlo_BinaryOp<"next_after"> {
  let expanded = 1;
  let summary = "next float towards another";
  let description = [{
    Returns the representable value next to `x` in the direction of `y`, like
    C's `nextafter`. Subnormal values are representable.
  }];
  let arguments = (ins Chlo_FloatTensor:$x, Chlo_FloatTensor:$y);
  let results = (outs Chlo_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $y attr-dict `:` type($x) `,` type($y) `->` type($result)
  }];
}

def Chlo_SquareOp : Chlo_UnaryOp<"square", Chlo_FloatOrComplexTensor> {
  let expanded = 1;
  let summary = "square";
  let description = "`x * x`; the real part of a complex square is exact.";
}

} // family

#endif // HLOOM_CHLO_ELEMENTWISE_OPS
