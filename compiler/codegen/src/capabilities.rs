// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Capabilities of the compilers that generate code with LLVM.

use hloom_compiler::interface::Capabilities;
use hloom_dialects::Op;

/// Operations without a lowering: those that communicate with the host during a run, or that give
/// one participant other data than the rest, and those that compute shapes.
const REFUSED: [Op; 11] = [
    Op::StablehloAsyncDone,
    Op::StablehloAsyncStart,
    Op::StablehloCollectiveReduce,
    Op::StablehloComputeReshapeShape,
    Op::StablehloCrossReplicaSum,
    Op::StablehloCstrReshapable,
    Op::StablehloInfeed,
    Op::StablehloOutfeed,
    Op::StablehloRecv,
    Op::StablehloSend,
    Op::StablehloTrace,
];

/// Returns the architectures for which LLVM emits object files, and the operations without a
/// lowering.
pub fn capabilities() -> Capabilities {
    let refused = REFUSED.map(|op| op.name().to_owned()).to_vec();
    Capabilities { targets: hloom_llvm::architectures(), refused }
}
