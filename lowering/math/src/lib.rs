// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Passes that expand elementary functions, conversions of small floats, and integer operations
//! that a target lacks to arithmetic.

mod constants;
pub mod expand_bf16;
pub mod expand_f16;
pub mod expand_integers;
pub mod expand_math;
pub mod expand_remainders;
pub mod widen_integers;

use hloom_ir::pass::PassInfo;

/// Returns the passes of this crate.
pub fn passes() -> Vec<&'static PassInfo> {
    vec![
        &expand_math::PASS,
        &expand_f16::PASS,
        &expand_bf16::PASS,
        &expand_remainders::PASS,
        &expand_integers::PASS,
        &widen_integers::PASS,
    ]
}
