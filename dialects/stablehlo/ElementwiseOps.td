// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations on one element at a time.

#ifndef HLOOM_STABLEHLO_ELEMENTWISE_OPS
#define HLOOM_STABLEHLO_ELEMENTWISE_OPS

include "stablehlo/StablehloAttrs.td"

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

// One operand and a result of the same shape.
class Stablehlo_UnaryOp<string mnemonic, Type operandType,
                        Type resultType = operandType, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits # [Stablehlo_Pure]> {
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = [{
    $operand attr-dict
    `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

// One operand and a result of its type.
class Stablehlo_SameTypeUnaryOp<string mnemonic, Type type>
    : Stablehlo_UnaryOp<mnemonic, type, type, [Stablehlo_InferTypes]>;

// A function that an implementation computes more or less accurately.
class Stablehlo_FunctionOp<string mnemonic>
    : Stablehlo_SameTypeUnaryOp<mnemonic,
                                Stablehlo_FloatComplexOrQuantizedTensor> {
  let arguments =
      (ins Stablehlo_FloatComplexOrQuantizedTensor:$operand,
           DefaultValuedOptionalAttr<
               Stablehlo_ResultAccuracyAttr,
               "::hloom::stablehlo::ResultAccuracyMode::DEFAULT">:
               $result_accuracy);
}

// Two operands and a result of one type.
class Stablehlo_BinaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits # [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))
  }];
}

//===----------------------------------------------------------------------===//
// Arithmetic of one operand
//===----------------------------------------------------------------------===//

def Stablehlo_AbsOp
    : Stablehlo_UnaryOp<"abs", Stablehlo_SignedTensor, Stablehlo_RealTensor,
                        [Stablehlo_InferTypes]> {
  let summary = "absolute value";
  let description = [{
    The distance from zero; for a complex number its modulus, which is real.
    The least integer stays what it is. Specification: `abs`.
  }];
}

def Stablehlo_CeilOp
    : Stablehlo_SameTypeUnaryOp<"ceil", Stablehlo_FloatOrQuantizedTensor> {
  let summary = "rounding up";
  let description = [{
    The least integer that is not less. Specification: `ceil`.
  }];
}

def Stablehlo_FloorOp
    : Stablehlo_SameTypeUnaryOp<"floor", Stablehlo_FloatOrQuantizedTensor> {
  let summary = "rounding down";
  let description = [{
    The greatest integer that is not greater. Specification: `floor`.
  }];
}

def Stablehlo_NegOp
    : Stablehlo_SameTypeUnaryOp<"negate", Stablehlo_NumberTensor> {
  let summary = "negation";
  let description = [{
    Zero minus the element, modulo 2^N for integers; changes the sign of
    floating-point zeros too. Specification: `negate`.
  }];
}

def Stablehlo_RoundOp
    : Stablehlo_SameTypeUnaryOp<"round_nearest_afz",
                                Stablehlo_FloatOrQuantizedTensor> {
  let summary = "rounding to the nearest integer, ties away from zero";
  let description = [{
    Of two integers equally near, the one farther from zero. Specification:
    `round_nearest_afz`.
  }];
}

def Stablehlo_RoundNearestEvenOp
    : Stablehlo_SameTypeUnaryOp<"round_nearest_even",
                                Stablehlo_FloatOrQuantizedTensor> {
  let summary = "rounding to the nearest integer, ties to even";
  let description = [{
    Of two integers equally near, the even one. Specification:
    `round_nearest_even`.
  }];
}

def Stablehlo_SignOp
    : Stablehlo_SameTypeUnaryOp<"sign", Stablehlo_SignedTensor> {
  let summary = "sign";
  let description = [{
    -1, 0 or 1 for real numbers, keeping signed zeros and NaN; for a complex
    number it divided by its modulus, and 0 for 0. Specification: `sign`.
  }];
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

def Stablehlo_CbrtOp : Stablehlo_FunctionOp<"cbrt"> {
  let summary = "cube root";
  let description = [{
    The real cube root, also of negative numbers; for complex ones the
    principal branch. Specification: `cbrt`.
  }];
}

def Stablehlo_CosineOp : Stablehlo_FunctionOp<"cosine"> {
  let summary = "cosine";
  let description = [{
    The cosine of an angle in radians. Specification: `cosine`.
  }];
}

def Stablehlo_ExpOp : Stablehlo_FunctionOp<"exponential"> {
  let summary = "exponential function";
  let description = [{
    e to the power of the element. Specification: `exponential`.
  }];
}

def Stablehlo_Expm1Op : Stablehlo_FunctionOp<"exponential_minus_one"> {
  let summary = "exponential function minus one";
  let description = [{
    `exp(x) - 1`, accurate for small elements too. Specification:
    `exponential_minus_one`.
  }];
}

def Stablehlo_LogOp : Stablehlo_FunctionOp<"log"> {
  let summary = "natural logarithm";
  let description = [{
    The logarithm to base e; NaN for negative real numbers. Specification:
    `log`.
  }];
}

def Stablehlo_Log1pOp : Stablehlo_FunctionOp<"log_plus_one"> {
  let summary = "natural logarithm of one plus the element";
  let description = [{
    `log(1 + x)`, accurate for small elements too. Specification:
    `log_plus_one`.
  }];
}

def Stablehlo_LogisticOp : Stablehlo_FunctionOp<"logistic"> {
  let summary = "logistic function";
  let description = "`1 / (1 + exp(-x))`. Specification: `logistic`.";
}

def Stablehlo_RsqrtOp : Stablehlo_FunctionOp<"rsqrt"> {
  let summary = "reciprocal square root";
  let description = "`1 / sqrt(x)`. Specification: `rsqrt`.";
}

def Stablehlo_SineOp : Stablehlo_FunctionOp<"sine"> {
  let summary = "sine";
  let description = "The sine of an angle in radians. Specification: `sine`.";
}

def Stablehlo_SqrtOp : Stablehlo_FunctionOp<"sqrt"> {
  let summary = "square root";
  let description = [{
    The root that is not negative; NaN for negative real numbers, the
    principal branch for complex ones. Specification: `sqrt`.
  }];
}

def Stablehlo_TanOp : Stablehlo_FunctionOp<"tan"> {
  let summary = "tangent";
  let description = "The tangent of an angle in radians. Specification: `tan`.";
}

def Stablehlo_TanhOp : Stablehlo_FunctionOp<"tanh"> {
  let summary = "hyperbolic tangent";
  let description = [{
    `(exp(x) - exp(-x)) / (exp(x) + exp(-x))`. Specification: `tanh`.
  }];
}

//===----------------------------------------------------------------------===//
// Bits and truth of one operand
//===----------------------------------------------------------------------===//

def Stablehlo_ClzOp
    : Stablehlo_SameTypeUnaryOp<"count_leading_zeros", Stablehlo_IntTensor> {
  let summary = "number of leading zero bits";
  let description = [{
    How many bits before the highest one that is set; the width for 0.
    Specification: `count_leading_zeros`.
  }];
}

def Stablehlo_NotOp
    : Stablehlo_SameTypeUnaryOp<"not", Stablehlo_PredOrIntTensor> {
  let summary = "logical or bitwise complement";
  let description = [{
    The other truth value, or every bit inverted. Specification: `not`.
  }];
}

def Stablehlo_PopulationCountOp
    : Stablehlo_SameTypeUnaryOp<"popcnt", Stablehlo_IntTensor> {
  let summary = "number of set bits";
  let description = [{
    How many bits of the element are set. Specification: `popcnt`.
  }];
}

def Stablehlo_IsFiniteOp
    : Stablehlo_UnaryOp<"is_finite", Stablehlo_FloatOrQuantizedTensor,
                        Stablehlo_PredTensor, [Stablehlo_InferTypes]> {
  let summary = "whether an element is finite";
  let description = "False for infinities and NaN. Specification: `is_finite`.";
  let arguments = (ins Stablehlo_FloatOrQuantizedTensor:$x);
  let results = (outs Stablehlo_PredTensor:$y);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

def Stablehlo_ComplexOp
    : Stablehlo_Op<"complex", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "complex numbers from their parts";
  let description = [{
    Complex numbers with the real parts `lhs` and the imaginary parts `rhs`.
    Specification: `complex`.
  }];
  let arguments = (ins Stablehlo_Float32Or64Tensor:$lhs,
                       Stablehlo_Float32Or64Tensor:$rhs);
  let results = (outs Stablehlo_ComplexTensor:$result);
  let assemblyFormat = [{
    operands attr-dict
    `:` custom<ComplexOpType>(type($lhs), type($rhs), type($result))
  }];
}

def Stablehlo_ImagOp
    : Stablehlo_UnaryOp<"imag", Stablehlo_FloatOrComplexTensor,
                        Stablehlo_FloatTensor, [Stablehlo_InferTypes]> {
  let summary = "imaginary part";
  let description = [{
    The imaginary part; 0 for a real number. Specification: `imag`.
  }];
}

def Stablehlo_RealOp
    : Stablehlo_UnaryOp<"real", Stablehlo_FloatOrComplexTensor,
                        Stablehlo_FloatTensor, [Stablehlo_InferTypes]> {
  let summary = "real part";
  let description = [{
    The real part; a real number itself. Specification: `real`.
  }];
}

//===----------------------------------------------------------------------===//
// Arithmetic of two operands
//===----------------------------------------------------------------------===//

def Stablehlo_AddOp
    : Stablehlo_BinaryOp<"add", Stablehlo_AnyTensor, [Commutative]> {
  let summary = "sum";
  let description = [{
    The sum; for integers modulo 2^N, for booleans their disjunction.
    Specification: `add`.
  }];
}

def Stablehlo_Atan2Op
    : Stablehlo_BinaryOp<"atan2", Stablehlo_FloatComplexOrQuantizedTensor> {
  let summary = "angle of a point";
  let description = [{
    The angle in [-pi, pi] of the point whose vertical coordinate is `lhs`
    and whose horizontal one is `rhs`. Specification: `atan2`.
  }];
}

def Stablehlo_DivOp : Stablehlo_BinaryOp<"divide", Stablehlo_NumberTensor> {
  let summary = "quotient";
  let description = [{
    `lhs` divided by `rhs`; integers are truncated toward zero.
    Specification: `divide`.
  }];
}

def Stablehlo_MaxOp
    : Stablehlo_BinaryOp<"maximum", Stablehlo_Tensor, [Commutative]> {
  let summary = "larger of two elements";
  let description = [{
    The larger one, NaN if either is NaN; disjunction for booleans, the
    lexicographic order of the parts for complex numbers. Specification:
    `maximum`.
  }];
}

def Stablehlo_MinOp
    : Stablehlo_BinaryOp<"minimum", Stablehlo_Tensor, [Commutative]> {
  let summary = "smaller of two elements";
  let description = [{
    The smaller one, NaN if either is NaN; conjunction for booleans, the
    lexicographic order of the parts for complex numbers. Specification:
    `minimum`.
  }];
}

def Stablehlo_MulOp
    : Stablehlo_BinaryOp<"multiply", Stablehlo_Tensor, [Commutative]> {
  let summary = "product";
  let description = [{
    The product; for integers modulo 2^N, for booleans their conjunction.
    Specification: `multiply`.
  }];
}

def Stablehlo_PowOp : Stablehlo_BinaryOp<"power", Stablehlo_NumberTensor> {
  let summary = "power";
  let description = [{
    `lhs` to the power of `rhs`; for integers modulo 2^N. Specification:
    `power`.
  }];
}

def Stablehlo_RemOp : Stablehlo_BinaryOp<"remainder", Stablehlo_NumberTensor> {
  let summary = "remainder";
  let description = [{
    What the truncating division of `lhs` by `rhs` leaves; it has the sign
    of `lhs`. Specification: `remainder`.
  }];
}

def Stablehlo_SubtractOp
    : Stablehlo_BinaryOp<"subtract", Stablehlo_NumberTensor> {
  let summary = "difference";
  let description = [{
    `lhs` minus `rhs`; for integers modulo 2^N. Specification: `subtract`.
  }];
}

//===----------------------------------------------------------------------===//
// Bits and truth of two operands
//===----------------------------------------------------------------------===//

def Stablehlo_AndOp
    : Stablehlo_BinaryOp<"and", Stablehlo_PredOrIntTensor, [Commutative]> {
  let summary = "logical or bitwise conjunction";
  let description = [{
    True if both are, or the bits set in both. Specification: `and`.
  }];
}

def Stablehlo_OrOp
    : Stablehlo_BinaryOp<"or", Stablehlo_PredOrIntTensor, [Commutative]> {
  let summary = "logical or bitwise disjunction";
  let description = [{
    True if either is, or the bits set in either. Specification: `or`.
  }];
}

def Stablehlo_XorOp
    : Stablehlo_BinaryOp<"xor", Stablehlo_PredOrIntTensor, [Commutative]> {
  let summary = "logical or bitwise exclusive disjunction";
  let description = [{
    True if exactly one is, or the bits set in exactly one. Specification:
    `xor`.
  }];
}

def Stablehlo_ShiftLeftOp
    : Stablehlo_BinaryOp<"shift_left", Stablehlo_IntTensor> {
  let summary = "shift to the left";
  let description = [{
    The bits of `lhs` moved `rhs` places up, zeros moving in; 0 if `rhs` is
    the width or more. Specification: `shift_left`.
  }];
}

def Stablehlo_ShiftRightArithmeticOp
    : Stablehlo_BinaryOp<"shift_right_arithmetic", Stablehlo_IntTensor> {
  let summary = "shift to the right with sign";
  let description = [{
    The bits of `lhs` moved `rhs` places down, copies of the sign bit moving
    in; nothing but those if `rhs` is the width or more. Specification:
    `shift_right_arithmetic`.
  }];
}

def Stablehlo_ShiftRightLogicalOp
    : Stablehlo_BinaryOp<"shift_right_logical", Stablehlo_IntTensor> {
  let summary = "shift to the right with zeros";
  let description = [{
    The bits of `lhs` moved `rhs` places down, zeros moving in; 0 if `rhs`
    is the width or more. Specification: `shift_right_logical`.
  }];
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

def Stablehlo_ClampOp
    : Stablehlo_Op<"clamp", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "elements moved into an interval";
  let description = [{
    The element, or `min` if it is less, or `max` if it is greater; the
    bounds are scalars or have the operand's shape. Specification: `clamp`.
  }];
  let arguments = (ins Stablehlo_Tensor:$min, Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$max);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
    custom<SameOperandsAndResultType>(type($min), type($operand), type($max),
                                      type($result))
  }];
}

def Stablehlo_CompareOp
    : Stablehlo_Op<"compare", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "comparison";
  let description = [{
    Whether the elements of `lhs` and `rhs` stand in the relation
    `comparison_direction`. Floating-point numbers are compared as IEEE-754
    says or, with `TOTALORDER`, so that NaN and signed zeros have places
    too. The comparison type, if given, goes with the element type.
    Specification: `compare`.
  }];
  let arguments =
      (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
           Stablehlo_ComparisonDirectionAttr:$comparison_direction,
           OptionalAttr<Stablehlo_ComparisonTypeAttr>:$compare_type);
  let results = (outs Stablehlo_PredTensor:$result);
  let assemblyFormat = [{
    custom<Case>($comparison_direction) `,` $lhs `,` $rhs
    (`,` custom<Case>($compare_type)^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_SelectOp
    : Stablehlo_Op<"select", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "choice between two elements";
  let description = [{
    The element of `on_true` where `pred`, a scalar or a tensor of the same
    shape, is true, else that of `on_false`. Specification: `select`.
  }];
  let arguments = (ins Stablehlo_PredTensor:$pred, Stablehlo_Tensor:$on_true,
                       Stablehlo_Tensor:$on_false);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:`
    custom<SelectOpType>(type($pred), type($on_true), type($on_false),
                         type($result))
  }];
}

//===----------------------------------------------------------------------===//
// Changes of the element type
//===----------------------------------------------------------------------===//

def Stablehlo_ConvertOp
    : Stablehlo_UnaryOp<"convert", Stablehlo_PlainTensor,
                        Stablehlo_PlainTensor> {
  let summary = "conversion to another element type";
  let description = [{
    The nearest value of the result's element type. Floating-point numbers
    are truncated toward zero on the way to integers, anything but zero is
    true, and a complex number loses its imaginary part. Specification:
    `convert`.
  }];
}

def Stablehlo_BitcastConvertOp
    : Stablehlo_Op<"bitcast_convert", [Stablehlo_Pure]> {
  let summary = "the same bits as another element type";
  let description = [{
    The bits stay. Where the widths differ, a last dimension holds the parts
    of the wider element, the lowest bits first. Specification:
    `bitcast_convert`.
  }];
  let arguments = (ins Stablehlo_AnyTensor:$operand);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_ReducePrecisionOp
    : Stablehlo_Op<"reduce_precision", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "the precision of a narrower format";
  let description = [{
    Rounds to a format of `exponent_bits` and `mantissa_bits` and back.
    Specification: `reduce_precision`.
  }];
  let arguments = (ins Stablehlo_FloatOrQuantizedTensor:$operand,
                       I32Attr:$exponent_bits, I32Attr:$mantissa_bits);
  let results = (outs Stablehlo_FloatOrQuantizedTensor:$output);
  let assemblyFormat = [{
    $operand `,`
    `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits)
    attr-dict
    `:` custom<SameOperandsAndResultType>(type($operand), type($output))
  }];
}

#endif // HLOOM_STABLEHLO_ELEMENTWISE_OPS
