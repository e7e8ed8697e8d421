// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The passes that optimize LLVM IR.
//!
//! LLVM's default pipeline at level 3 runs some passes ten times, because inlining and unrolling
//! leave much to simplify, and because its input is source code as people write it. MLIR has
//! already simplified the kernels here, merged equal operations, and vectorized the contractions.
//! Each pass runs as often as it reduces the instructions that the kernels of
//! `tools/tests/instruction_counts` execute.

/// The passes on the module before those on functions.
const MODULE: [&str; 3] = [
    // Properties of functions of the C library, such as not to write memory.
    "inferattrs",
    // A kernel whose only call has a constant range of tasks loses its outer loop.
    "ipsccp",
    // Bodies of loops and reductions are functions. Callees are simplified before their size
    // decides whether to inline them.
    "cgscc(inline,function-attrs,function(sroa,early-cse<memssa>,simplifycfg))",
];

/// The passes on each function.
const FUNCTION: [&str; 25] = [
    "sroa",
    "early-cse<memssa>",
    "simplifycfg",
    // Narrows indices while they are one expression with the truncation to the type of an iota.
    "instcombine<no-verify-fixpoint>",
    // Orders sums of indices, so that their invariant parts leave loops.
    "reassociate",
    // Padding and tile remainders are conditions; loops are copied for both outcomes. Loops are
    // merged with their latches before, or 10% more instructions of threefry stay in its loop.
    "loop-mssa(loop-simplifycfg,loop-rotate,licm,simple-loop-unswitch<nontrivial>)",
    "simplifycfg",
    "instcombine<no-verify-fixpoint>",
    "loop(loop-idiom,indvars,loop-deletion)",
    "gvn",
    // Comparisons of loop variables with the bounds of tiles are often constant.
    "sccp,bdce,instcombine<no-verify-fixpoint>",
    "correlated-propagation",
    "dse",
    // Accumulators move to registers once no store is in their way.
    "loop-mssa(licm)",
    "loop-vectorize",
    "infer-alignment",
    "loop-load-elim",
    // Vectorization leaves copies and casts.
    "instcombine<no-verify-fixpoint>",
    "simplifycfg<sink-common-insts;hoist-common-insts>",
    "slp-vectorizer",
    "vector-combine",
    // Windows of a pooling become vectors, whose insertions and extractions it combines.
    "instcombine<no-verify-fixpoint>",
    "early-cse",
    "loop-mssa(licm)",
    "div-rem-pairs,instsimplify,simplifycfg",
];

/// Returns the passes for a target of the architecture, as LLVM's pass builder reads them.
pub fn passes(architecture: &str) -> String {
    match architecture {
        // The target adds passes of its own to the default pipeline.
        "hexagon" => "default<O3>".to_owned(),
        _ => format!("{},function({}),globaldce", MODULE.join(","), FUNCTION.join(",")),
    }
}
