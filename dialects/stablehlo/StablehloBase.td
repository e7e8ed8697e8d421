// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stablehlo dialect, its type constraints, the effect and speculation
// traits of its operations, and their base class.

#ifndef HLOOM_STABLEHLO_BASE
#define HLOOM_STABLEHLO_BASE

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::hloom::stablehlo";
  let summary = "the operations of the StableHLO specification, version 1.20";
  let description = [{
    Machine learning programs on immutable tensors, as the public StableHLO
    specification defines them. The assembly is compatible with the assembly
    that StableHLO's own tools and JAX print and parse. Verifiers and type
    inference are written in Rust; the C++ classes forward to them.
  }];
  let dependentDialects = ["::mlir::quant::QuantDialect"];
  let useDefaultTypePrinterParser = 1;
  // The parser also accepts `#stablehlo.type_extensions`, see Dialect.cpp.
  let useDefaultAttributePrinterParser = 0;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

def Stablehlo_Pred : TypeAlias<I1, "bool">;
// The specification's signed integers are signless in MLIR.
def Stablehlo_SInt : SignlessIntOfWidths<[2, 4, 8, 16, 32, 64]>;
def Stablehlo_UInt : UnsignedIntOfWidths<[2, 4, 8, 16, 32, 64]>;
def Stablehlo_Int
    : AnyTypeOf<[Stablehlo_SInt, Stablehlo_UInt], "2/4/8/16/32/64-bit integer">;
def Stablehlo_Float
    : AnyTypeOf<[F4E2M1FN, F6E2M3FN, F6E3M2FN, F8E3M4, F8E4M3, F8E4M3FN,
                 F8E4M3FNUZ, F8E4M3B11FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0FNU, BF16,
                 F16, F32, F64],
                "4/6/8/16/32/64-bit float">;
def Stablehlo_Float32Or64 : AnyTypeOf<[F32, F64], "32/64-bit float">;
def Stablehlo_Complex : Complex<Stablehlo_Float32Or64>;
def Stablehlo_Quantized
    : Type<CPred<"::hloom::stablehlo::isPerTensorQuantized($_self)">,
           "per-tensor integer quantized">;
def Stablehlo_PerAxisQuantized
    : Type<CPred<"::hloom::stablehlo::isPerAxisQuantized($_self)">,
           "per-axis integer quantized">;
def Stablehlo_DimensionValue : AnyTypeOf<[Index, Stablehlo_Int]>;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

// The axis of a per-axis quantized element type exists, and its size is the
// number of scales (quantized_type_c12, quantized_type_c13).
def Stablehlo_QuantizedAxisFits
    : CPred<"::hloom::stablehlo::hasFittingQuantizedAxis($_self)">;

// All dimensions are static, or there is one dynamic dimension, with a bound.
def Stablehlo_StaticOrBounded
    : CPred<"::hloom::stablehlo::isStaticOrBounded($_self)">;

class Stablehlo_TensorOf<list<Type> elements, list<Pred> shape = [],
                         string summary = "ranked tensor">
    : RankedTensorOf<elements, shape # [Stablehlo_QuantizedAxisFits], summary>;

def Stablehlo_Tensor
    : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Pred, Stablehlo_Int,
                          Stablehlo_Complex, Stablehlo_Quantized]>;
def Stablehlo_AnyTensor
    : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Pred, Stablehlo_Int,
                          Stablehlo_Complex, Stablehlo_Quantized,
                          Stablehlo_PerAxisQuantized]>;
def Stablehlo_PlainTensor
    : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Pred, Stablehlo_Int,
                          Stablehlo_Complex]>;
def Stablehlo_StaticTensor
    : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Pred, Stablehlo_Int,
                          Stablehlo_Complex, Stablehlo_Quantized,
                          Stablehlo_PerAxisQuantized],
                         [HasStaticShapePred], "statically shaped tensor">;
def Stablehlo_StaticOrBoundedTensor
    : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Pred, Stablehlo_Int,
                          Stablehlo_Complex, Stablehlo_Quantized,
                          Stablehlo_PerAxisQuantized],
                         [Stablehlo_StaticOrBounded],
                         "tensor with static shape or one bounded dimension">;

def Stablehlo_PredTensor : Stablehlo_TensorOf<[Stablehlo_Pred]>;
def Stablehlo_IntTensor : Stablehlo_TensorOf<[Stablehlo_Int]>;
def Stablehlo_PredOrIntTensor
    : Stablehlo_TensorOf<[Stablehlo_Pred, Stablehlo_Int]>;
def Stablehlo_I32Tensor : RankedTensorOf<[I32]>;
def Stablehlo_UI32Tensor : RankedTensorOf<[UI32]>;
def Stablehlo_FloatTensor : Stablehlo_TensorOf<[Stablehlo_Float]>;
def Stablehlo_Float32Or64Tensor : Stablehlo_TensorOf<[Stablehlo_Float32Or64]>;
def Stablehlo_ComplexTensor : Stablehlo_TensorOf<[Stablehlo_Complex]>;
def Stablehlo_FloatOrComplexTensor
    : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Complex]>;
def Stablehlo_FloatOrQuantizedTensor
    : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Quantized]>;
def Stablehlo_FloatComplexOrQuantizedTensor
    : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Complex,
                          Stablehlo_Quantized]>;
def Stablehlo_NumberTensor
    : Stablehlo_TensorOf<[Stablehlo_Int, Stablehlo_Float, Stablehlo_Complex,
                          Stablehlo_Quantized]>;
def Stablehlo_SignedTensor
    : Stablehlo_TensorOf<[Stablehlo_SInt, Stablehlo_Float, Stablehlo_Complex,
                          Stablehlo_Quantized]>;
def Stablehlo_RealTensor
    : Stablehlo_TensorOf<[Stablehlo_SInt, Stablehlo_Float,
                          Stablehlo_Quantized]>;
def Stablehlo_IntOrFloatTensor
    : Stablehlo_TensorOf<[Stablehlo_Int, Stablehlo_Float]>;
def Stablehlo_StaticIntOrFloatTensor
    : Stablehlo_TensorOf<[Stablehlo_Int, Stablehlo_Float], [HasStaticShapePred],
                         "statically shaped tensor">;
def Stablehlo_StaticNumberTensor
    : Stablehlo_TensorOf<[Stablehlo_Int, Stablehlo_Float, Stablehlo_Complex,
                          Stablehlo_Quantized], [HasStaticShapePred],
                         "statically shaped tensor">;
def Stablehlo_PredIntOrFloatTensor
    : Stablehlo_TensorOf<[Stablehlo_Pred, Stablehlo_Int, Stablehlo_Float]>;
def Stablehlo_QuantizedTensor
    : Stablehlo_TensorOf<[Stablehlo_Quantized, Stablehlo_PerAxisQuantized]>;
def Stablehlo_FloatOrAnyQuantizedTensor
    : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Quantized,
                          Stablehlo_PerAxisQuantized]>;

def Stablehlo_ScalarTensor
    : 0DTensorOf<[Stablehlo_Float, Stablehlo_Pred, Stablehlo_Int,
                  Stablehlo_Complex, Stablehlo_Quantized]>;
def Stablehlo_ScalarIntTensor : 0DTensorOf<[Stablehlo_Int]>;
def Stablehlo_ScalarPredIntOrFloatTensor
    : 0DTensorOf<[Stablehlo_Pred, Stablehlo_Int, Stablehlo_Float]>;
def Stablehlo_FloatVector : 1DTensorOf<[Stablehlo_Float, Stablehlo_Quantized]>;

// A shape, or another list with an entry for each dimension, that is known only
// at run time.
def Stablehlo_DimensionTensor : 1DTensorOf<[Stablehlo_DimensionValue]>;
def Stablehlo_StaticDimensionTensor
    : RankedTensorOf<[Stablehlo_DimensionValue],
                     [HasStaticShapePred, HasAnyRankOfPred<[1]>],
                     "statically shaped 1-dimensional tensor">;
def Stablehlo_StaticIntVector
    : RankedTensorOf<[Stablehlo_Int],
                     [HasStaticShapePred, HasAnyRankOfPred<[1]>],
                     "statically shaped 1-dimensional integer tensor">;
def Stablehlo_StaticIntMatrix
    : RankedTensorOf<[Stablehlo_Int],
                     [HasStaticShapePred, HasAnyRankOfPred<[2]>],
                     "statically shaped 2-dimensional integer tensor">;

//===----------------------------------------------------------------------===//
// Other values
//===----------------------------------------------------------------------===//

def Stablehlo_TokenValue
    : Type<CPred<"::llvm::isa<::hloom::stablehlo::TokenType>($_self)">, "token",
           "::hloom::stablehlo::TokenType">;
def Stablehlo_FutureValue
    : Type<CPred<"::llvm::isa<::hloom::stablehlo::FutureType>($_self)">,
           "future", "::hloom::stablehlo::FutureType">;
def Stablehlo_Buffer
    : MemRefOf<[Stablehlo_Float, Stablehlo_Pred, Stablehlo_Int,
                Stablehlo_Complex, Stablehlo_Quantized]>;
def Stablehlo_Tuple
    : NestedTupleOf<[Stablehlo_AnyTensor, Stablehlo_Buffer,
                     Stablehlo_TokenValue]>;
def Stablehlo_TensorOrToken
    : AnyTypeOf<[Stablehlo_AnyTensor, Stablehlo_TokenValue]>;
// A tensor without per-axis quantization, or a token.
def Stablehlo_PerTensorOrToken
    : AnyTypeOf<[Stablehlo_Tensor, Stablehlo_TokenValue]>;
def Stablehlo_TensorTokenOrBuffer
    : AnyTypeOf<[Stablehlo_AnyTensor, Stablehlo_TokenValue, Stablehlo_Buffer]>;
def Stablehlo_TensorTokenOrTuple
    : AnyTypeOf<[Stablehlo_AnyTensor, Stablehlo_TokenValue, Stablehlo_Tuple]>;
def Stablehlo_Value
    : AnyTypeOf<[Stablehlo_AnyTensor, Stablehlo_TokenValue, Stablehlo_Tuple,
                 Stablehlo_Buffer]>;
def Stablehlo_StaticTensorOrToken
    : AnyTypeOf<[Stablehlo_StaticTensor, Stablehlo_TokenValue]>;
// Tensors of custom calls may be unranked.
def Stablehlo_CustomCallTensor
    : TensorOf<[Stablehlo_Float, Stablehlo_Pred, Stablehlo_Int,
                Stablehlo_Complex, Stablehlo_Quantized,
                Stablehlo_PerAxisQuantized], [Stablehlo_QuantizedAxisFits]>;
def Stablehlo_CustomCallValue
    : AnyTypeOf<[Stablehlo_CustomCallTensor, Stablehlo_Buffer,
                 Stablehlo_TokenValue,
                 NestedTupleOf<[Stablehlo_CustomCallTensor, Stablehlo_Buffer,
                                Stablehlo_TokenValue]>,
                 Stablehlo_FutureValue]>;
// The type belongs to MLIR's shape dialect. The constraint compares the name,
// because the dialect is not needed otherwise.
def Stablehlo_Witness
    : Type<CPred<"$_self.getDialect().getNamespace() == \"shape\"">,
           "witness of the shape dialect">;

//===----------------------------------------------------------------------===//
// Traits
//===----------------------------------------------------------------------===//

// Rust infers the result types from operands and attributes.
// `isCompatibleReturnTypes` has a default body, so `DeclareOpInterfaceMethods`
// does not declare it. ODS takes declarations only from native traits.
def Stablehlo_InfersInRust
    : NativeOpTrait<"InfersInRust", [], [{
        static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange declared) {
          return ::hloom::compatibleReturnTypes(inferred, declared);
        }
      }]> {
  let cppNamespace = "::hloom::stablehlo";
}
def Stablehlo_InferTypes
    : TraitList<[DeclareOpInterfaceMethods<InferTypeOpInterface>,
                 Stablehlo_InfersInRust]>;

def Stablehlo_SpeculatableIfStaticTrait
    : NativeOpTrait<"SpeculatableIfStatic"> {
  let cppNamespace = "::hloom::stablehlo";
}
def Stablehlo_SpeculatableIfStatic
    : TraitList<[ConditionallySpeculatable,
                 Stablehlo_SpeculatableIfStaticTrait]>;

// No effects, and speculatable if all shapes are static, because then the
// verifier has checked everything that could fail. With dynamic shapes, the
// operands may be incompatible at run time, which is undefined behavior.
def Stablehlo_Pure
    : TraitList<[NoMemoryEffect, Stablehlo_SpeculatableIfStatic]>;

// Like `Stablehlo_Pure`, but for an operation with regions, which is as pure as
// the operations in its regions.
def Stablehlo_RecursivelyPure
    : TraitList<[RecursiveMemoryEffects, Stablehlo_SpeculatableIfStatic]>;

// No effects, but not speculatable: values of operands or unchecked promises in
// attributes can make the behavior undefined.
def Stablehlo_NotSpeculatable : TraitList<[NoMemoryEffect]>;

// Each region has one block, which ends with `stablehlo.return`.
def Stablehlo_Regions : TraitList<[SingleBlockImplicitTerminator<"ReturnOp">]>;

//===----------------------------------------------------------------------===//
// Operation classes
//===----------------------------------------------------------------------===//

// The base class of all operations. Rust checks all constraints except those on
// the types of operands and attributes.
class Stablehlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<Stablehlo_Dialect, mnemonic, traits> {
  // The family of operations: the verifier, the evaluator and the lowerings have
  // a module for each.
  string family = ?;
  // Whether XLA counts an element of the result as a transcendental function.
  bit transcendental = 0;
  // Whether a pass at level hlo replaces the operation by others, so that the
  // conversion to linalg needs no code for it.
  bit expanded = 0;
  // The opcode of the equivalent instruction of HLO; empty if the instruction of
  // this name is not equivalent.
  string opcode = !subst("_", "-", mnemonic);
  let hasVerifier = 1;
}

#endif // HLOOM_STABLEHLO_BASE
