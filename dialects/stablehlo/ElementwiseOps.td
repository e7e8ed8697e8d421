// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise operations.

#ifndef HLOOM_STABLEHLO_ELEMENTWISE_OPS
#define HLOOM_STABLEHLO_ELEMENTWISE_OPS

include "stablehlo/StablehloAttrs.td"

class Stablehlo_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let family = "Elementwise";
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

// An operation with one operand and a result of the same shape.
class Stablehlo_UnaryOp<string mnemonic, Type operandType,
                        Type resultType = operandType, list<Trait> traits = []>
    : Stablehlo_ElementwiseOp<mnemonic, traits # [Stablehlo_Pure]> {
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = [{
    $operand attr-dict
    `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

// An operation with one operand and a result of the same type.
class Stablehlo_SameTypeUnaryOp<string mnemonic, Type type>
    : Stablehlo_UnaryOp<mnemonic, type, type, [Stablehlo_InferTypes]>;

// A mathematical function with an attribute for the required accuracy.
class Stablehlo_FunctionOp<string mnemonic>
    : Stablehlo_SameTypeUnaryOp<mnemonic,
                                Stablehlo_FloatComplexOrQuantizedTensor> {
  let transcendental = 1;
  let arguments =
      (ins Stablehlo_FloatComplexOrQuantizedTensor:$operand,
           DefaultValuedOptionalAttr<
               Stablehlo_ResultAccuracyAttr,
               "::hloom::stablehlo::ResultAccuracyMode::DEFAULT">:
               $result_accuracy);
}

// An operation with two operands and a result of the same type.
class Stablehlo_BinaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : Stablehlo_ElementwiseOp<mnemonic, traits # [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))
  }];
}

//===----------------------------------------------------------------------===//
// Unary arithmetic
//===----------------------------------------------------------------------===//

def Stablehlo_AbsOp
    : Stablehlo_UnaryOp<"abs", Stablehlo_SignedTensor, Stablehlo_RealTensor,
                        [Stablehlo_InferTypes]> {
  let summary = "absolute value";
  let description = [{
    Returns the absolute value, or the modulus of a complex number, which is
    real. The smallest integer stays unchanged. Specification: `abs`.
  }];
}

def Stablehlo_CeilOp
    : Stablehlo_SameTypeUnaryOp<"ceil", Stablehlo_FloatOrQuantizedTensor> {
  let summary = "rounding up";
  let description = [{
    Returns the smallest integer that is not less than the element.
    Specification: `ceil`.
  }];
}

def Stablehlo_FloorOp
    : Stablehlo_SameTypeUnaryOp<"floor", Stablehlo_FloatOrQuantizedTensor> {
  let summary = "rounding down";
  let description = [{
    Returns the largest integer that is not greater than the element.
    Specification: `floor`.
  }];
}

def Stablehlo_NegOp
    : Stablehlo_SameTypeUnaryOp<"negate", Stablehlo_NumberTensor> {
  let summary = "negation";
  let description = [{
    Negates the element, for integers modulo 2^N. Floating-point zeros also
    change their sign. Specification: `negate`.
  }];
}

def Stablehlo_RoundOp
    : Stablehlo_SameTypeUnaryOp<"round_nearest_afz",
                                Stablehlo_FloatOrQuantizedTensor> {
  let summary = "rounding to the nearest integer, ties away from zero";
  let description = [{
    If two integers are equally near, returns the integer farther from zero.
    Specification: `round_nearest_afz`.
  }];
}

def Stablehlo_RoundNearestEvenOp
    : Stablehlo_SameTypeUnaryOp<"round_nearest_even",
                                Stablehlo_FloatOrQuantizedTensor> {
  let summary = "rounding to the nearest integer, ties to even";
  let description = [{
    If two integers are equally near, returns the even integer. Specification:
    `round_nearest_even`.
  }];
}

def Stablehlo_SignOp
    : Stablehlo_SameTypeUnaryOp<"sign", Stablehlo_SignedTensor> {
  let summary = "sign";
  let description = [{
    Returns -1, 0 or 1 for real numbers, and keeps signed zeros and NaN. A
    nonzero complex number is divided by its modulus; 0 stays 0. Specification:
    `sign`.
  }];
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

def Stablehlo_CbrtOp : Stablehlo_FunctionOp<"cbrt"> {
  let summary = "cube root";
  let description = [{
    Returns the real cube root, including for negative numbers. For complex
    numbers, returns the principal branch. Specification: `cbrt`.
  }];
}

def Stablehlo_CosineOp : Stablehlo_FunctionOp<"cosine"> {
  let summary = "cosine";
  let description = [{
    Returns the cosine of an angle in radians. Specification: `cosine`.
  }];
}

def Stablehlo_ExpOp : Stablehlo_FunctionOp<"exponential"> {
  let summary = "exponential function";
  let description = [{
    Returns e to the power of the element. Specification: `exponential`.
  }];
}

def Stablehlo_Expm1Op : Stablehlo_FunctionOp<"exponential_minus_one"> {
  let summary = "exponential function minus one";
  let description = [{
    Returns `exp(x) - 1`, which is also accurate for elements near zero.
    Specification: `exponential_minus_one`.
  }];
}

def Stablehlo_LogOp : Stablehlo_FunctionOp<"log"> {
  let summary = "natural logarithm";
  let description = [{
    Returns the logarithm to base e; NaN for negative real numbers.
    Specification: `log`.
  }];
}

def Stablehlo_Log1pOp : Stablehlo_FunctionOp<"log_plus_one"> {
  let summary = "natural logarithm of one plus the element";
  let description = [{
    Returns `log(1 + x)`, which is also accurate for elements near zero.
    Specification: `log_plus_one`.
  }];
}

def Stablehlo_LogisticOp : Stablehlo_FunctionOp<"logistic"> {
  let summary = "logistic function";
  let description = "Returns `1 / (1 + exp(-x))`. Specification: `logistic`.";
}

def Stablehlo_RsqrtOp : Stablehlo_FunctionOp<"rsqrt"> {
  let summary = "reciprocal square root";
  let description = "Returns `1 / sqrt(x)`. Specification: `rsqrt`.";
}

def Stablehlo_SineOp : Stablehlo_FunctionOp<"sine"> {
  let summary = "sine";
  let description = [{
    Returns the sine of an angle in radians. Specification: `sine`.
  }];
}

def Stablehlo_SqrtOp : Stablehlo_FunctionOp<"sqrt"> {
  let summary = "square root";
  let description = [{
    Returns the nonnegative root, or NaN for negative real numbers. For complex
    numbers, returns the principal branch. Specification: `sqrt`.
  }];
}

def Stablehlo_TanOp : Stablehlo_FunctionOp<"tan"> {
  let summary = "tangent";
  let description = [{
    Returns the tangent of an angle in radians. Specification: `tan`.
  }];
}

def Stablehlo_TanhOp : Stablehlo_FunctionOp<"tanh"> {
  let summary = "hyperbolic tangent";
  let description = [{
    Returns `(exp(x) - exp(-x)) / (exp(x) + exp(-x))`. Specification: `tanh`.
  }];
}

//===----------------------------------------------------------------------===//
// Unary logical and bitwise operations
//===----------------------------------------------------------------------===//

def Stablehlo_ClzOp
    : Stablehlo_SameTypeUnaryOp<"count_leading_zeros", Stablehlo_IntTensor> {
  let summary = "number of leading zero bits";
  let description = [{
    Returns the number of bits before the highest set bit, or the width for 0.
    Specification: `count_leading_zeros`.
  }];
}

def Stablehlo_NotOp
    : Stablehlo_SameTypeUnaryOp<"not", Stablehlo_PredOrIntTensor> {
  let summary = "logical or bitwise complement";
  let description = [{
    Negates a boolean or inverts every bit of an integer. Specification: `not`.
  }];
}

def Stablehlo_PopulationCountOp
    : Stablehlo_SameTypeUnaryOp<"popcnt", Stablehlo_IntTensor> {
  let summary = "number of set bits";
  let description = [{
    Returns the number of set bits of the element. Specification: `popcnt`.
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
    : Stablehlo_ElementwiseOp<"complex", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "complex numbers from their parts";
  let description = [{
    Returns complex numbers with the real parts `lhs` and the imaginary parts
    `rhs`. Specification: `complex`.
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
    Returns the imaginary part, or 0 for a real number. Specification: `imag`.
  }];
}

def Stablehlo_RealOp
    : Stablehlo_UnaryOp<"real", Stablehlo_FloatOrComplexTensor,
                        Stablehlo_FloatTensor, [Stablehlo_InferTypes]> {
  let summary = "real part";
  let description = [{
    Returns the real part, or a real number itself. Specification: `real`.
  }];
}

//===----------------------------------------------------------------------===//
// Binary arithmetic
//===----------------------------------------------------------------------===//

def Stablehlo_AddOp
    : Stablehlo_BinaryOp<"add", Stablehlo_AnyTensor, [Commutative]> {
  let summary = "sum";
  let description = [{
    Returns the sum, for integers modulo 2^N. The sum of booleans is their
    disjunction. Specification: `add`.
  }];
}

def Stablehlo_Atan2Op
    : Stablehlo_BinaryOp<"atan2", Stablehlo_FloatComplexOrQuantizedTensor> {
  let transcendental = 1;
  let summary = "angle of a point";
  let description = [{
    Returns the angle in [-pi, pi] of the point with the vertical coordinate
    `lhs` and the horizontal coordinate `rhs`. Specification: `atan2`.
  }];
}

def Stablehlo_DivOp : Stablehlo_BinaryOp<"divide", Stablehlo_NumberTensor> {
  let summary = "quotient";
  let description = [{
    Divides `lhs` by `rhs`. Integer quotients are truncated toward zero.
    Specification: `divide`.
  }];
}

def Stablehlo_MaxOp
    : Stablehlo_BinaryOp<"maximum", Stablehlo_Tensor, [Commutative]> {
  let summary = "larger of two elements";
  let description = [{
    Returns the larger element, or NaN if either is NaN. The maximum of booleans
    is their disjunction. Complex numbers are compared lexicographically by
    their parts. Specification: `maximum`.
  }];
}

def Stablehlo_MinOp
    : Stablehlo_BinaryOp<"minimum", Stablehlo_Tensor, [Commutative]> {
  let summary = "smaller of two elements";
  let description = [{
    Returns the smaller element, or NaN if either is NaN. The minimum of
    booleans is their conjunction. Complex numbers are compared
    lexicographically by their parts. Specification: `minimum`.
  }];
}

def Stablehlo_MulOp
    : Stablehlo_BinaryOp<"multiply", Stablehlo_Tensor, [Commutative]> {
  let summary = "product";
  let description = [{
    Returns the product, for integers modulo 2^N. The product of booleans is
    their conjunction. Specification: `multiply`.
  }];
}

def Stablehlo_PowOp : Stablehlo_BinaryOp<"power", Stablehlo_NumberTensor> {
  let transcendental = 1;
  let summary = "power";
  let description = [{
    Returns `lhs` to the power of `rhs`, for integers modulo 2^N. Specification:
    `power`.
  }];
}

def Stablehlo_RemOp : Stablehlo_BinaryOp<"remainder", Stablehlo_NumberTensor> {
  let summary = "remainder";
  let description = [{
    Returns the remainder of the truncating division of `lhs` by `rhs`. It has
    the sign of `lhs`. Specification: `remainder`.
  }];
}

def Stablehlo_SubtractOp
    : Stablehlo_BinaryOp<"subtract", Stablehlo_NumberTensor> {
  let summary = "difference";
  let description = [{
    Returns `lhs` minus `rhs`, for integers modulo 2^N. Specification:
    `subtract`.
  }];
}

//===----------------------------------------------------------------------===//
// Binary logical and bitwise operations
//===----------------------------------------------------------------------===//

def Stablehlo_AndOp
    : Stablehlo_BinaryOp<"and", Stablehlo_PredOrIntTensor, [Commutative]> {
  let summary = "logical or bitwise conjunction";
  let description = [{
    Returns true if both booleans are true, or the bits that are set in both
    integers. Specification: `and`.
  }];
}

def Stablehlo_OrOp
    : Stablehlo_BinaryOp<"or", Stablehlo_PredOrIntTensor, [Commutative]> {
  let summary = "logical or bitwise disjunction";
  let description = [{
    Returns true if either boolean is true, or the bits that are set in either
    integer. Specification: `or`.
  }];
}

def Stablehlo_XorOp
    : Stablehlo_BinaryOp<"xor", Stablehlo_PredOrIntTensor, [Commutative]> {
  let summary = "logical or bitwise exclusive disjunction";
  let description = [{
    Returns true if exactly one boolean is true, or the bits that are set in
    exactly one integer. Specification: `xor`.
  }];
}

def Stablehlo_ShiftLeftOp
    : Stablehlo_BinaryOp<"shift_left", Stablehlo_IntTensor> {
  let summary = "shift to the left";
  let description = [{
    Shifts the bits of `lhs` up by `rhs` places and fills with zeros. The result
    is 0 if `rhs` is the width or more. Specification: `shift_left`.
  }];
}

def Stablehlo_ShiftRightArithmeticOp
    : Stablehlo_BinaryOp<"shift_right_arithmetic", Stablehlo_IntTensor> {
  let summary = "shift to the right with sign";
  let description = [{
    Shifts the bits of `lhs` down by `rhs` places and fills with copies of the
    sign bit. All bits are the sign bit if `rhs` is the width or more.
    Specification: `shift_right_arithmetic`.
  }];
}

def Stablehlo_ShiftRightLogicalOp
    : Stablehlo_BinaryOp<"shift_right_logical", Stablehlo_IntTensor> {
  let summary = "shift to the right with zeros";
  let description = [{
    Shifts the bits of `lhs` down by `rhs` places and fills with zeros. The
    result is 0 if `rhs` is the width or more. Specification:
    `shift_right_logical`.
  }];
}

//===----------------------------------------------------------------------===//
// Selection and comparison
//===----------------------------------------------------------------------===//

def Stablehlo_ClampOp
    : Stablehlo_ElementwiseOp<"clamp", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "elements limited to an interval";
  let description = [{
    Returns the element, or `min` if it is less, or `max` if it is greater. The
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
    : Stablehlo_ElementwiseOp<"compare", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "comparison";
  let description = [{
    Returns whether the elements of `lhs` and `rhs` are in the relation
    `comparison_direction`. Floating-point numbers are compared by IEEE-754 or,
    with `TOTALORDER`, by a total order that includes NaN and signed zeros. The
    comparison type, if present, matches the element type. Specification:
    `compare`.
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
    : Stablehlo_ElementwiseOp<"select", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "choice between two elements";
  let description = [{
    Returns the element of `on_true` if `pred` is true, otherwise the element of
    `on_false`. `pred` is a scalar or has the same shape. Specification:
    `select`.
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
// Conversion of the element type
//===----------------------------------------------------------------------===//

def Stablehlo_ConvertOp
    : Stablehlo_UnaryOp<"convert", Stablehlo_PlainTensor,
                        Stablehlo_PlainTensor> {
  let summary = "conversion to another element type";
  let description = [{
    Returns the nearest value of the result's element type. The conversion of
    floating-point numbers to integers truncates toward zero. The conversion to
    booleans maps every nonzero value to true. The conversion of complex to real
    numbers drops the imaginary part. Specification: `convert`.
  }];
}

def Stablehlo_BitcastConvertOp
    : Stablehlo_ElementwiseOp<"bitcast_convert", [Stablehlo_Pure]> {
  let summary = "reinterpretation of bits as another element type";
  let description = [{
    Preserves the bits. If the widths differ, the last dimension contains the
    parts of the wider element, lowest bits first. Specification:
    `bitcast_convert`.
  }];
  let arguments = (ins Stablehlo_AnyTensor:$operand);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_ReducePrecisionOp
    : Stablehlo_ElementwiseOp<"reduce_precision", [Stablehlo_Pure, Stablehlo_InferTypes]> {
  let summary = "rounding to the precision of a narrower format";
  let description = [{
    Rounds to a format with `exponent_bits` and `mantissa_bits`, and converts
    back. Specification: `reduce_precision`.
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
