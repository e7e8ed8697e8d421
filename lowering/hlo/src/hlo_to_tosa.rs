// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-to-tosa`: converts StableHLO operations with a TOSA equivalent to `tosa`.
//!
//! The pass keeps operations without an equivalent, such as strided slices. It corresponds to
//! stablehlo-opt's pass `stablehlo-legalize-to-tosa`, with the following differences. A reduction
//! is converted only if its initial value is neutral, because TOSA's reductions have no initial
//! value. Gathers, and iotas of floats of 8 bits or fewer, are kept. Shifts are kept, because TOSA
//! does not define them for amounts beyond the width. A division of floats, which TOSA lacks,
//! becomes a product with a reciprocal, and may differ in the last bit.

mod build;
mod shapes;

use crate::build::element_of;
use crate::elements::Elements;
use build::Tosa;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Type, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};
use shapes::Shapes;

/// The pass `hlo-to-tosa`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-to-tosa",
    description: "convert StableHLO operations to equivalent TOSA operations, where these exist",
    anchor: "",
    level: Level::Hlo,
    options: &[],
    dialects: &["tosa"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // In reverse order, the initial value of a reduction is still a constant of StableHLO.
    for op in ir::walk(root).into_iter().rev() {
        // The bodies of reductions and similar operations stay as they are.
        let parent = op.parent_operation();
        let is_in_body = parent.is_some_and(|parent| ir::hlo_op(parent).is_some_and(Kind::is_hlo));
        let Some(kind) = ir::hlo_op(op).filter(|_| !is_in_body) else { continue };
        if kind == Kind::StablehloConstant && ir::erase_unused(op) {
            continue;
        }
        let [result] = ir::results(op)[..] else { continue };
        let tosa = Tosa { at: Builder::before(context, op) };
        if !is_supported(result.r#type())
            || !ir::operands(op).iter().all(|it| is_supported(it.r#type()))
        {
            continue;
        }
        if let Some(value) = tosa.converted(kind, op, result.r#type()) {
            ir::replace(op, [value]);
        }
    }
    Ok(())
}

/// Returns true for static tensors of floats or of integers, except unsigned integers.
fn is_supported(ty: Type) -> bool {
    let Some(shaped) = ir::Shaped::of(ty).filter(ir::Shaped::is_static) else { return false };
    ty.is_ranked_tensor()
        && (ir::is_float(shaped.element)
            || ir::is_integer(shaped.element) && !ir::is_unsigned(shaped.element))
}

impl<'a> Tosa<'a> {
    /// Returns the value that replaces the result of an operation, or `None` if the operation has
    /// no equivalent in TOSA.
    fn converted(self, kind: Kind, op: Op<'a>, ty: Type<'a>) -> Option<Value<'a>> {
        let operands = ir::operands(op);
        let element = ir::element_of(ty);
        let is_float = ir::is_float(element);
        let is_boolean = ir::element_width(element) == 1;
        let simple = |name: &str| Some(self.at.simple(&format!("tosa.{name}"), &operands, ty));
        let bitwise = |name: &str| match is_boolean {
            true => simple(&format!("logical_{name}")),
            false => simple(&format!("bitwise_{name}")),
        };
        match kind {
            Kind::StablehloAbs if !is_boolean => simple("abs"),
            Kind::StablehloCeil => simple("ceil"),
            Kind::StablehloFloor => simple("floor"),
            Kind::StablehloExponential if is_float => simple("exp"),
            Kind::StablehloLog if is_float => simple("log"),
            Kind::StablehloTanh if is_float => simple("tanh"),
            Kind::StablehloConvert if !is_boolean => {
                let from = element_of(operands[0]);
                // TOSA rounds to nearest from floats to integers, and StableHLO to zero.
                let rounds = ir::is_float(from) && !is_float;
                (!rounds && ir::element_width(from) > 1).then(|| simple("cast"))?
            }
            Kind::StablehloExponentialMinusOne if is_float => {
                let power = self.at.simple("tosa.exp", &operands, ty);
                Some(self.at.simple("tosa.sub", &[power, self.float(1.0, ty)], ty))
            }
            Kind::StablehloLogPlusOne if is_float => {
                let sum = self.at.simple("tosa.add", &[operands[0], self.float(1.0, ty)], ty);
                Some(self.at.simple("tosa.log", &[sum], ty))
            }
            // Some formats of 8 bits have no infinity.
            Kind::StablehloIsFinite if ir::element_width(element_of(operands[0])) > 8 => {
                let from = operands[0].r#type();
                let magnitude = self.at.simple("tosa.abs", &operands, from);
                let infinity = self.float(f64::INFINITY, from);
                let finite = self.at.op("tosa.greater").operands(&[infinity, magnitude]);
                Some(finite.result(ty).value())
            }
            Kind::StablehloNegate if !is_boolean => {
                let zero = self.zero(ir::tensor(&[1], element));
                Some(self.at.simple("tosa.negate", &[operands[0], zero, zero], ty))
            }
            Kind::StablehloAdd if !is_boolean => simple("add"),
            Kind::StablehloSubtract if !is_boolean => simple("sub"),
            Kind::StablehloMaximum if !is_boolean => simple("maximum"),
            Kind::StablehloMinimum if !is_boolean => simple("minimum"),
            Kind::StablehloPower if is_float => simple("pow"),
            Kind::StablehloMultiply if !is_boolean => self.product(operands[0], operands[1], ty),
            Kind::StablehloDivide if is_float => {
                let inverse = self.at.simple("tosa.reciprocal", &[operands[1]], ty);
                self.product(operands[0], inverse, ty)
            }
            Kind::StablehloDivide if ir::element_width(element) == 32 => simple("intdiv"),
            Kind::StablehloAnd => bitwise("and"),
            Kind::StablehloOr => bitwise("or"),
            Kind::StablehloXor => bitwise("xor"),
            Kind::StablehloNot if is_boolean => simple("logical_not"),
            Kind::StablehloNot => simple("bitwise_not"),
            Kind::StablehloSelect
                if operands[0].r#type() == ir::like(ty, element_of(operands[0])) =>
            {
                simple("select")
            }
            Kind::StablehloCompare => self.comparison(op, ty),
            Kind::StablehloConstant => {
                let value = op.attribute("value").ok()?;
                Some(self.at.op("tosa.const").attr("values", value).result(ty).value())
            }
            Kind::StablehloReduce => self.reduction(op, ty),
            _ => Shapes { tosa: self }.converted(kind, op, ty),
        }
    }

    fn comparison(self, op: Op<'a>, ty: Type<'a>) -> Option<Value<'a>> {
        let [x, y] = ir::operands(op)[..] else { return None };
        let is_total = ir::enum_case(op, "compare_type").as_deref() == Some("TOTALORDER");
        if is_total || ir::element_width(element_of(x)) == 1 {
            return None;
        }
        let build = |name: &str, x, y| self.at.simple(&format!("tosa.{name}"), &[x, y], ty);
        Some(match ir::enum_case(op, "comparison_direction")?.as_str() {
            "EQ" => build("equal", x, y),
            "NE" => self.at.simple("tosa.logical_not", &[build("equal", x, y)], ty),
            "GT" => build("greater", x, y),
            "GE" => build("greater_equal", x, y),
            "LT" => build("greater", y, x),
            "LE" => build("greater_equal", y, x),
            _ => return None,
        })
    }

    /// Converts a reduction over one dimension by an addition, a maximum or a minimum with a
    /// neutral initial value. Returns `None` for other reductions.
    fn reduction(self, op: Op<'a>, ty: Type<'a>) -> Option<Value<'a>> {
        let [x, init] = ir::operands(op)[..] else { return None };
        let dims = hloom_ir::attributes::integers(op, "dimensions").ok()?;
        let [dim] = dims[..] else { return None };
        let (combined, is_reversed) = ir::reducer(op)?;
        let element = element_of(x);
        let initial = Elements::of_value(init)?.splat_number()?;
        let (name, is_neutral) = match ir::hlo_op(combined)? {
            Kind::StablehloAdd => ("reduce_sum", initial.is_zero()),
            Kind::StablehloMaximum => ("reduce_max", is_limit(initial, element, true)),
            Kind::StablehloMinimum => ("reduce_min", is_limit(initial, element, false)),
            _ => return None,
        };
        if is_reversed || !is_neutral {
            return None;
        }
        let mut shape = ir::shape_of(x);
        *shape.get_mut(usize::try_from(dim).ok()?)? = 1;
        let reduced = self
            .at
            .op(&format!("tosa.{name}"))
            .operands(&[x])
            .attr("axis", ir::i32_attr(self.at.context(), dim as i32))
            .result(ir::tensor(&shape, element))
            .value();
        Some(Shapes { tosa: self }.reshape(reduced, ty))
    }
}

/// Returns true if a number is the smallest value of its type, or the largest value if
/// `is_smallest` is false. For floats, these are the infinities. Booleans have no limits: TOSA's
/// minimum and maximum do not support them.
fn is_limit(number: crate::elements::Number, element: Type, is_smallest: bool) -> bool {
    use crate::elements::Number;
    let width = ir::element_width(element);
    match number {
        Number::Float(value) if is_smallest => value == f64::NEG_INFINITY,
        Number::Float(value) => value == f64::INFINITY,
        Number::Int(_) if width == 1 => false,
        Number::Int(value) if is_smallest => value == -(1_i128 << (width - 1)),
        Number::Int(value) => value == (1_i128 << (width - 1)) - 1,
        _ => false,
    }
}
