// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Shapes and literals.

use crate::proto::{LayoutProto, LiteralProto, PrimitiveType, ShapeProto};
use crate::shape::UNBOUNDED;

/// The most dimensions that an array may have: with more, sizes of two do not fit.
const MOST_DIMENSIONS: usize = 64;

/// How deep tuples may nest.
const MOST_NESTED: usize = 64;

/// Verifies a shape.
pub fn verify(shape: &ShapeProto) -> Result<(), String> {
    verify_nested(shape, MOST_NESTED)
}

fn verify_nested(shape: &ShapeProto, levels: usize) -> Result<(), String> {
    let Some(levels) = levels.checked_sub(1) else {
        return Err(format!("its shape nests more than {MOST_NESTED} levels"));
    };
    for element in &shape.tuple_shapes {
        verify_nested(element, levels)?;
    }
    let element = shape.element_type();
    let name = element.hlo_name().unwrap_or("a tuple");
    match element {
        PrimitiveType::Invalid => return Err("its shape has no element type".to_owned()),
        PrimitiveType::Buffer if shape.tuple_shapes.len() != 1 => {
            return Err("its shape is a buffer of other than one array".to_owned());
        }
        PrimitiveType::Buffer | PrimitiveType::Tuple => {}
        _ if !shape.tuple_shapes.is_empty() => {
            return Err(format!("its shape is {name}, but has elements like a tuple"));
        }
        _ => {}
    }
    if element.class().is_none() {
        return match shape.dimensions.is_empty() {
            true => Ok(()),
            false => Err(format!("its shape is {name}, but has dimensions")),
        };
    }
    verify_array(shape)
}

fn verify_array(shape: &ShapeProto) -> Result<(), String> {
    let rank = shape.dimensions.len();
    if rank > MOST_DIMENSIONS {
        return Err(format!("its shape has {rank} dimensions, more than {MOST_DIMENSIONS}"));
    }
    let dynamic = shape.is_dynamic_dimension.len();
    if dynamic != 0 && dynamic != rank {
        return Err(format!("its shape has {rank} dimensions, but says of {dynamic} if they vary"));
    }
    let mut known = shape.clone();
    for (dimension, size) in known.dimensions.iter_mut().enumerate() {
        if *size == UNBOUNDED && shape.is_dynamic(dimension) {
            *size = 1;
        } else if *size < 0 {
            return Err(format!("its dimension {dimension} has the size {size}"));
        }
    }
    let bytes = known.element_count().and_then(|count| {
        let width = shape.element_type().byte_width()?;
        isize::try_from(count.checked_mul(width)?).ok()
    });
    if bytes.is_none() {
        return Err("its shape has more elements than can be".to_owned());
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
        return Err(format!("its layout {order:?} does not order {rank} dimensions"));
    }
    Ok(())
}

/// Verifies a literal, which belongs to a shape.
pub fn verify_literal(literal: &LiteralProto, shape: &ShapeProto) -> Result<(), String> {
    let Some(own) = &literal.shape else { return Err("its literal has no shape".to_owned()) };
    verify(own)?;
    if !own.is_compatible(shape) {
        return Err("its literal has another shape than it".to_owned());
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
        return Err(format!("its literal has {actual} elements, its shape {expected}"));
    }
    for (element, shape) in literal.tuple_literals.iter().zip(&shape.tuple_shapes) {
        verify_literal(element, shape)?;
    }
    Ok(())
}
