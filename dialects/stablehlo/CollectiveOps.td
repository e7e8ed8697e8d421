// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations between the processes of one execution, and asynchronous ones.

#ifndef HLOOM_STABLEHLO_COLLECTIVE_OPS
#define HLOOM_STABLEHLO_COLLECTIVE_OPS

include "mlir/IR/SymbolInterfaces.td"
include "stablehlo/StablehloAttrs.td"

// An operation that all processes of a group take part in. It has no effect
// trait: passes neither remove, merge nor move it, so that every process goes
// on meeting the others.
class Stablehlo_CollectiveOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits # [DeclareOpInterfaceMethods<
                                 SymbolUserOpInterface>]> {
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verifySymbolUses(
        ::mlir::SymbolTableCollection &symbols) {
      return ::hloom::stablehlo::verifyMeshSymbol(
          getOperation(), getReplicaGroups(), symbols);
    }
  }];
}

//===----------------------------------------------------------------------===//
// Within groups of processes
//===----------------------------------------------------------------------===//

def Stablehlo_AllGatherOp : Stablehlo_CollectiveOp<"all_gather"> {
  let summary = "the operands of all processes of a group, one after another";
  let description = [{
    Each process gets the operands of its group's processes joined along
    `all_gather_dim`. Specification: `all_gather`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       I64Attr:$all_gather_dim,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
}

def Stablehlo_AllReduceOp
    : Stablehlo_CollectiveOp<"all_reduce",
                             [Stablehlo_Regions, Stablehlo_InferTypes]> {
  let summary = "the operands of all processes of a group, combined";
  let description = [{
    Each process gets the operands of its group's processes combined by
    `computation`, element by element. Specification: `all_reduce`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$computation);
}

def Stablehlo_AllToAllOp
    : Stablehlo_CollectiveOp<"all_to_all", [Stablehlo_InferTypes]> {
  let summary = "an exchange of parts within a group";
  let description = [{
    Each process splits its operands along `split_dimension`, sends a part to
    each process of its group and joins those it gets along `concat_dimension`.
    Specification: `all_to_all`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       I64Attr:$split_dimension, I64Attr:$concat_dimension,
                       I64Attr:$split_count,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
}

def Stablehlo_CollectiveBroadcastOp
    : Stablehlo_CollectiveOp<"collective_broadcast", [Stablehlo_InferTypes]> {
  let summary = "one process's operands for all of its group";
  let description = [{
    Each process gets the operands of its group's root: the first process or,
    with `has_dynamic_root`, the one the last operand names. Processes in no
    group get zeros. Specification: `collective_broadcast`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle,
                       UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let useCustomPropertiesEncoding = 1;
}

def Stablehlo_CollectiveReduceOp
    : Stablehlo_CollectiveOp<"collective_reduce", [Stablehlo_Regions,
                                         Stablehlo_InferTypes]> {
  let summary = "the operands of all processes of a group, combined for one";
  let description = [{
    The root of each group gets the operands of its processes combined by
    `computation`; the others get zeros, as do processes in no group.
    Specification: `collective_reduce`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids,
                       UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$computation);
}

def Stablehlo_ReduceScatterOp
    : Stablehlo_CollectiveOp<"reduce_scatter", [Stablehlo_Regions]> {
  let summary = "the operands of all processes of a group, combined and split";
  let description = [{
    Each process gets its part along `scatter_dimension` of the operands of its
    group's processes combined by `computation`. Specification:
    `reduce_scatter`.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, I64Attr:$scatter_dimension,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Stablehlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
}

//===----------------------------------------------------------------------===//
// Between single processes
//===----------------------------------------------------------------------===//

def Stablehlo_CollectivePermuteOp
    : Stablehlo_Op<"collective_permute", [Stablehlo_InferTypes]> {
  let summary = "operands sent from process to process";
  let description = [{
    Each process gets the operand of the process that a pair of
    `source_target_pairs` names for it, or zeros if none does. Specification:
    `collective_permute`.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       I64ElementsAttr:$source_target_pairs,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_CrossReplicaSumOp
    : Stablehlo_Op<"cross-replica-sum", [Stablehlo_InferTypes]> {
  let summary = "the sum of the operands of all replicas of a group";
  let description = [{
    Each replica gets the sum of the operands of its group's replicas.
    Deprecated in favor of `all_reduce`. Specification: Deprecated Operations.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       I64ElementsAttr:$replica_groups);
  let results = (outs Stablehlo_Tensor:$result);
}

//===----------------------------------------------------------------------===//
// Who a process is
//===----------------------------------------------------------------------===//

def Stablehlo_PartitionIdOp
    : Stablehlo_Op<"partition_id", [Pure, Stablehlo_InferTypes]> {
  let summary = "the number of this process's partition";
  let description = "A scalar. Specification: `partition_id`.";
  let results = (outs Stablehlo_UI32Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def Stablehlo_ReplicaIdOp
    : Stablehlo_Op<"replica_id", [Pure, Stablehlo_InferTypes]> {
  let summary = "the number of this process's replica";
  let description = "A scalar. Specification: `replica_id`.";
  let results = (outs Stablehlo_UI32Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

//===----------------------------------------------------------------------===//
// Asynchronous operations
//===----------------------------------------------------------------------===//

def Stablehlo_AsyncStartOp
    : Stablehlo_Op<"async_start", [IsolatedFromAbove, Stablehlo_Regions,
                                   Stablehlo_InferTypes]> {
  let summary = "the beginning of an asynchronous computation";
  let description = [{
    Starts the computation in its region, a collective or a slice, and goes on.
    Specification: `async_start`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands);
  let results = (outs Stablehlo_FutureValue:$result);
  let regions = (region SizedRegion<1>:$body);
}

def Stablehlo_AsyncDoneOp : Stablehlo_Op<"async_done", [Stablehlo_InferTypes]> {
  let summary = "the end of an asynchronous computation";
  let description = [{
    Waits for the computation that gave the future, and gives its results.
    Specification: `async_done`.
  }];
  let arguments = (ins Stablehlo_FutureValue:$operand);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
}

#endif // HLOOM_STABLEHLO_COLLECTIVE_OPS
