// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The attribute `origin`: the value before optimization to which an instruction corresponds. It
//! is a tree of names, `{({"a"}, {"b" {0}})}`.

use super::Attribute;
use super::field::message;
use crate::proto::{OriginalArrayProto, OriginalValueElementProto, OriginalValueProto};
use crate::text::cursor::{Cursor, Result};
use crate::text::escape::quote;
use crate::text::list;

pub static ORIGIN: Attribute = message!("origin", read, write, original_value);

fn read(cursor: &mut Cursor) -> Result<OriginalValueProto> {
    let mut value = OriginalValueProto::default();
    cursor.expect("{")?;
    if cursor.eat("[") {
        cursor.expect("synthetic_call")?;
        cursor.expect("]")?;
        value.is_synthetic_call = true;
    } else {
        read_node(cursor, &mut Vec::new(), &mut value.elements)?;
    }
    cursor.expect("}")?;
    Ok(value)
}

/// Reads a tree of original arrays and appends its leaves, each with its index in the tree.
fn read_node(
    cursor: &mut Cursor,
    index: &mut Vec<i64>,
    leaves: &mut Vec<OriginalValueElementProto>,
) -> Result<()> {
    if !cursor.is_at("(") {
        let array = read_array(cursor)?;
        let original_array = (!array.instruction_name.is_empty()).then_some(array);
        leaves.push(OriginalValueElementProto { shape_index: index.clone(), original_array });
        return Ok(());
    }
    index.push(-1);
    cursor.nested(|cursor| {
        cursor.list(["(", ")"], |cursor| {
            if let Some(last) = index.last_mut() {
                *last += 1;
            }
            read_node(cursor, index, leaves)
        })
    })?;
    index.pop();
    Ok(())
}

/// Reads an original array: the name of an instruction, and an index into its result.
pub fn read_array(cursor: &mut Cursor) -> Result<OriginalArrayProto> {
    let mut array = OriginalArrayProto::default();
    cursor.expect("{")?;
    if cursor.is_at_string() {
        array.instruction_name = cursor.utf8()?;
        if cursor.is_at("{") {
            array.shape_index = cursor.integers()?;
        }
    }
    cursor.expect("}")?;
    Ok(array)
}

fn write(out: &mut String, value: &OriginalValueProto) {
    out.push('{');
    match value.is_synthetic_call {
        true => out.push_str("[synthetic_call]"),
        false => write_node(out, &value.elements, 0),
    }
    out.push('}');
}

/// Writes a node of a tree of original arrays, given the leaves below it. The tree indices of these
/// leaves are equal in their first `depth` components.
fn write_node(out: &mut String, leaves: &[OriginalValueElementProto], depth: usize) {
    match leaves {
        [] => out.push_str("()"),
        [leaf] if leaf.shape_index.len() <= depth => {
            write_array(out, leaf.original_array.as_ref());
        }
        // Deeper than the tuples that the verifier accepts.
        _ if depth > 64 => out.push_str("{}"),
        leaves => {
            let place = |leaf: &OriginalValueElementProto| leaf.shape_index.get(depth).copied();
            let branches: Vec<_> =
                leaves.chunk_by(|one, other| place(one) == place(other)).collect();
            out.push('(');
            list::join(out, &branches, ", ", |out, branch| write_node(out, branch, depth + 1));
            out.push(')');
        }
    }
}

/// Writes an original array, which is `{}` if it is absent.
pub fn write_array(out: &mut String, array: Option<&OriginalArrayProto>) {
    out.push('{');
    if let Some(array) = array {
        quote(out, array.instruction_name.as_bytes());
        if !array.shape_index.is_empty() {
            out.push(' ');
            out.push_str(&list::braced(&array.shape_index));
        }
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_come_back() {
        for text in [
            r#"{{"a"}}"#,
            r#"{({"a"}, {"b" {0,1}})}"#,
            r#"{(({"a"}, {}), {"c"})}"#,
            "{[synthetic_call]}",
        ] {
            let mut out = String::new();
            write(&mut out, &read(&mut Cursor::new(text)).expect("an origin"));
            assert_eq!(out, text);
        }
    }
}
