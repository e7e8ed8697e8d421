// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Movement of data between participants, by runtime calls or by exchanges of contiguous blocks.

use super::collective::Collective;
use super::contiguous;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Type, Value};

/// Gathers the operands of all participants of each group along a dimension.
///
/// # Errors
/// Fails if an attribute of the groups is invalid, or, with contiguous blocks, if the groups do not
/// fit the types.
pub fn all_gather<'a>(
    of: &Collective<'a>,
    operand: Value<'a>,
    dimension: i64,
    result: Type<'a>,
) -> Result<Value<'a>, Failure<'a>> {
    if let Some(form) = &of.contiguous {
        return contiguous::all_gather(of, form, operand, dimension, result);
    }
    let dimension = ir::i64_attr(of.context(), dimension);
    of.group_call("all_gather", operand, result, &[("dimension", dimension)])
}

/// Exchanges the parts of the operands of all participants of each group: splits operands along the
/// dimension `split`, and concatenates the received parts along the dimension `concat`.
///
/// # Errors
/// Fails under the same conditions as [`all_gather`].
pub fn all_to_all<'a>(
    of: &Collective<'a>,
    operand: Value<'a>,
    [split, concat]: [i64; 2],
    result: Type<'a>,
) -> Result<Value<'a>, Failure<'a>> {
    if let Some(form) = &of.contiguous {
        return contiguous::all_to_all(of, form, operand, [split, concat], result);
    }
    let number = |number| ir::i64_attr(of.context(), number);
    let settings = [("split", number(split)), ("concat", number(concat))];
    of.group_call("all_to_all", operand, result, &settings)
}
