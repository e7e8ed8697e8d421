// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interpreter dialect: operations that control the evaluator.

#ifndef HLOOM_INTERPRETER_OPS
#define HLOOM_INTERPRETER_OPS

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"

def Interpreter_Dialect : Dialect {
  let name = "interpreter";
  let cppNamespace = "::hloom::interpreter";
  let summary = "operations that control and observe an evaluation";
  let description = [{
    Operations with which StableHLO's own test programs control the evaluator.
    They run functions in parallel, record values and print values.
  }];
}

class Interpreter_Op<string mnemonic, list<Trait> traits = []>
    : Op<Interpreter_Dialect, mnemonic, traits> {
  // The family of operations: the verifier, the evaluator and the lowerings have
  // a module for each.
  string family = "Interpreter";
  // Whether XLA counts an element of the result as a transcendental function.
  bit transcendental = 0;
  let hasVerifier = 1;
}

def Interpreter_ProgramsAttr
    : TypedArrayAttrBase<FlatSymbolRefArrayAttr,
                         "array of arrays of function names">;

def Interpreter_RunParallelOp
    : Interpreter_Op<"run_parallel",
                     [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs functions in parallel, one on each participant";
  let description = [{
    `programs` has a row for each replica, with a function for each partition.
    The inputs are the arguments of all functions, row by row. The results are
    the results of all functions in the same order. In each participant,
    `stablehlo.infeed` reads the values that the functions of `infeed` return,
    in sequence.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs,
                       OptionalAttr<FlatSymbolRefArrayAttr>:$infeed,
                       Interpreter_ProgramsAttr:$programs);
  let results = (outs Variadic<AnyType>:$results);
}

def Interpreter_ProbeOp
    : Interpreter_Op<"probe", [AllTypesMatch<["operand", "result"]>]> {
  let summary = "records a value for `check.expect_serialized_eq`";
  let description = [{
    Every execution appends the operand to the values recorded under
    `probe_id`. The result is the operand.
  }];
  let arguments = (ins AnyRankedTensor:$operand, StrAttr:$probe_id);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $operand `,` `probe_id` `=` $probe_id attr-dict `:` type($operand)
  }];
}

def Interpreter_PrintOp : Interpreter_Op<"print"> {
  let summary = "prints a value in readable form";
  let description = "Prints the name of the value, its type and its elements.";
  let arguments = (ins AnyRankedTensor:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

#endif // HLOOM_INTERPRETER_OPS
