// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tensors without elements.

use crate::hlo::elements::Elements;
use crate::hlo::simplify::matching::{Match, one};
use crate::ir::{self, Shaped, Value};

/// `op(...) : tensor<..x0x..>` = `dense<>`
pub fn nothing<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    if !found.shape.contains(&0) || found.name() == "constant" || ir::results(found.op).len() != 1 {
        return None;
    }
    if !super::is_pure(found.op) {
        return None;
    }
    let empty = Elements::new(&found.shape, Shaped::of(found.ty)?.element, Vec::new())?;
    if empty.ty() != found.ty {
        return None;
    }
    one(found.hlo.constant(empty.attribute()?, found.ty))
}
