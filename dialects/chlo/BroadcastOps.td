// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise operations of StableHLO with implicit broadcasting of operands.

#ifndef HLOOM_CHLO_BROADCAST_OPS
#define HLOOM_CHLO_BROADCAST_OPS

include "chlo/ChloBase.td"
include "chlo/ChloEnums.td"

def Chlo_BroadcastAddOp
    : Chlo_BroadcastBinaryOp<"broadcast_add", [Commutative]> {
  let summary = "`stablehlo.add` with broadcasting";
}
def Chlo_BroadcastAndOp
    : Chlo_BroadcastBinaryOp<"broadcast_and", [Commutative],
                             Chlo_PredOrIntTensor> {
  let summary = "`stablehlo.and` with broadcasting";
}
def Chlo_BroadcastAtan2Op : Chlo_BroadcastBinaryOp<"broadcast_atan2"> {
  let transcendental = 1;
  let summary = "`stablehlo.atan2` with broadcasting";
}
def Chlo_BroadcastCompareOp : Chlo_BroadcastBinaryOp<"broadcast_compare"> {
  let summary = "`stablehlo.compare` with broadcasting";
  let description = [{
    Without a `compare_type`, the element type determines the kind of the
    comparison: FLOAT, SIGNED or UNSIGNED.
  }];
  let arguments = (ins Chlo_Tensor:$lhs, Chlo_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                       Chlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type);
  let results = (outs Chlo_PredTensor:$result);
}
def Chlo_BroadcastComplexOp
    : Chlo_BroadcastBinaryOp<"broadcast_complex", [], Chlo_FloatTensor,
                             Chlo_ComplexTensor> {
  let summary = "`stablehlo.complex` with broadcasting";
}
def Chlo_BroadcastDivOp : Chlo_BroadcastBinaryOp<"broadcast_divide"> {
  let summary = "`stablehlo.divide` with broadcasting";
}
def Chlo_BroadcastMaxOp
    : Chlo_BroadcastBinaryOp<"broadcast_maximum", [Commutative]> {
  let summary = "`stablehlo.maximum` with broadcasting";
}
def Chlo_BroadcastMinOp
    : Chlo_BroadcastBinaryOp<"broadcast_minimum", [Commutative]> {
  let summary = "`stablehlo.minimum` with broadcasting";
}
def Chlo_BroadcastMulOp
    : Chlo_BroadcastBinaryOp<"broadcast_multiply", [Commutative]> {
  let summary = "`stablehlo.multiply` with broadcasting";
}
def Chlo_BroadcastNextAfterOp
    : Chlo_BroadcastBinaryOp<"broadcast_next_after"> {
  let summary = "`chlo.next_after` with broadcasting";
}
def Chlo_BroadcastOrOp
    : Chlo_BroadcastBinaryOp<"broadcast_or", [Commutative],
                             Chlo_PredOrIntTensor> {
  let summary = "`stablehlo.or` with broadcasting";
}
def Chlo_BroadcastPolygammaOp : Chlo_BroadcastBinaryOp<"broadcast_polygamma"> {
  let transcendental = 1;
  let summary = "`chlo.polygamma` with broadcasting";
}
def Chlo_BroadcastPowOp : Chlo_BroadcastBinaryOp<"broadcast_power"> {
  let transcendental = 1;
  let summary = "`stablehlo.power` with broadcasting";
}
def Chlo_BroadcastRemOp : Chlo_BroadcastBinaryOp<"broadcast_remainder"> {
  let summary = "`stablehlo.remainder` with broadcasting";
}
def Chlo_BroadcastShiftLeftOp
    : Chlo_BroadcastBinaryOp<"broadcast_shift_left"> {
  let summary = "`stablehlo.shift_left` with broadcasting";
}
def Chlo_BroadcastShiftRightArithmeticOp
    : Chlo_BroadcastBinaryOp<"broadcast_shift_right_arithmetic"> {
  let summary = "`stablehlo.shift_right_arithmetic` with broadcasting";
}
def Chlo_BroadcastShiftRightLogicalOp
    : Chlo_BroadcastBinaryOp<"broadcast_shift_right_logical"> {
  let summary = "`stablehlo.shift_right_logical` with broadcasting";
}
def Chlo_BroadcastSubOp : Chlo_BroadcastBinaryOp<"broadcast_subtract"> {
  let summary = "`stablehlo.subtract` with broadcasting";
}
def Chlo_BroadcastXorOp
    : Chlo_BroadcastBinaryOp<"broadcast_xor", [Commutative],
                             Chlo_PredOrIntTensor> {
  let summary = "`stablehlo.xor` with broadcasting";
}
def Chlo_BroadcastZetaOp
    : Chlo_BroadcastBinaryOp<"broadcast_zeta", [], Chlo_FloatTensor> {
  let transcendental = 1;
  let summary = "`chlo.zeta` with broadcasting";
}

def Chlo_BroadcastSelectOp
    : Chlo_Op<"broadcast_select", [Pure, Chlo_InferTypes]> {
  let summary = "`stablehlo.select` with broadcasting";
  let description = [{
    Selects each element from `on_true` if `pred` is true, otherwise from
    `on_false`. The three operands are broadcast to a common shape according to
    NumPy's rules.
  }];
  let arguments = (ins Chlo_PredTensor:$pred, Chlo_Tensor:$on_true,
                       Chlo_Tensor:$on_false);
  let results = (outs Chlo_Tensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:`
    `(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->`
    type($result)
  }];
}

#endif // HLOOM_CHLO_BROADCAST_OPS
