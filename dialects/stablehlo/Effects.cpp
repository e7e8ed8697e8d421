// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Speculatability of ops with promises about indices, and the symbols of
// collectives.

#include "stablehlo/Dialect.h"

using namespace mlir;

namespace hloom::stablehlo {

// Indices that break a promise make the behavior undefined, so an op with a
// promise is not speculatable.
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
           << "replica_groups must refer to a visible mesh, found " << mesh;
  return success();
}

} // namespace hloom::stablehlo
