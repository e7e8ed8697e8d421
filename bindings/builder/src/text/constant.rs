// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Assembly of constant tensors.
//!
//! Numbers are exact. A finite float is printed in decimal, in a form from which MLIR, which parses
//! 64-bit floats and rounds them, reads back the same bits. An infinity or NaN is printed as its
//! bits.

use super::types::shape;
use hloom_portable::vhlo::Attribute as Vhlo;
use hloom_portable::{Attribute, Module, Operation, layout};
use hloom_values::{ElementClass, ElementType, Literal, Scalar, Shape};
use std::fmt::Write;

/// The largest number of elements that are printed as numbers. Larger tensors are printed as bytes
/// in hexadecimal.
const MOST_NUMBERS: usize = 64;

/// Returns the assembly of the elements of a constant, or `None` if the operation is not a VHLO
/// constant.
pub(super) fn constant(module: &Module, operation: &Operation) -> Option<String> {
    let value = operation.property("value")?;
    let Attribute::Vhlo(Vhlo::TensorV1 { r#type, data }) = module.context.attribute(value) else {
        return None;
    };
    let shape = shape(&module.context, *r#type)?;
    let layout = layout(&module.context, *r#type)?;
    if layout.count == 0 {
        return Some(String::new());
    }
    let (bytes, is_splat) = if layout.size == 0 {
        let booleans = layout.unpack(data)?;
        let is_splat = booleans.len() == 1;
        (booleans.into_iter().map(u8::from).collect(), is_splat)
    } else {
        (data.to_vec(), data.len() == layout.size)
    };
    let dims = if is_splat { Vec::new() } else { shape.dims };
    let ty = shape.element_type;
    let count = bytes.len() / ty.byte_width();
    if count > MOST_NUMBERS && ty.fills_bytes() {
        let mut text = String::from("\"0x");
        bytes.iter().for_each(|byte| {
            let _ = write!(text, "{byte:02X}");
        });
        return Some(text + "\"");
    }
    let literal = Literal::from_bytes(Shape::new(ty, dims), &in_host_order(bytes, ty)).ok()?;
    let elements = (0..count).map(|index| element(&literal, index)).collect::<Option<Vec<_>>>()?;
    Some(nested(&elements, &literal.shape().dims))
}

fn in_host_order(mut bytes: Vec<u8>, ty: ElementType) -> Vec<u8> {
    if cfg!(target_endian = "big") {
        bytes.chunks_exact_mut(ty.part().byte_width()).for_each(<[u8]>::reverse);
    }
    bytes
}

/// Returns elements as nested lists in brackets, with one level for each dimension.
fn nested(elements: &[String], dims: &[usize]) -> String {
    let Some((size, inner)) = dims.split_first() else {
        return elements.first().cloned().unwrap_or_default();
    };
    let length = elements.len() / (*size).max(1);
    let parts: Vec<_> = elements.chunks(length.max(1)).map(|part| nested(part, inner)).collect();
    format!("[{}]", parts.join(", "))
}

fn element(literal: &Literal, index: usize) -> Option<String> {
    let ty = literal.shape().element_type;
    let width = ty.byte_width();
    let bytes = literal.bytes().get(index * width..)?.get(..width)?;
    Some(match (literal.get(index)?, ty.class()) {
        (Scalar::Bool(value), _) => value.to_string(),
        (Scalar::Signed(value), _) => value.to_string(),
        (Scalar::Unsigned(value), _) => value.to_string(),
        (Scalar::Float(value), _) => float(value, ty, bytes),
        (Scalar::Complex(real, imaginary), ElementClass::Complex) => {
            let (first, second) = bytes.split_at(width / 2);
            let part = ty.part();
            format!("({}, {})", float(real, part, first), float(imaginary, part, second))
        }
        (Scalar::Complex(..), _) => return None,
    })
}

/// Returns a finite float in decimal, and an infinity or NaN as its bits in hexadecimal.
fn float(value: f64, ty: ElementType, bytes: &[u8]) -> String {
    if !value.is_finite() {
        let bits = bytes.iter().rev();
        let bits = if cfg!(target_endian = "little") {
            bits.map(|byte| format!("{byte:02X}")).collect::<String>()
        } else {
            bytes.iter().map(|byte| format!("{byte:02X}")).collect()
        };
        return format!("0x{bits}");
    }
    let short = format!("{:e}", value as f32);
    let is_exact =
        ty == ElementType::F32 && short.parse::<f64>().is_ok_and(|it| it as f32 == value as f32);
    let text = if is_exact { short } else { format!("{value:e}") };
    // MLIR requires a point.
    match text.split_once('e') {
        Some((digits, exponent)) if digits.contains('.') => format!("{digits}e{exponent}"),
        Some((digits, "0")) => format!("{digits}.0"),
        Some((digits, exponent)) => format!("{digits}.0e{exponent}"),
        None => text,
    }
}
