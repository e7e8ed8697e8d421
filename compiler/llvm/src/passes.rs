// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The passes that optimize LLVM IR.
//!
//! LLVM's default pipeline at level 3 runs some passes ten times, because inlining and unrolling
//! create opportunities for simplification, and because its input usually comes from handwritten
//! source code. MLIR passes have already simplified these kernels, merged equal operations, and
//! vectorized the contractions. Each pass is repeated only as long as it reduces the number of
//! instructions that the kernels in `tools/tests/instruction_counts` execute.

/// The passes on the module, which run before the passes on functions.
const MODULE: [&str; 3] = [
    // Properties of functions of the C library, such as not to write memory.
    "inferattrs",
    // A kernel whose only call has a constant range of tasks loses its outer loop.
    "ipsccp",
    // Bodies of loops and reductions are functions. Callees are simplified before their size
    // decides whether to inline them.
    "cgscc(inline,function-attrs,function(sroa,early-cse<memssa>,simplifycfg))",
];

/// The passes on functions with loops that LLVM may vectorize.
const LOOPS: [&str; 20] = [
    // Narrows indices while they are one expression with the truncation to the type of an iota.
    "instcombine<no-verify-fixpoint>",
    // Orders sums of indices, so that their invariant parts leave loops.
    "reassociate",
    // Padding and tile remainders are conditions; loops are copied for both outcomes. Loops are
    // merged with their latches before, or 10% more instructions of threefry stay in its loop.
    "loop-mssa(loop-simplifycfg,loop-rotate,licm,simple-loop-unswitch<nontrivial>)",
    "simplifycfg",
    "instcombine<no-verify-fixpoint>",
    "loop(loop-idiom,indvars)",
    "gvn",
    // Comparisons of loop variables with the bounds of tiles are often constant.
    "instcombine<no-verify-fixpoint>",
    "correlated-propagation",
    "dse",
    // Accumulators move to registers once no store is in their way.
    "loop-mssa(licm)",
    "loop-vectorize",
    "infer-alignment",
    // Vectorization leaves copies and casts.
    "instcombine<no-verify-fixpoint>",
    "simplifycfg<sink-common-insts;hoist-common-insts>",
    "slp-vectorizer",
    "vector-combine",
    // Windows of a pooling become vectors, whose insertions and extractions it combines.
    "instcombine<no-verify-fixpoint>",
    "early-cse",
    "loop-mssa(licm)",
];

/// The passes on functions without loops, such as the entry function, which calls the kernels.
const STRAIGHT: [&str; 3] = ["instcombine<no-verify-fixpoint>", "early-cse<memssa>", "simplifycfg"];

/// The passes on each function whose innermost loops the lowering has vectorized. The lowering
/// disables LLVM's vectorizer for all of these loops.
///
/// Such functions are contractions and transpositions, whose values are already in registers.
const VECTORIZED: [&str; 9] = [
    "instcombine<no-verify-fixpoint>",
    "reassociate",
    "loop-mssa(loop-rotate,licm,simple-loop-unswitch<nontrivial>)",
    "simplifycfg",
    "instcombine<no-verify-fixpoint>",
    // Packing fills the ends of panels. Loops that end when a variable equals its bound need no
    // comparison if they count to zero.
    "loop(loop-idiom,indvars)",
    "gvn",
    // Constants that `instcombine` moved out of addresses.
    "loop-mssa(licm)",
    "infer-alignment",
];

/// The passes on functions for GPUs, which run after [`LOOPS`]. They let a thread load the elements
/// of several iterations at once, because the latency of memory is hundreds of cycles. On CPUs, the
/// vectorizer interleaves iterations.
const UNROLLED: [&str; 4] =
    ["loop-unroll<O3>", "instcombine<no-verify-fixpoint>", "early-cse<memssa>", "simplifycfg"];

/// The first passes on the module for AMD's GPUs. They move pointers that are arguments of kernels to the
/// global address space, which has faster instructions than the generic one.
const ADDRESS_SPACES: [&str; 1] =
    ["function(amdgpu-promote-kernel-arguments,infer-address-spaces)"];

/// Lists of passes, in the syntax of LLVM's pass builder.
#[derive(Debug)]
pub struct Passes {
    /// The passes on the module, which run before the passes on functions.
    pub first: String,
    /// The passes on functions without loops.
    pub straight: String,
    /// The passes on functions whose loops the lowering has vectorized.
    pub vectorized: String,
    /// The passes on functions with other loops.
    pub loops: String,
    /// The passes on the module, which run after the passes on functions.
    pub last: &'static str,
}

/// Returns the passes for targets of an architecture, or `None` if they need LLVM's default
/// pipeline.
pub fn passes(architecture: &str) -> Option<Passes> {
    // The target adds passes of its own to the default pipeline.
    let is_amd = architecture == "amdgcn";
    let is_gpu = is_amd || architecture.starts_with("nvptx");
    let loops: Vec<_> = LOOPS.into_iter().chain(UNROLLED.into_iter().filter(|_| is_gpu)).collect();
    (architecture != "hexagon").then(|| Passes {
        first: ADDRESS_SPACES
            .into_iter()
            .filter(|_| is_amd)
            .chain(MODULE)
            .collect::<Vec<_>>()
            .join(","),
        vectorized: VECTORIZED.join(","),
        straight: STRAIGHT.join(","),
        loops: loops.join(","),
        last: if is_amd { "globaldce,amdgpu-attributor" } else { "globaldce" },
    })
}
