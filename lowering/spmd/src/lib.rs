// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Partitions programs for several devices, and expands collectives and other communication to
//! runtime calls.

#![forbid(unsafe_code)]

pub mod communication;
pub mod expand_async;
pub mod expand_collectives;
pub mod legalize_tokens;
mod limits;
pub mod merge_all_reduces;
pub mod partition;

use hloom_ir::pass::PassInfo;
pub use limits::MAX_PARTICIPANTS;

/// Returns the passes of this crate.
pub fn passes() -> Vec<&'static PassInfo> {
    vec![
        &expand_async::PASS,
        &expand_collectives::PASS,
        &legalize_tokens::PASS,
        &merge_all_reduces::PASS,
        &partition::PASS,
        &partition::import_shardy::PASS,
    ]
}
