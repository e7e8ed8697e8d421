// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of `bitcast`, which reinterprets memory with another shape and layout.
//!
//! A transpose converts the operand to memory order, in which it is a flat list of elements. This
//! list is reinterpreted with the element type and sizes of the result. A second transpose converts
//! it from memory order to the logical order of the result.

use super::body::{Body, New, Outcome};
use super::error::ImportError;
use super::make;
use super::tree::Tree;
use hloom_dialects::Op;
use hloom_hlo::proto::ShapeProto;
use hloom_hlo::{ElementClass, Instruction, PrimitiveType};
use melior::ir::Value;

/// Converts a `bitcast` to transposes, reshapes and a `bitcast_convert`.
pub fn convert<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let source = instruction.operand(0).ok_or("expected an operand")?.shape();
    let target = instruction.shape();
    let value = body.operand(instruction, 0)?;
    if source == target {
        return Ok(value);
    }
    let value = value.leaf()?;
    check_memory(source)?;
    check_memory(target)?;
    // Dimensions in memory order, from slowest to fastest varying.
    let (from, to) = (physical_order(source), physical_order(target));
    let sizes = permuted(&source.dimensions, &from);
    let (element, wanted) = (source.element_type(), target.element_type());
    let value = transposed(body, value, &sizes, element, &from)?;
    let (value, sizes, element) = cast(body, (value, sizes, element), wanted)?;
    let physical = permuted(&target.dimensions, &to);
    let value = reshaped(body, value, (&sizes, &physical), element)?;
    Ok(Tree::Leaf(transposed(body, value, &target.dimensions, element, &inverse(&to))?))
}

/// Checks that a shape is a static array whose memory is a plain list of elements, without tiles,
/// padding or sparsity.
fn check_memory(shape: &ShapeProto) -> Result<(), String> {
    if !shape.is_array() {
        return Err("expected an array as operand and result".to_owned());
    }
    if shape.is_dynamic_dimension.contains(&true) {
        return Err("expected an operand and a result of static shape".to_owned());
    }
    let Some(layout) = &shape.layout else { return Ok(()) };
    let is_plain = layout.tiles.is_empty()
        && layout.dim_level_types.iter().all(|kind| *kind == 0)
        && layout.physical_shape.is_none()
        && layout.split_configs.is_empty()
        && layout.dynamic_shape_metadata_prefix_bytes == 0
        && layout.tail_padding_alignment_in_elements <= 1;
    match is_plain {
        true => Ok(()),
        false => Err("a layout with tiles, padding or sparsity is not supported".to_owned()),
    }
}

fn physical_order(shape: &ShapeProto) -> Vec<usize> {
    let mut order = shape.minor_to_major();
    order.reverse();
    order
}

fn permuted(sizes: &[i64], order: &[usize]) -> Vec<i64> {
    order.iter().map(|dimension| sizes[*dimension]).collect()
}

fn inverse(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    for (place, dimension) in order.iter().enumerate() {
        inverse[*dimension] = place;
    }
    inverse
}

fn emit<'c>(
    body: &Body<'_, 'c, '_>,
    op: Op,
    value: Value<'c, 'c>,
    (element, sizes): (PrimitiveType, &[i64]),
    attributes: &[(&str, melior::ir::Attribute<'c>)],
) -> Result<Value<'c, 'c>, ImportError> {
    let ty = body.importer.leaf_type(&ShapeProto::array(element, sizes))?;
    body.emit_one(New::plain(op, vec![value], vec![ty], attributes))
}

/// Transposes a value by the permutation `order`; `sizes` are the sizes of the result.
fn transposed<'c>(
    body: &Body<'_, 'c, '_>,
    value: Value<'c, 'c>,
    sizes: &[i64],
    element: PrimitiveType,
    order: &[usize],
) -> Result<Value<'c, 'c>, ImportError> {
    if order.is_sorted() {
        return Ok(value);
    }
    let order: Vec<_> = order.iter().map(|dimension| *dimension as i64).collect();
    let permutation = ("permutation", make::integers(body.context(), &order));
    emit(body, Op::StablehloTranspose, value, (element, sizes), &[permutation])
}

fn reshaped<'c>(
    body: &Body<'_, 'c, '_>,
    value: Value<'c, 'c>,
    (from, to): (&[i64], &[i64]),
    element: PrimitiveType,
) -> Result<Value<'c, 'c>, ImportError> {
    if from == to {
        return Ok(value);
    }
    emit(body, Op::StablehloReshape, value, (element, to), &[])
}

/// A value whose dimensions are in memory order, its sizes and its element type.
type Elements<'c> = (Value<'c, 'c>, Vec<i64>, PrimitiveType);

/// Reinterprets elements as elements of another type.
///
/// If one wide element becomes several narrow elements, the first narrow element contains the low
/// bits.
fn cast<'c>(
    body: &Body<'_, 'c, '_>,
    (value, sizes, element): Elements<'c>,
    wanted: PrimitiveType,
) -> Result<Elements<'c>, ImportError> {
    if element == wanted {
        return Ok((value, sizes, element));
    }
    let none = || {
        let name = |element: PrimitiveType| element.hlo_name().unwrap_or("nothing");
        format!("cannot reinterpret elements of `{}` as `{}`", name(element), name(wanted))
    };
    let is_bits = |element: PrimitiveType| {
        use ElementClass::{Float, Signed, Unsigned};
        matches!(element.class(), Some(Signed | Unsigned | Float))
    };
    let bits = |element: PrimitiveType| element.bit_width().unwrap_or_default() as i64;
    let (from, to) = (bits(element), bits(wanted));
    // Elements narrower than a byte may be packed or not, so their memory is ambiguous.
    let whole = from == to || (from % 8 == 0 && to % 8 == 0);
    if !is_bits(element) || !is_bits(wanted) || !whole {
        return Err(none().into());
    }
    let op = Op::StablehloBitcastConvert;
    if from == to {
        let cast = emit(body, op, value, (wanted, &sizes), &[])?;
        return Ok((cast, sizes, wanted));
    }
    if from > to {
        let mut parts = sizes;
        parts.push(from / to);
        let cast = emit(body, op, value, (wanted, &parts), &[])?;
        return Ok((cast, parts, wanted));
    }
    let count: i64 = sizes.iter().product();
    let parts = to / from;
    if count % parts != 0 {
        return Err(none().into());
    }
    let grouped = [count / parts, parts];
    let value = reshaped(body, value, (&sizes, &grouped), element)?;
    let cast = emit(body, op, value, (wanted, &grouped[..1]), &[])?;
    Ok((cast, grouped[..1].to_vec(), wanted))
}
