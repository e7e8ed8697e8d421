// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special functions and predicates, elementwise.

#ifndef HLOOM_CHLO_ELEMENTWISE_OPS
#define HLOOM_CHLO_ELEMENTWISE_OPS

include "chlo/ChloBase.td"

//===----------------------------------------------------------------------===//
// Trigonometric and hyperbolic functions
//===----------------------------------------------------------------------===//

def Chlo_AcosOp : Chlo_UnaryOp<"acos", Chlo_FloatOrComplexTensor> {
  let summary = "inverse cosine";
  let description = "The angle in [0, pi] whose cosine the element is.";
}

def Chlo_AcoshOp : Chlo_UnaryOp<"acosh", Chlo_FloatOrComplexTensor> {
  let summary = "inverse hyperbolic cosine";
  let description = "`log(x + sqrt(x^2 - 1))`; NaN for a real `x < 1`.";
}

def Chlo_AsinOp : Chlo_UnaryOp<"asin", Chlo_FloatOrComplexTensor> {
  let summary = "inverse sine";
  let description = "The angle in [-pi/2, pi/2] whose sine the element is.";
}

def Chlo_AsinAcosKernelOp
    : Chlo_UnaryOp<"_asin_acos_kernel", Chlo_ComplexTensor> {
  let summary = "what complex asin, acos, asinh and acosh have in common";
  let description = [{
    An intermediate of the expansion of the complex inverse functions, from
    whose real and imaginary parts each of them follows by one `atan2` and one
    sign. It is not meant to be emitted by a frontend.
  }];
}

def Chlo_AsinhOp : Chlo_UnaryOp<"asinh", Chlo_FloatOrComplexTensor> {
  let summary = "inverse hyperbolic sine";
  let description = "`log(x + sqrt(x^2 + 1))`.";
}

def Chlo_AtanOp : Chlo_UnaryOp<"atan", Chlo_FloatOrComplexTensor> {
  let summary = "inverse tangent";
  let description = "The angle in [-pi/2, pi/2] whose tangent the element is.";
}

def Chlo_AtanhOp : Chlo_UnaryOp<"atanh", Chlo_FloatOrComplexTensor> {
  let summary = "inverse hyperbolic tangent";
  let description = "`log((1 + x) / (1 - x)) / 2`; NaN for a real `|x| > 1`.";
}

def Chlo_CoshOp : Chlo_UnaryOp<"cosh", Chlo_FloatOrComplexTensor> {
  let summary = "hyperbolic cosine";
  let description = "`(exp(x) + exp(-x)) / 2`.";
}

def Chlo_SinhOp : Chlo_UnaryOp<"sinh", Chlo_FloatOrComplexTensor> {
  let summary = "hyperbolic sine";
  let description = "`(exp(x) - exp(-x)) / 2`.";
}

def Chlo_TanOp : Chlo_UnaryOp<"tan", Chlo_FloatOrComplexTensor> {
  let summary = "tangent";
  let description = "`sin(x) / cos(x)`.";
}

//===----------------------------------------------------------------------===//
// Special functions
//===----------------------------------------------------------------------===//

def Chlo_BesselI1eOp : Chlo_UnaryOp<"bessel_i1e", Chlo_FloatOrComplexTensor> {
  let summary = "exponentially scaled modified Bessel function of order 1";
  let description = "`exp(-|x|) * I_1(x)`.";
}

def Chlo_DigammaOp : Chlo_UnaryOp<"digamma", Chlo_FloatTensor> {
  let summary = "logarithmic derivative of the gamma function";
  let description = "The derivative of `lgamma` at the element.";
}

def Chlo_ErfOp : Chlo_UnaryOp<"erf", Chlo_FloatTensor> {
  let summary = "error function";
  let description = [{
    The integral of `2 / sqrt(pi) * exp(-t^2)` over t from zero to the element.
  }];
}

def Chlo_ErfInvOp : Chlo_UnaryOp<"erf_inv", Chlo_FloatTensor> {
  let summary = "inverse error function";
  let description = "The `y` with `erf(y)` equal to the element.";
}

def Chlo_ErfcOp : Chlo_UnaryOp<"erfc", Chlo_FloatTensor> {
  let summary = "complementary error function";
  let description = "`1 - erf(x)`, without the cancellation for large `x`.";
}

def Chlo_LgammaOp : Chlo_UnaryOp<"lgamma", Chlo_FloatTensor> {
  let summary = "logarithm of the gamma function's magnitude";
  let description = "`log(|gamma(x)|)`.";
}

def Chlo_PolygammaOp : Chlo_BinaryOp<"polygamma"> {
  let summary = "derivative of the digamma function";
  let description = "The `n`-th derivative of `digamma` at `x`.";
  let arguments = (ins Chlo_FloatTensor:$n, Chlo_FloatTensor:$x);
  let results = (outs Chlo_FloatTensor:$result);
  let assemblyFormat = [{
    $n `,` $x attr-dict `:` type($n) `,` type($x) `->` type($result)
  }];
}

def Chlo_ZetaOp : Chlo_BinaryOp<"zeta"> {
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
  let summary = "complex conjugate";
  let description = [{
    The element with the sign of its imaginary part turned; a real element
    stays as it is.
  }];
}

def Chlo_IsInfOp : Chlo_UnaryOp<"is_inf", Chlo_FloatTensor, Chlo_PredTensor> {
  let summary = "whether an element is infinite";
  let description = "True for both infinities.";
}

def Chlo_IsNegInfOp
    : Chlo_UnaryOp<"is_neg_inf", Chlo_FloatTensor, Chlo_PredTensor> {
  let summary = "whether an element is negative infinity";
  let description = "True for negative infinity only.";
}

def Chlo_IsPosInfOp
    : Chlo_UnaryOp<"is_pos_inf", Chlo_FloatTensor, Chlo_PredTensor> {
  let summary = "whether an element is positive infinity";
  let description = "True for positive infinity only.";
}

def Chlo_MulhiOp : Chlo_BinaryOp<"mulhi", [Commutative]> {
  let summary = "high half of the full product";
  let description = [{
    The product of two n-bit integers has 2n bits; these are the upper n.
  }];
  let arguments = (ins Chlo_IntTensor:$lhs, Chlo_IntTensor:$rhs);
  let results = (outs Chlo_IntTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}

def Chlo_NextAfterOp : Chlo_BinaryOp<"next_after"> {
  let summary = "next float towards another";
  let description = [{
    The representable value next to `x` in the direction of `y`, as C's
    `nextafter`; subnormal values count.
  }];
  let arguments = (ins Chlo_FloatTensor:$x, Chlo_FloatTensor:$y);
  let results = (outs Chlo_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $y attr-dict `:` type($x) `,` type($y) `->` type($result)
  }];
}

def Chlo_SquareOp : Chlo_UnaryOp<"square", Chlo_FloatOrComplexTensor> {
  let summary = "square";
  let description = "`x * x`, with a complex square's real part kept exact.";
}

#endif // HLOOM_CHLO_ELEMENTWISE_OPS
