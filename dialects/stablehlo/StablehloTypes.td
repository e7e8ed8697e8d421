// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect's types. Tensors, tuples and quantized element types are MLIR's.

#ifndef HLOOM_STABLEHLO_TYPES
#define HLOOM_STABLEHLO_TYPES

include "forward/Bytecode.td"
include "mlir/IR/AttrTypeBase.td"
include "stablehlo/StablehloBase.td"

def Stablehlo_TokenType : TypeDef<Stablehlo_Dialect, "Token">, BytecodeCode<0> {
  let mnemonic = "token";
  let summary = "the order of effects";
  let description = [{
    A value without contents. An operation with effects takes one and gives
    one, and so stands after those whose tokens it takes. Specification: Types.
  }];
}

def Stablehlo_FutureType
    : TypeDef<Stablehlo_Dialect, "Future">, BytecodeCode<1> {
  let mnemonic = "future";
  let summary = "tensors that are still being computed";
  let description = [{
    What `async_start` gives and `async_done` waits for: the tensors the started
    operation will have produced. Specification: Types.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
  let genVerifyDecl = 1;
}

#endif // HLOOM_STABLEHLO_TYPES
