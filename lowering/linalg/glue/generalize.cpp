// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of named linalg operations to linalg.generic, which MLIR's C API
// lacks.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace {

/// Allows fused multiply-add and any order of sums, as a named operation does
/// not say how it computes its sums.
void allowReassociation(linalg::GenericOp op) {
  auto flags = arith::FastMathFlags::reassoc | arith::FastMathFlags::contract;
  op.walk([&](Operation *inner) {
    if (auto sum = dyn_cast<arith::AddFOp>(inner))
      sum.setFastmath(flags);
    else if (auto product = dyn_cast<arith::MulFOp>(inner))
      product.setFastmath(arith::FastMathFlags::contract);
  });
}

/// Replaces an operation that consists of several linalg operations by these
/// where upstream can.
void decompose(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  if (auto pack = dyn_cast<linalg::PackOp>(op)) {
    (void)linalg::lowerPack(rewriter, pack);
  } else if (auto unpack = dyn_cast<linalg::UnPackOp>(op)) {
    (void)linalg::lowerUnPack(rewriter, unpack);
  } else if (auto aggregate = dyn_cast<linalg::AggregatedOpInterface>(op)) {
    FailureOr<SmallVector<Value>> results =
        aggregate.decomposeOperation(rewriter);
    if (succeeded(results))
      rewriter.replaceOp(op, *results);
  }
}

} // namespace

/// Replaces the named linalg operations inside `rawRoot`, except linalg.fill,
/// by linalg.generic where upstream can.
extern "C" void hloomGeneralizeNamedOps(MlirOperation rawRoot) {
  Operation *root = unwrap(rawRoot);
  IRRewriter rewriter(root->getContext());
  SmallVector<Operation *> parts;
  root->walk([&](Operation *op) {
    if (isa_and_nonnull<linalg::LinalgDialect>(op->getDialect()) &&
        !isa<linalg::LinalgOp>(op))
      parts.push_back(op);
  });
  for (Operation *op : parts)
    decompose(rewriter, op);
  SmallVector<linalg::LinalgOp> named;
  root->walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp, linalg::FillOp>(op.getOperation()))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::GenericOp> generic =
        linalg::generalizeNamedOp(rewriter, op);
    if (succeeded(generic))
      allowReassociation(*generic);
  }
}
