// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers StableHLO and upstream dialects to linalg on tensors, fuses elementwise operations, and
//! converts functions on memrefs to entries of level `buffers`.

mod float_classes;
pub mod fuse_elementwise;
pub mod hlo_to_linalg;
mod index_dialect;
pub mod legalize_dialects;
pub mod legalize_memrefs;
pub mod merge_elementwise;
pub mod outline_bodies;
mod reserved_names;
mod structured_control_flow;

use hloom_ir::pass::PassInfo;

/// Returns the passes of this crate that are written in Rust.
pub fn passes() -> Vec<&'static PassInfo> {
    vec![
        &legalize_dialects::PASS,
        &outline_bodies::PASS,
        &hlo_to_linalg::PASS,
        &fuse_elementwise::PASS,
        &merge_elementwise::PASS,
        &legalize_memrefs::PASS,
    ]
}
