// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Use-list orders. They do not affect the meaning of a program, so the reader skips them.

use crate::bytecode::input::Input;
use crate::error::Result;

/// Skips the use-list orders of an operation or block that defines the given number of values.
pub(super) fn skip(input: &mut Input<'_>, values: usize) -> Result<()> {
    let orders = if values > 1 { input.count("orders of uses")? } else { 1 };
    for _ in 0..orders {
        if values > 1 {
            input.index(values, "values")?;
        }
        let (indices, _) = input.count_with_flag("uses")?;
        for _ in 0..indices {
            input.varint()?;
        }
    }
    Ok(())
}
