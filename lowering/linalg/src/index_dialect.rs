// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Replaces operations of the dialect `index` by equivalent `arith` operations on values of type
//! `index`. Upstream converts the dialect only to LLVM and SPIR-V.

use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Operations of the dialect `index`, each with the `arith` operation that differs from it only in
/// name.
const RENAMED: [(&str, &str); 22] = [
    ("index.add", "arith.addi"),
    ("index.and", "arith.andi"),
    ("index.casts", "arith.index_cast"),
    ("index.castu", "arith.index_castui"),
    ("index.ceildivs", "arith.ceildivsi"),
    ("index.ceildivu", "arith.ceildivui"),
    ("index.divs", "arith.divsi"),
    ("index.divu", "arith.divui"),
    ("index.floordivs", "arith.floordivsi"),
    ("index.maxs", "arith.maxsi"),
    ("index.maxu", "arith.maxui"),
    ("index.mins", "arith.minsi"),
    ("index.minu", "arith.minui"),
    ("index.mul", "arith.muli"),
    ("index.or", "arith.ori"),
    ("index.rems", "arith.remsi"),
    ("index.remu", "arith.remui"),
    ("index.shl", "arith.shli"),
    ("index.shrs", "arith.shrsi"),
    ("index.shru", "arith.shrui"),
    ("index.sub", "arith.subi"),
    ("index.xor", "arith.xori"),
];

/// Returns true for an operation of the dialect `index`.
pub fn contains(op: Op) -> bool {
    ir::dialect(op) == "index"
}

/// Replaces the operations of the dialect `index` inside `root`, except `index.sizeof`, because the
/// width of an index is not known before the target is selected.
pub fn expand<'a>(context: &'a Context, root: Op<'a>) {
    for op in ir::walk(root).into_iter().filter(|op| contains(*op)).collect::<Vec<_>>() {
        if let Some(value) = emit(Builder::before(context, op), op) {
            ir::replace(op, [value]);
        }
    }
}

fn emit<'a>(builder: Builder<'a>, op: Op<'a>) -> Option<Value<'a>> {
    let operands = ir::operands(op);
    let ty = ir::results(op).first()?.r#type();
    match ir::op_name(op) {
        "index.constant" | "index.bool.constant" => {
            Some(builder.constant(op.attribute("value").ok()?, ty))
        }
        "index.cmp" => Some(builder.cmpi(&ir::enum_case(op, "pred")?, operands[0], operands[1])),
        name => {
            let (_, renamed) = RENAMED.into_iter().find(|(index, _)| *index == name)?;
            Some(builder.simple(renamed, &operands, ty))
        }
    }
}
