// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of the dialect. Tensors, tuples and quantized element types are
// MLIR's.

#ifndef HLOOM_STABLEHLO_TYPES
#define HLOOM_STABLEHLO_TYPES

include "forward/Bytecode.td"
include "mlir/IR/AttrTypeBase.td"
include "stablehlo/StablehloBase.td"

def Stablehlo_TokenType : TypeDef<Stablehlo_Dialect, "Token">, BytecodeCode<0> {
  let mnemonic = "token";
  let summary = "a token that orders effects";
  let description = [{
    A value without contents. An operation with effects takes a token and
    returns a token. It is ordered after the operations whose tokens it takes.
    Specification: Types.
  }];
}

def Stablehlo_FutureType
    : TypeDef<Stablehlo_Dialect, "Future">, BytecodeCode<1> {
  let mnemonic = "future";
  let summary = "the results of an asynchronous computation";
  let description = [{
    The tensors that an asynchronous operation computes. `async_start` returns a
    future, and `async_done` waits for it. Specification: Types.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
  let genVerifyDecl = 1;
}

#endif // HLOOM_STABLEHLO_TYPES
