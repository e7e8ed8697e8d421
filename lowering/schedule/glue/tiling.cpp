// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wraps upstream's tiling and fusion of producers, which MLIR's C API lacks.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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

/// Emits the tile of `rawOp` with an offset and a size for each of its `count`
/// loops, before `rawNext`. Returns the tiled operation, or null on failure.
extern "C" MlirOperation hloomTile(MlirOperation rawOp, MlirOperation rawNext,
                                   const MlirValue *rawOffsets,
                                   const int64_t *rawSizes, size_t count) {
  auto op = llvm::dyn_cast<mlir::TilingInterface>(unwrap(rawOp));
  if (!op)
    return MlirOperation{nullptr};
  mlir::IRRewriter rewriter(op->getContext());
  rewriter.setInsertionPoint(unwrap(rawNext));
  llvm::SmallVector<mlir::Value> values;
  (void)unwrapList(count, rawOffsets, values);
  auto offsets = mlir::getAsOpFoldResult(mlir::ValueRange(values));
  auto sizes = mlir::getAsIndexOpFoldResult(
      op->getContext(), llvm::ArrayRef<int64_t>(rawSizes, count));
  auto result = op.getTiledImplementation(rewriter, offsets, sizes);
  if (mlir::failed(result) || result->tiledOps.size() != 1)
    return MlirOperation{nullptr};
  return wrap(result->tiledOps.front());
}

/// Replaces the tensor.extract_slice `rawSlice` by the tile of the operation
/// that computes its source. Returns that tile, or null on failure.
extern "C" MlirOperation hloomFuseProducer(MlirOperation rawSlice) {
  auto slice = llvm::dyn_cast<mlir::tensor::ExtractSliceOp>(unwrap(rawSlice));
  if (!slice)
    return MlirOperation{nullptr};
  auto producer = llvm::dyn_cast<mlir::OpResult>(slice.getSource());
  if (!producer)
    return MlirOperation{nullptr};
  mlir::IRRewriter rewriter(slice->getContext());
  rewriter.setInsertionPoint(slice);
  auto result = mlir::tensor::replaceExtractSliceWithTiledProducer(
      rewriter, slice, producer);
  if (mlir::failed(result) || result->tiledOps.size() != 1)
    return MlirOperation{nullptr};
  rewriter.replaceOp(slice, result->tiledValues);
  return wrap(result->tiledOps.front());
}
