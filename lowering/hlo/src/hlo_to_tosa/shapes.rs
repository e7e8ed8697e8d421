// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of operations that move elements, and of matrix products, from StableHLO to TOSA.

use super::build::Tosa;
use crate::build::element_of;
use crate::elements::{Elements, Format, Number};
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes::{dot_dims, integers};
use hloom_ir::{self as ir, Op, Type, Value};
use melior::ir::attribute::DenseI32ArrayAttribute;

/// The maximum rank of the operand of a `tosa.slice`.
const RANK: usize = 6;

/// A builder of the TOSA operations that move elements, and of matrix products.
pub struct Shapes<'a> {
    /// The builder of TOSA operations.
    pub tosa: Tosa<'a>,
}

impl<'a> Shapes<'a> {
    /// Returns the value that replaces the result of an operation, or `None` if the operation has
    /// no equivalent in TOSA.
    pub fn converted(&self, kind: Kind, op: Op<'a>, ty: Type<'a>) -> Option<Value<'a>> {
        let at = self.tosa.at;
        let operands = ir::operands(op);
        match kind {
            Kind::StablehloReshape => Some(self.reshape(operands[0], ty)),
            Kind::StablehloTranspose => {
                let permutation: Vec<_> =
                    integers(op, "permutation").ok()?.iter().map(|dim| *dim as i32).collect();
                let permutation = DenseI32ArrayAttribute::new(at.context(), &permutation);
                let transpose = at.op("tosa.transpose").operands(&operands);
                Some(transpose.attr("perms", permutation.into()).result(ty).value())
            }
            Kind::StablehloConcatenate => {
                let axis = ir::integer(op, "dimension")? as i32;
                let concat = at.op("tosa.concat").operands(&operands);
                Some(concat.attr("axis", ir::i32_attr(at.context(), axis)).result(ty).value())
            }
            Kind::StablehloSlice => {
                let strides = integers(op, "strides").ok()?;
                if strides.is_empty() || strides.len() > RANK || strides.iter().any(|it| *it != 1) {
                    return None;
                }
                let start = self.sizes(&integers(op, "start_indices").ok()?);
                let size = self.sizes(&ir::Shaped::of(ty)?.shape);
                Some(at.simple("tosa.slice", &[operands[0], start, size], ty))
            }
            Kind::StablehloIota => self.iota(op, ty),
            Kind::StablehloDot => {
                let last = ir::shape_of(operands[0]).len().checked_sub(1)?;
                self.product(operands[0], operands[1], last, 0, ty)
            }
            Kind::StablehloDotGeneral => {
                let dims = dot_dims(op).ok()?;
                let is_plain = dims.lhs_batching.is_empty() && op_has_no_algorithm(op);
                match (&dims.lhs_contracting[..], &dims.rhs_contracting[..]) {
                    ([x], [y]) if is_plain => self.product(operands[0], operands[1], *x, *y, ty),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Builds a `tosa.reshape` of `x` to the type `ty`.
    pub fn reshape(&self, x: Value<'a>, ty: Type<'a>) -> Value<'a> {
        let shape = self.sizes(&ir::Shaped::of(ty).map(|it| it.shape).unwrap_or_default());
        self.tosa.at.simple("tosa.reshape", &[x, shape], ty)
    }

    fn sizes(&self, sizes: &[i64]) -> Value<'a> {
        let at = self.tosa.at;
        let count = sizes.len();
        let text: Vec<_> = sizes.iter().map(ToString::to_string).collect();
        let list = if count == 0 { String::new() } else { format!("[{}]", text.join(", ")) };
        let values =
            ir::parse_attribute(at.context(), &format!("dense<{list}> : tensor<{count}xindex>"));
        let ty = Type::parse(at.context(), &format!("!tosa.shape<{count}>"));
        at.op("tosa.const_shape")
            .attr("values", values)
            .result(ty.unwrap_or_else(|| panic!("expected the type of {count} sizes")))
            .value()
    }

    fn iota(&self, op: Op<'a>, ty: Type<'a>) -> Option<Value<'a>> {
        let at = self.tosa.at;
        let shaped = ir::Shaped::of(ty)?;
        let dim = usize::try_from(ir::integer(op, "iota_dimension")?).ok()?;
        let count = *shaped.shape.get(dim)?;
        let mut row = vec![1; shaped.shape.len()];
        row[dim] = count;
        let mut multiples = shaped.shape.clone();
        multiples[dim] = 1;
        // Floats of 8 bits or fewer are copied, but not encoded.
        let format = Format::of(shaped.element).filter(|format| *format != Format::Byte)?;
        let mut data = Vec::new();
        for index in 0..count {
            let number = match ir::is_float(shaped.element) {
                true => Number::Float(index as f64),
                false => Number::Int(index.into()),
            };
            format.encode(number, &mut data);
        }
        let elements = Elements::new(&row, shaped.element, data)?;
        let row = self.tosa.constant(elements.attribute()?, elements.ty());
        Some(at.simple("tosa.tile", &[row, self.sizes(&multiples)], ty))
    }

    /// Builds the product of two vectors or matrices of floats over dimension `x_dim` of `x` and
    /// `y_dim` of `y`. Returns `None` for other types, and unless `x_dim` is the last dimension and
    /// `y_dim` the first.
    fn product(
        &self,
        x: Value<'a>,
        y: Value<'a>,
        x_dim: usize,
        y_dim: usize,
        ty: Type<'a>,
    ) -> Option<Value<'a>> {
        let (left, right) = (ir::shape_of(x), ir::shape_of(y));
        let is_known = (1..=2).contains(&left.len()) && (1..=2).contains(&right.len());
        let element = element_of(x);
        if !is_known || x_dim + 1 != left.len() || y_dim != 0 || element != element_of(y) {
            return None;
        }
        // TOSA accumulates products of narrow types in wider ones only.
        if element != ir::element_of(ty) || !ir::is_float(element) {
            return None;
        }
        let depth = left[x_dim];
        let rows = if left.len() == 2 { left[0] } else { 1 };
        let columns = right.get(1).copied().unwrap_or(1);
        let x = self.reshape(x, ir::tensor(&[1, rows, depth], element));
        let y = self.reshape(y, ir::tensor(&[1, depth, columns], element));
        let zero = self.tosa.zero(ir::tensor(&[1], element));
        let all = ir::tensor(&[1, rows, columns], element);
        let product = self.tosa.at.simple("tosa.matmul", &[x, y, zero, zero], all);
        Some(self.reshape(product, ty))
    }
}

fn op_has_no_algorithm(op: Op) -> bool {
    melior::ir::operation::OperationLike::attribute(&op, "algorithm").is_err()
}
