// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes shapes: `f32[2,<=3]{1,0}`, `(s32[], token[])`, `b(f32[4]{0})`.

use super::cursor::{Cursor, Result};
use super::{layout, list};
use crate::proto::{LayoutProto, PrimitiveType, ShapeProto};
use crate::shape::UNBOUNDED;
use std::fmt::Write as _;

/// Returns true if a shape is next, rather than a name.
pub fn is_next(cursor: &mut Cursor) -> bool {
    if cursor.is_at("(") || is_buffer(cursor) {
        return true;
    }
    let word = cursor.peek_word();
    PrimitiveType::from_hlo_name(word).is_some() && cursor.rest()[word.len()..].starts_with('[')
}

fn is_buffer(cursor: &mut Cursor) -> bool {
    cursor.peek_word() == "b" && cursor.rest()[1..].trim_start().starts_with('(')
}

/// Reads a shape. Arrays without a layout receive the row-major layout, as in XLA.
pub fn read(cursor: &mut Cursor) -> Result<ShapeProto> {
    cursor.nested(|cursor| {
        if cursor.is_at("(") {
            return Ok(ShapeProto::tuple(cursor.list(["(", ")"], read)?));
        }
        if is_buffer(cursor) {
            cursor.eat("b");
            cursor.expect("(")?;
            let content = read(cursor)?;
            cursor.expect(")")?;
            return Ok(ShapeProto {
                element_type: PrimitiveType::Buffer.into(),
                tuple_shapes: vec![content],
                ..ShapeProto::default()
            });
        }
        read_array(cursor)
    })
}

fn read_array(cursor: &mut Cursor) -> Result<ShapeProto> {
    let position = cursor.here();
    let word = cursor.word("a shape")?;
    let Some(element) = PrimitiveType::from_hlo_name(word) else {
        return Err(cursor.error_at(position, format!("`{word}` is not an element type of HLO")));
    };
    let dimensions = cursor.list(["[", "]"], read_dimension)?;
    let mut shape = ShapeProto { element_type: element.into(), ..ShapeProto::default() };
    if element.class().is_some() {
        shape.layout = Some(Box::new(LayoutProto::row_major(dimensions.len())));
    }
    (shape.dimensions, shape.is_dynamic_dimension) = dimensions.into_iter().unzip();
    if let Some(layout) = layout::read_if_next(cursor, read)? {
        if layout.minor_to_major.len() != shape.dimensions.len() {
            let (ranks, rank) = (layout.minor_to_major.len(), shape.dimensions.len());
            let message = format!("expected a layout of {rank} dimensions, found {ranks}");
            return Err(cursor.error_at(position, message));
        }
        shape.layout = Some(Box::new(layout));
    }
    Ok(shape)
}

/// Reads the size of a dimension, and whether it is dynamic.
fn read_dimension(cursor: &mut Cursor) -> Result<(i64, bool)> {
    if cursor.eat("?") {
        return Ok((UNBOUNDED, true));
    }
    let dynamic = cursor.eat("<=");
    let position = cursor.here();
    let size = cursor.integer()?;
    if size < 0 {
        return Err(cursor.error_at(position, "the size of a dimension is negative"));
    }
    Ok((size, dynamic))
}

/// Writes a shape, including the layouts of its arrays.
pub fn write(out: &mut String, shape: &ShapeProto) {
    write_with(out, shape, true);
}

/// Writes a shape without layouts.
pub fn write_without_layout(out: &mut String, shape: &ShapeProto) {
    write_with(out, shape, false);
}

fn write_with(out: &mut String, shape: &ShapeProto, with_layout: bool) {
    match shape.element_type() {
        PrimitiveType::Tuple => {
            out.push('(');
            list::join(out, &shape.tuple_shapes, ", ", |out, shape| {
                write_with(out, shape, with_layout);
            });
            out.push(')');
        }
        PrimitiveType::Buffer => {
            out.push_str("b(");
            for content in &shape.tuple_shapes {
                write_with(out, content, with_layout);
            }
            out.push(')');
        }
        element => {
            out.push_str(element.hlo_name().unwrap_or("invalid"));
            out.push('[');
            for (dimension, size) in shape.dimensions.iter().enumerate() {
                let separator = if dimension > 0 { "," } else { "" };
                let bound = if shape.is_dynamic(dimension) { "<=" } else { "" };
                let _ = match *size {
                    UNBOUNDED => write!(out, "{separator}?"),
                    size => write!(out, "{separator}{bound}{size}"),
                };
            }
            out.push(']');
            if let Some(layout) = shape.layout.as_ref().filter(|_| with_layout) {
                layout::write(out, layout, write);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str) -> ShapeProto {
        let mut cursor = Cursor::new(text);
        let shape = read(&mut cursor).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(cursor.is_at_end(), "{text}");
        shape
    }

    #[track_caller]
    fn comes_back(text: &str) {
        let mut out = String::new();
        write(&mut out, &reads(text));
        assert_eq!(out, text);
    }

    #[test]
    fn shapes_come_back() {
        comes_back("f32[]");
        comes_back("bf16[2,3]{0,1}");
        comes_back("f32[<=5,?]{1,0}");
        comes_back("(f32[2]{0}, (), token[], opaque[])");
        comes_back("b(f32[4]{0})");
        comes_back("f32[2,3]{1,0:T(8,128)(2,1)L(2)#(u8)*(u16)E(4)S(1)SC(0:1,2)(1:3)M(8)}");
        comes_back("f32[]{:S(5)}");
        comes_back("f32[2,3]{1,0:T(*,128)}");
    }

    #[test]
    fn missing_layouts_are_row_major() {
        assert_eq!(reads("f32[2,3]"), ShapeProto::array(PrimitiveType::F32, [2, 3]));
        assert_eq!(reads("f32[2,3]{1,0}"), reads("f32[2,3]"));
    }

    #[test]
    fn wrong_shapes() {
        let message = |text| read(&mut Cursor::new(text)).expect_err("wrong").message;
        assert_eq!(message("i32[]"), "`i32` is not an element type of HLO");
        assert_eq!(message("f32[-1]"), "the size of a dimension is negative");
        assert_eq!(message("f32[2]{1,0}"), "expected a layout of 1 dimensions, found 2");
        assert_eq!(message("f32[2"), "expected `,` or `]`, found the end of the text");
        assert_eq!(message("f32[9223372036854775808]"), "the integer is out of range");
    }
}
