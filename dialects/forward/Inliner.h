// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inlining, alike for all dialects here.

#ifndef HLOOM_FORWARD_INLINER_H
#define HLOOM_FORWARD_INLINER_H

#include "mlir/Transforms/InliningUtils.h"

namespace hloom {

// Whatever is called may be inlined, into and out of any region: values are
// immutable, and no op depends on the function it stands in.
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
