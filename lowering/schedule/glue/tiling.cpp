// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wraps upstream's tile-and-fuse for scf.forall, which MLIR's C API lacks.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/TilingInterface.h"

/// Tiles `rawRoot` by `sizes` into one scf.forall and fuses the producers that
/// `fuse` accepts into it. There is one size per loop of the root; a loop of
/// size 0 is not tiled. `data` is passed to `fuse`. Returns the loop, or null
/// on failure.
extern "C" MlirOperation hloomTileAndFuse(MlirOperation rawRoot,
                                          const int64_t *sizes, size_t count,
                                          bool (*fuse)(MlirOperation, void *),
                                          void *data) {
  mlir::Operation *root = unwrap(rawRoot);
  auto tiled = llvm::dyn_cast<mlir::TilingInterface>(root);
  if (!tiled)
    return MlirOperation{nullptr};
  mlir::IRRewriter rewriter(root->getContext());
  rewriter.setInsertionPoint(root);

  mlir::scf::SCFTileAndFuseOptions options;
  options.tilingOptions.setTileSizes(mlir::getAsIndexOpFoldResult(
      root->getContext(), llvm::ArrayRef<int64_t>(sizes, count)));
  options.tilingOptions.setLoopType(
      mlir::scf::SCFTilingOptions::LoopType::ForallOp);
  using Control = mlir::scf::SCFTileAndFuseOptions::ControlFnResult;
  options.setFusionControlFn([&](mlir::tensor::ExtractSliceOp,
                                 mlir::OpResult producer,
                                 bool) -> std::optional<Control> {
    if (!fuse(wrap(producer.getOwner()), data))
      return std::nullopt;
    return Control{};
  });
  auto result =
      mlir::scf::tileConsumerAndFuseProducersUsingSCF(rewriter, tiled, options);
  if (mlir::failed(result) || result->loops.empty())
    return MlirOperation{nullptr};
  for (auto [from, to] : result->replacements)
    rewriter.replaceAllUsesWith(from, to);
  return wrap(result->loops.front().getOperation());
}
