// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rule for tensors without elements.

use crate::elements::Elements;
use crate::simplify::matching::{Match, one};
use crate::simplify::purity::is_pure;
use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Shaped, Value};

/// `op(...) : tensor<..x0x..>` = `dense<>`
pub fn empty_result<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    if !found.shape.contains(&0)
        || found.kind == Kind::StablehloConstant
        || ir::results(found.op).len() != 1
    {
        return None;
    }
    if !is_pure(found.op) {
        return None;
    }
    let empty = Elements::new(&found.shape, Shaped::of(found.ty)?.element, Vec::new())?;
    if empty.ty() != found.ty {
        return None;
    }
    one(found.hlo.constant(empty.attribute()?, found.ty))
}
