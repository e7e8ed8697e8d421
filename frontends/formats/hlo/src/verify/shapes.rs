// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verifies shapes and literals.

use crate::proto::{LayoutProto, LiteralProto, PrimitiveType, ShapeProto};
use crate::shape::UNBOUNDED;

/// Maximum number of dimensions of an array. If there were more dimensions, the number of elements
/// of an array of size 2 in every dimension would overflow.
const MOST_DIMENSIONS: usize = 64;

/// Maximum nesting depth of tuples in a shape.
const MOST_NESTED: usize = 64;

/// Verifies that the sizes in a shape are in range, and that its layouts permute the dimensions.
pub fn verify(shape: &ShapeProto) -> Result<(), String> {
    verify_nested(shape, MOST_NESTED)
}

fn verify_nested(shape: &ShapeProto, levels: usize) -> Result<(), String> {
    let Some(levels) = levels.checked_sub(1) else {
        return Err(format!("the shape nests more than {MOST_NESTED} levels"));
    };
    for element in &shape.tuple_shapes {
        verify_nested(element, levels)?;
    }
    let element = shape.element_type();
    let name = element.hlo_name().unwrap_or("a tuple");
    match element {
        PrimitiveType::Invalid => return Err("the shape has no element type".to_owned()),
        PrimitiveType::Buffer if shape.tuple_shapes.len() != 1 => {
            return Err("a buffer shape needs exactly one element shape".to_owned());
        }
        PrimitiveType::Buffer | PrimitiveType::Tuple => {}
        _ if !shape.tuple_shapes.is_empty() => {
            return Err(format!("the shape is {name}: expected no tuple elements"));
        }
        _ => {}
    }
    if element.class().is_none() {
        return match shape.dimensions.is_empty() {
            true => Ok(()),
            false => Err(format!("the shape is {name}: expected no dimensions")),
        };
    }
    verify_array(shape)
}

fn verify_array(shape: &ShapeProto) -> Result<(), String> {
    let rank = shape.dimensions.len();
    if rank > MOST_DIMENSIONS {
        return Err(format!("expected at most {MOST_DIMENSIONS} dimensions, found {rank}"));
    }
    let dynamic = shape.is_dynamic_dimension.len();
    if dynamic != 0 && dynamic != rank {
        return Err(format!("expected `is_dynamic_dimension` of length {rank}, found {dynamic}"));
    }
    let mut known = shape.clone();
    for (dimension, size) in known.dimensions.iter_mut().enumerate() {
        if *size == UNBOUNDED && shape.is_dynamic(dimension) {
            *size = 1;
        } else if *size < 0 {
            return Err(format!(
                "expected a non-negative size of dimension {dimension}, found {size}"
            ));
        }
    }
    let bytes = known.element_count().and_then(|count| {
        let width = shape.element_type().byte_width()?;
        isize::try_from(count.checked_mul(width)?).ok()
    });
    if bytes.is_none() {
        return Err("the size of the shape in bytes is out of range".to_owned());
    }
    match &shape.layout {
        Some(layout) => verify_layout(layout, rank),
        None => Ok(()),
    }
}

fn verify_layout(layout: &LayoutProto, rank: usize) -> Result<(), String> {
    let mut order = layout.minor_to_major.clone();
    order.sort_unstable();
    if !order.iter().copied().eq(0..rank as i64) {
        let order = &layout.minor_to_major;
        return Err(format!("expected a layout that permutes {rank} dimensions, found {order:?}"));
    }
    Ok(())
}

/// Verifies a literal, whose shape must be equal to `shape` except for layouts.
pub fn verify_literal(literal: &LiteralProto, shape: &ShapeProto) -> Result<(), String> {
    let Some(own) = &literal.shape else { return Err("the literal has no shape".to_owned()) };
    verify(own)?;
    if !own.is_compatible(shape) {
        return Err("the shape of the literal differs from the expected shape".to_owned());
    }
    verify_elements(literal)
}

fn verify_elements(literal: &LiteralProto) -> Result<(), String> {
    let shape = literal.shape.as_ref().filter(|shape| shape.is_tuple());
    let Some(shape) = shape else {
        return match literal.verify_size() {
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        };
    };
    if shape.tuple_shapes.len() != literal.tuple_literals.len() {
        let (actual, expected) = (literal.tuple_literals.len(), shape.tuple_shapes.len());
        return Err(format!("expected {expected} elements of the tuple literal, found {actual}"));
    }
    for (element, shape) in literal.tuple_literals.iter().zip(&shape.tuple_shapes) {
        verify_literal(element, shape)?;
    }
    Ok(())
}
