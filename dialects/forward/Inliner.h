// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inliner interface of all dialects of this crate.

#ifndef HLOOM_FORWARD_INLINER_H
#define HLOOM_FORWARD_INLINER_H

#include "mlir/Transforms/InliningUtils.h"

namespace hloom {

// Allows to inline every call and every op, into and out of any region. That is
// correct because values are immutable and no op depends on its function.
struct Inliner : mlir::DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(mlir::Operation *, mlir::Operation *, bool) const final {
    return true;
  }
  bool isLegalToInline(mlir::Region *, mlir::Region *, bool,
                       mlir::IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(mlir::Operation *, mlir::Region *, bool,
                       mlir::IRMapping &) const final {
    return true;
  }
};

} // namespace hloom

#endif // HLOOM_FORWARD_INLINER_H
