// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-verify-sizes`: refuses sizes that would overflow in other passes.
//!
//! No memory can hold a tensor whose size in bytes overflows 63 bits. This pass refuses such
//! tensors before another pass multiplies their sizes. For every element type, it assumes elements
//! of 16 bytes. It also refuses reductions whose initial values are not scalars, because their
//! results are undefined.

use hloom_dialects::op::Op as Kind;
use hloom_dialects::shape::TensorType;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op, Type, Value};
use melior::ir::ValueLike;

/// The pass `hlo-verify-sizes`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-verify-sizes",
    description: "refuse tensors whose size in bytes overflows 63 bits, and reductions whose \
                  initial values are not scalars",
    anchor: "",
    level: Level::Hlo,
    options: &[],
    dialects: &[],
    run,
};

/// Size in bytes of the widest element type, `complex<f64>`.
const WIDEST: i64 = 16;

fn run<'a>(_: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut refused = Failure::default();
    for op in ir::walk(root) {
        let arguments = ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::args);
        let mut types = ir::results(op).into_iter().chain(arguments).map(|value| value.r#type());
        if let Some(ty) = types.find(|ty| overflows(*ty)) {
            let name = ir::op_name(op);
            let message = format!(
                "`{name}` has a `{ty}`, whose size overflows 63 bits with {WIDEST} bytes for each \
                 element"
            );
            refused.merge(Failure::at(op, message));
        }
        if let Some(init) = initial_value_with_sizes(op) {
            let (name, ty) = (ir::op_name(op), init.r#type());
            let message = format!("`{name}`: expected a scalar initial value, found `{ty}`");
            refused.merge(Failure::at(op, message));
        }
    }
    refused.into_result()
}

/// Returns true if the product of [`WIDEST`] and the nonzero sizes of a tensor overflows.
fn overflows(ty: Type) -> bool {
    let Some(tensor) = TensorType::from_type(ty) else { return false };
    let mut sizes = tensor.dims().iter().flatten().filter(|size| **size != 0);
    sizes.try_fold(WIDEST, |bytes, size| bytes.checked_mul(*size)).is_none()
}

/// Returns an initial value of a reduction that is not a scalar, if there is one.
fn initial_value_with_sizes(op: Op<'_>) -> Option<Value<'_>> {
    let kind = ir::hlo_op(op)?;
    if !matches!(kind, Kind::StablehloReduce | Kind::StablehloReduceWindow) {
        return None;
    }
    let mut inits = ir::operands(op).split_off(ir::results(op).len());
    inits.retain(|init| !ir::shape_of(*init).is_empty());
    inits.pop()
}
