// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Passes of level `target` for CPUs: kernels and the entry points of programs.

#![forbid(unsafe_code)]

pub mod emit_entry;
pub mod estimate_work;
pub mod exchanges;
pub mod expand_booleans;
pub mod fence_masks;
pub mod mark_bare_pointers;
pub mod outline_kernels;

use hloom_ir::pass::PassInfo;

/// Returns the passes of this crate.
pub fn passes() -> Vec<&'static PassInfo> {
    vec![
        &estimate_work::PASS,
        &outline_kernels::PASS,
        &mark_bare_pointers::PASS,
        &expand_booleans::PASS,
        &fence_masks::PASS,
        &emit_entry::PASS,
    ]
}
