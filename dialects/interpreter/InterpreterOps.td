// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interpreter dialect: how a program is evaluated, and what is seen of it.

#ifndef HLOOM_INTERPRETER_OPS
#define HLOOM_INTERPRETER_OPS

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"

def Interpreter_Dialect : Dialect {
  let name = "interpreter";
  let cppNamespace = "::hloom::interpreter";
  let summary = "how a program is evaluated, and what is seen of it";
  let description = [{
    What StableHLO's own test programs say to the evaluator that runs them: to
    run functions beside each other, to keep a value, to print one.
  }];
}

class Interpreter_Op<string mnemonic, list<Trait> traits = []>
    : Op<Interpreter_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
}

def Interpreter_ProgramsAttr
    : TypedArrayAttrBase<FlatSymbolRefArrayAttr, "rows of functions">;

def Interpreter_RunParallelOp
    : Interpreter_Op<"run_parallel",
                     [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "functions beside each other in a grid of processes";
  let description = [{
    `programs` has a row for each replica, and in it a function for each
    partition. The inputs are the arguments of all of them, row by row; so are
    the results. What the functions of `infeed` return, one after another, is
    what `stablehlo.infeed` reads in each process.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs,
                       OptionalAttr<FlatSymbolRefArrayAttr>:$infeed,
                       Interpreter_ProgramsAttr:$programs);
  let results = (outs Variadic<AnyType>:$results);
}

def Interpreter_ProbeOp
    : Interpreter_Op<"probe", [AllTypesMatch<["operand", "result"]>]> {
  let summary = "its operand, which is kept for `check.expect_serialized_eq`";
  let description = [{
    Every time it runs the value is added to those kept under `probe_id`.
  }];
  let arguments = (ins AnyRankedTensor:$operand, StrAttr:$probe_id);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $operand `,` `probe_id` `=` $probe_id attr-dict `:` type($operand)
  }];
}

def Interpreter_PrintOp : Interpreter_Op<"print"> {
  let summary = "writes a value for people to read";
  let description = "The value stands in one piece, after its name.";
  let arguments = (ins AnyRankedTensor:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

#endif // HLOOM_INTERPRETER_OPS
