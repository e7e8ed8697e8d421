// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `hlo-fuse-elementwise`: upstream's fusion patterns, which it exposes to C++
// alone; what to apply them to is decided in Rust.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

extern "C" bool hloom_rs_may_fuse(MlirOperation producer,
                                  MlirOperation consumer, intptr_t operand);

namespace {

/// Rewrites that fusion may take for each operation of the program.
constexpr int64_t kMostRewritesEach = 64;

/// What is fused twice is read once and computed once. Without it, bodies would
/// grow with the number of paths through a program, not with its length.
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
    mlir::DominanceInfo dominance(op);
    mlir::eliminateCommonSubExpressions(rewriter, dominance, op, &changed);
    return llvm::success(changed);
  }
};

class FuseElementwise
    : public mlir::PassWrapper<FuseElementwise, mlir::OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FuseElementwise)

  llvm::StringRef getArgument() const override {
    return "hlo-fuse-elementwise";
  }
  llvm::StringRef getDescription() const override {
    return "fuse elementwise and layout-changing linalg.generic operations "
           "into "
           "their consumers";
  }
  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::linalg::LinalgDialect, mlir::tensor::TensorDialect>();
  }

  void runOnOperation() override {
    mlir::MLIRContext *context = &getContext();
    mlir::linalg::ControlFusionFn control = [](mlir::OpOperand *operand) {
      mlir::Operation *producer = operand->get().getDefiningOp();
      return producer &&
             hloom_rs_may_fuse(wrap(producer), wrap(operand->getOwner()),
                               operand->getOperandNumber());
    };
    mlir::RewritePatternSet patterns(context);
    patterns.add<ComputeOnce>(context);
    mlir::linalg::populateElementwiseOpsFusionPatterns(patterns, control);
    mlir::linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, control);
    mlir::linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
    mlir::tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    mlir::tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                               context);
    mlir::GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true);
    // The program is right wherever fusion stops: should rewrites ever undo
    // each other, it ends all the same.
    int64_t operations = 0;
    getOperation()->walk([&](mlir::Operation *) { ++operations; });
    config.setMaxNumRewrites(kMostRewritesEach * operations);
    (void)mlir::applyPatternsGreedily(getOperation(), std::move(patterns),
                                      config);
  }
};

} // namespace

extern "C" void hloomRegisterFuseElementwise() {
  mlir::registerPass([] { return std::make_unique<FuseElementwise>(); });
}
