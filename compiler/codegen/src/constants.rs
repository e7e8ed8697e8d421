// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Extracts large constants from a module of the LLVM dialect.
//!
//! LLVM would hash the weights of a network and copy them several times: as constants of its
//! context, to the object file, and to the memory of the code. Code that runs in this process can
//! refer to a single copy, which the executable keeps.

use hloom_lowering::ir::{self, Context, Op, Shaped};
use hloom_values::AlignedBytes;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module};
use serde::{Deserialize, Serialize};

/// Minimum size in bytes of an extracted constant. LLVM may fold smaller constants into code.
const LEAST_BYTES: usize = 4 * 1024;

/// A constant that is stored apart from the code that reads it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Constant {
    /// The symbol by which code refers to the constant.
    pub symbol: String,
    /// The bytes of the constant, in the byte order of the host.
    pub bytes: AlignedBytes,
}

/// Removes the large constants from `module`, which then only declares them, and returns them.
pub fn take(context: &Context, module: &Module) -> Vec<Constant> {
    std::iter::successors(module.body().first_operation(), |op| op.next_in_block())
        .filter(|op| ir::op_name(*op) == "llvm.mlir.global")
        .filter_map(|op| take_one(context, op))
        .collect()
}

fn take_one<'a>(context: &'a Context, op: Op<'a>) -> Option<Constant> {
    let is_private = op.attribute("linkage").ok()?.to_string() == "#llvm.linkage<private>";
    let is_constant = op.attribute("constant").is_ok();
    let value = op.attribute("value").ok().filter(|_| is_private && is_constant)?;
    let element = Shaped::of(ir::dense_type(value)?)?.element;
    if ir::is_complex(element).is_some() || !ir::element_width(element).is_multiple_of(8) {
        return None;
    }
    let (bytes, splat) = ir::dense_data(value, ir::element_width(element) as usize / 8)?;
    if splat || bytes.len() < LEAST_BYTES {
        return None;
    }
    let symbol = ir::symbol_name(op)?;
    let bytes = AlignedBytes::try_copy_of(&bytes)?;
    ir::remove_attribute(op, "value");
    ir::remove_attribute(op, "dso_local");
    ir::set_attribute(op, "linkage", ir::parse_attribute(context, "#llvm.linkage<external>"));
    Some(Constant { symbol, bytes })
}
