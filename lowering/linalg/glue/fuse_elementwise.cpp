// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass `hloom-fuse-elementwise`. It applies upstream's fusion patterns, which
// MLIR's C API lacks. The fusion policy is in Rust (policy.rs).

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace {

/// Limit on the number of rewrites, per operation of the program.
constexpr int64_t kMostRewritesEach = 64;

/// Replaces duplicate inputs and common subexpressions in the body of a
/// linalg.generic by the first one. Fusion creates both when a producer is
/// fused along several paths. Without this pattern, bodies grow with the number
/// of paths through a program, not with its length.
struct ComputeOnce : mlir::OpRewritePattern<mlir::linalg::GenericOp> {
  explicit ComputeOnce(mlir::MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  llvm::LogicalResult
  matchAndRewrite(mlir::linalg::GenericOp op,
                  mlir::PatternRewriter &rewriter) const override {
    bool changed = false;
    llvm::DenseMap<std::pair<mlir::Value, mlir::AffineMap>, mlir::Value> read;
    for (mlir::OpOperand *input : op.getDpsInputOperands()) {
      mlir::BlockArgument element = op.getMatchingBlockArgument(input);
      auto [first, isNew] = read.try_emplace(
          {input->get(), op.getMatchingIndexingMap(input)}, element);
      if (isNew || element.use_empty())
        continue;
      rewriter.replaceAllUsesWith(element, first->second);
      changed = true;
    }
    // Equal operations read equal inputs or indices. Without any, the search
    // would cost time in proportion to the body after each fusion.
    llvm::SmallDenseSet<uint64_t> dimensions;
    bool repeated = changed;
    for (auto index : op.getBody()->getOps<mlir::linalg::IndexOp>())
      repeated |= !dimensions.insert(index.getDim()).second;
    if (!repeated)
      return llvm::failure();
    mlir::DominanceInfo dominance(op);
    mlir::eliminateCommonSubExpressions(rewriter, dominance, op, &changed);
    return llvm::success(changed);
  }
};

} // namespace

/// Applies upstream's fusion patterns inside `rawRoot` where `mayFuse` allows
/// it. The last argument of `mayFuse` is the number of the consumer's operand.
extern "C" void hloomFuseElementwise(MlirOperation rawRoot,
                                     bool (*mayFuse)(MlirOperation producer,
                                                     MlirOperation consumer,
                                                     intptr_t operand)) {
  mlir::Operation *root = unwrap(rawRoot);
  mlir::MLIRContext *context = root->getContext();
  mlir::linalg::ControlFusionFn control = [=](mlir::OpOperand *operand) {
    mlir::Operation *producer = operand->get().getDefiningOp();
    return producer && mayFuse(wrap(producer), wrap(operand->getOwner()),
                               operand->getOperandNumber());
  };
  mlir::RewritePatternSet patterns(context);
  patterns.add<ComputeOnce>(context);
  mlir::linalg::populateElementwiseOpsFusionPatterns(patterns, control);
  mlir::linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, control);
  mlir::linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
  mlir::tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
  mlir::tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
  mlir::GreedyRewriteConfig config;
  config.setUseTopDownTraversal(true);
  // The program is correct after any number of rewrites. The limit ends the
  // pass even if rewrites undo each other.
  int64_t operations = 0;
  root->walk([&](mlir::Operation *) { ++operations; });
  config.setMaxNumRewrites(kMostRewritesEach * operations);
  (void)mlir::applyPatternsGreedily(root, std::move(patterns), config);
}
