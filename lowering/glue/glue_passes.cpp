// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that run upstream patterns which upstream exposes to C++ alone; what
// to apply them to is decided in Rust.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

extern "C" bool hloom_rs_may_fuse(MlirOperation producer,
                                  MlirOperation consumer, intptr_t operand);

namespace {

class FuseElementwise
    : public mlir::PassWrapper<FuseElementwise, mlir::OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FuseElementwise)

  llvm::StringRef getArgument() const override { return "hlo-fuse-elementwise"; }
  llvm::StringRef getDescription() const override {
    return "fuse elementwise and layout-changing linalg.generic operations into "
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
    mlir::linalg::populateElementwiseOpsFusionPatterns(patterns, control);
    mlir::linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, control);
    mlir::linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
    mlir::tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    mlir::tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                               context);
    mlir::GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true);
    if (mlir::failed(mlir::applyPatternsGreedily(getOperation(),
                                                 std::move(patterns), config)))
      signalPassFailure();
  }
};

/// An integer to bf16 by way of f32, whose rounding is then expanded. (Integers
/// that f32 rounds too are rounded twice, as XLA does.)
template <typename Op>
struct IntegerToBf16 : mlir::OpRewritePattern<Op> {
  using mlir::OpRewritePattern<Op>::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(Op op, mlir::PatternRewriter &rewriter) const override {
    mlir::Type type = op.getType();
    if (!mlir::getElementTypeOrSelf(type).isBF16())
      return mlir::failure();
    mlir::Type wide = rewriter.getF32Type();
    if (auto shaped = llvm::dyn_cast<mlir::ShapedType>(type))
      wide = shaped.clone(wide);
    mlir::Value value = Op::create(rewriter, op.getLoc(), wide, op.getIn());
    rewriter.replaceOpWithNewOp<mlir::arith::TruncFOp>(op, type, value);
    return mlir::success();
  }
};

/// Rounding to bf16 and widening from it by integer arithmetic. LLVM would use
/// instructions that flush subnormals where the target has them, and library
/// calls where it has not.
class ExpandBf16 : public mlir::PassWrapper<ExpandBf16, mlir::OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandBf16)

  llvm::StringRef getArgument() const override { return "hlo-expand-bf16"; }
  llvm::StringRef getDescription() const override {
    return "expand conversions to and from bf16 to integer arithmetic";
  }
  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::arith::ArithDialect>();
  }

  void runOnOperation() override {
    mlir::RewritePatternSet patterns(&getContext());
    mlir::arith::populateExpandBFloat16Patterns(patterns);
    patterns.add<IntegerToBf16<mlir::arith::SIToFPOp>,
                 IntegerToBf16<mlir::arith::UIToFPOp>>(&getContext());
    mlir::ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](mlir::Operation *) { return true; });
    target.addDynamicallyLegalOp<mlir::arith::SIToFPOp, mlir::arith::UIToFPOp>(
        [](mlir::Operation *op) {
          return !mlir::getElementTypeOrSelf(op->getResult(0)).isBF16();
        });
    target.addDynamicallyLegalOp<mlir::arith::ExtFOp>([](mlir::arith::ExtFOp op) {
      return !mlir::getElementTypeOrSelf(op.getIn()).isBF16() ||
             !mlir::getElementTypeOrSelf(op.getOut()).isF32();
    });
    target.addDynamicallyLegalOp<mlir::arith::TruncFOp>(
        [](mlir::arith::TruncFOp op) {
          return !mlir::getElementTypeOrSelf(op.getIn()).isF32() ||
                 !mlir::getElementTypeOrSelf(op.getOut()).isBF16();
        });
    if (mlir::failed(mlir::applyPartialConversion(getOperation(), target,
                                                  std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

extern "C" void hloomRegisterGluePasses() {
  mlir::registerPass([] { return std::make_unique<FuseElementwise>(); });
  mlir::registerPass([] { return std::make_unique<ExpandBf16>(); });
}
