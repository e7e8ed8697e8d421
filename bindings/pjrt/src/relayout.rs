// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Support for arguments and results whose layout is not row-major.
//!
//! The backends compile programs for row-major buffers only. JAX requests another layout with the
//! attribute `mhlo.layout_mode` on an argument or result of the entry function. [`apply`] then
//! changes the type in the signature to the shape of a row-major array with the same bytes. At the
//! start and the end of the entry function, it adds `stablehlo.transpose` operations, which convert
//! between this shape and the logical shape.

use crate::failure::Failure;
use crate::memory_layout::MemoryLayout;
use hloom_dialects::op_view::read_text;
use hloom_lowering::ir::{self, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, ValueLike};

/// The layout of each argument or of each result; `None` for a row-major layout.
pub type LayoutModes = Vec<Option<MemoryLayout>>;

/// Returns the attribute dictionary of each argument (`arg_attrs`) or result (`res_attrs`); empty
/// if the function has no such attribute.
pub fn attributes<'c>(entry: Op<'c>, name: &str) -> Vec<DictionaryAttribute<'c>> {
    let all = entry.attribute(name).ok().and_then(|all| ArrayAttribute::try_from(all).ok());
    let count = all.as_ref().map_or(0, ArrayAttribute::len);
    let one = |index| DictionaryAttribute::try_from(all?.element(index).ok()?).ok();
    (0..count).filter_map(one).collect()
}

/// Reads the layout that `mhlo.layout_mode` requests for each argument (`arg_attrs`) or result
/// (`res_attrs`). The modes `default` and `auto` mean row-major.
///
/// # Errors
/// Fails if a layout has tiles or is not an order of dimensions.
pub fn modes(entry: Op, name: &str) -> Result<LayoutModes, Failure> {
    let mode = |attributes: DictionaryAttribute| {
        let said = attributes.element_by_name("mhlo.layout_mode").and_then(read_text);
        let Some(said) = said.filter(|said| !matches!(*said, "default" | "auto")) else {
            return Ok(None);
        };
        let layout = MemoryLayout::read(said);
        let layout = layout.ok_or_else(|| {
            Failure::unimplemented(format!(
                "layout mode `{said}`: expected an order of dimensions without tiles, such as \
                 `{{1,0}}`"
            ))
        })?;
        Ok(Some(layout).filter(|layout| !layout.is_row_major()))
    };
    attributes(entry, name).into_iter().map(mode).collect()
}

/// Rewrites the entry function so that its arguments and results have the shapes that describe
/// their memory. Returns true if it changed the function.
///
/// # Errors
/// Fails if the rank of a layout differs from the rank of its value, or the value has a dynamic
/// shape.
pub fn apply<'c>(
    context: &'c Context,
    entry: Op<'c>,
    arguments: &LayoutModes,
    results: &LayoutModes,
) -> Result<bool, Failure> {
    if arguments.iter().chain(results).all(Option::is_none) {
        return Ok(false);
    }
    let block = ir::regions(entry).into_iter().flat_map(ir::blocks).next();
    let Some((block, end)) = block.and_then(|block| Some((block, block.terminator()?))) else {
        return Ok(false);
    };
    let start = Builder::before(context, block.first_operation().unwrap_or(end));
    for (argument, layout) in ir::args(block).into_iter().zip(arguments) {
        let Some(layout) = layout else { continue };
        let (logical, uses) = (argument.r#type(), ir::uses(argument));
        ir::set_type(argument, stored(logical, layout)?);
        let mut order = vec![0; layout.minor_to_major().len()];
        for (place, dim) in layout.minor_to_major().iter().rev().enumerate() {
            order[*dim as usize] = place as i64;
        }
        let value = transposed(start, argument, &order, logical);
        uses.into_iter().for_each(|(user, operand)| ir::set_operand(user, operand, value));
    }
    let before = Builder::before(context, end);
    for (index, (value, layout)) in ir::operands(end).into_iter().zip(results).enumerate() {
        let Some(layout) = layout else { continue };
        let order: Vec<i64> = layout.minor_to_major().iter().rev().copied().collect();
        let ty = stored(value.r#type(), layout)?;
        ir::set_operand(end, index, transposed(before, value, &order, ty));
    }
    let types = |values: Vec<Value<'c>>| values.iter().map(ValueLike::r#type).collect::<Vec<_>>();
    let ty = FunctionType::new(context, &types(ir::args(block)), &types(ir::operands(end)));
    ir::set_attribute(entry, "function_type", TypeAttribute::new(ty.into()).into());
    Ok(true)
}

/// Returns the type of the row-major tensor with the same bytes in memory as a value of type `ty`
/// with this layout.
fn stored<'c>(ty: Type<'c>, layout: &MemoryLayout) -> Result<Type<'c>, Failure> {
    let shaped = Shaped::of(ty)
        .filter(|shaped| shaped.is_static() && shaped.rank() == layout.minor_to_major().len());
    let shaped = shaped.ok_or_else(|| {
        let (layout, rank) = (layout.text(), layout.minor_to_major().len());
        Failure::invalid(format!(
            "layout {layout}: expected a tensor of static shape and rank {rank}, found `{ty}`"
        ))
    })?;
    Ok(ir::tensor(&layout.in_memory(&shaped.shape), shaped.element))
}

fn transposed<'c>(at: Builder<'c>, value: Value<'c>, order: &[i64], ty: Type<'c>) -> Value<'c> {
    let order = ir::dense_i64_attr(at.context(), order);
    at.op("stablehlo.transpose").operands(&[value]).attr("permutation", order).result(ty).value()
}
