// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Capabilities of the compilers that generate code with LLVM.

use hloom_compiler::interface::Capabilities;

/// Operations without a lowering: those that communicate with the host during a run, or that give
/// one participant other data than the rest, and those that compute shapes.
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

/// Returns the architectures for which LLVM emits object files, and the operations without a
/// lowering.
pub fn capabilities() -> Capabilities {
    let refused = REFUSED.map(str::to_owned).to_vec();
    Capabilities { targets: hloom_llvm::architectures(), refused }
}
