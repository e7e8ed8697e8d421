// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes literals: `{ { 1, 2 }, { 3, 4 } }`, `(1, { true })`.

use super::cursor::{Cursor, Result};
use super::{list, number};
use crate::proto::{LiteralProto, ShapeProto};

/// Reads a literal of the given shape, and stores its elements in the order of the layout.
pub fn read(cursor: &mut Cursor, shape: &ShapeProto) -> Result<LiteralProto> {
    if shape.is_tuple() {
        return cursor.nested(|cursor| read_tuple(cursor, shape));
    }
    let position = cursor.here();
    let mut bytes = Vec::new();
    read_array(cursor, shape, &mut bytes)?;
    let mut shape = shape.clone();
    if let Some(layout) = &mut shape.layout {
        // The elements of literals take whole bytes, even if they are narrower in memory.
        layout.element_size_in_bits = 0;
    }
    let literal = LiteralProto::from_row_major_bytes(shape, bytes);
    literal.map_err(|error| cursor.error_at(position, error.to_string()))
}

fn read_tuple(cursor: &mut Cursor, shape: &ShapeProto) -> Result<LiteralProto> {
    refuse_elided(cursor)?;
    cursor.expect("(")?;
    let mut literal = LiteralProto { shape: Some(shape.clone()), ..LiteralProto::default() };
    for (position, element) in shape.tuple_shapes.iter().enumerate() {
        if position > 0 {
            cursor.expect(",")?;
        }
        literal.tuple_literals.push(read(cursor, element)?);
    }
    cursor.expect(")")?;
    Ok(literal)
}

/// Reads the elements of an array, in braces nested to the depth of the rank. The number of items
/// in a pair of braces must equal the size of the dimension.
fn read_array(cursor: &mut Cursor, shape: &ShapeProto, bytes: &mut Vec<u8>) -> Result<()> {
    let element = shape.element_type();
    let rank = shape.dimensions.len();
    if rank == 0 {
        refuse_elided(cursor)?;
        return number::read(cursor, element, bytes);
    }
    if shape.element_count() == Some(0) && eat_elided(cursor) {
        // An array without elements loses nothing if it is elided.
        return Ok(());
    }
    // Number of parts read so far, for each open brace.
    let mut seen: Vec<i64> = Vec::new();
    loop {
        let depth = seen.len();
        if depth > 0 && cursor.eat("}") {
            let (count, size) = (seen.pop().unwrap_or_default(), shape.dimensions[depth - 1]);
            if count != size {
                let message = format!(
                    "literal: expected {size} items in dimension {}, found {count}",
                    depth - 1
                );
                return Err(cursor.error(message));
            }
            if depth == 1 {
                return Ok(());
            }
            cursor.eat(",");
            continue;
        }
        if let Some(count) = seen.last_mut() {
            *count += 1;
            if *count > shape.dimensions[depth - 1] {
                let size = shape.dimensions[depth - 1];
                let message = format!(
                    "literal: expected {size} items in dimension {}, found more",
                    depth - 1
                );
                return Err(cursor.error(message));
            }
        }
        if depth < rank {
            refuse_elided(cursor)?;
            cursor.expect("{")?;
            refuse_elided(cursor)?;
            seen.push(0);
        } else {
            number::read(cursor, element, bytes)?;
            cursor.eat(",");
        }
    }
}

/// Reads `{...}`, an elided constant, if it is next, and returns true if it was.
fn eat_elided(cursor: &mut Cursor) -> bool {
    let mut ahead = cursor.clone();
    let is_elided = ahead.eat("{") && ahead.eat("...") && ahead.eat("}");
    if is_elided {
        *cursor = ahead;
    }
    is_elided
}

/// Fails if the next constant is elided as `{...}`, because its elements are lost.
fn refuse_elided(cursor: &mut Cursor) -> Result<()> {
    let mut ahead = cursor.clone();
    ahead.eat("{");
    if ahead.is_at("...") {
        return Err(cursor.error(
            "the constant was elided when it was printed: print it with `print_large_constants`, \
             or dump it with `--xla_dump_large_constants`",
        ));
    }
    Ok(())
}

/// Writes a literal with all of its elements.
pub fn write(out: &mut String, literal: &LiteralProto) {
    let Some(shape) = &literal.shape else { return };
    if shape.is_tuple() {
        out.push('(');
        list::join(out, &literal.tuple_literals, ", ", write);
        out.push(')');
        return;
    }
    match literal.row_major_bytes() {
        Ok(bytes) => write_array(out, shape, &bytes),
        // Unreachable for a verified module, whose literals have the right size.
        Err(_) => out.push_str("{...}"),
    }
}

/// Maximum number of braces written for an array without elements. An array with more braces is
/// elided.
const MOST_EMPTY: i64 = 1 << 16;

fn write_array(out: &mut String, shape: &ShapeProto, bytes: &[u8]) {
    let element = shape.element_type();
    let sizes = shape.dimensions.iter().take_while(|size| **size != 0);
    let braces = sizes.fold(1_i64, |count, size| count.saturating_mul(*size));
    if bytes.is_empty() && braces > MOST_EMPTY {
        return out.push_str("{...}");
    }
    let mut elements = bytes.chunks_exact(element.byte_width().unwrap_or(1));
    write_dimensions(out, &shape.dimensions, &mut |out| {
        number::write(out, element, elements.next().unwrap_or_default());
    });
}

fn write_dimensions(out: &mut String, sizes: &[i64], element: &mut dyn FnMut(&mut String)) {
    let Some((size, inner)) = sizes.split_first() else { return element(out) };
    out.push('{');
    for position in 0..*size {
        if position > 0 {
            out.push_str(", ");
        }
        write_dimensions(out, inner, element);
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shape;

    /// Reads a shape and its literal, and writes the literal.
    fn back(text: &str) -> std::result::Result<String, String> {
        let mut cursor = Cursor::new(text);
        let shape = shape::read(&mut cursor).expect("a shape");
        let literal = read(&mut cursor, &shape).map_err(|error| error.message)?;
        assert!(cursor.is_at_end(), "{text}");
        let mut out = String::new();
        write(&mut out, &literal);
        Ok(out)
    }

    #[test]
    fn literals_come_back() {
        assert_eq!(back("f32[] 1.5").as_deref(), Ok("1.5"));
        assert_eq!(back("pred[3]{0} {1, 0, true}").as_deref(), Ok("{true, false, true}"));
        let text = "s32[2,3]{0,1} { { 1, 2, 3 }, /*i0=1*/ { 4, 5, 6 } }";
        assert_eq!(back(text).as_deref(), Ok("{{1, 2, 3}, {4, 5, 6}}"));
        assert_eq!(back("s8[2,0,3]{2,1,0} {{}, {}}").as_deref(), Ok("{{}, {}}"));
        assert_eq!(back("s8[0] { }").as_deref(), Ok("{}"));
        assert_eq!(back("s8[2,0] {...}").as_deref(), Ok("{{}, {}}"));
        assert_eq!(back("s8[1099511627776,0] {...}").as_deref(), Ok("{...}"));
        let text = "f32[0,4611686018427387904,4]{1,2,0} {}";
        assert_eq!(back(text).as_deref(), Ok("{}"));
        let text = "(c64[1], (), pred[]) ({(1, -nan)}, (), false)";
        assert_eq!(back(text).as_deref(), Ok("({(1, -nan)}, (), false)"));
    }

    #[test]
    fn wrong_literals() {
        let refusal = |text| back(text).expect_err("wrong");
        assert!(refusal("f32[20] {...}").starts_with("the constant was elided"));
        assert!(refusal("(f32[20]) {...}").starts_with("the constant was elided"));
        assert_eq!(refusal("s32[2]{0} {1}"), "literal: expected 2 items in dimension 0, found 1");
        assert_eq!(
            refusal("s32[2]{0} {1, 2, 3}"),
            "literal: expected 2 items in dimension 0, found more"
        );
        assert_eq!(refusal("s32[2,1]{1,0} {1, 2}"), "expected `{`, found `1`");
        assert_eq!(refusal("s32[1] {{1}}"), "expected an integer, found `{`");
        assert_eq!(refusal("(s32[]) (1, 2)"), "expected `)`, found `,`");
        assert_eq!(refusal("token[] 1"), "the type of a literal cannot be `token`");
    }
}
