// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-refine-shapes`: propagates static sizes through the program.
//!
//! The pass infers the most specific result types of each operation from its operands. Since
//! operations may compute sizes, it also folds operations on constants. On a module, the pass
//! refines the entry function and the functions that it calls. On a function, it leaves calls
//! unchanged, because the types of a callee must be valid for all its callers.

use super::calls::{Calls, is_integer};
use super::canonicalize_dynamism::convolution;
use super::{WRAPPER, custom_calls, sizes};
use crate::build::Hlo;
use crate::fold_constants;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::constant_integers;
use hloom_dialects::shape::TensorType;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Builder, Context, Op, Type, Value};
use melior::ir::{TypeLike, ValueLike};

/// The pass `hlo-refine-shapes`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-refine-shapes",
    description: "infer static shapes from argument types and from computations of sizes; on a \
                  module, also in the functions that the entry function calls",
    anchor: "",
    level: Level::Hlo,
    options: &[PassOption {
        name: "fold",
        description: "operations on constants that the pass folds: `sizes` for all operations, but \
                      only in programs with dynamic shapes; `integers` for operations on integers \
                      and booleans, in all programs",
        default: "sizes",
    }],
    dialects: &["stablehlo", "chlo"],
    run,
};

/// Limits for folding an operation: the maximum number of elements of its result, and the maximum
/// number of bytes by which constants may grow.
const BUDGET: i64 = 1024;

fn run<'a>(context: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let only_integers = match options.text("fold") {
        "sizes" => false,
        "integers" => true,
        other => {
            let message = format!("option `fold`: expected `sizes` or `integers`, found `{other}`");
            return Err(Failure::at(root, message));
        }
    };
    // Most programs have no dynamic shapes.
    if !only_integers && !ir::walk(root).into_iter().any(has_dynamic_result) {
        return Ok(());
    }
    let mut refinement = Refinement { context, only_integers, calls: None };
    if ir::op_name(root) == "builtin.module" {
        refinement.calls = Some(Calls::new(root));
        return refinement.refine_module(root);
    }
    for block in ir::regions(root).into_iter().flat_map(ir::blocks) {
        refinement.refine_block(block)?;
    }
    fold_constants::erase_unused_constants(root);
    if ir::op_name(root) == "func.func" {
        sizes::set_signature(context, root);
    }
    Ok(())
}

fn has_dynamic_result(op: Op) -> bool {
    ir::results(op).into_iter().any(|value| is_dynamic(value.r#type()))
}

fn is_dynamic(ty: Type) -> bool {
    if let Some(elements) = custom_calls::elements_of(ty) {
        return elements.into_iter().any(is_dynamic);
    }
    ty.is_unranked_tensor() || TensorType::from_type(ty).is_some_and(|it| !it.is_static())
}

/// State of one run of the pass `hlo-refine-shapes`.
pub(super) struct Refinement<'a> {
    pub context: &'a Context,
    /// Whether to fold only operations on integers and booleans.
    only_integers: bool,
    /// The functions of the module, and those refined so far. `None` if the pass does not run on a
    /// module.
    pub calls: Option<Calls<'a>>,
}

impl<'a> Refinement<'a> {
    pub fn refine_block(&mut self, block: Block<'a>) -> Result<(), Failure<'a>> {
        for op in ir::ops(block) {
            self.refine_op(op)?;
        }
        Ok(())
    }

    fn refine_op(&mut self, op: Op<'a>) -> Result<(), Failure<'a>> {
        let context = self.context;
        if ir::op_name(op) == "func.call" && self.calls.is_some() {
            return self.refine_call(op);
        }
        let Some(op) = with_static_sizes(context, op) else { return Ok(()) };
        if ir::hlo_op(op) == Some(Kind::StablehloWhile) {
            // The initial values alone do not determine the types of the results.
            return self.refine_while(op);
        }
        self.refine_regions(op)?;
        sizes::refine(context, op);
        refine_dynamic_convolution(context, op);
        if unwrap(op) || remove_cast(context, op) || fold_dimension_size(context, op) {
            return Ok(());
        }
        if !self.only_integers || is_on_integers(op) {
            fold_constants::fold(context, op, BUDGET);
        }
        Ok(())
    }

    fn refine_regions(&mut self, op: Op<'a>) -> Result<(), Failure<'a>> {
        for inner in ir::regions(op).into_iter().flat_map(ir::blocks) {
            self.refine_block(inner)?;
        }
        Ok(())
    }

    /// Refines a loop. A carried value takes the type of its initial value if the body then returns
    /// the same type.
    ///
    /// Folding operations of the body with the sizes of their operands cannot be undone, so this
    /// function refines clones of the loop. After each attempt, carried values for which the body
    /// returned another type keep their old type. The refinement ends when the body returns the
    /// same types for all carried values.
    fn refine_while(&mut self, op: Op<'a>) -> Result<(), Failure<'a>> {
        let context = self.context;
        // The functions that a loop calls are refined once, so that they cannot be tried.
        if self.calls.is_some() && ir::walk(op).iter().any(|op| ir::op_name(*op) == "func.call") {
            return self.refine_regions(op);
        }
        let results = ir::results(op);
        let initial = ir::operands(op).into_iter().zip(&results).map(|(operand, result)| {
            sizes::merged(context, result.r#type(), operand.r#type())
                .filter(|ty| *ty != result.r#type())
        });
        let mut carried: Vec<Option<Type<'a>>> = initial.collect();
        while carried.iter().any(Option::is_some) {
            let trial = ir::clone_before(op, op);
            for block in ir::regions(trial).into_iter().flat_map(ir::blocks) {
                refine_values(context, &ir::args(block), &carried);
            }
            self.refine_regions(trial)?;
            let body = ir::regions(trial).into_iter().flat_map(ir::blocks).last();
            let end = body.and_then(|body| ir::ops(body).pop());
            let returned = end.map(ir::operands).unwrap_or_default();
            let implies = |value: &Value<'a>, ty| {
                sizes::merged(context, value.r#type(), ty) == Some(value.r#type())
            };
            let mut is_stable = true;
            for (index, ty) in carried.iter_mut().enumerate() {
                let returned = returned.get(index);
                if ty.is_some_and(|ty| !returned.is_some_and(|value| implies(value, ty))) {
                    *ty = None;
                    is_stable = false;
                }
            }
            if is_stable {
                refine_values(context, &ir::results(trial), &carried);
                ir::replace(op, ir::results(trial));
                return Ok(());
            }
            ir::erase(trial);
        }
        self.refine_regions(op)
    }
}

/// Sets the type of each value to the corresponding type in the list, if that type is more
/// specific.
fn refine_values<'a>(context: &'a Context, values: &[Value<'a>], types: &[Option<Type<'a>>]) {
    for (value, ty) in values.iter().zip(types) {
        if let Some(ty) = ty.and_then(|ty| sizes::merged(context, value.r#type(), ty)) {
            ir::set_type(*value, ty);
        }
    }
}

/// Removes the custom call [`WRAPPER`] between an argument and its users if its operand and result
/// have the same type. Returns true if the call was removed.
fn unwrap(op: Op) -> bool {
    let is_wrapper = ir::text(op, "call_target_name").is_some_and(|target| target == WRAPPER);
    let (operands, results) = (ir::operands(op), ir::results(op));
    match (is_wrapper, operands.first(), &results[..]) {
        (true, Some(operand), [result]) if operand.r#type() == result.r#type() => {
            ir::replace(op, [*operand]);
            true
        }
        _ => false,
    }
}

/// Removes a cast to a less specific type if the users accept the more specific type. Returns true
/// if the cast was removed.
fn remove_cast<'a>(context: &'a Context, op: Op<'a>) -> bool {
    if !matches!(ir::op_name(op), "builtin.unrealized_conversion_cast" | "tensor.cast") {
        return false;
    }
    let (operands, results) = (ir::operands(op), ir::results(op));
    let ([operand], [result]) = (&operands[..], &results[..]) else { return false };
    let own = operand.r#type();
    let is_specific = sizes::merged(context, own, result.r#type()) == Some(own)
        && sizes::merged(context, result.r#type(), own) == Some(own);
    if is_specific && ir::uses(*result).into_iter().all(|(user, _)| sizes::accepts_refined(user)) {
        ir::replace(op, [*operand]);
        return true;
    }
    false
}

/// Sets the type of a `dynamic_conv` with constant padding to the type of the equivalent
/// `convolution`.
fn refine_dynamic_convolution<'a>(context: &'a Context, op: Op<'a>) {
    if ir::hlo_op(op) != Some(Kind::StablehloDynamicConv) {
        return;
    }
    let Some(value) = convolution(context, op) else { return };
    let Some(convolution) = ir::defining_op(value) else { return };
    sizes::refine(context, convolution);
    let ty = value.r#type();
    ir::erase(convolution);
    ir::results(op).into_iter().for_each(|result| sizes::refine_value(context, result, ty));
}

/// Returns true if all operands and results of an operation are integers or booleans.
fn is_on_integers(op: Op) -> bool {
    ir::operands(op).into_iter().chain(ir::results(op)).all(|value| {
        let element = TensorType::from_type(value.r#type()).map(|tensor| tensor.element_type());
        element.is_some_and(is_integer)
    })
}

/// Replaces a `set_dimension_size` to a constant size by a slice, and a custom call of
/// `stablehlo.dynamic_*` with constant operands by the operation that it represents.
///
/// Returns the operation that defines the new result, or `None` if the result is a block argument.
/// Returns `op` if it is not replaced.
fn with_static_sizes<'a>(context: &'a Context, op: Op<'a>) -> Option<Op<'a>> {
    let new = match ir::hlo_op(op) {
        Some(Kind::StablehloCustomCall) => custom_calls::operation(context, op),
        Some(Kind::StablehloSetDimensionSize) => {
            slice_of_size(context, op).map(|value| vec![value])
        }
        _ => None,
    };
    let Some(new) = new else { return Some(op) };
    ir::replace(op, new.iter().copied());
    ir::defining_op(*new.first()?)
}

/// Builds the slice that is equivalent to a `set_dimension_size` of one dimension to a constant
/// size. Returns `None` if the operand has a dynamic shape, or if the size is not a constant or is
/// larger than the dimension.
fn slice_of_size<'a>(context: &'a Context, op: Op<'a>) -> Option<Value<'a>> {
    let (operands, dimension) = (ir::operands(op), ir::integer(op, "dimension")?);
    let mut limits = TensorType::from_type(operands[0].r#type())?.static_dims()?;
    let limit = limits.get_mut(usize::try_from(dimension).ok()?)?;
    let size = *constant_integers(operands[1])?.first()?;
    *limit = (0..=*limit).contains(&size).then_some(size)?;
    let hlo = Hlo { at: Builder::before(context, op) };
    Some(hlo.slice(operands[0], &vec![0; limits.len()], &limits, &vec![1; limits.len()]))
}

/// Replaces a `get_dimension_size` of a static dimension by a constant. Returns true if it was
/// replaced.
fn fold_dimension_size<'a>(context: &'a Context, op: Op<'a>) -> bool {
    if ir::hlo_op(op) != Some(Kind::StablehloGetDimensionSize) {
        return false;
    }
    let tensor = ir::operands(op).first().and_then(|it| TensorType::from_type(it.r#type()));
    let dimension = ir::integer(op, "dimension").and_then(|it| usize::try_from(it).ok());
    let size = tensor.zip(dimension).and_then(|(tensor, dimension)| tensor.dim(dimension));
    let (Some(size), [result]) = (size, &ir::results(op)[..]) else { return false };
    let constant = Hlo { at: Builder::before(context, op) }.int(size, result.r#type());
    ir::replace(op, [constant]);
    true
}
