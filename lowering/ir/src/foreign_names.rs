// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The names that passes have in other tools: StableHLO's stablehlo-opt and XLA's hlo-opt.
//!
//! The tables list only equivalent passes. Details may differ: hloom's passes accept more programs,
//! and simplify in other steps.

/// A pass of hloom and its name in another tool.
#[derive(Debug)]
pub struct ForeignName {
    /// The name of the pass in the other tool.
    pub name: &'static str,
    /// The name of the pass in hloom.
    pub own: &'static str,
    /// Options of hloom's pass whose default differs under the other name, each with this default.
    pub defaults: &'static [(&'static str, &'static str)],
    /// Options that only the other tool has. They are accepted and have no effect.
    pub ignored: &'static [&'static str],
}

const fn name(name: &'static str, own: &'static str) -> ForeignName {
    ForeignName { name, own, defaults: &[], ignored: &[] }
}

const fn with_ignored(
    name: &'static str,
    own: &'static str,
    ignored: &'static [&'static str],
) -> ForeignName {
    ForeignName { name, own, defaults: &[], ignored }
}

/// The names of passes in stablehlo-opt, sorted.
pub static STABLEHLO_NAMES: [ForeignName; 22] = [
    ForeignName {
        name: "chlo-legalize-to-stablehlo",
        own: "hlo-expand-chlo",
        defaults: &[("functions", "inline")],
        ignored: &[],
    },
    // Composites keep the names of functions, which a consumer may know.
    ForeignName {
        name: "chlo-pre-serialization-pipeline",
        own: "hlo-expand-chlo",
        defaults: &[("functions", "composites")],
        ignored: &[],
    },
    name("interpreter-instrument-with-probe", "hlo-instrument-with-probes"),
    name("shape-legalize-to-stablehlo", "hloom-shape-to-hlo"),
    // hloom folds an operation only if its result fits in the budget and no effect is lost.
    with_ignored(
        "stablehlo-aggressive-folder",
        "hlo-fold-constants",
        &["assume-no-undeclared-side-effects", "fold-op-element-limit", "optimize-float"],
    ),
    with_ignored("stablehlo-aggressive-simplification", "hlo-simplify", &["fold-op-element-limit"]),
    ForeignName {
        name: "stablehlo-canonicalize-dynamism",
        own: "hlo-canonicalize-dynamism",
        defaults: &[("only-constants", "true")],
        ignored: &[],
    },
    name("stablehlo-check-shape-assertions", "hlo-fold-shape-assertions"),
    name("stablehlo-compatibility-expander", "hlo-expand-new-operations"),
    name("stablehlo-complex-math-expander", "hlo-expand-complex"),
    name("stablehlo-convert-to-signless", "hlo-convert-to-signless"),
    name("stablehlo-legalize-composite-to-call", "hlo-legalize-composites"),
    name("stablehlo-legalize-deprecated-ops", "hlo-legalize-deprecated-ops"),
    name("stablehlo-legalize-qdq-to-quantized-op", "hlo-fuse-quantized"),
    name("stablehlo-legalize-quant-to-math", "hlo-legalize-element-types"),
    name("stablehlo-legalize-quantized-op-to-qdq", "hlo-expand-quantized"),
    // The conversion chooses between named and generic operations on its own.
    with_ignored(
        "stablehlo-legalize-to-linalg",
        "hlo-to-linalg",
        &["enable-primitive-ops", "enable-sparse-ops"],
    ),
    name("stablehlo-legalize-to-tosa", "hlo-to-tosa"),
    name("stablehlo-refine-arguments", "hlo-refine-arguments"),
    ForeignName {
        name: "stablehlo-refine-shapes",
        own: "hlo-refine-shapes",
        defaults: &[("fold", "integers")],
        ignored: &[],
    },
    with_ignored(
        "stablehlo-target-independent-optimization",
        "hlo-optimize",
        &["assume-no-undeclared-side-effects", "fold-op-element-limit", "optimize-float"],
    ),
    name("stablehlo-wrap-in-composite", "hlo-wrap-in-composites"),
];

/// The names of passes in XLA's hlo-opt, sorted.
pub static XLA_NAMES: [ForeignName; 7] = [
    name("algsimp", "hlo-simplify"),
    name("cholesky_expander", "hlo-expand-linear-algebra"),
    name("constant_folding", "hlo-fold-constants"),
    name("rng-bit-generator-expander", "hlo-expand-rng"),
    name("rng-expander", "hlo-expand-rng"),
    name("triangular_solve_expander", "hlo-expand-linear-algebra"),
    name("while_loop_unroller", "hlo-unroll-loops"),
];
