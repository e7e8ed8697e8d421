// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Capabilities of the compilers that generate code with LLVM.
//!
//! Tests compile a program with each operation, and compare the outcome with these lists.

use hloom_compiler::interface::Capabilities;
use hloom_dialects::Op;

/// Operations without a lowering: shape computations and `trace`.
const REFUSED: [Op; 3] =
    [Op::StablehloComputeReshapeShape, Op::StablehloCstrReshapable, Op::StablehloTrace];

/// Operations that become runtime calls, which C functions cannot make.
const RUNTIME: [Op; 8] = [
    Op::StablehloCollectiveReduce,
    Op::StablehloCustomCall,
    Op::StablehloFft,
    Op::StablehloInfeed,
    Op::StablehloOutfeed,
    Op::StablehloRecv,
    Op::StablehloRng,
    Op::StablehloSend,
];

/// Returns the architectures for which LLVM emits object files, and the operations without a
/// lowering.
pub fn capabilities() -> Capabilities {
    let refused = REFUSED.map(|op| op.name().to_owned()).to_vec();
    Capabilities { targets: hloom_llvm::architectures(), refused }
}

/// Returns the capabilities of a compiler that only compiles ahead of time: it also refuses the
/// operations that the runtime computes.
pub fn ahead_of_time_capabilities() -> Capabilities {
    let refused = REFUSED.iter().chain(&RUNTIME).map(|op| op.name().to_owned());
    Capabilities { refused: refused.collect(), ..capabilities() }
}
