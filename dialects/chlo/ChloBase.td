// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chlo dialect, its type constraints and its op classes.

#ifndef HLOOM_CHLO_BASE
#define HLOOM_CHLO_BASE

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::hloom::chlo";
  let summary = "client-side operations on top of stablehlo";
  let description = [{
    Operations that frontends emit and that have no single StableHLO equivalent:
    special functions, elementwise operations that broadcast their operands,
    top-k, ragged matrix products and scans. Each of these operations expands to
    StableHLO.
  }];
  let useDefaultAttributePrinterParser = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Chlo_Pred : TypeAlias<I1, "bool">;
def Chlo_Int : AnyTypeOf<[SignlessIntOfWidths<[2, 4, 8, 16, 32, 64]>,
                          UnsignedIntOfWidths<[2, 4, 8, 16, 32, 64]>],
                         "2/4/8/16/32/64-bit integer">;
def Chlo_Float : AnyTypeOf<[F4E2M1FN, F6E2M3FN, F6E3M2FN, F8E3M4, F8E4M3,
                            F8E4M3FN, F8E4M3FNUZ, F8E4M3B11FNUZ, F8E5M2,
                            F8E5M2FNUZ, F8E8M0FNU, F16, BF16, F32, F64],
                           "4/6/8/16/32/64-bit float">;
def Chlo_Complex : Complex<AnyTypeOf<[F32, F64], "32/64-bit float">>;
def Chlo_Quantized
    : Type<CPred<"::llvm::isa<::mlir::quant::QuantizedType>($_self)">,
           "quantized integer">;

def Chlo_Tensor
    : TensorOf<[Chlo_Float, Chlo_Pred, Chlo_Int, Chlo_Complex, Chlo_Quantized]>;
def Chlo_PredTensor : TensorOf<[Chlo_Pred]>;
def Chlo_IntTensor : TensorOf<[Chlo_Int]>;
def Chlo_FloatTensor : TensorOf<[Chlo_Float]>;
def Chlo_ComplexTensor : TensorOf<[Chlo_Complex]>;
def Chlo_FloatOrComplexTensor : TensorOf<[Chlo_Float, Chlo_Complex]>;
def Chlo_PredOrIntTensor : TensorOf<[Chlo_Pred, Chlo_Int]>;

//===----------------------------------------------------------------------===//
// Op classes
//===----------------------------------------------------------------------===//

// Rust infers the result types from operands and attributes.
def Chlo_InfersInRust
    : NativeOpTrait<"InfersInRust", [], [{
        static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange declared) {
          return ::hloom::compatibleReturnTypes(inferred, declared);
        }
      }]> {
  let cppNamespace = "::hloom";
}
def Chlo_InferTypes : TraitList<[DeclareOpInterfaceMethods<InferTypeOpInterface>,
                                 Chlo_InfersInRust]>;

class Chlo_Op<string mnemonic, list<Trait> traits>
    : Op<Chlo_Dialect, mnemonic, traits> {
  // The family of operations: the verifier, the evaluator and the lowerings have
  // a module for each.
  string family = "Chlo";
  // Whether XLA counts an element of the result as a transcendental function.
  bit transcendental = 0;
  // Whether a pass at level hlo expands the operation to others, so that the
  // conversion to linalg needs no code for it.
  bit expanded = 0;
  // The opcode of the equivalent instruction of HLO; empty if the instruction of
  // this name is not equivalent.
  string opcode = !subst("_", "-", mnemonic);
  let hasVerifier = 1;
}

// An op with one operand and one result of the same shape.
class Chlo_UnaryOp<string mnemonic, Type operandType,
                   Type resultType = operandType>
    : Chlo_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultShape,
                         Chlo_InferTypes]> {
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` type($operand) `->` type($result)
  }];
}

// An op with two operands and a result of the same type.
class Chlo_BinaryOp<string mnemonic, list<Trait> traits = []>
    : Chlo_Op<mnemonic, traits # [Pure, Elementwise,
                                  SameOperandsAndResultShape,
                                  Chlo_InferTypes]>;

// An op with two operands that broadcast. `broadcast_dimensions` gives, for
// each dimension of the operand with smaller rank, the corresponding dimension
// of the other operand. Without it, NumPy's rules apply.
class Chlo_BroadcastBinaryOp<string mnemonic, list<Trait> traits = [],
                             Type operandType = Chlo_Tensor,
                             Type resultType = operandType>
    : Chlo_Op<mnemonic, traits # [Pure, Chlo_InferTypes]> {
  let arguments = (ins operandType:$lhs, operandType:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs resultType:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    `(` type($lhs) `,` type($rhs) `)` `->` type($result)
  }];
}

#endif // HLOOM_CHLO_BASE
