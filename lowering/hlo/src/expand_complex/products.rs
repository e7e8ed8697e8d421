// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expands `dot_general` and `convolution` of complex numbers to four products of real numbers.
//!
//! `(a + bi)(c + di)` = `(ac - bd) + (ad + bc)i` holds for sums of products, too. The lowering has
//! fast code for real products only. (The form with three products loses digits of the imaginary
//! part; Higham, "Stability of a method for multiplying complex matrices with three real matrix
//! multiplications", 1992.)

use crate::build::{Hlo, element_of};
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::ValueLike;

/// Minimum number of multiplications of complex numbers. With fewer, it takes as long to separate the
/// parts of the operands.
const LEAST_WORK: i64 = 1 << 13;

/// Builds the expansion of a product before the operation `op`. Returns `None` for other operations,
/// for dynamic shapes, and for small products.
pub fn expand<'a>(context: &'a Context, op: Op<'a>) -> Option<Value<'a>> {
    let kind = ir::hlo_op(op)?;
    let [x, y] = ir::operands(op)[..] else { return None };
    let result = ir::results(op).first()?.r#type();
    let is_static = |ty| ir::Shaped::of(ty).is_some_and(|shaped| shaped.is_static());
    if ![x.r#type(), y.r#type(), result].into_iter().all(is_static) {
        return None;
    }
    let part = ir::is_complex(ir::element_of(result))?;
    ir::is_complex(element_of(x)).and(ir::is_complex(element_of(y)))?;
    let shape = ir::Shaped::of(result)?.shape;
    let terms: i64 = match kind {
        Kind::StablehloDotGeneral => {
            let sizes = ir::shape_of(x);
            attributes::dot_dims(op).ok()?.lhs_contracting.iter().map(|dim| sizes[*dim]).product()
        }
        Kind::StablehloConvolution => {
            let features = attributes::conv_dims(op).ok()?.kernel_output_feature;
            let sizes = ir::shape_of(y).into_iter().enumerate();
            sizes.filter(|(dim, _)| *dim != features).map(|(_, size)| size).product()
        }
        _ => return None,
    };
    let work = shape.iter().fold(terms, |work, size| work.saturating_mul(*size));
    if work < LEAST_WORK {
        return None;
    }
    let hlo = Hlo { at: Builder::before(context, op) };
    let ty = ir::tensor(&shape, part);
    let product =
        |x, y| hlo.at.op(kind.name()).operands(&[x, y]).attrs_of(op, &[]).result(ty).value();
    let (a, b, c, d) = (hlo.real(x), hlo.imag(x), hlo.real(y), hlo.imag(y));
    let re = hlo.binary("subtract", product(a, c), product(b, d));
    let im = hlo.binary("add", product(a, d), product(b, c));
    Some(hlo.complex(re, im))
}
