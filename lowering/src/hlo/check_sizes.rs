// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-check-sizes`: tensors that no memory could hold are refused, before anything
//! computes with their sizes, and so are reductions that begin with more than scalars,
//! of which nothing says what they compute.

use crate::ir::{self, Context, Op, Type, Value};
use crate::pass::{Failure, OptionValues, PassInfo};
use hloom_dialects::op::Op as Kind;
use hloom_dialects::shape::TensorType;
use melior::ir::ValueLike;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-check-sizes",
    description: "refuse tensors whose size in bytes overflows 63 bits, and initial values of \
                  reductions that are no scalars",
    anchor: "",
    options: &[],
    dialects: &[],
    run,
};

/// Bytes of the widest element.
const WIDEST: i64 = 16;

fn run<'a>(_: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut refused = Failure::default();
    for op in ir::walk(root) {
        let arguments = ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::args);
        let mut types = ir::results(op).into_iter().chain(arguments).map(|value| value.r#type());
        if let Some(ty) = types.find(|ty| overflows(*ty)) {
            let name = ir::op_name(op);
            let message = format!("`{name}` has a `{ty}`, whose size overflows 63 bits");
            refused.merge(Failure::at(op, message));
        }
        if let Some(init) = initial_value_with_sizes(op) {
            let message = format!("an initial value is a `{}`, no scalar", init.r#type());
            refused.merge(Failure::at(op, message));
        }
    }
    refused.into_result()
}

/// Whether the sizes of a tensor that are not zero multiply to more than memory has.
fn overflows(ty: Type) -> bool {
    let Some(tensor) = TensorType::from_type(ty) else { return false };
    let mut sizes = tensor.dims().iter().flatten().filter(|size| **size != 0);
    sizes.try_fold(WIDEST, |bytes, size| bytes.checked_mul(*size)).is_none()
}

/// An initial value of a reduction that is no scalar.
fn initial_value_with_sizes(op: Op<'_>) -> Option<Value<'_>> {
    let kind = Kind::from_name(ir::op_name(op))?;
    if !matches!(kind, Kind::StablehloReduce | Kind::StablehloReduceWindow) {
        return None;
    }
    let mut inits = ir::operands(op).split_off(ir::results(op).len());
    inits.retain(|init| !ir::shape_of(*init).is_empty());
    inits.pop()
}
