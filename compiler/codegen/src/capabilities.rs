// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What compilers with LLVM say of themselves.

use hloom_compiler::interface::Capabilities;

/// What is for several devices or talks with the host while it runs, and shapes that are
/// computed: there is one device, and all sizes are known.
const REFUSED: [&str; 19] = [
    "stablehlo.all_gather",
    "stablehlo.all_reduce",
    "stablehlo.all_to_all",
    "stablehlo.async_done",
    "stablehlo.async_start",
    "stablehlo.collective_broadcast",
    "stablehlo.collective_permute",
    "stablehlo.collective_reduce",
    "stablehlo.compute_reshape_shape",
    "stablehlo.cross-replica-sum",
    "stablehlo.cstr_reshapable",
    "stablehlo.infeed",
    "stablehlo.outfeed",
    "stablehlo.partition_id",
    "stablehlo.recv",
    "stablehlo.reduce_scatter",
    "stablehlo.replica_id",
    "stablehlo.send",
    "stablehlo.trace",
];

/// The architectures that LLVM makes objects for, and the operations without a lowering.
pub fn capabilities() -> Capabilities {
    let refused = REFUSED.map(str::to_owned).to_vec();
    Capabilities { targets: hloom_llvm::architectures(), refused }
}
