// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The names that passes have in StableHLO's own tool, stablehlo-opt.
//!
//! Only names of passes that do the same are listed. Details may differ: hloom's passes take more
//! programs, and simplify in other steps.

/// Pairs of a name in stablehlo-opt and the name of the pass here, sorted.
pub const STABLEHLO_NAMES: [(&str, &str); 11] = [
    ("chlo-legalize-to-stablehlo", "hlo-expand-chlo"),
    ("stablehlo-aggressive-folder", "hlo-fold-constants"),
    ("stablehlo-aggressive-simplification", "hlo-simplify"),
    ("stablehlo-canonicalize-dynamism", "hlo-canonicalize-dynamism"),
    ("stablehlo-complex-math-expander", "hlo-expand-complex"),
    ("stablehlo-legalize-composite-to-call", "hlo-legalize-composites"),
    ("stablehlo-legalize-deprecated-ops", "hlo-simplify"),
    ("stablehlo-legalize-quant-to-math", "hlo-legalize-element-types"),
    ("stablehlo-legalize-to-linalg", "hlo-to-linalg"),
    ("stablehlo-refine-arguments", "hlo-refine-arguments"),
    ("stablehlo-refine-shapes", "hlo-refine-shapes"),
];
