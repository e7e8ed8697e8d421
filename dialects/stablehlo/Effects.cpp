// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When ops may run where the program would not run them, and the symbols that
// collectives use.

#include "stablehlo/Dialect.h"

using namespace mlir;

namespace hloom::stablehlo {

// Indices that break a promise make the op's behavior undefined.
Speculation::Speculatability GatherOp::getSpeculatability() {
  if (getIndicesAreSorted())
    return Speculation::NotSpeculatable;
  return SpeculatableIfStatic<GatherOp>::getSpeculatability();
}

Speculation::Speculatability ScatterOp::getSpeculatability() {
  if (getIndicesAreSorted() || getUniqueIndices())
    return Speculation::NotSpeculatable;
  return SpeculatableIfStatic<ScatterOp>::getSpeculatability();
}

llvm::LogicalResult verifyMeshSymbol(Operation *op, Attribute replicaGroups,
                                     SymbolTableCollection &symbols) {
  auto groups = llvm::dyn_cast_or_null<ReplicaGroupMeshAxesAttr>(replicaGroups);
  auto mesh =
      groups ? llvm::dyn_cast<FlatSymbolRefAttr>(groups.getMesh()) : nullptr;
  if (mesh && !symbols.lookupNearestSymbolFrom(op, mesh))
    return op->emitOpError()
           << "replica_groups name the mesh " << mesh << ", which is not found";
  return success();
}

} // namespace hloom::stablehlo
