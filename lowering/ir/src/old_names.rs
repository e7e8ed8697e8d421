// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Former names of passes, which work for one more release.
//!
//! The prefix `hlo-` is for passes on HLO only; passes on other dialects begin with `hloom-`.

/// Pairs of the former and the current name of a pass, sorted by the former name.
pub const OLD_NAMES: [(&str, &str); 19] = [
    ("hlo-align-loops", "hloom-normalize-while-iter-args"),
    ("hlo-assign-buffers", "hloom-assign-buffers"),
    ("hlo-check-sizes", "hlo-verify-sizes"),
    ("hlo-contraction-to-loops", "hloom-contraction-to-loops"),
    ("hlo-copies-to-linalg", "hloom-copies-to-linalg"),
    ("hlo-emit-entry", "hloom-emit-entry"),
    ("hlo-expand-bf16", "hloom-expand-bf16"),
    ("hlo-expand-f16", "hloom-expand-f16"),
    ("hlo-expand-math", "hloom-expand-math"),
    ("hlo-fuse-elementwise", "hloom-fuse-elementwise"),
    ("hlo-legalize-elements", "hlo-legalize-element-types"),
    ("hlo-library-reads", "hloom-sink-runtime-reads"),
    ("hlo-outline-kernels", "hloom-outline-kernels"),
    ("hlo-results-to-destinations", "hloom-results-to-out-params"),
    ("hlo-reuse-operands", "hloom-reuse-operands"),
    ("hlo-selects-to-linalg", "hloom-selects-to-linalg"),
    ("hlo-splats-to-fills", "hloom-splats-to-fills"),
    ("hlo-tile-and-fuse", "hloom-tile-and-fuse"),
    ("hlo-unshare-destinations", "hloom-unshare-destinations"),
];

/// Returns the current name of the pass `name`, which may be a former name.
pub fn current(name: &str) -> &str {
    OLD_NAMES.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new)
}
