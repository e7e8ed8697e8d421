// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sdy dialect: the part of Shardy's dialect that JAX emits.

#ifndef HLOOM_SDY_OPS
#define HLOOM_SDY_OPS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::hloom::sdy";
  let summary = "distribution of tensors over devices";
  let description = [{
    The part of Shardy's dialect that JAX emits. Operations and attributes are
    parsed, kept and printed. The contents of attributes are not parsed.
  }];
  let useDefaultAttributePrinterParser = 0;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

def Sdy_TextAttr : AttrDef<Sdy_Dialect, "Text"> {
  let summary = "the text of an attribute of the dialect";
  let description = [{
    The text contains the name of the attribute without the name of the dialect, such as `mesh<["x"=4]>`.
  }];
  let parameters = (ins StringRefParameter<"text of the attribute">:$text);
  let attrName = "sdy.text";
}

class Sdy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sdy_Dialect, mnemonic, traits> {
  // The family of operations: the verifier, the evaluator and the lowerings have
  // a module for each.
  string family = "Sharding";
  // Whether XLA counts an element of the result as a transcendental function.
  bit transcendental = 0;
  let hasVerifier = 1;
}

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol]> {
  let summary = "a device mesh with named axes";
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_TextAttr:$mesh);
  let assemblyFormat = "$sym_name `=` custom<Mesh>($mesh) attr-dict";
}

def Sdy_ShardingConstraintOp : Sdy_Op<"sharding_constraint", [Pure]> {
  let summary = "a tensor with a required sharding";
  let arguments = (ins AnyRankedTensor:$input, Sdy_TextAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input custom<Sharding>($sharding) attr-dict
    `:` custom<SameType>(type($input), type($result))
  }];
}

def Sdy_ShardingGroupOp : Sdy_Op<"sharding_group"> {
  let summary = "adds a tensor to a group of tensors with the same sharding";
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat = [{
    $input `group_id` `` `=` `` $group_id attr-dict `:` type($input)
  }];
}

// Operands and results are tensors, or tokens, which order effects. The
// verifier checks this constraint.
def Sdy_ManualComputationOp
    : Sdy_Op<"manual_computation", [IsolatedFromAbove, RecursiveMemoryEffects,
                                    SingleBlock]> {
  let summary = "a computation on each device with its shards of the operands";
  let arguments = (ins Variadic<AnyType>:$tensors,
                       Sdy_TextAttr:$in_shardings, Sdy_TextAttr:$out_shardings,
                       Sdy_TextAttr:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, ReturnLike, Terminator]> {
  let summary = "the results of a manual computation on one device";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

#endif // HLOOM_SDY_OPS
