// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Arguments and results in other orders than row by row: a program takes and gives them as they
//! are in memory, row by row of other dimensions, and transposes them.

use crate::failure::Failure;
use crate::memory_layout::MemoryLayout;
use hloom_dialects::op_view::read_text;
use hloom_lowering::ir::{self, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, ValueLike};

/// The layouts of the values of a list; none where it is row by row.
pub type LayoutModes = Vec<Option<MemoryLayout>>;

/// What a function says of each argument or result, if it says anything.
pub fn attributes<'c>(entry: Op<'c>, name: &str) -> Vec<DictionaryAttribute<'c>> {
    let all = entry.attribute(name).ok().and_then(|all| ArrayAttribute::try_from(all).ok());
    let count = all.as_ref().map_or(0, ArrayAttribute::len);
    let one = |index| DictionaryAttribute::try_from(all?.element(index).ok()?).ok();
    (0..count).filter_map(one).collect()
}

/// The layouts that a function says that arguments or results have.
///
/// # Errors
/// If one has tiles, or is none.
pub fn modes(entry: Op, name: &str) -> Result<LayoutModes, Failure> {
    let mode = |attributes: DictionaryAttribute| {
        let said = attributes.element_by_name("mhlo.layout_mode").and_then(read_text);
        let Some(said) = said.filter(|said| !matches!(*said, "default" | "auto")) else {
            return Ok(None);
        };
        let layout = MemoryLayout::read(said);
        let layout =
            layout.ok_or_else(|| Failure::unimplemented(format!("the layout mode `{said}`")))?;
        Ok(Some(layout).filter(|layout| !layout.is_row_major()))
    };
    attributes(entry, name).into_iter().map(mode).collect()
}

/// Has the entry take arguments and give results as they are in memory; says whether anything is
/// changed.
///
/// # Errors
/// If a layout is of another rank than its value, or the value of dynamic shape.
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

/// The type that a value has in memory.
fn stored<'c>(ty: Type<'c>, layout: &MemoryLayout) -> Result<Type<'c>, Failure> {
    let shaped = Shaped::of(ty)
        .filter(|shaped| shaped.is_static() && shaped.rank() == layout.minor_to_major().len());
    let shaped = shaped.ok_or_else(|| {
        Failure::invalid(format!("a `{ty}` has not the layout {}", layout.text()))
    })?;
    Ok(ir::tensor(&layout.in_memory(&shaped.shape), shaped.element))
}

fn transposed<'c>(at: Builder<'c>, value: Value<'c>, order: &[i64], ty: Type<'c>) -> Value<'c> {
    let order = ir::dense_i64_attr(at.context(), order);
    at.op("stablehlo.transpose").operands(&[value]).attr("permutation", order).result(ty).value()
}
