// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sdy dialect: how a program's tensors are distributed, as JAX says it.

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
  let summary = "how tensors are distributed over devices";
  let description = [{
    What JAX says with Shardy's dialect about shardings. It is read, kept and
    printed; the attributes are not looked into.
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
  let summary = "any attribute of the dialect, as it is written";
  let description = [{
    With its name and without the dialect's: `mesh<["x"=4]>`.
  }];
  let parameters = (ins StringRefParameter<"what is written">:$text);
  let attrName = "sdy.text";
}

class Sdy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sdy_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
}

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol]> {
  let summary = "a grid of devices with named axes";
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_TextAttr:$mesh);
  let assemblyFormat = "$sym_name `=` custom<Mesh>($mesh) attr-dict";
}

def Sdy_ShardingConstraintOp : Sdy_Op<"sharding_constraint", [Pure]> {
  let summary = "its operand, which is to be distributed in some way";
  let arguments = (ins AnyRankedTensor:$input, Sdy_TextAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input custom<Sharding>($sharding) attr-dict
    `:` custom<SameType>(type($input), type($result))
  }];
}

def Sdy_ShardingGroupOp : Sdy_Op<"sharding_group"> {
  let summary = "its operand is distributed as others of its group";
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat = [{
    $input `group_id` `` `=` `` $group_id attr-dict `:` type($input)
  }];
}

def Sdy_ManualComputationOp
    : Sdy_Op<"manual_computation", [IsolatedFromAbove, RecursiveMemoryEffects,
                                    SingleBlock]> {
  let summary = "what each device does with its part of the operands";
  let arguments = (ins Variadic<AnyRankedTensor>:$tensors,
                       Sdy_TextAttr:$in_shardings, Sdy_TextAttr:$out_shardings,
                       Sdy_TextAttr:$manual_axes);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, ReturnLike, Terminator]> {
  let summary = "the results of a manual computation on one device";
  let arguments = (ins Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

#endif // HLOOM_SDY_OPS
