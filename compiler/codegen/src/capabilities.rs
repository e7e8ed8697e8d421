// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What compilers with LLVM say of themselves.

use hloom_compiler::interface::Capabilities;

/// What talks with the host while it runs, or gives one process of several what others lack, and
/// shapes that are computed: all sizes are known.
const REFUSED: [&str; 11] = [
    "stablehlo.async_done",
    "stablehlo.async_start",
    "stablehlo.collective_reduce",
    "stablehlo.compute_reshape_shape",
    "stablehlo.cross-replica-sum",
    "stablehlo.cstr_reshapable",
    "stablehlo.infeed",
    "stablehlo.outfeed",
    "stablehlo.recv",
    "stablehlo.send",
    "stablehlo.trace",
];

/// The architectures that LLVM makes objects for, and the operations without a lowering.
pub fn capabilities() -> Capabilities {
    let refused = REFUSED.map(str::to_owned).to_vec();
    Capabilities { targets: hloom_llvm::architectures(), refused }
}
