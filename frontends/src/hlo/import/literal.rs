// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import of constants from HLO.

use super::body::{Body, New, Outcome};
use super::importer::Importer;
use super::tree::Tree;
use hloom_dialects::{Op, dense};
use hloom_hlo::proto::LiteralProto;
use hloom_hlo::{Instruction, PrimitiveType};
use melior::ir::Attribute;

/// Converts a constant instruction.
pub fn constant<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let literal = instruction.proto().literal.as_ref().ok_or("expected a literal")?;
    of_literal(body, literal)
}

fn of_literal<'c>(body: &Body<'_, 'c, '_>, literal: &LiteralProto) -> Outcome<'c> {
    let shape = literal.shape.as_ref().ok_or("expected a shape of the literal")?;
    if shape.is_tuple() {
        let mut parts = Vec::new();
        for part in &literal.tuple_literals {
            parts.push(of_literal(body, part)?);
        }
        return Ok(Tree::Tuple(parts.into()));
    }
    let ty = body.importer.leaf_type(shape)?;
    if shape.element_type() == PrimitiveType::Token {
        let new = New::plain(Op::StablehloCreateToken, Vec::new(), vec![ty], &[]);
        return Ok(Tree::Leaf(body.emit_one(new)?));
    }
    let value = attribute(body.importer, literal)?;
    let new = New::plain(Op::StablehloConstant, Vec::new(), vec![ty], &[("value", value)]);
    Ok(Tree::Leaf(body.emit_one(new)?))
}

/// Converts an array literal of the HLO module to a dense elements attribute.
fn attribute<'c>(
    importer: &Importer<'c, '_>,
    literal: &LiteralProto,
) -> Result<Attribute<'c>, String> {
    let shape = literal.shape.as_ref().ok_or("expected a shape of the literal")?;
    if shape.is_dynamic_dimension.contains(&true) {
        return Err("expected a constant of static shape, found a dynamic dimension".to_owned());
    }
    let (ty, element) = (importer.leaf_type(shape)?, shape.element_type());
    let mut bytes = literal.row_major_bytes().map_err(|error| error.to_string())?;
    let width = element.byte_width().ok_or("expected an array literal")?.max(1);
    if let Some(bits @ 1..=7) = element.bit_width() {
        bytes.iter_mut().for_each(|byte| *byte &= (1 << bits) - 1);
    }
    // Equal elements are stored as a splat.
    let (first, rest) = bytes.split_at(width.min(bytes.len()));
    if !rest.is_empty() && rest.chunks(width).all(|one| one == first) {
        bytes.truncate(width);
    }
    let refused = || format!("the elements of the constant do not match its type `{ty}`");
    if element == PrimitiveType::Pred {
        let values: Vec<_> = bytes.iter().map(|byte| *byte != 0).collect();
        return dense::booleans_or_splat(ty, &values).ok_or_else(refused);
    }
    dense::attribute(ty, &bytes).ok_or_else(refused)
}
