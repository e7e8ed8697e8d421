// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations between the participants of one execution, which the specification
// calls processes, and asynchronous operations.

#ifndef HLOOM_STABLEHLO_COLLECTIVE_OPS
#define HLOOM_STABLEHLO_COLLECTIVE_OPS

include "mlir/IR/SymbolInterfaces.td"
include "stablehlo/StablehloAttrs.td"

class Stablehlo_CollectiveFamilyOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let family = "Collective";
}

// An operation that all participants of a group execute together. It has no
// effect trait, so that passes neither remove, merge nor move it. Otherwise a
// participant could wait for others that never arrive.
class Stablehlo_CollectiveOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_CollectiveFamilyOp<mnemonic, traits # [DeclareOpInterfaceMethods<
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
// Within groups of participants
//===----------------------------------------------------------------------===//

def Stablehlo_AllGatherOp : Stablehlo_CollectiveOp<"all_gather"> {
  let summary = "concatenates the operands of all participants of a group";
  let description = [{
    Each participant receives the operands of its group, concatenated along
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
  let summary = "reduces the operands of all participants of a group";
  let description = [{
    Each participant receives the elementwise reduction of its group's operands by
    `computation`. Specification: `all_reduce`.
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
  let summary = "exchanges parts of the operands within a group";
  let description = [{
    Each participant splits its operands along `split_dimension` and sends one
    part to each participant of its group. It concatenates the parts that it
    receives along `concat_dimension`. Specification: `all_to_all`.
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
  let summary = "sends the operands of one participant to its whole group";
  let description = [{
    Each participant receives the operands of its group's root. The root is the
    first participant or, with `has_dynamic_root`, the participant that the last
    operand specifies. Participants that are not in a group receive zeros.
    Specification: `collective_broadcast`.
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
  let summary = "reduces the operands of a group for one participant";
  let description = [{
    The root of each group receives the reduction of the group's operands by
    `computation`. All other participants receive zeros. Specification:
    `collective_reduce`.
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
  let summary = "reduces the operands of a group and splits the result";
  let description = [{
    Reduces the operands of a group by `computation` and splits the result along
    `scatter_dimension`. Each participant receives one part. Specification:
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
// Between single participants
//===----------------------------------------------------------------------===//

def Stablehlo_CollectivePermuteOp
    : Stablehlo_CollectiveFamilyOp<"collective_permute", [Stablehlo_InferTypes]> {
  let summary = "sends operands from participant to participant";
  let description = [{
    Each pair of `source_target_pairs` sends the operand of a source to a
    target. A participant that is not a target receives zeros. Specification:
    `collective_permute`.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       I64ElementsAttr:$source_target_pairs,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_CrossReplicaSumOp
    : Stablehlo_CollectiveFamilyOp<"cross-replica-sum", [Stablehlo_InferTypes]> {
  let summary = "sums the operands of all replicas of a group";
  let description = [{
    Each replica receives the sum of the operands of its group's replicas.
    Deprecated in favor of `all_reduce`. Specification: Deprecated Operations.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand,
                       I64ElementsAttr:$replica_groups);
  let results = (outs Stablehlo_Tensor:$result);
}

//===----------------------------------------------------------------------===//
// Ids of participants
//===----------------------------------------------------------------------===//

def Stablehlo_PartitionIdOp
    : Stablehlo_CollectiveFamilyOp<"partition_id", [Pure, Stablehlo_InferTypes]> {
  let summary = "partition id of the executing participant";
  let description = "Returns a scalar. Specification: `partition_id`.";
  let results = (outs Stablehlo_UI32Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def Stablehlo_ReplicaIdOp
    : Stablehlo_CollectiveFamilyOp<"replica_id", [Pure, Stablehlo_InferTypes]> {
  let summary = "replica id of the executing participant";
  let description = "Returns a scalar. Specification: `replica_id`.";
  let results = (outs Stablehlo_UI32Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

//===----------------------------------------------------------------------===//
// Asynchronous operations
//===----------------------------------------------------------------------===//

def Stablehlo_AsyncStartOp
    : Stablehlo_CollectiveFamilyOp<"async_start", [IsolatedFromAbove, Stablehlo_Regions,
                                   Stablehlo_InferTypes]> {
  let family = "Communication";
  let summary = "starts an asynchronous computation";
  let description = [{
    Starts the computation in its region, a collective or a slice, and returns
    without waiting for it. Specification: `async_start`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands);
  let results = (outs Stablehlo_FutureValue:$result);
  let regions = (region SizedRegion<1>:$body);
}

def Stablehlo_AsyncDoneOp : Stablehlo_CollectiveFamilyOp<"async_done", [Stablehlo_InferTypes]> {
  let family = "Communication";
  let summary = "waits for an asynchronous computation";
  let description = [{
    Waits for the computation of the future and returns its results.
    Specification: `async_done`.
  }];
  let arguments = (ins Stablehlo_FutureValue:$operand);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
}

#endif // HLOOM_STABLEHLO_COLLECTIVE_OPS
