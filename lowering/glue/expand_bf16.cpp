// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `hlo-expand-bf16`: rounding to bf16 and widening from it become integer
// arithmetic, and where values are only moved they are moved as i16. LLVM would
// use instructions that flush subnormals where the target has them, and library
// calls where it has not. With `f16`, its values are moved as i16, too: LLVM
// would convert what it only moves where it has no registers for it.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/StringSet.h"

namespace arith = mlir::arith;

namespace {

mlir::Type elementOf(mlir::Value value) {
  return mlir::getElementTypeOrSelf(value.getType());
}

mlir::Type withElement(mlir::Type like, mlir::Type element) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(like);
  return shaped ? shaped.clone(element) : element;
}

/// An integer to bf16 by way of f32, whose rounding is then expanded. (Integers
/// that f32 rounds too are rounded twice, as XLA does.)
template <typename Op> struct IntegerToBf16 : mlir::OpRewritePattern<Op> {
  using mlir::OpRewritePattern<Op>::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(Op op, mlir::PatternRewriter &rewriter) const override {
    if (!elementOf(op.getOut()).isBF16())
      return mlir::failure();
    mlir::Type wide = withElement(op.getType(), rewriter.getF32Type());
    mlir::Value value = Op::create(rewriter, op.getLoc(), wide, op.getIn());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), value);
    return mlir::success();
  }
};

/// f32 to bf16, to the nearest, ties to even. A NaN stays one of its sign, as
/// for XLA; upstream's expansion gives it the sign of none.
struct F32ToBf16 : mlir::OpRewritePattern<arith::TruncFOp> {
  explicit F32ToBf16(mlir::MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  mlir::LogicalResult
  matchAndRewrite(arith::TruncFOp op,
                  mlir::PatternRewriter &rewriter) const override {
    if (!elementOf(op.getIn()).isF32() || !elementOf(op.getOut()).isBF16() ||
        op.getRoundingmodeAttr())
      return mlir::failure();
    mlir::ImplicitLocOpBuilder build(op.getLoc(), rewriter);
    mlir::Value number = op.getIn();
    mlir::Type i32 = withElement(op.getType(), build.getI32Type());
    mlir::Type i16 = withElement(op.getType(), build.getI16Type());
    auto constant = [&](mlir::Type type, int64_t value) -> mlir::Value {
      mlir::TypedAttr attribute =
          build.getIntegerAttr(mlir::getElementTypeOrSelf(type), value);
      if (auto shaped = llvm::dyn_cast<mlir::ShapedType>(type))
        attribute = mlir::DenseElementsAttr::get(shaped, attribute);
      return arith::ConstantOp::create(build, attribute);
    };
    mlir::Value isNan =
        arith::CmpFOp::create(build, arith::CmpFPredicate::UNE, number, number);
    mlir::Value bits = arith::BitcastOp::create(build, i32, number);
    mlir::Value half = constant(i32, 16);
    mlir::Value high = arith::ShRUIOp::create(build, bits, half);
    // A bit less than half of the last place, and that bit where it is odd.
    mlir::Value odd = arith::AndIOp::create(build, high, constant(i32, 1));
    mlir::Value less = arith::AddIOp::create(build, odd, constant(i32, 0x7fff));
    mlir::Value sum = arith::AddIOp::create(build, bits, less);
    mlir::Value nearest = arith::ShRUIOp::create(build, sum, half);
    mlir::Value quiet = arith::OrIOp::create(build, high, constant(i32, 0x40));
    mlir::Value chosen = arith::SelectOp::create(build, isNan, quiet, nearest);
    mlir::Value rounded = arith::TruncIOp::create(build, i16, chosen);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), rounded);
    return mlir::success();
  }
};

/// f64 to bf16 by way of f32, rounded to odd: the last bit says whether
/// anything was cut off, so that the second rounding is that of the f64 (Boldo
/// and Melquiond, "When double rounding is odd", 2005).
struct F64ToBf16 : mlir::OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(arith::TruncFOp op,
                  mlir::PatternRewriter &rewriter) const override {
    if (!elementOf(op.getIn()).isF64() || !elementOf(op.getOut()).isBF16() ||
        op.getRoundingmodeAttr())
      return mlir::failure();
    mlir::ImplicitLocOpBuilder build(op.getLoc(), rewriter);
    mlir::Value exact = op.getIn();
    mlir::Type f32 = withElement(op.getType(), build.getF32Type());
    mlir::Type i32 = withElement(op.getType(), build.getI32Type());
    auto compare = [&](arith::CmpFPredicate predicate, mlir::Value a,
                       mlir::Value b) {
      return arith::CmpFOp::create(build, predicate, a, b).getResult();
    };
    mlir::Value near = arith::TruncFOp::create(build, f32, exact);
    mlir::Value again = arith::ExtFOp::create(build, exact.getType(), near);
    mlir::Value zero = arith::ConstantOp::create(
        build, exact.getType(), build.getZeroAttr(exact.getType()));
    // Away from zero, on the side of it where the number is.
    mlir::Value above = compare(arith::CmpFPredicate::OGT, again, exact);
    mlir::Value below = compare(arith::CmpFPredicate::OLT, again, exact);
    mlir::Value negative = compare(arith::CmpFPredicate::OLT, exact, zero);
    mlir::Value away = arith::SelectOp::create(build, negative, below, above);
    mlir::Value inexact = compare(arith::CmpFPredicate::ONE, again, exact);
    mlir::Value bits = arith::BitcastOp::create(build, i32, near);
    mlir::Value one = arith::ExtUIOp::create(build, i32, away);
    mlir::Value cut = arith::SubIOp::create(build, bits, one);
    mlir::Value sticky = arith::ExtUIOp::create(build, i32, inexact);
    mlir::Value odd = arith::OrIOp::create(build, cut, sticky);
    mlir::Value rounded = arith::BitcastOp::create(build, f32, odd);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), rounded);
    return mlir::success();
  }
};

/// bf16 to f64 by way of f32, which is exact.
struct Bf16ToF64 : mlir::OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(arith::ExtFOp op,
                  mlir::PatternRewriter &rewriter) const override {
    if (!elementOf(op.getIn()).isBF16() || !elementOf(op.getOut()).isF64())
      return mlir::failure();
    mlir::Type f32 = withElement(op.getType(), rewriter.getF32Type());
    mlir::Value value =
        arith::ExtFOp::create(rewriter, op.getLoc(), f32, op.getIn());
    rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, op.getType(), value);
    return mlir::success();
  }
};

/// Whether an operation computes with the values it takes, and does not just
/// move them.
bool computes(mlir::Operation *op) {
  static const llvm::StringSet<> movers = {"arith.bitcast",
                                           "arith.constant",
                                           "arith.select",
                                           "vector.broadcast",
                                           "vector.extract",
                                           "vector.extract_strided_slice",
                                           "vector.from_elements",
                                           "vector.insert",
                                           "vector.insert_strided_slice",
                                           "vector.load",
                                           "vector.maskedload",
                                           "vector.maskedstore",
                                           "vector.shape_cast",
                                           "vector.shuffle",
                                           "vector.store",
                                           "vector.to_elements",
                                           "vector.transfer_read",
                                           "vector.transfer_write",
                                           "vector.transpose"};
  llvm::StringRef name = op->getName().getStringRef();
  static const llvm::StringSet<> dialects = {"arith", "math", "vector",
                                             "linalg", "complex"};
  return (dialects.contains(op->getName().getDialectNamespace()) &&
          !movers.contains(name)) ||
         name == "memref.atomic_rmw";
}

class ExpandBf16 : public mlir::PassWrapper<ExpandBf16, mlir::OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandBf16)

  llvm::StringRef getArgument() const override { return "hlo-expand-bf16"; }
  llvm::StringRef getDescription() const override {
    return "expand conversions to and from bf16, and move its values as i16";
  }
  ExpandBf16() = default;
  ExpandBf16(const ExpandBf16 &other) : PassWrapper(other) {}

  Option<bool> f16{*this, "f16", llvm::cl::init(false),
                   llvm::cl::desc("move f16 as i16, too; nothing converts it")};

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect>();
  }

  void runOnOperation() override {
    if (mlir::failed(expandConversions()) || mlir::failed(findArithmetic()))
      return signalPassFailure();
    moveAsIntegers();
  }

private:
  mlir::LogicalResult expandConversions() {
    mlir::RewritePatternSet patterns(&getContext());
    arith::populateExpandBFloat16Patterns(patterns);
    patterns.add<IntegerToBf16<arith::SIToFPOp>, IntegerToBf16<arith::UIToFPOp>,
                 F32ToBf16, F64ToBf16, Bf16ToF64>(&getContext());
    mlir::ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](mlir::Operation *) { return true; });
    target.addDynamicallyLegalOp<arith::SIToFPOp, arith::UIToFPOp,
                                 arith::TruncFOp>([](mlir::Operation *op) {
      return !elementOf(op->getResult(0)).isBF16();
    });
    target.addDynamicallyLegalOp<arith::ExtFOp>(
        [](arith::ExtFOp op) { return !elementOf(op.getIn()).isBF16(); });
    return mlir::applyPartialConversion(getOperation(), target,
                                        std::move(patterns));
  }

  bool isMoved(mlir::Type type) {
    return type.isBF16() || (f16 && type.isF16());
  }

  /// Refuses what would compute with the bits as if they were an integer.
  mlir::LogicalResult findArithmetic() {
    mlir::WalkResult result = getOperation()->walk([&](mlir::Operation *op) {
      if (!computes(op))
        return mlir::WalkResult::advance();
      llvm::SmallVector<mlir::Value> values(op->getOperands());
      llvm::append_range(values, op->getResults());
      for (mlir::Value value : values) {
        mlir::Type element = elementOf(value);
        if (!isMoved(element))
          continue;
        op->emitOpError("computes in ")
            << element << ": it has to be emulated in f32 first";
        return mlir::WalkResult::interrupt();
      }
      return mlir::WalkResult::advance();
    });
    return mlir::failure(result.wasInterrupted());
  }

  void moveAsIntegers() {
    mlir::Type i16 = mlir::IntegerType::get(&getContext(), 16);
    mlir::AttrTypeReplacer replacer;
    replacer.addReplacement(
        [&](mlir::FloatType type) -> std::optional<mlir::Type> {
          return isMoved(type) ? std::optional(i16) : std::nullopt;
        });
    replacer.addReplacement(
        [&](mlir::FloatAttr value) -> std::optional<mlir::Attribute> {
          if (!isMoved(value.getType()))
            return std::nullopt;
          return mlir::IntegerAttr::get(i16, value.getValue().bitcastToAPInt());
        });
    replacer.addReplacement(
        [&](mlir::DenseElementsAttr values) -> std::optional<mlir::Attribute> {
          if (!isMoved(values.getElementType()))
            return std::nullopt;
          return values.bitcast(i16);
        });
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    getOperation()->walk([](arith::BitcastOp op) {
      if (op.getIn().getType() != op.getType())
        return;
      op.replaceAllUsesWith(op.getIn());
      op.erase();
    });
  }
};

} // namespace

extern "C" void hloomRegisterExpandBf16() {
  mlir::registerPass([] { return std::make_unique<ExpandBf16>(); });
}
