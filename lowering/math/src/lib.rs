// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Passes that expand elementary functions and conversions of small floats to arithmetic.

mod constants;
pub mod expand_bf16;
pub mod expand_f16;
pub mod expand_integers;
pub mod expand_math;
pub mod expand_remainders;
pub mod widen_integers;

use hloom_ir::pass::PassInfo;

/// Returns every pass of this crate that is written in Rust.
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
